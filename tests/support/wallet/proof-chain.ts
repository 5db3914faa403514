// The recorded small chain of the oxen family with the blocks in which its wallets made proofs.
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { parseBlock } from '../../../src/coin/blocks/block.ts'
import { entryOf, vector } from '../data/vectors.ts'
import { RECORDED_NOW, recordedChain, recordedRules, replayNode } from '../devnet/replay-node.ts'

export const proofRecording = vector('oxen/proofs.json')

const FIRST = recordedChain.blocks.length

/** The blocks with the transactions that they list. */
export const proofBlocks: readonly { readonly block: Uint8Array; readonly transactions: Uint8Array[] }[] =
  proofRecording.later_blocks.map(({ blob }) => {
    const block = fromHex(blob)
    const { transactionIds } = parseBlock(recordedRules.network, block)
    return { block, transactions: transactionIds.map((id) => fromHex(entryOf(proofRecording.tx_hex, toHex(id)))) }
  })

/**
 * A node whose chain has `height` blocks, the later ones from the recording of proofs.
 * @param now UNIX seconds
 */
export const proofNode = (height: number, now = RECORDED_NOW) => {
  const replayed = replayNode({ now })
  replayed.node.chain.load({ blocks: proofBlocks.slice(0, height - FIRST) })
  return replayed
}
