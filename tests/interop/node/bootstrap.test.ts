// The bootstrap daemon: a node far behind forwards requests to another node. Faba with and without a login, an unreachable node, a real
// monerod.
import { afterEach, describe, expect, it } from 'vitest'
import { readPortable } from '../../../src/bytes/portableStorage.ts'
import { asBool, asPacked, asU64, writePortable } from '../../../src/bytes/portableStorageWriter.ts'
import { requireLogin } from '../../../src/cli/http/httpLogin.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { DevelopmentOptions } from '../../../src/devnet/family/developmentOptions.ts'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../src/devnet/oxen/chains.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import type { Service } from '../../../src/jsonrpc/service.ts'
import { serveNode } from '../../support/devnet/serve-node.ts'
import { startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const XMR_ADDRESS = '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})
type Started = RunningNode & { readonly lines: readonly string[] }

/** Starts a node; `remote` handles its requests to any address. */
const startAs = (remote: (request: Request) => Promise<Response>, options: Partial<DevelopmentOptions>): Started => {
  const lines: string[] = []
  const running = startDevelopmentNode({
    ...options,
    clock: () => Math.floor(Date.now() / 1000),
    random,
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
    fetch: remote,
    log: (line) => lines.push(line),
  })
  cleanups.push(running.close)
  return { ...running, lines }
}

/** Starts a node of 101 blocks. */
const start = (remote: (request: Request) => Promise<Response>): Started => startAs(remote, oxenChain)

const unreachable = async (): Promise<Response> => {
  throw new TypeError('fetch failed', { cause: new Error('connection refused') })
}

/** Starts a node that is ahead by this many blocks. */
const startAhead = (blocks: number): RunningNode => {
  const running = start(unreachable)
  running.miner.mine(blocks)
  return running
}

type Answer = { readonly result?: unknown; readonly error?: unknown }

const call = async (service: Service, method: string, params: object = {}): Promise<Answer> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  // JSON-RPC responses have this shape.
  return (await (await service(new Request('http://node/json_rpc', { method: 'POST', body }))).json()) as Answer
}

const path = async (service: Service, name: string, body: string | Uint8Array<ArrayBuffer> = '{}'): Promise<Response> =>
  await service(new Request(`http://node/${name}`, { method: 'POST', body }))

const set = async (service: Service, params: object): Promise<void> => {
  expect(await call(service, 'set_bootstrap_daemon', params)).toMatchObject({ result: { status: 'OK' } })
}

