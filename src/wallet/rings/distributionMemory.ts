// Memory of the output distribution across payments. For a long chain it has millions of counts, so a payment requests only those of the
// newest blocks. The remembered part ends at a fixed multiple of blocks, well below the newest one: a node that receives the request for the
// rest learns roughly when the wallet paid last, but not how old the wallet is. A reorganisation that reaches remembered blocks changes the
// id of the block after them, or the number of outputs before it.

import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { NodeRefusedError } from '../../daemon/errors.ts'
import type { DistributionOptions } from '../../daemon/nodeClient.ts'
import { CHUNK_BLOCKS, type DistributionChunk, OutputDistribution } from '../../daemon/outputDistribution.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { StoreFullError, TamperedRecordError } from '../../store/errors.ts'
import type { BlockIds } from '../state/blockIds.ts'
import type { AnchoredChunk } from '../state/distributionRecords.ts'
import type { WalletState } from '../state/walletState.ts'
import { checkAgainstWallet, checkDistribution, OutputDistributionError } from './outputDistribution.ts'
import type { DecoyRules, RealOutput } from './ring.ts'

/** Newest blocks that are requested for each payment: twice as many as a reorganisation replaces by default. */
const UNSETTLED_BLOCKS = 200

/** Remembers the output counts of old blocks. */
export type DistributionMemory = {
  /** Returns the distribution of old blocks, which ends at a multiple of `CHUNK_BLOCKS`; undefined if none is known. */
  known(): Promise<OutputDistribution | undefined>
  /** Remembers a distribution without its newest blocks. */
  remember(distribution: OutputDistribution): Promise<void>
  /** Forgets all; returns whether the distribution that was remembered last had known blocks. */
  forget(): boolean
}

/** Returns the part of a distribution that is worth remembering; undefined if there is none. */
const settledPart = (distribution: OutputDistribution): OutputDistribution | undefined =>
  distribution.before(Math.floor((distribution.endHeight - UNSETTLED_BLOCKS) / CHUNK_BLOCKS) * CHUNK_BLOCKS)

const endOf = ({ startHeight, blocks }: AnchoredChunk): number => startHeight + blocks

/** Returns the number of the record of the chunk that begins at a height. */
const numberAt = (startHeight: number): number => Math.floor(startHeight / CHUNK_BLOCKS)

/** Returns the stored chunks up to the first gap, without those whose next block is another one now. */
const settledChunks = (stored: readonly AnchoredChunk[], blockIds: BlockIds): readonly AnchoredChunk[] => {
  const gap = stored.findIndex((chunk, i) => {
    const before = stored[i - 1]
    const continues =
      before === undefined || (chunk.startHeight === endOf(before) && chunk.base === before.base + before.outputs)
    return !continues || endOf(chunk) % CHUNK_BLOCKS !== 0
  })
  const chunks = gap === -1 ? stored : stored.slice(0, gap)
  const changed = chunks.findIndex((chunk) => {
    const id = blockIds.idAt(endOf(chunk))
    return id !== undefined && chunk.nextId !== undefined && !equalBytes(id, chunk.nextId)
  })
  return changed === -1 ? chunks : chunks.slice(0, changed)
}

/** Reads the stored chunks. Damaged ones are requested anew. */
const readChunks = async (state: WalletState): Promise<readonly AnchoredChunk[]> => {
  try {
    return await state.readDistribution()
  } catch (error) {
    if (error instanceof FormatError || error instanceof TamperedRecordError) return []
    throw error
  }
}

