// SHA-256 (FIPS 180-4) of large files: by the platform, beside the thread of its caller and with the processor's instructions, several times as fast as in
// script.

import { sha256 as portableSha256 } from '@noble/hashes/sha2.js'

/**
 * Returns the hash of `data` (32 bytes).
 *
 * @example
 * import { utf8 } from '../../bytes/bytes.ts'
 * import { toHex } from '../../bytes/hex.ts'
 * toHex(sha256(utf8('foo'))) // '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'
 */
export const sha256 = (data: Uint8Array): Uint8Array => portableSha256(data)

/**
 * Returns the hash of a large file (32 bytes), computed beside the calling thread where the platform can.
 *
 * @example
 * import { toHex } from '../../bytes/hex.ts'
 * toHex(await sha256OfFile(new Uint8Array())) // 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
 */
export const sha256OfFile = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  // Pages of http addresses of other machines have none.
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  return subtle === undefined ? sha256(data) : new Uint8Array(await subtle.digest('SHA-256', data))
}