describe('a node far behind its bootstrap daemon', () => {
  it('returns the responses of the bootstrap daemon as untrusted until it has caught up', async () => {
    const other = startAhead(15)
    const { fetch, miner, serve, lines } = start(other.fetch)
    expect(await call(fetch, 'get_height')).toMatchObject({ result: { height: 101, untrusted: false } })
    expect(await call(fetch, 'get_info')).not.toHaveProperty('result.bootstrap_daemon_address')

    await set(fetch, { address: 'other.example:22023' })
    const tip = { height: 116, hash: Buffer.from(other.node.chain.tip.id).toString('hex') }
    expect(await call(fetch, 'get_height')).toMatchObject({ result: { ...tip, untrusted: true } })
    expect(await (await path(fetch, 'get_height')).json()).toMatchObject({ ...tip, untrusted: true })
    expect(await call(fetch, 'get_last_block_header')).toMatchObject({
      result: { block_header: { ...tip, height: 115 }, untrusted: true },
    })
    expect(await call(fetch, 'get_info')).toMatchObject({
      result: {
        height: 116,
        top_block_hash: tip.hash,
        untrusted: true,
        height_without_bootstrap: 101,
        bootstrap_daemon_address: 'other.example:22023',
        was_bootstrap_ever_used: true,
        development: true,
      },
    })
    const open = (await call(serve({ restricted: true }), 'get_info')).result
    expect(open).toMatchObject({ height: 116, untrusted: true })
    expect(open).not.toHaveProperty('height_without_bootstrap')
    expect(open).not.toHaveProperty('bootstrap_daemon_address')

    const request = writePortable({
      block_ids: asPacked([other.node.chain.blockAt(0)?.id ?? new Uint8Array(32)]),
      start_height: asU64(0),
      prune: asBool(true),
    })
    const page = readPortable(
      new Uint8Array(await (await path(fetch, 'get_blocks.bin', Uint8Array.from(request))).arrayBuffer()),
    )
    expect([page['current_height'], page['untrusted']].map(String)).toEqual(['116', 'true'])

    miner.mine(5)
    expect(await call(fetch, 'get_info')).toMatchObject({
      result: { height: 106, untrusted: false, height_without_bootstrap: 106, was_bootstrap_ever_used: true },
    })
    expect(lines).toEqual([
      'the bootstrap daemon http://other.example:22023 answers requests: this node is behind its 116 blocks',
      'the bootstrap daemon is no longer used',
    ])
  })

  it('does not forward requests that concern the node itself', async () => {
    const other = startAhead(15)
    const { fetch } = start(other.fetch)
    await set(fetch, { address: 'http://other.example' })
    const words = 'This command is unsupported for bootstrap daemon'
    expect(await call(fetch, 'get_block_count')).toMatchObject({ result: { status: words } })
    expect(await call(fetch, 'on_get_block_hash', [0])).toMatchObject({ result: words })
    expect(await call(fetch, 'dev_mine')).toMatchObject({ result: { height: 102 } })
    expect(other.node.chain.height).toBe(116)
    expect(await call(fetch, 'get_bans')).not.toHaveProperty('result.untrusted')
    expect(await call(fetch, 'get_block', { height: 115 })).toMatchObject({ result: { untrusted: true } })
    expect(await call(fetch, 'get_block', { height: 116 })).toMatchObject({ error: { code: -2 } })

    await set(fetch, { address: '' })
    expect(await call(fetch, 'get_height')).toMatchObject({ result: { height: 102, untrusted: false } })
  })

  it('logs in at the bootstrap daemon, and responds itself when the login fails', async () => {
    const other = startAhead(15)
    const guarded = requireLogin(other.fetch, { user: 'ann', password: 'secret' }, { clock: () => Date.now(), random })
    const { fetch, lines } = start(async (request) => await guarded(request))
    await set(fetch, { address: 'http://other', username: 'ann', password: 'wrong' })
    expect(await call(fetch, 'get_height')).toMatchObject({ result: { height: 101, untrusted: false } })
    expect(lines.join('\n')).toMatch(/^the bootstrap daemon is unavailable, this node answers itself: .*401/)
    expect(lines.join('\n')).not.toContain('wrong')
    await set(fetch, { address: 'http://other', username: 'ann', password: 'secret' })
    expect(await call(fetch, 'get_height')).toMatchObject({ result: { height: 116, untrusted: true } })
  })

  it('responds itself while the bootstrap daemon is unreachable, and reports an error when it fails during a request', async () => {
    const other = startAhead(15)
    let shut = /./
    const { fetch } = start(async (request) =>
      shut.test(request.url) ? await unreachable() : await other.fetch(request),
    )
    await set(fetch, { address: 'http://other' })
    expect(await call(fetch, 'get_height')).toMatchObject({ result: { height: 101, untrusted: false } })
    shut = /\/(json_rpc|get_info)$/
    await set(fetch, { address: 'http://other' })
    expect(await call(fetch, 'get_height')).toMatchObject({ result: { height: 116, untrusted: true } })
    expect(await call(fetch, 'get_last_block_header')).toMatchObject({
      error: { code: -32603, message: 'Internal error', data: expect.stringContaining('connection refused') },
    })
    expect((await path(fetch, 'get_info')).status).toBe(500)
  })

  it.each([
    ['auto', 'no peers to choose from'],
    ['ftp://x', 'http'],
    ['http://u:p@x', 'login'],
    ['', undefined],
  ])('validates a bootstrap daemon address: %s', async (address, words) => {
    const { fetch } = start(unreachable)
    const answer = await call(fetch, 'set_bootstrap_daemon', { address })
    if (words === undefined) expect(answer).toMatchObject({ result: { status: 'OK' } })
    else
      expect(answer).toMatchObject({
        error: {
          code: -1,
          message: `Failed to set bootstrap daemon to address = ${address}`,
          data: expect.stringContaining(words),
        },
      })
  })
})

