// A walk over a chain that only who has all of it takes quickly: storage servers compare where it ends.

import type { BlockRecord } from '../../chain/chainRecords.ts'
import { seededGenerator } from '../quorums/mersenneTwister.ts'

const STEPS = 1000

const foldedId = (id: Uint8Array): bigint => {
  const view = new DataView(id.buffer, id.byteOffset, id.byteLength)
  return [0, 8, 16, 24].reduce((folded, offset) => folded ^ view.getBigUint64(offset, true), 0n)
}

/**
 * Where a walk ends that begins at a seed and goes on from block to block by their ids and some of their bytes.
 * @param blocks those that it may visit
 * @param seed below 2^64
 * @returns a number below 2^64
 */
export const runBlockchainTest = (
  blocks: readonly Pick<BlockRecord, 'id' | 'blob' | 'transactions'>[],
  seed: bigint,
): bigint => {
  const generator = seededGenerator(seed)
  const someByte = (bytes: Uint8Array): number => bytes[generator.uniform(bytes.length)] ?? 0
  let place = seed
  for (let i = 0; i < STEPS; i++) {
    const block = blocks[Number(place % BigInt(blocks.length))]
    if (block === undefined) break
    let byte = someByte(block.blob)
    const others = block.transactions.slice(1)
    const chosen = others.length === 0 ? undefined : others[generator.uniform(others.length)]
    if (chosen !== undefined) byte ^= someByte(chosen.blob)
    place = foldedId(block.id) ^ BigInt(byte)
  }
  return place
}
