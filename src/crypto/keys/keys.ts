// Keys of wallets, subaddresses and outputs: the one-time address scheme of CryptoNote and the subaddresses of Monero (MRL-0006).
// A secret is a canonical scalar and a public key an encoded point, 32 bytes each.

import { concat, u32Bytes, utf8, wipe, withSecrets } from '../../bytes/bytes.ts'
import { varintBytes } from '../../bytes/cursor.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { hashToPoint, multiplyHashed } from '../curve/hashToPoint.ts'
import {
  addPairs,
  addPoints,
  decodePoint,
  decodePoints,
  encodePoint,
  encodePoints,
  multiplyAllBy8,
  type Point,
  subtractPoints,
} from '../curve/point.ts'
import { hashToScalar, reduce32 } from '../curve/scalar.ts'
import {
  multiplyBaseByEachSecret,
  multiplyBaseSecret,
  multiplyEachBySecret,
  multiplySecret,
} from '../curve/scalarMultiplication.ts'
import { addSecrets, secretScalar } from '../curve/secretScalar.ts'
import { keccak256 } from '../hash/keccak.ts'

/** The two key pairs of a wallet, 32 bytes each. */
export type WalletKeys = {
  readonly spendSecret: Uint8Array
  readonly spendPublic: Uint8Array
  readonly viewSecret: Uint8Array
  readonly viewPublic: Uint8Array
}

/**
 * Returns secret·G, encoded. Constant time in the secret, as all functions of this file.
 * @throws InvalidScalarError if `secret` does not have 32 bytes
 *
 * @example
 * import { encodePoint, G } from '../curve/point.ts'
 * publicKeyOf(Uint8Array.of(1, ...new Uint8Array(31))) // encodePoint(G)
 */
export const publicKeyOf = (secret: Uint8Array): Uint8Array => encodePoint(multiplyBaseSecret(secret))

/**
 * Returns the view secret of a wallet that is derived from a seed: Hs(spend secret).
 *
 * @example
 * import { hashToScalar } from '../curve/scalar.ts'
 * viewSecretOf(new Uint8Array(32)) // hashToScalar(new Uint8Array(32))
 */
export const viewSecretOf = (spendSecret: Uint8Array): Uint8Array => hashToScalar(spendSecret)

/**
 * Derives a wallet's keys from a seed of 32 bytes (random, or decoded from seed words).
 *
 * @example
 * const keys = generateKeys(new Uint8Array(32).fill(7))
 * keys.viewSecret // viewSecretOf(keys.spendSecret)
 */
export const generateKeys = (seed: Uint8Array): WalletKeys => {
  const spendSecret = reduce32(seed)
  const viewSecret = viewSecretOf(spendSecret)
  return { spendSecret, spendPublic: publicKeyOf(spendSecret), viewSecret, viewPublic: publicKeyOf(viewSecret) }
}

/** Encodes a point that is a shared secret, and wipes its coordinates. */
const encodeAndWipe = (point: Point): Uint8Array => {
  try {
    return encodePoint(point)
  } finally {
    wipe(point.extended)
  }
}

/**
 * Returns secret·key, encoded, without the cofactor: a subaddress's view key a·D, a transaction key r·D, the point of a proof.
 * @throws InvalidPointError if `key` is not a point
 *
 * @example
 * const secret = Uint8Array.of(5, ...new Uint8Array(31))
 * multiplyKey(publicKeyOf(Uint8Array.of(1, ...new Uint8Array(31))), secret) // publicKeyOf(secret)
 */
export const multiplyKey = (key: Uint8Array, secret: Uint8Array): Uint8Array =>
  encodeAndWipe(multiplySecret(decodePoint(key), secret))

/**
 * Returns the shared secret of sender and receiver, 8·secret·publicKey: a·R for the receiver, r·A for the sender.
 * @throws InvalidPointError if `publicKey` is not a point
 *
 * @example
 * const [a, r] = [5, 6].map((byte) => Uint8Array.of(byte, ...new Uint8Array(31)))
 * keyDerivation(publicKeyOf(r), a) // keyDerivation(publicKeyOf(a), r)
 */
export const keyDerivation = (publicKey: Uint8Array, secret: Uint8Array): Uint8Array => {
  const [derivation = new Uint8Array()] = keyDerivations([publicKey], [secret])
  return derivation
}

/**
 * Returns the `keyDerivation` of each pair: many together take half of the time.
 * @throws InvalidPointError if a public key is not a point
 * @throws KeyCountError if there are not equally many keys
 *
 * @example
 * const [a, r] = [5, 6].map((byte) => Uint8Array.of(byte, ...new Uint8Array(31)))
 * keyDerivations([publicKeyOf(r), publicKeyOf(a)], [a, r]) // [keyDerivation(publicKeyOf(r), a), keyDerivation(publicKeyOf(r), a)]
 */
