// BLAKE2b (RFC 7693) with hashes of 32 bytes: hashes of names, and what owners of names sign.

import { blake2b } from '@noble/hashes/blake2.js'

const LENGTH = 32

/**
 * Returns the BLAKE2b hash of `data` (32 bytes).
 * @param key up to 64 bytes; a hash without key if omitted
 *
 * @example
 * import { utf8 } from '../../bytes/bytes.ts'
 * import { toHex } from '../../bytes/hex.ts'
 * toHex(blake2b256(utf8('foo'))) // 'b8fe9f7f6255a6fa08f668ab632a8d081ad87983c77cd274e48ce450f0b349fd'
 */
export const blake2b256 = (data: Uint8Array, key?: Uint8Array): Uint8Array =>
  blake2b(data, { dkLen: LENGTH, ...(key === undefined ? {} : { key }) })
