// Where a node's chain and ours meet: where a wallet begins, and where the node's blocks leave ours. What is final is never taken back.

import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { NodeRefusedError } from '../../daemon/errors.ts'
import type { BlockPage, NodeClient, NodeInfo } from '../../daemon/nodeClient.ts'
import type { OutputScanner } from '../scan/outputScanner.ts'
import { BlockIds } from '../state/blockIds.ts'
import type { WalletState } from '../state/walletState.ts'
import { ChainError, PageReader } from './pageReader.ts'

/** The node does not know the blocks yet at which the wallet begins. */
export class NodeBehindError extends Error {
  override readonly name = 'NodeBehindError'
}

/** A state and the node that it follows. */
export type SyncContext = {
  readonly network: Network
  readonly state: WalletState
  readonly outputScanner: OutputScanner
  readonly node: NodeClient
  readonly info: NodeInfo
  readonly signal: AbortSignal
  /** waits for an answer, or until the signal */
  readonly ask: <T>(answer: Promise<T>) => Promise<T>
}

/** Seconds. */
const DAY = 86_400
const WEEK = 7 * DAY

/** Whether a node's newest block is ours: asked for what follows it, monerod answers with no block at all. */
export const isTop = (blockIds: BlockIds, { topHash }: NodeInfo): boolean => {
  const top = blockIds.idAt(blockIds.height - 1)
  return top !== undefined && equalBytes(top, topHash)
}

/** The first block of an empty state: genesis, or the one before the restore height, which is taken on the node's word. */
export const begin = async (meeting: SyncContext): Promise<void> => {
  const { network, state } = meeting
  const restoreHeight = await restoreHeightOn(meeting)
  const base = Math.max(0, restoreHeight - 1)
  const blockIds = new BlockIds(base, base === 0 ? network.genesisId : await idOf(meeting, base))
  await state.update('relaxed', () => ({ blockIds, restoreHeight }))
}

/** The node follows another network than the wallet. */
export class WrongNetworkError extends Error {
  override readonly name = 'WrongNetworkError'
}

/**
 * Why a node refuses to go on from our blocks, for whoever has to choose another: networks of both families call themselves alike.
 * @throws WrongNetworkError where the node's first block is not ours, else the refusal
 */
export const explainRefusal = async (meeting: SyncContext, refusal: NodeRefusedError): Promise<never> => {
  try {
    // Blocks that our network does not begin with are refused as they are read.
    await idOf(meeting, 0)
  } catch (error) {
    if (!(error instanceof ChainError) && !(error instanceof FormatError)) throw error
    const message = `the node follows another chain, but this wallet belongs to ${meeting.network.name}`
    throw new WrongNetworkError(message, { cause: error })
  }
  throw refusal
}

const idOf = async ({ network, node, signal, ask }: SyncContext, height: number): Promise<Uint8Array> => {
  const page = await ask(node.blocksFrom(height, signal))
  if (page.startHeight !== height)
    throw new ChainError(`the node answered block ${height} with block ${page.startHeight}`)
  return new PageReader(network, page).peekId()
}

/** Where to begin. A height that the chain has not reached was an estimate, and a poor one: then a week before its top. */
const restoreHeightOn = async (meeting: SyncContext): Promise<number> => {
  const { network, state, info } = meeting
  const wanted = state.restoreDate === 0 ? state.restoreHeight : await heightOfDate(meeting)
  if (wanted < info.height) return wanted
  return Math.max(0, info.height - Math.ceil(WEEK / network.blockTarget))
}

/**
 * The restore height that was estimated from a date, or an earlier one: where blocks took longer than they should, the estimate
 * lies in the future of its date.
 */
const heightOfDate = async ({ state, node, info, signal, ask }: SyncContext): Promise<number> => {
  const { restoreHeight, restoreDate } = state
  const isBefore = async (height: number): Promise<boolean> =>
    (await ask(node.blockTimestamp(height, signal))) < restoreDate - DAY
  let end = Math.min(restoreHeight, info.height - 1)
  if (end === 0 || (await isBefore(end))) return restoreHeight
  let start = 0
  while (start < end) {
    const middle = Math.floor((start + end) / 2)
    if (await isBefore(middle)) start = middle + 1
    else end = middle
  }
  return end
}

/** Whether the node shares no block with us but the genesis block, which lies before the one we began at. */
export const isElsewhere = ({ startHeight }: BlockPage, blockIds: BlockIds): boolean =>
  startHeight === 0 && blockIds.base > 0

/**
 * Forgets the chain so far, and begins again on another one.
 * @throws NodeBehindError, ChainError when the node contradicts what is final
 */
export const beginAgain = async (meeting: SyncContext, page: BlockPage): Promise<void> => {
  const { state, outputScanner } = meeting
  if (page.chainHeight <= state.blockIds.base)
    throw new NodeBehindError(
      `the node has only ${page.chainHeight} blocks so far, this wallet begins at ${state.blockIds.base}`,
    )
  assertNotFinal(meeting, state.blockIds.base, state.blockIds)
  await state.update('relaxed', (draft) => {
    draft.rollback(0, outputScanner.keyImageOrigin)
    return { blockIds: new BlockIds() }
  })
  await begin(meeting)
}

const assertNotFinal = (meeting: SyncContext, fork: number, { height }: BlockIds): void => {
  const final = finalHeight(meeting, height)
  if (fork < height && fork <= final)
    throw new ChainError(
      `the node's chain leaves ours at block ${fork}, but blocks up to ${final} are final: choose another node`,
    )
}

/** The highest block of ours that nothing takes back: what nodes said was final, or a checkpoint of the network. */
const finalHeight = ({ network, state }: SyncContext, ourHeight: number): number => {
  const checkpoint = network.checkpoints.findLast(({ height }) => height < ourHeight)
  return Math.max(state.immutableHeight, checkpoint?.height ?? 0)
}

/**
 * Finds where a page leaves our chain: there the reader stands.
 * @throws ChainError when it does not belong to it at all, or contradicts what is final
 */
export const findSplitHeight = (meeting: SyncContext, page: BlockPage, blockIds: BlockIds): PageReader => {
  const { network } = meeting
  const start = page.startHeight
  const reader = new PageReader(network, page)
  const id = reader.peekId()
  if (start === 0 && !equalBytes(id, network.genesisId))
    throw new ChainError(`the node's chain begins with ${toHex(id)}: it is not on ${network.name}`)
  const known = blockIds.idAt(start)
  if (known === undefined) throw new ChainError(`the node's blocks begin at ${start}, where this wallet knows none`)
  if (!equalBytes(id, known))
    throw new ChainError(`block ${start} is ${toHex(known)}, but the node sent ${toHex(id)} in its place`)
  reader.skipKnown(blockIds)
  // A node that lags behind on our chain sends nothing new.
  if (!reader.isAtEnd) assertNotFinal(meeting, reader.height, blockIds)
  return reader
}
