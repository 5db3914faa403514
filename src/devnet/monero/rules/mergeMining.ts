// Merge mining: the proof of work of one block also covers blocks of other chains. Its coinbase carries the Merkle root of their hashes;
// each chain has its own slot in the tree.

import { sha256 } from '@noble/hashes/sha2.js'
import { concat, u32Bytes, utf8 } from '../../../bytes/bytes.ts'
import type { Block } from '../../../coin/blocks/block.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { parseExtra } from '../../../coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../coin/transactions/serializeExtra.ts'
import { treeHash } from '../../../crypto/hash/keccak.ts'
import { FabaError } from '../../../errors/fabaError.ts'

/** A block of another chain: the chain's id and the hash to be merge mined. */
export type AuxPow = { readonly id: Uint8Array; readonly hash: Uint8Array }

/** No nonce assigns a distinct slot to each of the chains. */
export class AuxPowError extends FabaError {
  override readonly name = 'AuxPowError'
  readonly code = 'aux-pow'
}

export type AuxPowTree = {
  /** in slot order */
  readonly leaves: readonly AuxPow[]
  readonly root: Uint8Array
  /** packed number of chains and nonce */
  readonly depth: bigint
}

const SLOT_KEY = utf8('m')
const MAX_CHAINS = 256

const slotOf = (id: Uint8Array, nonce: number, count: number): number => {
  const { buffer, byteOffset } = sha256(concat(id, u32Bytes(nonce), SLOT_KEY))
  return new DataView(buffer, byteOffset).getUint32(0, true) % count
}

/** Packs into one integer: bit count of the number of chains less 1 (3 bits), number of chains less 1, nonce (monerod: `encode_mm_depth`). */
const packDepth = (count: number, nonce: number): bigint => {
  const bits = Math.max(1, 32 - Math.clz32(count - 1))
  return BigInt(bits - 1) | (BigInt(count - 1) << 3n) | (BigInt(nonce) << BigInt(3 + bits))
}

/**
 * Builds the Merkle tree of several chains' blocks.
 * @param maxNonce last nonce to try
 * @throws AuxPowError
 */
export const buildAuxPowTree = (work: readonly AuxPow[], maxNonce: number): AuxPowTree => {
  if (work.length > MAX_CHAINS) throw new AuxPowError(`at most ${MAX_CHAINS} chains are merged`)
  for (let nonce = 0; nonce <= maxNonce; nonce++) {
    const slots = work.map(({ id }) => slotOf(id, nonce, work.length))
    if (new Set(slots).size < slots.length) continue
    const leaves = work.map((_, slot) => work[slots.indexOf(slot)]).filter((leaf) => leaf !== undefined)
    return { leaves, root: treeHash(concat(...leaves.map(({ hash }) => hash))), depth: packDepth(work.length, nonce) }
  }
  throw new AuxPowError('Failed to find a suitable nonce')
}

/** Returns the block with a tree's root in its coinbase, replacing any other. */
export const withAuxPowTree = (network: Network, block: Block, { root, depth }: AuxPowTree): Block => {
  const { minerTransaction } = block
  const others = parseExtra(network, minerTransaction.extra).filter(({ field }) => field !== 'mergeMining')
  const extra = serializeExtra([...others, { field: 'mergeMining', depth, root }])
  return { ...block, minerTransaction: { ...minerTransaction, extra } }
}