export const keyDerivations = (publicKeys: readonly Uint8Array[], secrets: readonly Uint8Array[]): Uint8Array[] => {
  if (publicKeys.length !== secrets.length)
    throw new KeyCountError(`${publicKeys.length} public keys and ${secrets.length} secrets are not equally many`)
  return withSecrets((keep) => {
    const points = multiplyEachBySecret(decodePoints(publicKeys), secrets)
    for (const { extended } of points) keep(extended)
    const multiples = multiplyAllBy8(points)
    for (const { extended } of multiples) keep(extended)
    return encodePoints(multiples)
  })
}

/**
 * Returns Hs(derivation || index), the scalar that is specific to the output at `index`.
 *
 * @example
 * derivationToScalar(new Uint8Array(32), 0).length // 32
 */
export const derivationToScalar = (derivation: Uint8Array, index: number): Uint8Array =>
  hashToScalar(derivation, varintBytes(index))

/** Returns Hs(derivation || index)·G. */
const multiplyShared = (derivation: Uint8Array, index: number): Point =>
  withSecrets((keep) => multiplyBaseSecret(keep(derivationToScalar(derivation, index))))

/**
 * Returns the one-time key of an output: Hs(derivation || index)·G + spendPublic.
 * @throws InvalidPointError if `spendPublic` is not a point
 *
 * @example
 * const [derivation, secret] = [new Uint8Array(32), Uint8Array.of(1, ...new Uint8Array(31))]
 * deriveOutputKey(derivation, 0, publicKeyOf(secret)) // publicKeyOf(deriveOutputSecret(derivation, 0, secret))
 */
export const deriveOutputKey = (derivation: Uint8Array, index: number, spendPublic: Uint8Array): Uint8Array =>
  encodePoint(addPoints(multiplyShared(derivation, index), decodePoint(spendPublic)))

/**
 * Returns the one-time keys of all outputs of a transaction: `deriveOutputKey` of each, whose index is its position.
 * @throws InvalidPointError if a spend key is not a point
 * @throws KeyCountError if there are not equally many derivations and spend keys
 *
 * @example
 * const [derivation, spendPublic] = [new Uint8Array(32), publicKeyOf(Uint8Array.of(1, ...new Uint8Array(31)))]
 * deriveOutputKeys([derivation, derivation], [spendPublic, spendPublic])[1] // deriveOutputKey(derivation, 1, spendPublic)
 */
export const deriveOutputKeys = (
  derivations: readonly Uint8Array[],
  spendPublics: readonly Uint8Array[],
): Uint8Array[] => {
  if (derivations.length !== spendPublics.length)
    throw new KeyCountError(`${derivations.length} derivations and ${spendPublics.length} keys are not equally many`)
  return withSecrets((keep) => {
    const scalars = derivations.map((derivation, i) => keep(derivationToScalar(derivation, i)))
    return encodePoints(addPairs(multiplyBaseByEachSecret(keep(concat(...scalars))), decodePoints(spendPublics)))
  })
}

/**
 * Returns the secret of a one-time key: Hs(derivation || index) + spendSecret. A subaddress has its own spend secret.
 *
 * @example
 * deriveOutputSecret(new Uint8Array(32), 0, new Uint8Array(32)) // derivationToScalar(new Uint8Array(32), 0)
 */
export const deriveOutputSecret = (derivation: Uint8Array, index: number, spendSecret: Uint8Array): Uint8Array =>
  withSecrets((keep) => secretAdd(keep(derivationToScalar(derivation, index)), spendSecret))

/**
 * Returns the spend key that an output is addressed to if it is ours: outputKey - Hs(derivation || index)·G.
 * @throws InvalidPointError if `outputKey` is not a point
 *
 * @example
 * const [derivation, spendPublic] = [new Uint8Array(32), publicKeyOf(Uint8Array.of(1, ...new Uint8Array(31)))]
 * deriveSpendKey(derivation, 3, deriveOutputKey(derivation, 3, spendPublic)) // spendPublic
 */
export const deriveSpendKey = (derivation: Uint8Array, index: number, outputKey: Uint8Array): Uint8Array =>
  encodePoint(subtractPoints(decodePoint(outputKey), multiplyShared(derivation, index)))

const VIEW_TAG = utf8('view_tag')

/**
 * Returns the view tag of an output: one byte by which a receiver skips 255 of 256 foreign outputs.
 *
 * @example
 * viewTag(new Uint8Array(32), 0) < 256 // true
 */
export const viewTag = (derivation: Uint8Array, index: number): number =>
  keccak256(VIEW_TAG, derivation, varintBytes(index))[0] ?? 0

/**
 * Returns the key image of an output, outputSecret·Hp(outputKey). It becomes public when the output is spent, is always the same, and
 * cannot be linked to the output.
 * @throws InvalidPointError if `outputKey` does not have 32 bytes
 *
 * @example
 * const secret = Uint8Array.of(1, ...new Uint8Array(31))
 * keyImage(publicKeyOf(secret), secret) // keyImages(publicKeyOf(secret), secret)
 */
export const keyImage = (outputKey: Uint8Array, outputSecret: Uint8Array): Uint8Array =>
  encodePoint(multiplySecret(hashToPoint(outputKey), outputSecret))

