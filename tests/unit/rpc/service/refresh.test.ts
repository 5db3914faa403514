// Refreshing by RPC: its result, also during automatic refresh and when the wallet is closed meanwhile.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createEngine } from '../../../../src/engine/engine.ts'
import { engineWalletHost } from '../../../../src/rpc/hosts/engineWalletHost.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import type { RestoreFrom } from '../../../../src/wallet/sync/syncViews.ts'
import { vector } from '../../../support/data/vectors.ts'
import { callWallet, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { forkChain, mineOn } from '../../../support/wallet/chain-builder.ts'
import { BEGINNING, newWallet, openedIn, PASSWORD, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const NETWORK = 'oxen-regtest'

/** A wallet whose node does not respond until the test releases it. */
const stage = async (from: RestoreFrom = BEGINNING, blocks = chain.length) => {
  const node = new FakeNode(oxenRegtest, chain.slice(0, blocks))
  const { promise: open, resolve: answer } = Promise.withResolvers<void>()
  const info = node.info.bind(node)
  node.info = async () => {
    await open
    return await info()
  }
  const host = testHost(node)
  const engine = createEngine(host)
  await engine.restoreFromWords(newWallet(NETWORK), { words: wallets.B.keys.mnemonic, offset: '' }, from)
  return { node, host, engine, answer }
}

describe('refresh', () => {
  it.each([
    ['all blocks but the first', BEGINNING, chain.length - 1],
    ['those from where the wallet begins', { from: 'height', height: 100 } as const, chain.length - 100],
  ])('counts %s', async (_, from, blocks) => {
    const { engine, answer } = await stage(from)
    const refreshing = resultOf(engine, 'refresh', {})
    answer()
    expect(await refreshing).toEqual({ blocks_fetched: blocks, received_money: true })
    expect(await resultOf(engine, 'refresh', {})).toEqual({ blocks_fetched: 0, received_money: false })
    await engine.closeWallet()
  })

  it('counts blocks of a concurrent automatic refresh', async () => {
    const { node, engine, host, answer } = await stage()
    answer()
    await engine.refresh()
    node.setChain(mineOn(oxenRegtest, mineOn(oxenRegtest, chain)))
    const blocks = node.blocks.bind(node)
    const { promise: slow, resolve: go } = Promise.withResolvers<void>()
    let requests = 0
    node.blocks = async (history) => {
      requests++
      await slow
      return await blocks(history)
    }
    // The refresh of the wallet itself begins first, then the requested one.
    host.time.advance(60_000)
    while (requests === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    const both = [resultOf(engine, 'refresh', {}), resultOf(engine, 'refresh', {})]
    go()
    for (const refreshed of await Promise.all(both))
      expect(refreshed).toEqual({ blocks_fetched: 2, received_money: false })
    await engine.closeWallet()
  })

  it('counts blocks of a reorganisation', async () => {
    const { node, engine, answer } = await stage()
    answer()
    await engine.refresh()
    node.setChain(forkChain(oxenRegtest, chain, chain.length - 3, 4))
    expect(await resultOf(engine, 'refresh', {})).toMatchObject({ blocks_fetched: 4 })
    await engine.closeWallet()
  })

  it('skips no block, regardless of start_height', async () => {
    const { node, engine, answer } = await stage(BEGINNING, 50)
    answer()
    await engine.refresh()
    node.setChain(chain)
    const refreshed = await resultOf(engine, 'refresh', { start_height: 300 })
    expect(refreshed).toEqual({ blocks_fetched: chain.length - 50, received_money: true })
    await engine.closeWallet()
  })

  it('ends when the wallet is closed, which can be opened again at once', async () => {
    const { node, engine, answer } = await stage()
    answer()
    await engine.refresh()
    const blocks = node.blocks.bind(node)
    const { promise: slow, resolve: go } = Promise.withResolvers<void>()
    let requests = 0
    node.blocks = async (history) => {
      requests++
      await slow
      return await blocks(history)
    }
    node.setChain(mineOn(oxenRegtest, chain))
    const refreshing = callWallet(engine, 'refresh', {})
    while (requests === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    const { id } = engine.wallets[0] ?? { id: '' }
    await engine.closeWallet()
    expect(await refreshing).toEqual({ result: { blocks_fetched: 0, received_money: false } })
    await engine.openWallet(id, PASSWORD)
    go()
    expect(await resultOf(engine, 'refresh', {})).toMatchObject({ blocks_fetched: 1 })
    expect(openedIn(engine).state.height).toBe(chain.length + 1)
    await engine.closeWallet()
  })
})

describe('auto_refresh', () => {
  it('disables and enables automatic refresh, and sets its period', async () => {
    const { node, engine, host, answer } = await stage()
    answer()
    await engine.refresh()
    // It would lock itself for want of a person.
    await engine.changeSettings({ lockMinutes: 0 })
    const auto = async (params: object): Promise<void> => {
      const rpc = createWalletRpc({ wallet: engine.wallet, rpcEnabled: true, host: engineWalletHost(engine) })
      const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method: 'auto_refresh', params })
      const answered = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
      expect(await answered.json()).toEqual({ jsonrpc: '2.0', id: '0', result: {} })
    }
    /** Returns how often the state of the node is requested in a number of seconds. */
    const looksIn = async (seconds: number): Promise<number> => {
      const { length } = node.calls
      for (let i = 0; i < seconds; i++) {
        host.time.advance(1000)
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      }
      return node.calls.slice(length).filter((name) => name === 'info').length
    }
    await auto({ enable: false })
    await looksIn(1)
    expect(await looksIn(100)).toBe(0)
    // Asked, it looks all the same.
    node.setChain(mineOn(oxenRegtest, chain))
    expect(await resultOf(engine, 'refresh', {})).toMatchObject({ blocks_fetched: 1 })
    expect(await looksIn(100)).toBe(0)
    await auto({ enable: true, period: 30 })
    await looksIn(1)
    expect(await looksIn(300)).toBe(10)
    await auto({})
    await looksIn(1)
    expect(await looksIn(60)).toBe(20)
    await engine.closeWallet()
  })
})
