// What the user approves is what is done: nodes, wallets and unlock times of sets, compared with the effect of the call.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chosenConnection, type NodeConnection } from '../../../../src/cli/rpc/connections/nodeConnection.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { ApprovalAction } from '../../../../src/engine/api/approvalRequest.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { createJsonRpcClient } from '../../../../src/jsonrpc/client.ts'
import type { JsonObject, JsonWritable } from '../../../../src/jsonrpc/json.ts'
import { SSL_SUPPORT } from '../../../../src/rpc/calls/walletRpcContext.ts'
import { engineWalletHost } from '../../../../src/rpc/hosts/engineWalletHost.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'
import { runs } from '../../../support/runs.ts'
import { BEGINNING, newWallet, PASSWORD, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { proofNode } from '../../../support/wallet/proof-chain.ts'
import { chain, NETWORK, wallets } from '../../../support/wallet/small-chain.ts'

type Params = { readonly [name: string]: JsonWritable }

/** Calls a method as a page whose user allows everything; returns what was shown with the result or error. */
const callOfPage = async (engine: Engine, method: string, params: Params) => {
  const shown: ApprovalAction[] = []
  const rpc = createWalletRpc({
    get wallet() {
      return engine.wallet
    },
    rpcEnabled: true,
    host: engineWalletHost(engine),
    requestApproval: async (_method, action) => {
      shown.push(typeof action === 'function' ? await action() : action)
      return { scope: 'call', check: () => undefined }
    },
  })
  const client = createJsonRpcClient(rpc, 'http://page/json_rpc')
  const answer = await client.call(method, params).catch((error: unknown) => error)
  return answer instanceof Error ? { shown, error: answer } : { shown, result: answer as JsonObject } // a result
}

/** Returns where a client of a node sends its requests. */
const targetOf = async (url: string): Promise<string> => {
  const targets: string[] = []
  const client = createNodeClient({
    url,
    fetch: (request) => {
      targets.push(new URL(request.url).origin)
      return Promise.reject(new TypeError('there is no network here'))
    },
  })
  await client.info().catch(() => undefined)
  return targets[0] ?? ''
}

const HOSTS = [
  'example.com',
  'EXAMPLE.com.',
  'exämple.com',
  'xn--exmple-cua.com',
  '127.1',
  '[::1]',
  'user@example.com',
  'ex ample',
]
const PORTS = ['', ':80', ':443', ':0443', ':22025', ':0', ':99999', ':']
const SCHEMES = ['', 'http://', 'https://', 'HTTPS://', ' http://', 'ftp://', '//']
const ENDS = ['', '/', '//', '/path/', '?a', '#a']

describe('a node that a page sets', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await restored(testHost(new FakeNode(oxenRegtest, chain)), NETWORK, wallets.B.keys.mnemonic)
  })
  afterAll(() => engine.closeWallet())

  const check = async (address: string, ssl_support: string): Promise<void> => {
    const before = (await engine.settings()).nodes
    const { shown, error } = await callOfPage(engine, 'set_daemon', { address, ssl_support })
    const { nodes } = await engine.settings()
    if (error !== undefined) {
      expect(nodes).toEqual(before)
      return
    }
    const [url = ''] = nodes.urls
    expect(shown).toEqual([{ kind: 'node', url, trusted: false }])
    expect(await targetOf(url)).toBe(new URL(url).origin)
    if (ssl_support !== 'autodetect') expect(url.startsWith('https:')).toBe(ssl_support === 'enabled')
  }

  it('is the one that was shown, whatever its address and the mode of TLS', async () => {
    const part = (parts: readonly string[]) => fc.constantFrom(...parts)
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(part(SCHEMES), part(HOSTS), part(PORTS), part(ENDS)),
        fc.constantFrom(...SSL_SUPPORT),
        (parts, ssl) => check(parts.join(''), ssl),
      ),
      { numRuns: runs(400) },
    )
  }, 60_000)

  it.each([
    ['example.com:443', 'disabled', 'http://example.com:443'],
    ['example.com:443', 'autodetect', 'https://example.com'],
    ['example.com:80', 'enabled', 'https://example.com:80'],
    ['http://example.com:80', 'autodetect', 'http://example.com'],
    ['example.com', 'enabled', `https://example.com:${oxenRegtest.rpcPort}`],
    ['exämple.com:1', 'disabled', 'http://xn--exmple-cua.com:1'],
  ])('at %s with TLS %s is %s', async (address, ssl_support, url) => {
    expect((await callOfPage(engine, 'set_daemon', { address, ssl_support })).shown).toMatchObject([{ url }])
    expect((await engine.settings()).nodes.urls).toEqual([url])
  })

  it('is not asked about if it cannot be used', async () => {
    for (const address of ['https://user:pass@example.com', 'ftp://example.com', 'http://exa mple'])
      expect(await callOfPage(engine, 'set_daemon', { address })).toMatchObject({ shown: [], error: { code: -38 } })
    const contradiction = { address: 'https://example.com', ssl_support: 'disabled' }
    expect(await callOfPage(engine, 'set_daemon', contradiction)).toMatchObject({ shown: [], error: { code: -38 } })
  })
})

