// Blocks with one field changed, including those of the miner transaction and its extra, and the result of submitting them.

import { equalBytes } from '../../../src/bytes/bytes.ts'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { type Block, parseBlock, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../src/coin/transactions/serializeExtra.ts'
import { BlockRefusedError } from '../../../src/devnet/chain/chain.ts'
import type { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import type { ChangedBlob, Finding, OpenTransaction } from './changed-transactions.ts'
import { changesOf } from './changes.ts'

type OpenBlock = Omit<Block, 'minerTransaction'> & { readonly minerTransaction: OpenTransaction }

/** Returns all single-field changes of a block, without those that cannot be serialized or serialize to the same bytes. */
export const changedBlocks = (
  { rules: { network } }: DevelopmentNode,
  blob: Uint8Array,
  seed: string,
): ChangedBlob[] => {
  const block = parseBlock(network, blob)
  const extra = parseExtra(network, block.minerTransaction.extra)
  const open: OpenBlock = { ...block, minerTransaction: { ...block.minerTransaction, extra } }
  return changesOf(open, seed).flatMap(({ changed, ...where }) => {
    try {
      const { minerTransaction } = changed
      const closed = { ...minerTransaction, extra: serializeExtra(minerTransaction.extra) }
      const bytes = serializeBlock({ ...changed, minerTransaction: closed })
      return equalBytes(bytes, blob) ? [] : [{ ...where, blob: bytes }]
    } catch (error) {
      if (error instanceof FormatError) return []
      throw error
    }
  })
}

/** Submits a block whose transactions are in the pool; pops it again if it is accepted. */
export const tryBlock = (node: DevelopmentNode, blob: Uint8Array): Finding => {
  try {
    const fate = node.submitBlock(blob)
    if (fate !== 'added') return { accepted: false, flags: [], reason: fate }
    node.popBlocks(1)
    return { accepted: true }
  } catch (error) {
    if (error instanceof FormatError) return { accepted: false, flags: [], reason: 'its bytes are not a block' }
    if (error instanceof BlockRefusedError) return { accepted: false, flags: [], reason: error.message }
    throw error
  }
}
