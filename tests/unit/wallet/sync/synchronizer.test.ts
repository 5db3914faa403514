// The life of a sync: passes and rests, failures and retries, pauses, another node, and polls of the txpool in between.
import { describe, expect, it, vi } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { NodeUnreachableError } from '../../../../src/daemon/errors.ts'
import { ChainError } from '../../../../src/wallet/sync/pageReader.ts'
import { AlteredTransactionError } from '../../../../src/wallet/sync/verifyTransactions.ts'
import { forkChain } from '../../../support/wallet/chain-builder.ts'
import type { FakeNode } from '../../../support/wallet/fake-node.ts'
import { chain, wholeTransaction } from '../../../support/wallet/small-chain.ts'
import { settled, smallNode, synchronizerOf, syncStage } from '../../../support/wallet/sync-stage.ts'

/** A paid B in block 203. */
const TXID = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'

const stageOf = async (node = smallNode(chain.slice(0, 203))) => {
  const stage = await syncStage({ node, restoreHeight: 200 })
  const distrusted: string[] = []
  Object.assign(node, { distrust: (reason: string) => distrusted.push(reason) })
  return { ...stage, ...synchronizerOf(stage), distrusted }
}

/** Resolves when the condition holds; nothing here waits for a clock. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

/** A sync that rests after its first pass. */
const started = async (node?: FakeNode) => {
  const stage = await stageOf(node)
  stage.sync.start()
  await until(() => stage.seen.at(-1)?.phase === 'synced')
  await settled()
  return stage
}

const passesOf = ({ calls }: FakeNode): number => calls.filter((name) => name === 'info').length

describe('a sync', () => {
  it('scans all blocks and rests three seconds between passes', async () => {
    const { sync, state, node, time } = await started()
    expect(sync.state).toMatchObject({ phase: 'synced', height: 203, target: 203, problem: '' })
    expect([state.height, sync.info?.height, sync.counts.blocks]).toEqual([203, 203, 3])
    expect(passesOf(node)).toBe(1)
    time.advance(2999)
    await settled()
    expect(passesOf(node)).toBe(1)
    time.advance(1)
    await settled()
    expect(passesOf(node)).toBe(2)
    await sync.close()
  })

  it('tells its listeners of blocks and passes', async () => {
    const { sync, seen } = await started()
    expect(seen.map(({ phase }) => phase)).toEqual(['syncing', 'syncing', 'synced'])
    await sync.close()
  })

  it('downloads nothing while its top block is the node’s', async () => {
    const { sync, node, seen } = await started()
    seen.length = 0
    node.calls.length = 0
    await sync.refresh()
    expect(node.calls).toEqual(['info', 'poolHashes'])
    expect(seen.map(({ phase }) => phase)).toEqual(['synced'])
    await sync.close()
  })

  it('ends a refresh that begins at any moment while it stops', async () => {
    const { sync } = await started()
    for (let moments = 0; moments < 20; moments++) {
      const stopping = sync.stop()
      for (let i = 0; i < moments; i++) await Promise.resolve()
      await sync.refresh()
      await stopping
      sync.start()
    }
    await sync.close()
  })

  it('polls on request only, or as often as it is told', async () => {
    const { sync, node, time } = await started()
    sync.pollEvery(undefined)
    await settled()
    const before = passesOf(node)
    time.advance(1_000_000)
    await settled()
    expect(passesOf(node)).toBe(before)
    await sync.refresh()
    expect(passesOf(node)).toBe(before + 1)
    sync.pollEvery(500)
    await settled()
    expect(passesOf(node)).toBe(before + 2)
    time.advance(500)
    await settled()
    expect(passesOf(node)).toBe(before + 3)
    await sync.close()
  })

  it('begins on request only if its host says so', async () => {
    const stage = await syncStage({ node: smallNode(chain.slice(0, 203)), restoreHeight: 200 })
    const { sync } = synchronizerOf(stage, { pollInterval: () => undefined })
    sync.start()
    await settled()
    expect(passesOf(stage.node)).toBe(0)
    await sync.refresh()
    expect(passesOf(stage.node)).toBe(1)
    expect(sync.state).toMatchObject({ phase: 'synced', height: 203 })
    await sync.close()
  })

  it('is started once', async () => {
    const { sync, node } = await stageOf()
    sync.start()
    sync.start()
    await until(() => sync.state.phase === 'synced')
    await settled()
    expect(passesOf(node)).toBe(1)
    await sync.close()
  })

  it('that is not running refreshes nothing', async () => {
    const { sync, node } = await stageOf()
    await sync.refresh()
    expect(node.calls).toEqual([])
  })

  it('writes nothing if a pass finds nothing new', async () => {
    const node = smallNode(chain.slice(0, 203))
    node.immutableHeight = 190
    const { sync, state } = await started(node)
    const update = vi.spyOn(state, 'update')
    await sync.refresh()
    expect(update).not.toHaveBeenCalled()
    node.immutableHeight = 191
    await sync.refresh()
    expect(update.mock.calls.map(([durability]) => durability)).toEqual(['relaxed'])
    await sync.close()
  })

  it('does not replace blocks that its node reported as final', async () => {
    const node = smallNode(chain.slice(0, 203))
    node.immutableHeight = 201
    const { sync, state } = await started(node)
    node.setChain(forkChain(oxenRegtest, chain, 201, 5))
    await sync.refresh()
    expect(sync.state).toMatchObject({
      phase: 'offline',
      problem: expect.stringContaining('blocks up to 201 are final'),
    })
    expect(state.blockIds.idAt(202)).toEqual(chain[202]?.id)
    await sync.close()
  })

  it('shows the height of the node before its blocks are requested', async () => {
    const { sync, node } = await started()
    node.setChain(chain.slice(0, 206))
    const poolHashes = node.poolHashes.bind(node)
    let target = 0
    node.poolHashes = () => {
      target = sync.state.target
      return poolHashes()
    }
    await sync.refresh()
    expect(target).toBe(206)
    await sync.close()
  })

  it('records the final height of a node on its chain', async () => {
    const node = smallNode(chain.slice(0, 203))
    node.immutableHeight = 190
    const { sync, state } = await started(node)
    expect(state.immutableHeight).toBe(190)
    node.setChain(forkChain(oxenRegtest, chain, 200, 2))
    node.immutableHeight = 195
    await sync.refresh()
    expect(state.immutableHeight).toBe(190)
    await sync.close()
  })
})

