// A canary: an output of the wallet that every batch contains in addition, and that every scan must find. A kernel that computes
// something wrong, for example after the engine compiled it anew, is detected by the batch in which that happens. It is not computed by the
// kernel that it tests: a pool has it from the point arithmetic of its own thread, a scanner without a pool from portable arithmetic.

import { InvalidPointError } from '../curve/point.ts'
import { H_BYTES, KEY_LENGTH } from '../curve/pointArithmetic.ts'
import { deriveOutputKey, keyDerivation, viewTag } from '../keys/keys.ts'

/** The canary of watched keys: output 0 of a transaction with the public key `txKey`, to the first watched spend key. */
export type ScanCanary = {
  readonly txKey: Uint8Array
  readonly output: Uint8Array
  readonly viewTag: number
  /** a shared secret; the holder wipes it */
  readonly derivation: Uint8Array
}

/**
 * Returns the canary of a view secret and the first of the watched spend keys (32 bytes each); undefined if there is none, or it is not a
 * point, which belongs to no wallet.
 *
 * @example
 * import { publicKeyOf } from '../keys/keys.ts'
 * const secret = Uint8Array.of(5, ...new Uint8Array(31))
 * createCanary(secret, publicKeyOf(secret)).output.length // 32
 * createCanary(secret, new Uint8Array(32).fill(255)) // undefined
 */
export const createCanary = (viewSecret: Uint8Array, spendKeys: Uint8Array): ScanCanary | undefined => {
  if (spendKeys.length === 0) return undefined
  try {
    const derivation = keyDerivation(H_BYTES, viewSecret)
    const output = deriveOutputKey(derivation, 0, spendKeys.slice(0, KEY_LENGTH))
    return { txKey: H_BYTES, output, viewTag: viewTag(derivation, 0), derivation }
  } catch (error) {
    if (error instanceof InvalidPointError) return undefined
    throw error
  }
}
