// Pool transactions over the wallet RPC: calls request the pool from the node instead of waiting for the next poll.
import { describe, expect, it } from 'vitest'
import { fromHex } from '../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { NodeUnreachableError } from '../../../src/daemon/errors.ts'
import { vector } from '../../support/data/vectors.ts'
import { callWallet, resultOf } from '../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const { txs } = vector('oxen/chain-small/txs.json')
const chain = smallChain()

// A paid B in block 203, from which on there are transfers.
const TXID = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'
const blob = fromHex(txs.find(({ hash }) => hash === TXID)?.hex ?? '')

/** Opens a wallet that has scanned all blocks, and does not poll the node. */
const openWallet = async () => {
  const node = new FakeNode(oxenRegtest, chain.slice(0, 203))
  const host = testHost(node)
  const engine = await restored(host, 'oxen-regtest', wallets.B.keys.mnemonic)
  const pool = async (params: object = {}): Promise<unknown> =>
    (await resultOf(engine, 'get_transfers', { pool: true, ...params }))['pool']
  /** returns the calls that the node receives during a task */
  const callsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
    const { length } = node.calls
    await work()
    return node.calls.slice(length)
  }
  return { node, host, engine, pool, callsDuring }
}

const ONE = [expect.objectContaining({ txid: TXID, type: 'pool', amount: 777000001, height: 0 })]

describe('a pool transaction', () => {
  it('is in get_transfers at once', async () => {
    const { node, engine, pool, callsDuring } = await openWallet()
    expect(await pool()).toBeUndefined()
    node.addToPool(blob)
    expect(await pool()).toEqual(ONE)
    // Known transactions are not requested again, only whether a quorum confirmed them; blocks are not requested.
    expect(await callsDuring(pool)).toEqual(['poolHashes', 'blinkHashes'])
    await engine.closeWallet()
  })

  it('is in get_transfer_by_txid at once', async () => {
    const { node, engine } = await openWallet()
    node.addToPool(blob)
    expect(await resultOf(engine, 'get_transfer_by_txid', { txid: TXID })).toMatchObject({ transfers: ONE })
    await engine.closeWallet()
  })

  it('is in get_transfers_csv at once', async () => {
    const { node, engine } = await openWallet()
    node.addToPool(blob)
    expect((await resultOf(engine, 'get_transfers_csv', {}))['csv']).toContain(TXID)
    await engine.closeWallet()
  })

  it('is requested without any flag, which selects everything', async () => {
    const { node, engine, pool } = await openWallet()
    node.addToPool(blob)
    const nothing = { in: false, out: false, stake: false, pending: false, failed: false, pool: false, coinbase: false }
    expect(await pool(nothing)).toEqual(ONE)
    await engine.closeWallet()
  })

  it('is not requested without pool', async () => {
    const { node, engine, callsDuring, pool } = await openWallet()
    node.addToPool(blob)
    expect(await callsDuring(() => pool({ pool: false }))).toEqual([])
    await engine.closeWallet()
  })

  it('is requested once for concurrent calls', async () => {
    const { node, engine, callsDuring, pool } = await openWallet()
    node.addToPool(blob)
    const calls = await callsDuring(async () => {
      expect(await Promise.all(Array.from({ length: 5 }, () => pool()))).toEqual(Array(5).fill(ONE))
    })
    expect(calls.filter((name) => name === 'transactions')).toHaveLength(1)
    expect(calls.filter((name) => name === 'poolHashes')).toHaveLength(1)
    await engine.closeWallet()
  })

  it('stays after it leaves the pool, until new blocks are scanned', async () => {
    const { node, engine, pool } = await openWallet()
    node.addToPool(blob)
    await pool()
    node.pool.clear()
    node.setChain(chain.slice(0, 204))
    expect(await pool()).toEqual(ONE)
    await engine.refresh()
    expect(await pool()).toBeUndefined()
    const { in: incoming } = await resultOf(engine, 'get_transfers', {})
    expect(incoming).toContainEqual(expect.objectContaining({ txid: TXID, type: 'in', height: 203 }))
    await engine.closeWallet()
  })
})

describe('without a connection to the node', () => {
  it('returns the known state, and requests the pool with the next poll', async () => {
    const { node, host, engine, pool, callsDuring } = await openWallet()
    node.addToPool(blob)
    await pool()
    node.failure = new NodeUnreachableError('no node there', { details: { url: 'memory:' } })
    expect(await pool()).toEqual(ONE)
    // The look that failed brought the wallet's own look forward, which found that out.
    while (openedIn(engine).sync.state.phase !== 'offline') await new Promise((resolve) => setTimeout(resolve, 1))
    expect(await callsDuring(pool)).toEqual([])
    node.failure = undefined
    host.time.advance(1000)
    await engine.refresh()
    expect(await callsDuring(pool)).toEqual(['poolHashes', 'blinkHashes'])
    await engine.closeWallet()
  })

  it('waits a short time only for a node that does not respond', async () => {
    const { node, host, engine, pool } = await openWallet()
    node.addToPool(blob)
    const { promise: silence, resolve: speak } = Promise.withResolvers<void>()
    const poolHashes = node.poolHashes.bind(node)
    let isCalled = false
    node.poolHashes = async () => {
      isCalled = true
      await silence
      return await poolHashes()
    }
    const answer = pool()
    while (!isCalled) await new Promise((resolve) => setTimeout(resolve, 1))
    host.time.advance(3000)
    expect(await answer).toBeUndefined()
    speak()
    await engine.refresh()
    expect(await pool()).toEqual(ONE)
    await engine.closeWallet()
  })

  it('does not wait after the wallet is closed', async () => {
    const { node, engine } = await openWallet()
    const { promise: never } = Promise.withResolvers<never>()
    let isCalled = false
    node.poolHashes = () => {
      isCalled = true
      return never
    }
    const answer = callWallet(engine, 'get_transfers', {})
    while (!isCalled) await new Promise((resolve) => setTimeout(resolve, 1))
    await engine.closeWallet()
    expect(await answer).toEqual({ error: { code: -1, message: 'the wallet was closed' } })
  })
})
