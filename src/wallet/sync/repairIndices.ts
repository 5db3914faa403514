// Repairs global indices of owned outputs. Blocks do not prove them: a node can report false ones, with which no ring can be made.

import { transactionPosition, visitBlock } from '../../coin/blocks/block.ts'
import type { BlockPage } from '../../daemon/nodeClient.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { changedOutput } from '../state/packedOutput.ts'
import { awaitNode, type SyncContext } from './syncContext.ts'

/** Pages begin at multiples of this height, so that the node does not learn the block of the output. */
const PAGE_ALIGNMENT = 500

/** Returns the index that a page reports for an output; undefined if the page does not contain its transaction. */
const indexIn = (
  { network }: SyncContext,
  { startHeight, blocks }: BlockPage,
  output: OwnedOutput,
): number | undefined => {
  const raw = blocks[output.height - startHeight]
  if (raw === undefined) return undefined
  const position = transactionPosition(visitBlock(network, raw.block, {}), output.txid)
  return raw.outputIndices[position]?.[output.indexInTx]
}

/**
 * Compares the index of an output with the node's blocks, and corrects it and those of other outputs in the same page. Returns whether
 * one was corrected. The node proves an index only when a ring is made with it.
 * @param globalIndex the index that no ring can be made with
 * @throws NodeError, FormatError
 */
export const repairIndices = async (context: SyncContext, globalIndex: number): Promise<boolean> => {
  const { state, node, signal } = context
  const wrong = [...state.ledger.outputs.values()].find(
    (output) => output.confidential && output.globalIndex === globalIndex,
  )
  if (wrong === undefined) return false
  const start = Math.max(1, wrong.height - (wrong.height % PAGE_ALIGNMENT))
  const page = await awaitNode(context, node.blocksFrom(start, signal))
  const corrected = [...state.ledger.outputs.values()].flatMap((output) => {
    if (!output.confidential || output.height < page.startHeight) return []
    const reported = indexIn(context, page, output)
    return reported === undefined || reported === output.globalIndex
      ? []
      : [changedOutput(output, { globalIndex: reported })]
  })
  if (corrected.length === 0) return false
  await state.update('strict', (draft) => {
    for (const output of corrected) draft.putOutput(output)
    return undefined
  })
  return true
}
