// The container that copies of a wallet exchange: a magic, then bytes encrypted and signed with the view secret key.

import { concat, equalBytes, utf8, wipe } from '../../bytes/bytes.ts'
import { openForView, sealForView, ViewCipherError, type ViewKeys } from '../../crypto/ciphers/viewCipher.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { FabaError } from '../../errors/fabaError.ts'

/** The errors of a kind of container. */
export type SealedExportErrors = {
  /** message if the bytes do not begin with the magic */
  readonly wrongMagic: string
  /** Returns the message if the bytes cannot be decrypted. */
  readonly undecryptable: (reason: string) => string
  readonly create: (message: string, options?: ErrorOptions) => FabaError
}

/**
 * Encrypts bytes with the view secret key, behind a magic, and wipes them.
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { publicKeyOf } from '../../crypto/keys/keys.ts'
 * const viewSecret = Uint8Array.of(5, ...new Uint8Array(31))
 * const keys = { viewSecret, viewPublic: publicKeyOf(viewSecret) }
 * const sealed = await sealExport('Faba', keys, Uint8Array.of(7), (length) => new Uint8Array(length).fill(1))
 * sealed.length // 77
 */
export const sealExport = async (
  magic: string,
  keys: ViewKeys,
  plain: Uint8Array,
  random: Random,
): Promise<Uint8Array> => {
  try {
    return concat(utf8(magic), await sealForView(keys, plain, random))
  } finally {
    wipe(plain)
  }
}

/**
 * Decrypts the bytes behind a magic.
 * @throws the error of `errors`
 *
 * @example
 * import { publicKeyOf } from '../../crypto/keys/keys.ts'
 * const viewSecret = Uint8Array.of(5, ...new Uint8Array(31))
 * const keys = { viewSecret, viewPublic: publicKeyOf(viewSecret) }
 * const errors = { wrongMagic: 'no magic', undecryptable: (reason) => reason, create: (message) => new Error(message) }
 * const sealed = await sealExport('Faba', keys, Uint8Array.of(7), (length) => new Uint8Array(length).fill(1))
 * await openExport('Faba', keys, sealed, errors) // Uint8Array.of(7)
 * await openExport('Pisum', keys, sealed, errors) // throws Error
 */
export const openExport = async (
  magic: string,
  keys: ViewKeys,
  bytes: Uint8Array,
  { wrongMagic, undecryptable, create }: SealedExportErrors,
): Promise<Uint8Array> => {
  const start = utf8(magic)
  if (bytes.length < start.length || !equalBytes(bytes.subarray(0, start.length), start)) throw create(wrongMagic)
  try {
    return await openForView(keys, bytes.subarray(start.length))
  } catch (error) {
    if (error instanceof ViewCipherError) throw create(undecryptable(error.message), { cause: error })
    throw error
  }
}
