// The memory of the output distribution: what it requests, and what it does if the chain changed or a node lied.
import { describe, expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { NodeRefusedError } from '../../../../src/daemon/errors.ts'
import type { DistributionOptions } from '../../../../src/daemon/nodeClient.ts'
import { CHUNK_BLOCKS, OutputDistribution } from '../../../../src/daemon/outputDistribution.ts'
import { StoreFullError } from '../../../../src/store/errors.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Store } from '../../../../src/store/store.ts'
import { fetchDistribution, walletDistributionMemory } from '../../../../src/wallet/rings/distributionMemory.ts'
import { OutputDistributionError } from '../../../../src/wallet/rings/outputDistribution.ts'
import type { RealOutput } from '../../../../src/wallet/rings/ring.ts'
import { RingResponseError } from '../../../../src/wallet/rings/ringMembers.ts'
import { selectRings } from '../../../../src/wallet/rings/rings.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { mortalStore } from '../../../support/wallet/engine-host.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import {
  cumulativeOf,
  honestNode,
  outputChain,
  partFrom,
  ringContext,
} from '../../../support/wallet/spend/ring-node.ts'

const HEIGHT = 3 * CHUNK_BLOCKS + 500
/** What is remembered of a chain of that height ends here. */
const SETTLED = 3 * CHUNK_BLOCKS

const evenChain = (height = HEIGHT): OutputDistribution => outputChain(height, () => 2)

/** The blocks of a distribution from a height. */
const restOf = (distribution: OutputDistribution, fromHeight: number): OutputDistribution =>
  fromHeight === 0 ? distribution : partFrom(distribution, fromHeight)

/** A node with a distribution, which records from which heights it was requested. */
const nodeOf = (distribution: () => OutputDistribution) => {
  const requested: number[] = []
  const { node } = honestNode(evenChain())
  return {
    requested,
    node: {
      ...node,
      outputDistribution: async ({ fromHeight = 0 }: DistributionOptions = {}) => {
        requested.push(fromHeight)
        const found = restOf(distribution(), fromHeight)
        if (found.length === 0)
          throw new NodeRefusedError('no such blocks', { details: { url: 'http://node', reason: 'none' } })
        return found
      },
    },
  }
}

const idsOf = (from: number, to: number, chain = 1): Uint8Array =>
  concat(...Array.from({ length: to - from }, (_, i) => bytesOf((chain * 31 + from + i) % 251)))

/** A wallet whose ids of blocks begin before the newest chunk. */
const walletOf = async (store: Store, chain = 1): Promise<WalletState> => {
  const state = await WalletState.open(store)
  const start = 2 * CHUNK_BLOCKS
  await state.update('strict', () => ({ blockIds: new BlockIds(start, idsOf(start, HEIGHT, chain)) }))
  return state
}

const contextOf = async (node: ReturnType<typeof nodeOf>['node'], store: Store, chain = 1) => ({
  ...ringContext(node, moneroMainnet, 1),
  distributions: walletDistributionMemory(await walletOf(store, chain)),
})

const REAL: RealOutput[] = []

describe('the memory of the distribution', () => {
  it('requests the whole once, then the newest blocks from a multiple of its chunks', async () => {
    const store = openMemoryStore()
    let chain = evenChain()
    const { node, requested } = nodeOf(() => chain)
    const context = await contextOf(node, store)
    for (const height of [HEIGHT, HEIGHT + 1000, HEIGHT + CHUNK_BLOCKS]) {
      chain = evenChain(height)
      expect(cumulativeOf(await fetchDistribution(context, REAL))).toEqual(cumulativeOf(chain))
    }
    expect(requested).toEqual([0, SETTLED, SETTLED])
    // Another process reads it from the store, once.
    const later = await contextOf(node, store)
    const [known, again] = await Promise.all([later.distributions.known(), later.distributions.known()])
    expect(known?.endHeight).toBe(SETTLED + CHUNK_BLOCKS)
    expect(again).toBe(known)
    expect(cumulativeOf(await fetchDistribution(later, REAL))).toEqual(cumulativeOf(chain))
    expect(requested.at(-1)).toBe(SETTLED + CHUNK_BLOCKS)
  })

  it('writes a record for each new chunk only', async () => {
    const store = openMemoryStore()
    let commits = 0
    const counted: Store = {
      ...store,
      commit: async (...change) => {
        commits++
        await store.commit(...change)
      },
    }
    let height = HEIGHT
    const { node } = nodeOf(() => evenChain(height))
    const context = await contextOf(node, counted)
    commits = 0
    await fetchDistribution(context, REAL)
    await fetchDistribution(context, REAL)
    expect(commits).toBe(1)
    height += CHUNK_BLOCKS
    await fetchDistribution(context, REAL)
    expect(commits).toBe(2)
    expect(await store.list('distribution')).toHaveLength(4)
  })

  it('remembers nothing of a young chain', async () => {
    const store = openMemoryStore()
    const { node, requested } = nodeOf(() => evenChain(CHUNK_BLOCKS + 199))
    const context = await contextOf(node, store)
    await fetchDistribution(context, REAL)
    await fetchDistribution(context, REAL)
    expect(requested).toEqual([0, 0])
    expect(await store.list('distribution')).toEqual([])
  })

  it('follows a reorganisation of the newest blocks', async () => {
    let chain = evenChain()
    const { node, requested } = nodeOf(() => chain)
    const context = await contextOf(node, openMemoryStore())
    await fetchDistribution(context, REAL)
    chain = outputChain(HEIGHT + 1, (height) => (height > HEIGHT - 100 ? 5 : 2))
    expect(cumulativeOf(await fetchDistribution(context, REAL))).toEqual(cumulativeOf(chain))
    expect(requested).toEqual([0, SETTLED])
  })

  it('drops chunks before a block whose id changed, and what a node with other sums contradicts', async () => {
    const store = openMemoryStore()
    const first = nodeOf(evenChain)
    await fetchDistribution(await contextOf(first.node, store), REAL)
    // Equal sums, but other blocks.
    const other = nodeOf(evenChain)
    await fetchDistribution(await contextOf(other.node, store, 2), REAL)
    expect(other.requested).toEqual([CHUNK_BLOCKS])
    // The wallet knows no changed block.
    const changed = nodeOf(() => outputChain(HEIGHT, (height) => (height < 100 ? 3 : 2)))
    const context = await contextOf(changed.node, store, 2)
    expect((await fetchDistribution(context, REAL)).at(99)).toBe(300)
    expect(changed.requested).toEqual([SETTLED, 0])
    await fetchDistribution(context, REAL)
    expect(changed.requested).toEqual([SETTLED, 0, SETTLED])
  })

  it('requests the whole of a node with a shorter chain', async () => {
    const store = openMemoryStore()
    await fetchDistribution(await contextOf(nodeOf(evenChain).node, store), REAL)
    const { node, requested } = nodeOf(() => evenChain(SETTLED))
    const short = { ...(await contextOf(node, store)), height: HEIGHT }
    await expect(fetchDistribution(short, REAL)).rejects.toThrow('ends at height 24576, the wallet knows 25076 blocks')
    expect(requested).toEqual([SETTLED, 0])
  })

  it('rejects a node that contradicts itself', async () => {
    const store = openMemoryStore()
    const honest = nodeOf(evenChain)
    await fetchDistribution(await contextOf(honest.node, store), REAL)
    const lie = OutputDistribution.read(SETTLED, 7, new Uint8Array(600).fill(2))
    const node = {
      ...honest.node,
      outputDistribution: async ({ fromHeight = 0 }: DistributionOptions = {}) =>
        fromHeight === 0 ? evenChain() : lie,
    }
    const context = await contextOf(node, store)
    await expect(fetchDistribution(context, REAL)).rejects.toThrow(OutputDistributionError)
  })

  it('asks the same node for the whole, before another one, if an earlier node lied about old blocks', async () => {
    const store = openMemoryStore()
    const chain = evenChain()
    // The sums agree at the end of each chunk.
    const liar = nodeOf(() => outputChain(HEIGHT, (height) => (height % 2 === 0 ? 4 : 0)))
    await fetchDistribution(await contextOf(liar.node, store), REAL)
    const honest = honestNode(chain)
    const requested: number[] = []
    const distrusted: string[] = []
    const context = await contextOf(
      {
        ...honest.node,
        outputDistribution: async ({ fromHeight = 0 }: DistributionOptions = {}) => {
          requested.push(fromHeight)
          return restOf(chain, fromHeight)
        },
        ...{ distrust: (reason: string) => distrusted.push(reason) },
      },
      store,
    )
    // Its own output is where the lie has it, its decoys are not.
    const [ring] = (await selectRings(context, [[honest.real(2 * 24_000)]])).flat()
    expect(ring?.members).toHaveLength(moneroMainnet.ringSize)
    expect(requested).toEqual([SETTLED, 0])
    expect(distrusted).toEqual([])
    // A false output of the node itself is a fault of the node.
    const wrong = {
      ...context.node,
      outputs: async (indices: readonly number[]) =>
        indices.map((index) => ({
          ...honest.answer(index),
          height: index === 48_000 ? honest.answer(index).height : 1,
        })),
    }
    const rings = selectRings({ ...context, node: wrong }, [[honest.real(48_000)]])
    await expect(rings).rejects.toThrow(RingResponseError)
    expect(distrusted).toHaveLength(1)
  })

  it('is replaced if its counts contradict their sum', async () => {
    const store = openMemoryStore()
    const chain = evenChain()
    const { node, requested } = nodeOf(() => chain)
    const state = await walletOf(store)
    const distributions = walletDistributionMemory(state)
    await fetchDistribution({ ...ringContext(node, moneroMainnet, 1), distributions }, REAL)
    const [first] = await state.readDistribution()
    if (first === undefined) throw new Error('nothing is remembered')
    const changed = { ...first, counts: first.counts.with(7, 5).with(8, 1) }
    await state.update('strict', () => ({ distribution: new Map([[0, changed]]) }))
    const context = await contextOf(node, store)
    // The sum of a chunk is checked when it is read, here for the place of an output in it.
    const [ring] = (await selectRings(context, [[honestNode(chain).real(200)]])).flat()
    expect(ring?.members).toHaveLength(moneroMainnet.ringSize)
    expect(requested).toEqual([0, SETTLED, 0])
    expect((await state.readDistribution())[0]?.counts).toEqual(chain.chunks[0]?.counts)
  })

  it('works without its records if the storage is full or damaged', async () => {
    const store = openMemoryStore()
    const full: Store = {
      ...store,
      commit: async (changes, durability) => {
        if (changes.some(({ table }) => table === 'distribution')) throw new StoreFullError('full')
        await store.commit(changes, durability)
      },
    }
    const { node, requested } = nodeOf(evenChain)
    const context = await contextOf(node, full)
    await fetchDistribution(context, REAL)
    await fetchDistribution(context, REAL)
    expect(requested).toEqual([0, 0])
    await store.commit([{ table: 'distribution', key: '0000000000', value: Uint8Array.of(99) }], 'strict')
    const damaged = await contextOf(node, store)
    await fetchDistribution(damaged, REAL)
    expect(requested).toEqual([0, 0, 0])
    await fetchDistribution(await contextOf(node, store), REAL)
    expect(requested.at(-1)).toBe(SETTLED)
  })

  it.each(['before', 'after'] as const)('survives a process that is killed %s a commit', async (moment) => {
    const store = openMemoryStore()
    let height = HEIGHT
    const { node } = nodeOf(() => evenChain(height))
    await fetchDistribution(await contextOf(node, store), REAL)
    height += CHUNK_BLOCKS
    // The first commit is that of the ids of blocks.
    const killed = await contextOf(node, mortalStore(store, 2, moment))
    await expect(fetchDistribution(killed, REAL)).rejects.toThrow('killed')
    const later = await contextOf(node, store)
    expect(cumulativeOf(await fetchDistribution(later, REAL))).toEqual(cumulativeOf(evenChain(height)))
    expect(await store.list('distribution')).toHaveLength(4)
  })
})
