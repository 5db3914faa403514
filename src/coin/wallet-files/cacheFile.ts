// The caches of wallet2 (`NAME` beside `NAME.keys`): what a wallet knows besides its keys, encrypted with ChaCha20 under a hash of the keys
// file's key (wallet2: get_cache_file_data). Only what no chain contains is read and written.

import { concat, equalBytes, utf8, wipe } from '../../bytes/bytes.ts'
import { FormatError, Reader, varintBytes } from '../../bytes/cursor.ts'
import { encodingsOf, type TextEncoding } from '../../bytes/text.ts'
import { chacha20 } from '../../crypto/ciphers/cipher.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { type Random, randomBytes } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import type { WalletCache, WalletCacheCodec, WrittenCache } from '../wallet-caches/walletCache.ts'
import { keysFileKey, type PasswordChange } from './keysFileCipher.ts'

/**
 * Why a cache cannot be read. `password`: it is wrong, or the file is damaged. `format`: another version of wallet2 wrote it. `keys`: it
 * belongs to another wallet.
 */
export type WalletCacheFault = 'password' | 'format' | 'keys'

/** A cache that cannot be read. */
export class WalletCacheError extends FabaError<{ readonly fault: WalletCacheFault }> {
  override readonly name = 'WalletCacheError'
  readonly code = 'wallet-cache'

  constructor(fault: WalletCacheFault, message: string, options?: { readonly cause?: unknown }) {
    super(message, { ...options, details: { fault } })
  }
}

type CacheNetwork = HasWireFormat & { readonly walletCache: WalletCacheCodec }

const NONCE_BYTES = 8

/** Appended to the key of the keys file to get that of the cache (config::HASH_KEY_WALLET_CACHE). */
const CACHE_TAG = Uint8Array.of(0x8d)

/** Hashed with the content of a cache that is written here. */
const OWN_TAG = utf8('faba')

/** First bytes of decrypted caches: of the monero family since 0.18, and of a Boost archive (earlier versions, and the oxen family). */
const KNOWN_BEGINNINGS = ['monero wallet cache', '\u0001\u0016serialization::archive'].map(utf8)

const beginsLikeCache = (plain: Uint8Array): boolean =>
  KNOWN_BEGINNINGS.some((beginning) => beginning.every((byte, i) => plain[i] === byte))

const damaged = (cause?: unknown): WalletCacheError =>
  new WalletCacheError('password', 'the password is wrong, or this is not the cache of a wallet', { cause })

/**
 * Returns the key of a cache, 32 bytes; the caller wipes it.
 * @param fileKey of the keys file beside it
 *
 * @example
 * cacheKeyOf(new Uint8Array(32)).length // 32
 */
export const cacheKeyOf = (fileKey: Uint8Array): Uint8Array => {
  const tagged = concat(fileKey, CACHE_TAG)
  const key = keccak256(tagged)
  wipe(tagged)
  return key
}

const cacheKey = async (password: string, encoding: TextEncoding): Promise<Uint8Array> => {
  const fileKey = await keysFileKey(password, encoding)
  const key = cacheKeyOf(fileKey)
  wipe(fileKey)
  return key
}

/**
 * Decrypts a cache; undefined if it has another key.
 * @throws WalletCacheError if it is cut or continued
 */
const openCache = (bytes: Uint8Array, key: Uint8Array): Uint8Array | undefined => {
  const reader = new Reader(bytes)
  try {
    const nonce = reader.bytes(NONCE_BYTES)
    const sealed = reader.bytes(reader.count(1))
    reader.end('a cache')
    const plain = chacha20(key, nonce, sealed)
    return beginsLikeCache(plain) ? plain : undefined
  } catch (error) {
    if (error instanceof FormatError) throw damaged(error)
    throw error
  }
}

/** Decrypts a cache with the password in each of its encodings. */
const decryptCache = async (bytes: Uint8Array, password: string): Promise<Uint8Array> => {
  for (const encoding of encodingsOf(password)) {
    const key = await cacheKey(password, encoding)
    const plain = openCache(bytes, key)
    wipe(key)
    if (plain !== undefined) return plain
  }
  throw damaged()
}

const sealCache = (plain: Uint8Array, key: Uint8Array, nonce: Uint8Array): Uint8Array => {
  const sealed = chacha20(key, nonce, plain)
  return concat(nonce, varintBytes(sealed.length), sealed)
}

