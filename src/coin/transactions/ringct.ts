// The RingCT part of a transaction: the base (type, fee, encrypted amounts, commitments), which wallets need, and the prunable part
// (range proofs and ring signatures), which only verifiers need.

import type { Bulletproof } from '../../crypto/range-proofs/bulletproof.ts'
import type { BulletproofPlus } from '../../crypto/range-proofs/bulletproofPlus.ts'
import type { RangeSignature } from '../../crypto/signatures/borromean.ts'
import type { Clsag } from '../../crypto/signatures/clsag.ts'
import type { Mlsag } from '../../crypto/signatures/mlsag.ts'

/** RingCT types by wire value (oxen-core: rct::RCTType). */
export const RctType = {
  /** coinbase: plain amounts */
  null: 0,
  /** Borromean range signatures, one MLSAG over all inputs */
  full: 1,
  /** Borromean range signatures, one MLSAG per input */
  simple: 2,
  /** one bulletproof per output (or several) */
  bulletproof: 3,
  /** one aggregated bulletproof, amounts of 8 bytes */
  bulletproof2: 4,
  clsag: 5,
  bulletproofPlus: 6,
} as const

export type RctType = (typeof RctType)[keyof typeof RctType]

/** Encrypted amount of one output. `mask` (32 bytes) exists up to type 3, where `amount` has 32 bytes; later 8. */
export type EcdhInfo = { readonly mask: Uint8Array | undefined; readonly amount: Uint8Array }

export type RctBase = {
  readonly type: RctType
  /** atomic units; includes the burnt amount */
  readonly fee: bigint
  /** type simple only; later types carry them in the prunable part */
  readonly pseudoOuts: readonly Uint8Array[]
  /** one per output */
  readonly ecdhInfo: readonly EcdhInfo[]
  /** one commitment per output (outPk) */
  readonly commitments: readonly Uint8Array[]
}

/** The proofs. Lists that the type does not use are empty. */
export type RctPrunable = {
  readonly rangeSignatures: readonly RangeSignature[]
  readonly bulletproofs: readonly Bulletproof[]
  readonly bulletproofsPlus: readonly BulletproofPlus[]
  readonly mlsags: readonly Mlsag[]
  readonly clsags: readonly Clsag[]
  /** one per input, from type bulletproof on */
  readonly pseudoOuts: readonly Uint8Array[]
}

/** The counts that the RingCT part does not contain; they follow from the prefix. */
export type RctShape = { readonly inputs: number; readonly outputs: number; readonly ringSize: number }