describe('a service', () => {
  const current: NodeConnection = {
    ...{ url: 'http://example.com', login: undefined, trusted: false, proxy: '', fetch: undefined },
  }
  const choice = {
    ...{ url: undefined, proxy: '', trusted: false, ssl: 'autodetect' as const, login: undefined },
    ...{ privateKeyPath: '', certificatePath: '', caFile: '', allowAnyCertificate: false, fingerprints: [] },
  }

  it('keeps its node, with its port, if another call names none', () => {
    expect(chosenConnection(current, choice).url).toBe('http://example.com')
    expect(() => chosenConnection(current, { ...choice, ssl: 'enabled' })).toThrow('TLS is required')
  })
})

describe('a wallet that a page opens', () => {
  it('has the name that was shown', async () => {
    const host = testHost(new FakeNode(oxenRegtest, chain))
    const engine = await restored(host, NETWORK, wallets.B.keys.mnemonic)
    const { shown, error } = await callOfPage(engine, 'create_wallet', {
      ...{ filename: '  Other ', password: PASSWORD, language: 'English' },
    })
    expect([shown, error]).toEqual([[{ kind: 'new wallet', name: 'Other' }], undefined])
    expect(engine.wallets.map(({ name }) => name)).toContain('Other')
    const opened = await callOfPage(engine, 'open_wallet', { filename: ' Test', password: PASSWORD })
    expect([opened.shown, opened.error]).toEqual([[{ kind: 'open wallet', name: 'Test' }], undefined])
    await engine.closeWallet()
  })
})

describe('a set of transactions', () => {
  const { B, C } = vector('oxen/cold-signing.json').keys
  const { fetch } = proofNode(342)
  const node = createNodeClient({ url: 'http://node', fetch })
  const engines: Engine[] = []
  afterAll(async () => {
    for (const engine of engines) await engine.closeWallet()
  })

  const copyOf = async (spendSecret: string): Promise<Engine> => {
    const engine = createEngine(testHost(node))
    engines.push(engine)
    const keys = { address: B.address, viewSecret: B.view_key, spendSecret }
    await engine.restoreFromKeys(newWallet('oxen-regtest'), keys, BEGINNING)
    await engine.refresh()
    return engine
  }

  it('is signed and sent with the unlock time that was shown', async () => {
    const [hot, cold] = [await copyOf(''), await copyOf(B.spend_key)]
    // The watch-only wallet learns which coins are spent: the other one signs no set that spends them again.
    await hot.importKeyImages(await cold.exportKeyImages())
    const unlock_time = 4_000
    const transfer = { destinations: [{ address: C.address, amount: 5 }], unlock_time }
    const { result: made } = await callOfPage(hot, 'transfer', transfer)
    const unsigned_txset = String(made?.['unsigned_txset'])
    const signing = await callOfPage(cold, 'sign_transfer', { unsigned_txset })
    expect(signing.shown).toMatchObject([{ kind: 'sign set', unlockTimes: [4_000n] }])
    const tx_data_hex = String(signing.result?.['signed_txset'])
    const sending = await callOfPage(hot, 'submit_transfer', { tx_data_hex })
    expect(sending.shown).toMatchObject([{ kind: 'submit set', unlockTimes: [4_000n] }])
  }, 60_000)

  it('that a page relays from metadata has the unlock time that was shown', async () => {
    const cold = await copyOf(B.spend_key)
    const transfer = { destinations: [{ address: C.address, amount: 5 }], unlock_time: 5_000 }
    const { result } = await callOfPage(cold, 'transfer', { ...transfer, do_not_relay: true, get_tx_metadata: true })
    const { shown } = await callOfPage(cold, 'relay_tx', { hex: String(result?.['tx_metadata']) })
    expect(shown).toMatchObject([{ kind: 'relay', unlockTimes: [5_000n] }])
  }, 60_000)
})