/** Returns the nonce of a cache that is written here. It depends on the content, so that no nonce is used twice, and the file is recognized. */
const ownNonce = (plain: Uint8Array, key: Uint8Array): Uint8Array => {
  const tagged = concat(key, OWN_TAG, plain)
  const nonce = keccak256(tagged).subarray(0, NONCE_BYTES)
  wipe(tagged)
  return nonce
}

/**
 * Returns whether `formatWalletCache` wrote a cache, and no other program has changed it since.
 * @param key of the cache (`cacheKeyOf`)
 *
 * @example
 * isWrittenHere(new Uint8Array(20), new Uint8Array(32)) // throws WalletCacheError
 */
export const isWrittenHere = (bytes: Uint8Array, key: Uint8Array): boolean => {
  const plain = openCache(bytes, key)
  if (plain === undefined) return false
  const isOwn = equalBytes(ownNonce(plain, key), bytes.subarray(0, NONCE_BYTES))
  wipe(plain)
  return isOwn
}

/**
 * Encrypts a cache with another password, as wallet2 does when the password of a wallet changes.
 * @throws WalletCacheError if it is not encrypted with the old password
 *
 * @example
 * const random = (length) => new Uint8Array(length)
 * reencryptCache(new Uint8Array(20), { old: 'a', new: 'b', encoding: 'utf-8' }, random) // throws WalletCacheError
 */
export const reencryptCache = async (
  bytes: Uint8Array,
  passwords: PasswordChange,
  random: Random,
): Promise<Uint8Array> => {
  const plain = await decryptCache(bytes, passwords.old)
  const key = await cacheKey(passwords.new, passwords.encoding)
  const sealed = sealCache(plain, key, randomBytes(random, NONCE_BYTES))
  wipe(key, plain)
  return sealed
}

/**
 * Decrypts and reads a cache.
 * @param password that of the keys file
 * @throws WalletCacheError
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * parseWalletCache(networkById('monero-mainnet'), new Uint8Array(20), 'secret') // throws WalletCacheError
 */
export const parseWalletCache = async (
  network: CacheNetwork,
  bytes: Uint8Array,
  password: string,
): Promise<WalletCache> => {
  const plain = await decryptCache(bytes, password)
  try {
    return network.walletCache.decode(network, plain)
  } catch (error) {
    throw unsupported(error)
  } finally {
    wipe(plain)
  }
}

/** Returns the error of a cache that could be decrypted and not decoded. */
const unsupported = (error: unknown): unknown => {
  if (!(error instanceof FormatError)) return error
  const message = `this cache has another format than the one of wallet2 that is supported: ${error.message}`
  return new WalletCacheError('format', message, { cause: error })
}

const belongsTo = (network: CacheNetwork, plain: Uint8Array, { spendPublic, viewPublic }: WrittenCache): boolean => {
  const before = network.walletCache.decode(network, plain)
  wipe(...before.transactionKeys.map(({ key }) => key), ...before.additionalKeys.flatMap(({ keys }) => keys))
  return equalBytes(before.spendPublic, spendPublic) && equalBytes(before.viewPublic, viewPublic)
}

/**
 * Writes a cache that wallet2 opens.
 * @param before the file that is replaced: what wallet2 alone knows stays, unless it belongs to other keys. Undefined for none
 * @param key of the cache (`cacheKeyOf`)
 * @returns undefined for a family whose caches are only read
 * @throws WalletCacheError if `before` has another key, or cannot be read
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * const [network, key] = [networkById('monero-mainnet'), new Uint8Array(32)]
 * formatWalletCache(network, {}, new Uint8Array(20), key) // throws WalletCacheError
 */
export const formatWalletCache = (
  network: CacheNetwork,
  cache: WrittenCache,
  before: Uint8Array | undefined,
  key: Uint8Array,
): Uint8Array | undefined => {
  const stored = before === undefined ? undefined : openCache(before, key)
  if (before !== undefined && stored === undefined) throw damaged()
  let plain: Uint8Array | undefined
  try {
    const own = stored !== undefined && belongsTo(network, stored, cache) ? stored : undefined
    plain = network.walletCache.encode?.(network, cache, own)
    return plain && sealCache(plain, key, ownNonce(plain, key))
  } catch (error) {
    throw unsupported(error)
  } finally {
    for (const bytes of [plain, stored]) if (bytes !== undefined) wipe(bytes)
  }
}
