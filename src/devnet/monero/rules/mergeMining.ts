// Merge mining: blocks of other chains proved by the work of one here. Its coinbase carries the root of a tree of their hashes, in
// which each has a slot of its own.

import { sha256 } from '@noble/hashes/sha2.js'
import { concat, u32Bytes, utf8 } from '../../../bytes/bytes.ts'
import { type Block, treeHash } from '../../../coin/blocks/block.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { parseExtra, serializeExtra } from '../../../coin/transactions/extra.ts'

/** A block of another chain: what the chain is known by, and what is to be proved. */
export type AuxPow = { readonly id: Uint8Array; readonly hash: Uint8Array }

/** No nonce puts these chains into slots of their own. */
export class AuxPowError extends Error {
  override readonly name = 'AuxiliaryWorkError'
}

export type AuxPowTree = {
  /** in the order of their slots */
  readonly leaves: readonly AuxPow[]
  readonly root: Uint8Array
  /** number of chains and nonce, packed */
  readonly depth: bigint
}

const SLOT_KEY = utf8('m')
const MAX_CHAINS = 256

const slotOf = (id: Uint8Array, nonce: number, count: number): number => {
  const { buffer, byteOffset } = sha256(concat(id, u32Bytes(nonce), SLOT_KEY))
  return new DataView(buffer, byteOffset).getUint32(0, true) % count
}

/** Number of chains and nonce as one number: the bits that the former takes less one, the former less one, the latter. */
const packDepth = (count: number, nonce: number): bigint => {
  const bits = Math.max(1, 32 - Math.clz32(count - 1))
  return BigInt(bits - 1) | (BigInt(count - 1) << 3n) | (BigInt(nonce) << BigInt(3 + bits))
}

/**
 * The tree of several chains' blocks.
 * @param mostNonce how far to look for a nonce
 * @throws AuxiliaryWorkError
 */
export const buildAuxPowTree = (work: readonly AuxPow[], mostNonce: number): AuxPowTree => {
  if (work.length > MAX_CHAINS) throw new AuxPowError(`at most ${MAX_CHAINS} chains are merged`)
  for (let nonce = 0; nonce <= mostNonce; nonce++) {
    const slots = work.map(({ id }) => slotOf(id, nonce, work.length))
    if (new Set(slots).size < slots.length) continue
    const leaves = work.map((_, slot) => work[slots.indexOf(slot)]).filter((leaf) => leaf !== undefined)
    return { leaves, root: treeHash(leaves.map(({ hash }) => hash)), depth: packDepth(work.length, nonce) }
  }
  throw new AuxPowError('Failed to find a suitable nonce')
}

/** The block whose coinbase carries a tree's root, instead of another one. */
export const withAuxPowTree = (network: Network, block: Block, { root, depth }: AuxPowTree): Block => {
  const { minerTransaction } = block
  const kept = parseExtra(network, minerTransaction.extra).filter(({ field }) => field !== 'mergeMining')
  const extra = serializeExtra([...kept, { field: 'mergeMining', depth, root }])
  return { ...block, minerTransaction: { ...minerTransaction, extra } }
}