/** Returns the memory of an open wallet, in its store. */
export const walletDistributionMemory = (state: WalletState): DistributionMemory => {
  /** by the number of the record */
  let stored: ReadonlyMap<number, DistributionChunk> = new Map()
  let loading: Promise<void> | undefined
  let current: OutputDistribution | undefined
  let isUsed = false
  const read = async (): Promise<void> => {
    const chunks = await readChunks(state)
    const settled = settledChunks(chunks, state.blockIds)
    const [first] = settled
    current = first && new OutputDistribution(first.startHeight, first.base, settled)
    stored = new Map(chunks.map((chunk) => [numberAt(chunk.startHeight), chunk]))
  }
  const load = (): Promise<void> => {
    loading ??= read().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    known: async () => {
      await load()
      return current
    },
    remember: async (distribution) => {
      const settled = settledPart(distribution)
      if (settled === undefined) return
      await load()
      isUsed = current !== undefined && current.chunks[0] === distribution.chunks[0]
      const byNumber = new Map(
        settled.chunks.map((chunk, i): [number, DistributionChunk] => [numberAt(settled.startOf(i)), chunk]),
      )
      const changes = new Map<number, AnchoredChunk | undefined>()
      for (const number of stored.keys()) if (!byNumber.has(number)) changes.set(number, undefined)
      for (const [i, chunk] of settled.chunks.entries()) {
        const startHeight = settled.startOf(i)
        const nextId = state.blockIds.idAt(settled.startOf(i + 1))
        if (stored.get(numberAt(startHeight)) !== chunk)
          changes.set(numberAt(startHeight), { ...chunk, startHeight, base: settled.baseOf(i), nextId })
      }
      if (changes.size > 0)
        try {
          await state.update('relaxed', () => ({ distribution: changes }))
        } catch (error) {
          // The payment needs no memory.
          if (!(error instanceof StoreFullError)) throw error
          return
        }
      stored = byNumber
      current = settled
    },
    forget: () => {
      const wasUsed = isUsed
      isUsed = false
      current = undefined
      return wasUsed
    },
  }
}

/** The node's side of the distribution. */
export type DistributionSource = { outputDistribution(options?: DistributionOptions): Promise<OutputDistribution> }

type DistributionContext = {
  readonly node: DistributionSource
  readonly network: DecoyRules
  /** number of blocks that the wallet knows */
  readonly height: number
  readonly distributions?: DistributionMemory
}

/** Requests the blocks after those that are known; returns undefined if the node's chain is shorter. */
const fetchRest = async (
  { node }: DistributionContext,
  known: OutputDistribution,
): Promise<OutputDistribution | undefined> => {
  try {
    return await node.outputDistribution({ fromHeight: known.endHeight })
  } catch (error) {
    if (error instanceof NodeRefusedError) return undefined
    throw error
  }
}

/**
 * Requests the blocks of the whole chain.
 * @param rest what the node reported of its newest blocks before
 * @throws OutputDistributionError if the node contradicts that
 */
const fetchWhole = async (
  { node }: DistributionContext,
  rest: OutputDistribution | undefined,
): Promise<OutputDistribution> => {
  const whole = await node.outputDistribution()
  if (rest === undefined) return whole
  const before = whole.at(rest.startHeight - whole.startHeight - 1) ?? 0
  if (before !== rest.base)
    throw new OutputDistributionError(
      `the node reported ${rest.base} outputs before height ${rest.startHeight}, its output distribution has ${before}; use another node`,
    )
  return whole
}

/**
 * Returns the output distribution of the node's chain, verified against the wallet's: the known blocks and the node's newest ones, or
 * all blocks of the node if those do not fit.
 * @throws OutputDistributionError, OutputIndexError, ChainTooYoungError, and what the node throws
 */
export const fetchDistribution = async (
  context: DistributionContext,
  reals: readonly RealOutput[],
): Promise<OutputDistribution> => {
  const { network, height, distributions } = context
  const verify = (distribution: OutputDistribution): OutputDistribution => {
    checkDistribution(distribution, network)
    checkAgainstWallet(distribution, height, reals)
    return distribution
  }
  const known = await distributions?.known()
  const rest = known && (await fetchRest(context, known))
  let distribution: OutputDistribution | undefined
  try {
    if (known !== undefined && rest?.base === known.total) distribution = verify(known.followedBy(rest))
  } catch (error) {
    // The known blocks may be false, or contradict their own sum.
    if (!(error instanceof FabaError || error instanceof RangeError)) throw error
  }
  if (distribution === undefined) {
    distributions?.forget()
    distribution = verify(await fetchWhole(context, rest))
  }
  await distributions?.remember(distribution)
  return distribution
}
