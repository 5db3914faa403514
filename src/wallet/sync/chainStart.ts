// Where a wallet begins on a chain: genesis, or the block before its restore height.

import { equalBytes } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import type { NodeRefusedError } from '../../daemon/errors.ts'
import type { BlockPage, NodeInfo } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { BlockIds } from '../state/blockIds.ts'
import type { StateChange } from '../state/walletStateData.ts'
import { ChainError, idOfBlock } from './pageReader.ts'
import { isBetterFork } from './reorganisation.ts'
import { awaitNode, type SyncContext } from './syncContext.ts'

/** The node does not know yet the blocks at which the wallet begins. */
export class NodeBehindError extends FabaError {
  override readonly name = 'NodeBehindError'
  readonly code = 'node-behind'
}

/** The node follows another network than the wallet. */
export class WrongNetworkError extends FabaError {
  override readonly name = 'WrongNetworkError'
  readonly code = 'wrong-network'
}

/** Seconds. */
const DAY = 86_400
const WEEK = 7 * DAY

/** Requests the id of the node's block at a height. */
const idAt = async (context: SyncContext, height: number): Promise<Uint8Array> => {
  const block = await awaitNode(context, context.node.block(height, context.signal))
  return idOfBlock(context.network, block, height)
}

/**
 * Returns the restore height that was estimated from a date, or an earlier one: if blocks took longer than planned, the estimate lies
 * after the date.
 */
const heightOfDate = async (context: SyncContext, info: NodeInfo): Promise<number> => {
  const { node, signal } = context
  const { restoreHeight, restoreDate } = context.state
  const isBefore = async (height: number): Promise<boolean> =>
    (await awaitNode(context, node.blockTimestamp(height, signal))) < restoreDate - DAY
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

/** Returns where to begin. A height that the chain has not reached was a poor estimate: then a week before the top. */
const restoreHeightOn = async (context: SyncContext, info: NodeInfo): Promise<number> => {
  const { network, state } = context
  const height = state.restoreDate === 0 ? state.restoreHeight : await heightOfDate(context, info)
  if (height < info.height) return height
  return Math.max(0, info.height - Math.ceil(WEEK / network.blockTarget))
}

/** Finds where to begin: at genesis, or at the block before the restore height, whose id is the node's claim. */
const findStart = async (
  context: SyncContext,
  info: NodeInfo,
): Promise<Required<Pick<StateChange, 'blockIds' | 'restoreHeight'>>> => {
  const restoreHeight = await restoreHeightOn(context, info)
  const base = Math.max(0, restoreHeight - 1)
  const blockIds = new BlockIds(base, base === 0 ? context.network.genesisId : await idAt(context, base))
  return { blockIds, restoreHeight }
}

/** Begins an empty state. */
export const beginChain = async (context: SyncContext, info: NodeInfo): Promise<void> => {
  const start = await findStart(context, info)
  await context.state.update('relaxed', () => start)
}

/**
 * Discards what was scanned and begins on another chain, if it is a better one. Returns whether it did.
 * @throws NodeBehindError, DeepReorganisationError, ChainError if the node contradicts a final block
 */
export const beginOtherChain = async (context: SyncContext, info: NodeInfo, page: BlockPage): Promise<boolean> => {
  const { state, outputScanner } = context
  if (page.chainHeight <= state.blockIds.base)
    throw new NodeBehindError(
      `the node has only ${page.chainHeight} blocks so far, this wallet begins at ${state.blockIds.base}`,
    )
  const fork = {
    splitHeight: state.blockIds.base,
    height: page.chainHeight,
    cumulativeDifficulty: info.cumulativeDifficulty,
  }
  if (!isBetterFork(context, fork, state.blockIds)) return false
  // Nothing is discarded unless the other chain has a block to begin with.
  const start = await findStart(context, info)
  await state.update('relaxed', (draft) => {
    draft.rollback(0, outputScanner.keyImageOrigin)
    return start
  })
  return true
}

/**
 * Returns whether the node's genesis block is not ours: networks of both families have the same names. Blocks of the other family, and
 * those that a checkpoint rules out, are rejected while they are parsed.
 * @throws NodeError
 */
const isOnOtherNetwork = async (context: SyncContext): Promise<boolean> => {
  try {
    return !equalBytes(await idAt(context, 0), context.network.genesisId)
  } catch (error) {
    if (error instanceof ChainError || error instanceof FormatError) return true
    throw error
  }
}

const wrongNetwork = ({ network }: SyncContext, cause: unknown): WrongNetworkError =>
  new WrongNetworkError(`the node follows another chain, but this wallet belongs to ${network.name}`, { cause })

/**
 * Finds out why a node refuses to go on from our blocks.
 * @throws WrongNetworkError if the node's genesis block is not ours, else the refusal
 */
export const explainRefusal = async (context: SyncContext, refusal: NodeRefusedError): Promise<never> => {
  throw (await isOnOtherNetwork(context)) ? wrongNetwork(context, refusal) : refusal
}

/**
 * Finds out why the blocks of a node do not fit ours.
 * @throws WrongNetworkError if the node's genesis block is not ours, else the mismatch
 */
export const explainMismatch = async (context: SyncContext, mismatch: ChainError | FormatError): Promise<never> => {
  const isOther = await isOnOtherNetwork(context).catch(() => false)
  throw isOther ? wrongNetwork(context, mismatch) : mismatch
}