/** Different numbers of keys and secrets, or incomplete keys. */
export class KeyCountError extends FabaError {
  override readonly name = 'KeyCountError'
  readonly code = 'key-count'
}

/**
 * Returns the key images of many outputs, as n rows of 32 bytes.
 * @param outputKeys n rows of 32 bytes; every value has an image
 * @param outputSecrets n rows of 32 bytes
 * @throws KeyCountError if the two do not have equally many complete rows
 *
 * @example
 * keyImages(new Uint8Array(32), new Uint8Array(64)) // throws KeyCountError
 */
export const keyImages = (outputKeys: Uint8Array, outputSecrets: Uint8Array): Uint8Array => {
  if (outputKeys.length !== outputSecrets.length || outputKeys.length % 32 !== 0)
    throw new KeyCountError(
      `keys and secrets have 32 bytes each and equal numbers, got ${outputKeys.length} and ${outputSecrets.length} bytes`,
    )
  return multiplyHashed(outputKeys, outputSecrets)
}

/**
 * Returns the sum of two secrets modulo L.
 *
 * @example
 * secretAdd(Uint8Array.of(2, ...new Uint8Array(31)), Uint8Array.of(3, ...new Uint8Array(31)))[0] // 5
 */
export const secretAdd = (a: Uint8Array, b: Uint8Array): Uint8Array => addSecrets(secretScalar(a), secretScalar(b))

/** An account or address index that is not an integer in 0 .. 2^32-1. */
export class SubaddressIndexError extends FabaError {
  override readonly name = 'SubaddressIndexError'
  readonly code = 'subaddress-index'
}

const INDEX_LIMIT = 2 ** 32

const isIndex = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < INDEX_LIMIT

/**
 * Checks the indices of `count` consecutive subaddresses of an account.
 * @throws SubaddressIndexError if one of them is not an integer in 0 .. 2^32-1
 *
 * @example
 * assertSubaddressIndices(0, 2 ** 32 - 1, 1) // undefined
 * assertSubaddressIndices(0, 2 ** 32 - 1, 2) // throws SubaddressIndexError
 * assertSubaddressIndices(-1, 0, 1) // throws SubaddressIndexError
 */
export const assertSubaddressIndices = (major: number, minorStart: number, count: number): void => {
  if (!isIndex(major) || !isIndex(minorStart) || !isIndex(count) || minorStart + count > INDEX_LIMIT)
    throw new SubaddressIndexError(
      `subaddress indices are 32-bit numbers, which ${count} from ${major}/${minorStart} on are not`,
    )
}

/** The trailing zero byte is part of the domain separator. */
const SUBADDRESS = utf8('SubAddr\0')

/**
 * Returns m, the difference between the spend secrets of subaddress (major, minor) and of the primary address. Zero for (0, 0), the
 * primary address.
 * @throws SubaddressIndexError if an index is not an integer in 0 .. 2^32-1
 *
 * @example
 * subaddressSecret(new Uint8Array(32), 0, 0) // new Uint8Array(32)
 */
export const subaddressSecret = (viewSecret: Uint8Array, major: number, minor: number): Uint8Array => {
  assertSubaddressIndices(major, minor, 1)
  return major === 0 && minor === 0
    ? new Uint8Array(32)
    : hashToScalar(SUBADDRESS, viewSecret, u32Bytes(major), u32Bytes(minor))
}

/**
 * Returns the spend keys of subaddresses (major, minorStart) .. (major, minorStart + count - 1), as rows of 32 bytes.
 * @throws InvalidPointError if `spendPublic` is not a point
 * @throws SubaddressIndexError if an index is not an integer in 0 .. 2^32-1
 *
 * @example
 * subaddressSpendKeys(new Uint8Array(32), publicKeyOf(Uint8Array.of(1, ...new Uint8Array(31))), 0, 1, 2).length // 64
 */
export const subaddressSpendKeys = (
  viewSecret: Uint8Array,
  spendPublic: Uint8Array,
  major: number,
  minorStart: number,
  count: number,
): Uint8Array => {
  assertSubaddressIndices(major, minorStart, count)
  const primary = decodePoint(spendPublic)
  const points = []
  for (let i = 0; i < count; i++) {
    const offset = withSecrets((keep) => multiplyBaseSecret(keep(subaddressSecret(viewSecret, major, minorStart + i))))
    points.push(addPoints(offset, primary))
  }
  const keys = new Uint8Array(32 * count)
  for (const [i, key] of encodePoints(points).entries()) keys.set(key, 32 * i)
  return keys
}

/**
 * Returns the spend key D of a subaddress: spendPublic + m·G.
 * @throws InvalidPointError if `spendPublic` is not a point
 *
 * @example
 * const spendPublic = publicKeyOf(Uint8Array.of(1, ...new Uint8Array(31)))
 * subaddressSpendKey(new Uint8Array(32), spendPublic, 0, 0) // spendPublic
 */
export const subaddressSpendKey = (
  viewSecret: Uint8Array,
  spendPublic: Uint8Array,
  major: number,
  minor: number,
): Uint8Array => subaddressSpendKeys(viewSecret, spendPublic, major, minor, 1)
