// Nodes that fail, return false data, or belong to another network or chain.
import { describe, expect, it } from 'vitest'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { NodeRefusedError, NodeUnreachableError } from '../../../../src/daemon/errors.ts'
import { createNodePool } from '../../../../src/daemon/nodeFailover.ts'
import { createEngine } from '../../../../src/engine/engine.ts'
import { newWallet, openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { chain, contentOf, NETWORK, scanAfresh, wallets } from '../../../support/wallet/small-chain.ts'

describe('a failing node', () => {
  it('is polled again with growing delays, and reports the problem as text', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    node.failure = new NodeUnreachableError('http://node does not respond', { details: { url: 'http://node' } })
    const host = testHost(node)
    const engine = await restored(host, NETWORK, wallets.B.keys.mnemonic)
    const { sync } = openedIn(engine)
    expect(sync.state).toMatchObject({ phase: 'offline', problem: 'http://node does not respond', height: 0 })
    const polled: number[] = []
    for (let second = 1; second <= 40; second++) {
      const before = node.calls.length
      host.time.advance(1000)
      await new Promise((resolve) => setImmediate(resolve))
      if (node.calls.length > before) polled.push(second)
    }
    // It failed twice before: when the wallet opened, and at the refresh.
    expect(polled).toEqual([2, 6, 14, 30])
    node.failure = undefined
    await engine.refresh()
    expect(sync.state).toMatchObject({ phase: 'synced', problem: '', height: 336 })
    await engine.closeWallet()
  })

  it('loses no block if it fails during a sync', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    node.pageSize = 50
    const page = node.blocks.bind(node)
    let left = 3
    node.blocks = async (history) => {
      if (left-- <= 0) throw new Error('connection reset')
      return page(history)
    }
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const wallet = openedIn(engine)
    expect(wallet.sync.state.phase).toBe('offline')
    expect(wallet.state.height).toBe(148)
    left = Number.POSITIVE_INFINITY
    await engine.refresh()
    expect(contentOf(wallet)).toEqual(await scanAfresh(new FakeNode(oxenRegtest, chain), 'B'))
    await engine.closeWallet()
  })

  it('is not requested endlessly if it does not know the block with which the scan began', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const blocksFrom = node.blocksFrom.bind(node)
    node.blocks = async () => {
      node.calls.push('blocks')
      return blocksFrom(0)
    }
    const engine = createEngine(testHost(node))
    const words = { words: wallets.B.keys.mnemonic, offset: '' }
    await engine.restoreFromWords(newWallet(NETWORK), words, { from: 'height', height: 204 })
    await engine.refresh()
    expect(openedIn(engine).sync.state).toMatchObject({ phase: 'offline' })
    expect(openedIn(engine).sync.state.problem).toContain('does not know the block')
    expect(node.calls.length).toBeLessThan(30)
    await engine.closeWallet()
  })

  it('is replaced by the next node during a sync', async () => {
    const whole = await scanAfresh(new FakeNode(oxenRegtest, chain), 'B')
    const first = new FakeNode(oxenRegtest, chain)
    const second = new FakeNode(oxenRegtest, chain)
    first.pageSize = 50
    second.pageSize = 50
    const blocks = first.blocks.bind(first)
    let pages = 0
    first.blocks = async (history) => {
      if (pages === 3)
        first.failure = new NodeUnreachableError('http://first cannot be reached', { details: { url: 'http://first' } })
      pages++
      return blocks(history)
    }
    const host = { ...testHost(first), createNode: () => createNodePool([first, second], { clock: () => 0 }) }
    const engine = await restored(host, NETWORK, wallets.B.keys.mnemonic)
    expect(openedIn(engine).sync.state).toMatchObject({ phase: 'synced', height: 336, problem: '' })
    expect(contentOf(openedIn(engine))).toEqual(whole)
    expect(second.calls).toContain('blocks')
    expect(first.calls.filter((name) => name === 'blocks')).toHaveLength(4)
    await engine.closeWallet()
  })

  it('is replaced by the next node if it is of another network', async () => {
    const first = new FakeNode({ ...oxenRegtest, netType: 'testnet' }, chain)
    const host = testHost(first)
    const second = new FakeNode(oxenRegtest, chain)
    const pool = createNodePool([first, second], { clock: () => 0 })
    const engine = await restored({ ...host, createNode: () => pool }, NETWORK, wallets.B.keys.mnemonic)
    await engine.refresh()
    expect(openedIn(engine).sync.state).toMatchObject({ phase: 'synced', height: 336, problem: '' })
    expect(pool.health()).toMatchObject([{ problem: expect.stringContaining('testnet') }, { inUse: true }])
    await engine.closeWallet()
  })

  it('is reported to follow another chain if it rejects our first block and has another one', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    node.blocks = async () => {
      throw new NodeRefusedError('memory: refused /get_blocks.bin: Failed', { details: { url: 'memory:' } })
    }
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const { sync } = openedIn(engine)
    expect(sync.state).toMatchObject({ phase: 'offline', problem: 'memory: refused /get_blocks.bin: Failed' })
    for (const block of [moneroRegtest.genesis, moneroRegtest.genesis.subarray(1)]) {
      node.block = async () => block
      await engine.refresh()
      expect(sync.state).toMatchObject({
        phase: 'offline',
        problem: 'the node follows another chain, but this wallet belongs to Oxen regtest',
      })
    }
    await engine.closeWallet()
  })

  it('has no block accepted if its blocks do not form a chain', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    node.setChain([...chain.slice(0, 100), ...chain.slice(101)])
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    expect(openedIn(engine).sync.state.phase).toBe('offline')
    expect(openedIn(engine).state.ledger.outputs.size).toBe(0)
    await engine.closeWallet()
  })

  it('is offline if it is on another chain', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    node.blocks = async () => ({ startHeight: 0, chainHeight: 3, blocks: chain.slice(1, 3) })
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    expect(openedIn(engine).sync.state.phase).toBe('offline')
    await engine.closeWallet()
  })

  it('cannot forge amounts: an amount that does not match its commitment is not counted', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const whole = await scanAfresh(node, 'B')
    const height = 203
    const block = chain[height]
    if (block === undefined) throw new Error('the chain is short')
    const transactions = block.transactions.map((bytes) => {
      const altered = bytes.slice()
      // The commitments are the last bytes of a pruned transaction, the encrypted amounts come before.
      const outputs = block.parsed.transactionIds.length > 0 ? 2 : 0
      const at = altered.length - 32 * outputs - 8 * outputs
      altered[at] = (altered[at] ?? 0) ^ 1
      altered[at + 8] = (altered[at + 8] ?? 0) ^ 1
      return altered
    })
    node.setChain(chain.map((other, i) => (i === height ? { ...other, transactions } : other)))
    const lied = await scanAfresh(node, 'B')
    expect(lied.outputs.length).toBeLessThan(whole.outputs.length)
    expect(
      lied.outputs.every(([id, output]) =>
        whole.outputs.some(([other, { amount }]) => other === id && amount === output.amount),
      ),
    ).toBe(true)
  })
})
