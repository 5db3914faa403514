// A copy of a vault key that outlives a reload of its tab, if the user wants that. It is sealed with a secret that a device key computes from a
// random half, which only the tab has. Both are needed, and each copy opens the vault once, before its deadline.

import { blake2b } from '@noble/hashes/blake2.js'
import type { Milliseconds } from '../async/time.ts'
import { utf8, wipe } from '../bytes/bytes.ts'
import { CborError, type CborValue, decodeCbor, encodeCbor } from '../bytes/cbor.ts'
import { CIPHER_KEY_LENGTH, open, seal } from '../crypto/ciphers/cipher.ts'
import type { Random } from '../crypto/random/random.ts'
import type { Store, StoreChange } from './store.ts'

const FORMAT = 1
const RELOADS_TABLE = 'reloads'

/** A sealed copy of the vault key. */
export type ReloadCopy = {
  readonly sealedKey: Uint8Array
  /** It opens nothing from then on: milliseconds since 1970. */
  readonly deadline: Milliseconds
}

const associatedData = (walletId: string): Uint8Array => encodeCbor(['faba reload', FORMAT, walletId])

/** The secret is uniform: it needs no slow derivation. */
const keyOf = (secret: Uint8Array): Uint8Array =>
  blake2b(utf8('faba reload key'), { key: secret, dkLen: CIPHER_KEY_LENGTH })

/** Encrypts a vault key with the secret of a device key, which is wiped. */
export const sealReloadKey = (
  walletId: string,
  vaultKey: Uint8Array,
  secret: Uint8Array,
  random: Random,
): Uint8Array => {
  const key = keyOf(secret)
  const sealed = seal(key, vaultKey, associatedData(walletId), random)
  wipe(key, secret)
  return sealed
}

/**
 * Decrypts a vault key with the secret of a device key, which is wiped.
 * @returns 32 bytes, to be wiped
 * @throws DecryptionError
 */
export const openReloadKey = (walletId: string, sealedKey: Uint8Array, secret: Uint8Array): Uint8Array => {
  const key = keyOf(secret)
  try {
    return open(key, sealedKey, associatedData(walletId))
  } finally {
    wipe(key, secret)
  }
}

/** Returns the change that allows a wallet to stay unlocked, with a copy of its key if there is one now. */
export const reloadChange = (walletId: string, copy?: ReloadCopy): StoreChange => ({
  table: RELOADS_TABLE,
  key: walletId,
  value: encodeCbor({ format: FORMAT, ...copy }),
})

/** Returns the change that removes the permission of a wallet and the copy of its key. */
export const reloadRemoval = (walletId: string): StoreChange => ({ table: RELOADS_TABLE, key: walletId })

const isRecord = (value: CborValue): value is { readonly [name: string]: CborValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

/** Returns the copy in a record; undefined if it has none, or is damaged. */
const parseCopy = (bytes: Uint8Array): ReloadCopy | undefined => {
  try {
    const record = decodeCbor(bytes)
    if (!isRecord(record) || record['format'] !== FORMAT) return undefined
    const { sealedKey, deadline } = record
    return sealedKey instanceof Uint8Array && typeof deadline === 'number' ? { sealedKey, deadline } : undefined
  } catch (error) {
    if (error instanceof CborError) return undefined
    throw error
  }
}

/** Returns whether a wallet may stay unlocked when its tab reloads. */
export const mayStayUnlocked = async (store: Store, walletId: string): Promise<boolean> =>
  (await store.get(RELOADS_TABLE, walletId)) !== undefined

/** Removes the copies of all vault keys, and returns them. The permissions stay. */
export const takeReloadCopies = async (store: Store): Promise<ReadonlyMap<string, ReloadCopy>> => {
  const copies = new Map<string, ReloadCopy>()
  for (const [walletId, bytes] of await store.list(RELOADS_TABLE)) {
    const copy = parseCopy(bytes)
    if (copy !== undefined) copies.set(walletId, copy)
  }
  if (copies.size > 0)
    await store.commit(
      [...copies.keys()].map((walletId) => reloadChange(walletId)),
      'strict',
    )
  return copies
}
