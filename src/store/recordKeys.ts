// The keys of the records of a wallet, derived from a vault key: one encrypts records, the other one hashes their names.

import { blake2b } from '@noble/hashes/blake2.js'
import { utf8, wipe } from '../bytes/bytes.ts'
import { CborError, decodeCborViews, encodeCbor } from '../bytes/cbor.ts'
import { toHex } from '../bytes/hex.ts'
import { CIPHER_KEY_LENGTH, DecryptionError, openInPlace, seal } from '../crypto/ciphers/cipher.ts'
import type { Random } from '../crypto/random/random.ts'

const derive = (vaultKey: Uint8Array, purpose: string): Uint8Array =>
  blake2b(utf8(purpose), { key: vaultKey, dkLen: CIPHER_KEY_LENGTH })

/** A decrypted record: its key, and a view of its value. */
export type OpenRecord = readonly [key: string, value: Uint8Array]

export class RecordKeys {
  readonly #recordKey: Uint8Array
  /** BLAKE2b, keyed with the name key, without input */
  readonly #nameHash: ReturnType<typeof blake2b.create>

  /** Wipes `vaultKey`. */
  constructor(vaultKey: Uint8Array) {
    this.#recordKey = derive(vaultKey, 'faba record key')
    const nameKey = derive(vaultKey, 'faba name key')
    this.#nameHash = blake2b.create({ key: nameKey, dkLen: 32 })
    wipe(vaultKey, nameKey)
  }

  /** Returns the name that replaces a key in the store: a keyed hash, in hex, since keys contain transaction ids and addresses. */
  nameOf(table: string, key: string): string {
    return toHex(
      this.#nameHash
        .clone()
        .update(encodeCbor([table, key]))
        .digest(),
    )
  }

  seal(key: string, value: Uint8Array, associated: Uint8Array, random: Random): Uint8Array {
    return seal(this.#recordKey, encodeCbor([key, value]), associated, random)
  }

  /** Decrypts a record in place; returns undefined, and leaves it as it is, if it is not one of these keys. */
  open(sealed: Uint8Array, associated: Uint8Array): OpenRecord | undefined {
    try {
      const record = decodeCborViews(openInPlace(this.#recordKey, sealed, associated))
      if (!Array.isArray(record)) return undefined
      const [key, value] = record
      return typeof key === 'string' && value instanceof Uint8Array ? [key, value] : undefined
    } catch (error) {
      if (error instanceof DecryptionError || error instanceof CborError) return undefined
      throw error
    }
  }

  wipe(): void {
    wipe(this.#recordKey)
    this.#nameHash.destroy()
  }
}
