// Keccak-256 with the padding of the original submission (0x01), the hash of everything CryptoNote hashes. SHA3-256 differs.

import { keccak_256 } from '@noble/hashes/sha3.js'

/** Keccak-256 of the parts joined: 32 bytes. */
export const keccak256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return keccak_256(only)
  const hash = keccak_256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}