describe('a failure', () => {
  const failWith = async (error: Error) => {
    const stage = await started()
    stage.node.failure = error
    await stage.sync.refresh()
    return stage
  }
  const gone = new NodeUnreachableError('gone', { details: { url: 'memory:' } })

  it('is shown until a pass succeeds', async () => {
    const { sync, node, distrusted, reported } = await failWith(gone)
    expect(sync.state).toMatchObject({ phase: 'offline', problem: 'gone', splitHeight: undefined })
    expect([distrusted, reported]).toEqual([[], []])
    node.failure = undefined
    await sync.refresh()
    expect(sync.state).toMatchObject({ phase: 'synced', problem: '' })
    await sync.close()
  })

  it('is retried after one second, then after twice the time, up to half a minute', async () => {
    const { sync, node, time } = await failWith(gone)
    for (const delay of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = passesOf(node)
      time.advance(delay - 1)
      await settled()
      expect(passesOf(node)).toBe(before)
      time.advance(1)
      await settled()
      expect(passesOf(node)).toBe(before + 1)
    }
    node.failure = undefined
    await sync.refresh()
    const before = passesOf(node)
    time.advance(2999)
    await settled()
    expect(passesOf(node)).toBe(before)
    await sync.close()
  })

  it('is not retried if passes run on request only', async () => {
    const { sync, node, time } = await started()
    sync.pollEvery(undefined)
    await settled()
    node.failure = gone
    await sync.refresh()
    const before = passesOf(node)
    time.advance(1_000_000)
    await settled()
    expect(passesOf(node)).toBe(before)
    await sync.close()
  })

  it.each([
    ['a false chain', new ChainError('a false chain')],
    ['an altered transaction', new AlteredTransactionError(TXID)],
  ])('by %s makes the node distrusted', async (_, error) => {
    const { sync, distrusted } = await failWith(error)
    expect(distrusted).toEqual([error.message])
    await sync.close()
  })

  it('by a defect is reported', async () => {
    const defect = new TypeError('a defect')
    const { sync, reported, distrusted } = await failWith(defect)
    expect([reported, distrusted]).toEqual([[defect], []])
    expect(sync.state.phase).toBe('offline')
    await sync.close()
  })

  it('by a node on another network names both', async () => {
    const { sync, node, distrusted } = await started()
    const info = node.info.bind(node)
    const reportAs = (netType: string) => {
      node.info = async () => ({ ...(await info()), netType })
      return sync.refresh()
    }
    await reportAs('stagenet')
    expect(sync.state.problem).toContain('the node is on stagenet, but this wallet belongs to')
    expect(distrusted).toHaveLength(1)
    await reportAs('')
    expect(sync.state).toMatchObject({ phase: 'synced', problem: '' })
    await sync.close()
  })

  it('by a reorganisation that only the user can follow tells its height', async () => {
    const { sync, node, distrusted } = await started()
    sync.maxReorgDepth = 2
    node.setChain(forkChain(oxenRegtest, chain, 200, 10))
    await sync.refresh()
    expect(sync.state).toMatchObject({ phase: 'offline', splitHeight: 200 })
    expect(distrusted).toHaveLength(1)
    sync.maxReorgDepth = 3
    await sync.refresh()
    expect(sync.state).toMatchObject({ phase: 'synced', splitHeight: undefined, height: 210 })
    await sync.close()
  })

  it('by an altered transaction advises a rescan', async () => {
    const { sync, state, node } = await started()
    node.setChain(chain.slice(0, 204))
    node.transactions = () => Promise.reject(new AlteredTransactionError(TXID))
    const update = vi.spyOn(state, 'update')
    await sync.refresh()
    expect([state.rescanAdvised, state.height]).toEqual([true, 203])
    expect(update.mock.calls.map(([durability]) => durability)).toEqual(['strict'])
    const other = await started()
    other.node.setChain(chain.slice(0, 204))
    other.node.transactions = () => Promise.reject(gone)
    await other.sync.refresh()
    expect(other.state.rescanAdvised).toBe(false)
    await Promise.all([sync.close(), other.sync.close()])
  })
})