it('forwards packed values of a real monerod byte for byte, and refuses blocks as it does', async () => {
  const monerod = await startMonerod()
  cleanups.push(monerod.stop)
  await monerod.call('generateblocks', { amount_of_blocks: 130, wallet_address: XMR_ADDRESS })
  const away = createNodeClient({ url: 'http://away', fetch: unreachable, unpruned: true })
  const { fetch: service } = startAs(async (request) => await fetch(request), { ...moneroChain, follow: away })
  await set(service, { address: monerod.url.replace('http://', '') })
  /** The bytes of the packed list, one character each. */
  const packedOf = async (answer: Response): Promise<string> =>
    /"distribution": ?"((?:[^"\\]|\\.)*)"/s.exec(Buffer.from(await answer.arrayBuffer()).toString('latin1'))?.[1] ?? ''
  const params = { amounts: [0], cumulative: true, from_height: 1, to_height: 130, binary: true }
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method: 'get_output_distribution', params })
  const theirs = await packedOf(await fetch(`${monerod.url}/json_rpc`, { method: 'POST', body }))
  expect(theirs.length).toBeGreaterThanOrEqual(130 * 8)
  expect(theirs).toMatch(/[\x80-\xff]/)
  const forwarded = await service(new Request('http://node/json_rpc', { method: 'POST', body }))
  expect(await packedOf(forwarded)).toBe(theirs)
  expect(await call(service, 'get_txpool_backlog')).toMatchObject({ result: { untrusted: true } })
  const refusal = { code: -20, message: 'This command is unsupported for bootstrap daemon' }
  expect(await call(service, 'submit_block', ['00'] as object)).toMatchObject({ error: refusal })
}, 600_000)

it('forwards requests of a monero-family node to a real monerod', async () => {
  const monerod = await startMonerod()
  cleanups.push(monerod.stop)
  await monerod.call('generateblocks', { amount_of_blocks: 12, wallet_address: XMR_ADDRESS })
  const theirs = await monerod.call<{ top_block_hash: string }>('get_info')
  const { fetch: service } = startAs(async (request) => await fetch(request), {
    ...moneroChain,
    // The upstream node is unreachable, so that the node has the genesis block only.
    follow: createNodeClient({ url: 'http://away', fetch: unreachable, unpruned: true }),
  })
  await set(service, { address: monerod.url.replace('http://', '') })
  expect(await call(service, 'get_info')).toMatchObject({
    result: {
      height: 13,
      top_block_hash: theirs.top_block_hash,
      untrusted: true,
      bootstrap_daemon_address: monerod.url.replace('http://', ''),
      height_without_bootstrap: 1,
      was_bootstrap_ever_used: true,
    },
  })
  const block = await monerod.call<{ miner_tx_hash: string }>('get_block', { height: 3 })
  const found = await path(service, 'get_transactions', JSON.stringify({ txs_hashes: [block.miner_tx_hash] }))
  expect(await found.json()).toMatchObject({
    txs: [{ tx_hash: block.miner_tx_hash, block_height: 3 }],
    untrusted: true,
  })
  expect(await call(service, 'get_fee_estimate')).toMatchObject({
    result: { fee: expect.any(Number), quantization_mask: expect.any(Number), untrusted: true },
  })
})

it.each(['stable', 'newest'] as const)(
  'lets monero-wallet-rpc (%s) restore and pay at a node whose bootstrap daemon is a monerod',
  async (release) => {
    const monerod = await startMonerod()
    cleanups.push(monerod.stop)
    const { fetch: service } = startAs(async (request) => await fetch(request), {
      ...moneroChain,
      follow: createNodeClient({ url: 'http://away', fetch: unreachable, unpruned: true }),
    })
    const served = await serveNode(service)
    cleanups.push(served.close)
    await set(service, { address: monerod.url.replace('http://', '') })
    const wallet = await startMoneroWallet({ url: served.url }, { release })
    cleanups.push(wallet.stop)
    await wallet.call('create_wallet', { filename: 'bootstrapped', language: 'English' })
    const { address } = await wallet.call<{ address: string }>('get_address')
    await monerod.call('generateblocks', { amount_of_blocks: 80, wallet_address: address })
    // The node asks the bootstrap daemon for its height every two seconds.
    await expect
      .poll(
        async () => {
          await wallet.call('rescan_blockchain')
          return await wallet.call('get_height')
        },
        { timeout: 20_000, interval: 500 },
      )
      .toMatchObject({ height: 81 })
    const { tx_hash: id } = await wallet.call<{ tx_hash: string }>('transfer', {
      destinations: [{ amount: 10 ** 12, address }],
    })
    await monerod.call('generateblocks', { amount_of_blocks: 1, wallet_address: XMR_ADDRESS })
    await wallet.call('refresh')
    expect(await wallet.call('get_transfer_by_txid', { txid: id })).toMatchObject({ transfer: { height: 81 } })
  },
)
