// The caches of wallet2 (`NAME` beside `NAME.keys`): what a wallet knows besides its keys, encrypted with ChaCha20 under a hash of the keys
// file's key (wallet2: get_cache_file_data). Only what no chain contains is read.

import { concat, utf8, wipe } from '../../bytes/bytes.ts'
import { FormatError, Reader, varintBytes } from '../../bytes/cursor.ts'
import { encodingsOf, type TextEncoding } from '../../bytes/text.ts'
import { chacha20 } from '../../crypto/ciphers/cipher.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { type Random, randomBytes } from '../../crypto/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import { keysFileKey, type PasswordChange } from './keysFileCipher.ts'
import type { WalletCache, WalletCacheCodec } from './walletCache.ts'

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

const NONCE_BYTES = 8

/** Appended to the key of the keys file to get that of the cache (config::HASH_KEY_WALLET_CACHE). */
const CACHE_TAG = Uint8Array.of(0x8d)

/** First bytes of decrypted caches: of the monero family since 0.18, and of a Boost archive (earlier versions, and the oxen family). */
const KNOWN_BEGINNINGS = ['monero wallet cache', '\u0001\u0016serialization::archive'].map(utf8)

const beginsLikeCache = (plain: Uint8Array): boolean =>
  KNOWN_BEGINNINGS.some((beginning) => beginning.every((byte, i) => plain[i] === byte))

const damaged = (cause?: unknown): WalletCacheError =>
  new WalletCacheError('password', 'the password is wrong, or this is not the cache of a wallet', { cause })

/** Returns the key of the cache, 32 bytes; the caller wipes it. */
const cacheKey = async (password: string, encoding: TextEncoding): Promise<Uint8Array> => {
  const fileKey = await keysFileKey(password, encoding)
  const tagged = concat(fileKey, CACHE_TAG)
  const key = keccak256(tagged)
  wipe(fileKey, tagged)
  return key
}

/** Decrypts a cache with the password in each of its encodings. */
const decryptCache = async (bytes: Uint8Array, password: string): Promise<Uint8Array> => {
  const reader = new Reader(bytes)
  try {
    const nonce = reader.bytes(NONCE_BYTES)
    const sealed = reader.bytes(reader.count(1))
    reader.end('a cache')
    for (const encoding of encodingsOf(password)) {
      const key = await cacheKey(password, encoding)
      const plain = chacha20(key, nonce, sealed)
      wipe(key)
      if (beginsLikeCache(plain)) return plain
    }
  } catch (error) {
    if (error instanceof FormatError) throw damaged(error)
    throw error
  }
  throw damaged()
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
  const nonce = randomBytes(random, NONCE_BYTES)
  const key = await cacheKey(passwords.new, passwords.encoding)
  const sealed = chacha20(key, nonce, plain)
  wipe(key, plain)
  return concat(nonce, varintBytes(sealed.length), sealed)
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
  network: HasWireFormat & { readonly walletCache: WalletCacheCodec },
  bytes: Uint8Array,
  password: string,
): Promise<WalletCache> => {
  const plain = await decryptCache(bytes, password)
  try {
    return network.walletCache.decode(network, plain)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const message = `this cache has another format than the one of wallet2 that is supported: ${error.message}`
    throw new WalletCacheError('format', message, { cause: error })
  } finally {
    wipe(plain)
  }
}
