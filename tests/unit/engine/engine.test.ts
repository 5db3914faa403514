// The engine and its hosts: published views, and the wallet RPC.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import type { EngineView } from '../../../src/engine/api/engineViews.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { vector } from '../../support/data/vectors.ts'
import { BEGINNING, newWallet, restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const short = chain.slice(0, 210)
const NETWORK = 'oxen-regtest'
const B = wallets.B.keys

const nodeOf = (blocks = short) => new FakeNode(oxenRegtest, blocks)

describe('a listener', () => {
  it('receives the view immediately, then at most four times per second', async () => {
    const node = nodeOf(chain)
    node.pageSize = 5
    const host = testHost(node)
    const engine = createEngine(host)
    const seen: EngineView[] = []
    await engine.subscribe((view) => {
      seen.push(view)
    })
    expect(seen).toHaveLength(1)
    await engine.restoreFromWords(newWallet(NETWORK), { words: B.mnemonic, offset: '' }, BEGINNING)
    expect(seen.at(-1)?.phase).toBe('open')
    await engine.refresh()
    // The clock did not advance: only opening was published.
    const published = seen.length
    expect(published).toBeLessThan(4)
    host.time.advance(250)
    expect(seen).toHaveLength(published + 1)
    expect(seen.at(-1)?.wallet?.sync).toMatchObject({ phase: 'synced', height: 336 })
    const { revision } = seen.at(-1)?.wallet ?? { revision: 0 }
    await engine.createSubaddress(0, '')
    host.time.advance(250)
    expect(seen.at(-1)?.wallet?.revision).toBeGreaterThan(revision)
    await engine.lock()
    expect(seen.at(-1)?.phase).toBe('locked')
  })
})

describe('the wallet RPC', () => {
  const call = async (engine: Engine, method: string, params: unknown = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
    const response = await createWalletRpc(engine)(new Request('http://page/json_rpc', { method: 'POST', body }))
    return await response.json()
  }

  it('responds only while a wallet is open and its settings allow it', async () => {
    const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
    for (const method of ['get_version', 'get_height', 'get_balance', 'get_address', 'get_transfers', 'transfer'])
      expect((await call(engine, method)).error).toMatchObject({ code: -13, message: 'No wallet file' })
    await engine.changeSettings({ rpcEnabled: true })
    expect(await call(engine, 'get_version')).toEqual({
      jsonrpc: '2.0',
      id: 7,
      version: 65553,
      result: { version: 65553 },
    })
    expect((await call(engine, 'getheight')).result.height).toBe(210)
    expect((await call(engine, 'transfer')).error).toMatchObject({ code: -20 })
    expect((await call(engine, 'get_address', { account_index: 99 })).error).toMatchObject({ code: -14 })
    expect((await call(engine, 'get_address', { address_index: [99] })).error).toMatchObject({ code: -15 })
    const destinations = [{ address: 'nobody', amount: 5 }]
    expect((await call(engine, 'transfer', { destinations })).error).toMatchObject({ code: -2 })
    await engine.lock()
    expect((await call(engine, 'get_height')).error).toMatchObject({ code: -13, message: 'No wallet file' })
  })
})
