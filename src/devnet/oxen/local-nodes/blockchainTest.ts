// The blockchain test of storage servers (oxen-core: `perform_blockchain_test`): a pseudo-random walk over the blocks, whose result only a
// node with the whole chain computes quickly.

import type { BlockRecord } from '../../records/chainRecords.ts'
import { seededGenerator } from '../service-nodes/mersenneTwister.ts'

const STEPS = 1000

const foldId = (id: Uint8Array): bigint => {
  const view = new DataView(id.buffer, id.byteOffset, id.byteLength)
  return [0, 8, 16, 24].reduce((folded, offset) => folded ^ view.getBigUint64(offset, true), 0n)
}

/**
 * Walks from block to block, chosen by the seed, block ids and sampled bytes, and returns the final position.
 * @param blocks the blocks that the walk may visit
 * @param seed below 2^64
 * @returns a number below 2^64
 */
export const runBlockchainTest = (
  blocks: readonly Pick<BlockRecord, 'id' | 'blob' | 'transactions'>[],
  seed: bigint,
): bigint => {
  const generator = seededGenerator(seed)
  const randomByte = (bytes: Uint8Array): number => bytes[generator.uniform(bytes.length)] ?? 0
  let position = seed
  for (let i = 0; i < STEPS; i++) {
    const block = blocks[Number(position % BigInt(blocks.length))]
    if (block === undefined) break
    let byte = randomByte(block.blob)
    const transactions = block.transactions.slice(1)
    const chosen = transactions.length === 0 ? undefined : transactions[generator.uniform(transactions.length)]
    if (chosen !== undefined) byte ^= randomByte(chosen.blob)
    position = foldId(block.id) ^ BigInt(byte)
  }
  return position
}
