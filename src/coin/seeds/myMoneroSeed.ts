// Seeds of MyMonero: 13 words for 16 bytes (mymonero-core: legacy16B). The view key is not derived from the spend key as in other wallets.

import { wipe } from '../../bytes/bytes.ts'
import { hashToScalar, reduce32 } from '../../crypto/curve/scalar.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { publicKeyOf, type WalletKeys } from '../../crypto/keys/keys.ts'

/**
 * Returns the keys of a seed of MyMonero: the spend secret is the hash of the seed, and the view secret the hash of that hash before it is
 * reduced.
 * @param seed 16 bytes
 *
 * @example
 * import { fromHex, toHex } from '../../bytes/hex.ts'
 * toHex(myMoneroKeys(fromHex('9c973aa296b79bbf452781dd3d32ad7f')).spendPublic).slice(0, 8) // '3eb884d3'
 */
export const myMoneroKeys = (seed: Uint8Array): WalletKeys => {
  const hash = keccak256(seed)
  try {
    const spendSecret = reduce32(hash)
    const viewSecret = hashToScalar(hash)
    return { spendSecret, spendPublic: publicKeyOf(spendSecret), viewSecret, viewPublic: publicKeyOf(viewSecret) }
  } finally {
    wipe(hash)
  }
}