describe('a stopped sync', () => {
  it('makes no more passes until it is started again', async () => {
    const { sync, node, time } = await started()
    await sync.stop()
    time.advance(1_000_000)
    await settled()
    await sync.refresh()
    expect(passesOf(node)).toBe(1)
    sync.start()
    await settled()
    expect(passesOf(node)).toBe(2)
    await sync.close()
  })

  it('is not shown as failed, and callers do not wait for it', async () => {
    const { sync, node, seen } = await started()
    node.info = () => new Promise(() => undefined)
    const refreshed = sync.refresh()
    await settled()
    seen.length = 0
    await sync.stop()
    await refreshed
    expect([sync.state.phase, seen]).toEqual(['synced', []])
  })

  it('is not waited for by callers of the pass that would have followed', async () => {
    const { sync, node } = await started()
    node.info = () => new Promise(() => undefined)
    const refreshed = [sync.refresh()]
    await settled()
    refreshed.push(sync.refresh())
    await settled()
    await sync.stop()
    await Promise.all(refreshed)
    expect(sync.state.problem).toBe('')
  })

  it('that was closed cannot be started or paused', async () => {
    const { sync, node } = await started()
    await sync.close()
    sync.start()
    await settled()
    expect(passesOf(node)).toBe(1)
    await expect(sync.pause(async () => 1)).rejects.toThrow('the wallet was closed')
  })
})

