// The seed of a participant of a multisig wallet (wallet2: get_multisig_seed), written as hex: all keys, since they are made with those of
// the other participants and not of seed words alone.

import { concat, equalBytes, u32Bytes, wipe, withSecrets } from '../../bytes/bytes.ts'
import { Reader } from '../../bytes/cursor.ts'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { openForView, ViewCipherError } from '../../crypto/ciphers/viewCipher.ts'
import { isCanonicalScalar, reduce32 } from '../../crypto/curve/scalar.ts'
import { currentSlowHashes } from '../../crypto/hash/slowHashes.ts'
import { publicKeyOf } from '../../crypto/keys/keys.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { type Passphrase, passphraseBytes } from '../seeds/seedOffset.ts'
import { MIN_MULTISIG_SEED_BYTES } from '../seeds/seedText.ts'

/** What a participant needs to restore a multisig wallet. Keys have 32 bytes. */
export type MultisigSeed = {
  readonly threshold: number
  readonly total: number
  readonly signerSecret: Uint8Array
  readonly spendPublic: Uint8Array
  readonly viewSecret: Uint8Array
  readonly viewPublic: Uint8Array
  /** this participant's shares of the spend key */
  readonly shares: readonly Uint8Array[]
  /** public keys of all participants */
  readonly signers: readonly Uint8Array[]
}

/** A text is not the seed of a multisig wallet. The message contains no part of it. */
export class MultisigSeedError extends FabaError {
  override readonly name = 'MultisigSeedError'
  readonly code = 'multisig-seed'
}

const MAX_PARTICIPANTS = 16
const HEADER = 8
const KEY = 32

/**
 * Formats a multisig seed as hex.
 *
 * @example
 * const key = new Uint8Array(32)
 * const keys = { signerSecret: key, spendPublic: key, viewSecret: key, viewPublic: key, shares: [key], signers: [key, key] }
 * formatMultisigSeed({ threshold: 2, total: 2, ...keys }).length // 464
 */
export const formatMultisigSeed = (seed: MultisigSeed): string => {
  const keys = [seed.signerSecret, seed.spendPublic, seed.viewSecret, seed.viewPublic, ...seed.shares, ...seed.signers]
  const bytes = concat(u32Bytes(seed.threshold), u32Bytes(seed.total), ...keys)
  try {
    return toHex(bytes)
  } finally {
    wipe(bytes)
  }
}

const bytesOf = (text: string): Uint8Array => {
  try {
    return fromHex(text.trim())
  } catch (error) {
    // Without a cause, whose message would contain a part of the seed.
    if (error instanceof HexError) throw new MultisigSeedError('a multisig seed consists of hex digits')
    throw error
  }
}

const isPairOf = (secret: Uint8Array, key: Uint8Array): boolean =>
  isCanonicalScalar(secret) && equalBytes(publicKeyOf(secret), key)

/**
 * Parses a multisig seed, and verifies that its keys belong together as far as one participant can.
 * @throws MultisigSeedError
 *
 * @example
 * parseMultisigSeed('00') // throws MultisigSeedError
 */
export const parseMultisigSeed = (text: string): MultisigSeed => {
  const bytes = bytesOf(text)
  try {
    if (bytes.length < MIN_MULTISIG_SEED_BYTES) throw new MultisigSeedError('a multisig seed is longer')
    const reader = new Reader(bytes)
    const [threshold, total] = [reader.u32(), reader.u32()]
    if (total < 2 || total > MAX_PARTICIPANTS || threshold < 1 || threshold > total)
      throw new MultisigSeedError('a multisig seed begins with the number of signers and of participants')
    const shares = (bytes.length - HEADER) / KEY - 4 - total
    if (!Number.isInteger(shares) || shares < 1) throw new MultisigSeedError('the multisig seed has a wrong length')
    const key = (): Uint8Array => reader.bytes(KEY).slice()
    const [signerSecret, spendPublic, viewSecret, viewPublic] = [key(), key(), key(), key()]
    const seed = {
      ...{ threshold, total, signerSecret, spendPublic, viewSecret, viewPublic },
      shares: Array.from({ length: shares }, key),
      signers: Array.from({ length: total }, key),
    }
    const self = isCanonicalScalar(signerSecret) ? publicKeyOf(signerSecret) : new Uint8Array()
    const hasSelf = seed.signers.some((signer) => equalBytes(signer, self))
    if (hasSelf && isPairOf(viewSecret, viewPublic) && seed.shares.every(isCanonicalScalar)) return seed
    wipe(signerSecret, viewSecret, ...seed.shares)
    throw new MultisigSeedError('the keys of the multisig seed do not belong together; a part of it is wrong')
  } finally {
    wipe(bytes)
  }
}

/**
 * Decrypts a multisig seed that has a passphrase (wallet2: `encrypted_seed` of the command line, decrypt), and formats it as hex.
 * @throws MultisigSeedError for another passphrase, or a seed without one
 *
 * @example
 * await decryptMultisigSeed('00', 'secret') // throws MultisigSeedError
 */
export const decryptMultisigSeed = async (text: string, passphrase: Passphrase): Promise<string> => {
  const sealed = bytesOf(text)
  const phrase = passphraseBytes(passphrase)
  const hash = await currentSlowHashes().cryptonight(phrase)
  const viewSecret = reduce32(hash)
  try {
    const bytes = await openForView({ viewSecret, viewPublic: publicKeyOf(viewSecret) }, sealed)
    return withSecrets((keep) => toHex(keep(bytes)))
  } catch (error) {
    if (error instanceof ViewCipherError)
      throw new MultisigSeedError('the multisig seed was not encrypted with this passphrase', { cause: error })
    throw error
  } finally {
    wipe(phrase, hash, viewSecret)
  }
}