describe('a pause', () => {
  it('runs its work between passes and goes on afterwards', async () => {
    const { sync, node, context } = await started()
    const result = await sync.pause(async (paused) => {
      await settled()
      expect(passesOf(node)).toBe(1)
      expect(paused).toMatchObject({ node, state: context.state, maxReorgDepth: 100 })
      return 7
    })
    expect(result).toBe(7)
    await settled()
    expect(passesOf(node)).toBe(2)
    await sync.close()
  })

  it('whose work fails goes on too', async () => {
    const { sync, node } = await started()
    await expect(sync.pause(() => Promise.reject(new Error('work')))).rejects.toThrow('work')
    await settled()
    expect(passesOf(node)).toBe(2)
    await sync.close()
  })

  it('does not start a sync that was not running', async () => {
    const { sync, node } = await stageOf()
    expect(await sync.pause(async () => 1)).toBe(1)
    await settled()
    expect(node.calls).toEqual([])
  })

  it('waits for the one before', async () => {
    const { sync } = await stageOf()
    const order: number[] = []
    await Promise.all(
      [1, 2].map((number) =>
        sync.pause(async () => {
          order.push(number)
          await settled()
          order.push(number)
        }),
      ),
    )
    expect(order).toEqual([1, 1, 2, 2])
  })

  it('is waited for by a refresh', async () => {
    const { sync, node } = await started()
    let isDone = false
    const paused = sync.pause(async () => {
      await settled()
      isDone = true
    })
    await sync.refresh()
    // One pass begins after the pause, and the whole pass that the refresh waits for follows it.
    expect([isDone, passesOf(node)]).toEqual([true, 3])
    await paused
    await sync.close()
  })
})

it('follows another node, of which nothing is known at first', async () => {
  const { sync, node } = await started()
  node.failure = new NodeUnreachableError('gone', { details: { url: 'memory:' } })
  await sync.refresh()
  await sync.stop()
  const other = smallNode(chain.slice(0, 204))
  await sync.follow(other)
  expect(sync.node).toBe(other)
  expect([sync.info, sync.state.phase, sync.state.problem]).toEqual([undefined, 'connecting', ''])
  sync.start()
  await sync.refresh()
  expect(sync.state).toMatchObject({ phase: 'synced', height: 204 })
  await sync.close()
})

describe('a poll of the txpool', () => {
  const BLOB = wholeTransaction(TXID)

  it('finds new transactions without a pass', async () => {
    const { sync, node, state } = await started()
    node.addToPool(BLOB)
    await sync.pollTxpool()
    expect(state.pool.entries.size).toBe(1)
    expect(passesOf(node)).toBe(1)
    await sync.close()
  })

  it('is shared by callers that wait at the same time', async () => {
    const { sync, node } = await started()
    node.calls.length = 0
    await Promise.all([sync.pollTxpool(), sync.pollTxpool()])
    expect(node.calls).toEqual(['poolHashes'])
    await sync.pollTxpool()
    expect(node.calls).toEqual(['poolHashes', 'poolHashes'])
    await sync.close()
  })

  it('follows a pass that had requested the txpool before', async () => {
    const { sync, node, state } = await started()
    const { promise: isFollowed, resolve: follow } = Promise.withResolvers<void>()
    const earlier = await node.poolHashes()
    const poolHashes = node.poolHashes.bind(node)
    node.poolHashes = async () => {
      node.poolHashes = poolHashes
      await isFollowed
      return earlier
    }
    const refreshed = sync.refresh()
    await settled()
    node.addToPool(BLOB)
    const polled = sync.pollTxpool()
    follow()
    await refreshed
    await polled
    expect(state.pool.entries.size).toBe(1)
    await sync.close()
  })

  it('is not made before all blocks are known, while the node fails, or after a stop', async () => {
    const waiting = await stageOf()
    await waiting.sync.pollTxpool()
    expect(waiting.node.calls).toEqual([])
    const { sync, node } = await started()
    node.failure = new NodeUnreachableError('gone', { details: { url: 'memory:' } })
    await sync.refresh()
    node.calls.length = 0
    await sync.pollTxpool()
    expect(node.calls).toEqual([])
    await sync.close()
  })

  it('waits at most three seconds for a slow node', async () => {
    const { sync, node, time } = await started()
    node.poolHashes = () => new Promise(() => undefined)
    let isDone = false
    const polled = sync.pollTxpool().then(() => {
      isDone = true
    })
    await settled()
    sync.pollEvery(undefined)
    time.advance(2999)
    await settled()
    expect(isDone).toBe(false)
    time.advance(1)
    await polled
    expect(isDone).toBe(true)
    await sync.close()
  })

  it('that fails begins a pass, which tells why', async () => {
    const { sync, node } = await started()
    const before = passesOf(node)
    node.failure = new NodeUnreachableError('gone', { details: { url: 'memory:' } })
    await sync.pollTxpool()
    await settled()
    expect(passesOf(node)).toBe(before + 1)
    expect(sync.state.problem).toBe('gone')
    await sync.close()
  })
})
