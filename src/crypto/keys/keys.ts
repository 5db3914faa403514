// Keys of wallets, subaddresses and outputs: the one-time address scheme of CryptoNote and the subaddresses of Monero (MRL-0006).
// A secret is a canonical scalar and a public key an encoded point, 32 bytes each.

import { u32Bytes, utf8, wipe } from '../../bytes/bytes.ts'
import { varintBytes } from '../../bytes/cursor.ts'
import {
  addPoints,
  decodePoint,
  encodePoint,
  encodePoints,
  hashToPoint,
  multiplyBase,
  multiplyBaseSecret,
  multiplyBy8,
  multiplyHashed,
  multiplySecret,
  subtractPoints,
} from '../curve/point.ts'
import { hashToScalar, reduce32, scalarFromBytes, scalarToBytes } from '../curve/scalar.ts'
import { keccak256 } from '../hash/keccak.ts'

/** A wallet's two key pairs. */
export type WalletKeys = {
  readonly spendSecret: Uint8Array
  readonly spendPublic: Uint8Array
  readonly viewSecret: Uint8Array
  readonly viewPublic: Uint8Array
}

/** secret·G, encoded. */
export const publicKeyOf = (secret: Uint8Array): Uint8Array => encodePoint(multiplyBaseSecret(scalarFromBytes(secret)))

/** The view secret that a wallet made from a seed has: Hs(spend secret). */
export const viewSecretOf = (spendSecret: Uint8Array): Uint8Array => hashToScalar(spendSecret)

/** The keys that a seed of 32 bytes (random, or spelled by its words) stands for. */
export const generateKeys = (seed: Uint8Array): WalletKeys => {
  const spendSecret = reduce32(seed)
  const viewSecret = viewSecretOf(spendSecret)
  return { spendSecret, spendPublic: publicKeyOf(spendSecret), viewSecret, viewPublic: publicKeyOf(viewSecret) }
}

/**
 * secret·key, encoded, without the cofactor: a subaddress's view key a·D, a transaction key r·D, the point of a proof.
 * @throws InvalidPointError when `key` is not a point
 */
export const multiplyKey = (key: Uint8Array, secret: Uint8Array): Uint8Array =>
  encodePoint(multiplySecret(decodePoint(key), scalarFromBytes(secret)))

/**
 * The secret that sender and receiver share, 8·secret·publicKey: a·R for the receiver, r·A for the sender.
 * @throws InvalidPointError when `publicKey` is not a point
 */
export const keyDerivation = (publicKey: Uint8Array, secret: Uint8Array): Uint8Array =>
  encodePoint(multiplyBy8(multiplySecret(decodePoint(publicKey), scalarFromBytes(secret))))

/** Hs(derivation || index): what makes the key of the output at `index` its own. */
export const derivationToScalar = (derivation: Uint8Array, index: number): Uint8Array =>
  hashToScalar(derivation, varintBytes(index))

/**
 * The one-time key of an output: Hs(derivation || index)·G + spendPublic.
 * @throws InvalidPointError when `spendPublic` is not a point
 */
export const deriveOutputKey = (derivation: Uint8Array, index: number, spendPublic: Uint8Array): Uint8Array =>
  encodePoint(addPoints(multiplyBase(scalarFromBytes(derivationToScalar(derivation, index))), decodePoint(spendPublic)))

/** The secret of a one-time key: Hs(derivation || index) + spendSecret, where a subaddress has its own spend secret. */
export const deriveOutputSecret = (derivation: Uint8Array, index: number, spendSecret: Uint8Array): Uint8Array =>
  secretAdd(derivationToScalar(derivation, index), spendSecret)

/**
 * The spend key an output is addressed to, if it is ours: outputKey - Hs(derivation || index)·G.
 * @throws InvalidPointError when `outputKey` is not a point
 */
export const deriveSpendKey = (derivation: Uint8Array, index: number, outputKey: Uint8Array): Uint8Array =>
  encodePoint(
    subtractPoints(decodePoint(outputKey), multiplyBase(scalarFromBytes(derivationToScalar(derivation, index)))),
  )

const VIEW_TAG = utf8('view_tag')

/** One byte by which a receiver passes over 255 of 256 foreign outputs. */
export const viewTag = (derivation: Uint8Array, index: number): number =>
  keccak256(VIEW_TAG, derivation, varintBytes(index))[0] ?? 0

/**
 * The key image of an output, outputSecret·Hp(outputKey): public once spent, the same every time, unlinkable to the output.
 * @throws InvalidPointError for a key of another length than 32
 */
export const keyImage = (outputKey: Uint8Array, outputSecret: Uint8Array): Uint8Array =>
  encodePoint(multiplySecret(hashToPoint(outputKey), scalarFromBytes(outputSecret)))

/** Keys and secrets that do not pair up. */
export class KeyCountError extends Error {
  override readonly name = 'KeyCountError'
}

/**
 * The key images of many outputs.
 * @param outputKeys n keys of 32 bytes, one after the other; any bytes have an image
 * @param outputSecrets n secrets of 32 bytes, one after the other
 * @returns n key images of 32 bytes, one after the other
 * @throws KeyCountError when the two are not equally many whole keys
 */
export const keyImages = (outputKeys: Uint8Array, outputSecrets: Uint8Array): Uint8Array => {
  if (outputKeys.length !== outputSecrets.length || outputKeys.length % 32 !== 0)
    throw new KeyCountError(
      `keys and secrets pair up 32 bytes each, not ${outputKeys.length} bytes with ${outputSecrets.length}`,
    )
  return multiplyHashed(outputKeys, outputSecrets)
}

/** The sum of two secrets. */
export const secretAdd = (a: Uint8Array, b: Uint8Array): Uint8Array =>
  scalarToBytes(scalarFromBytes(a) + scalarFromBytes(b))

/** The trailing zero belongs to it. */
const SUBADDRESS = utf8('SubAddr\0')

/** m: what the spend secret of subaddress (major, minor) adds to the primary one. Zero for (0, 0), the primary address itself. */
export const subaddressSecret = (viewSecret: Uint8Array, major: number, minor: number): Uint8Array =>
  major === 0 && minor === 0
    ? new Uint8Array(32)
    : hashToScalar(SUBADDRESS, viewSecret, u32Bytes(major), u32Bytes(minor))

/**
 * The spend keys of subaddresses (major, minorStart) .. (major, minorStart + count - 1), 32 bytes each, one after the other.
 * @throws InvalidPointError when `spendPublic` is not a point
 */
export const subaddressSpendKeys = (
  viewSecret: Uint8Array,
  spendPublic: Uint8Array,
  major: number,
  minorStart: number,
  count: number,
): Uint8Array => {
  const primary = decodePoint(spendPublic)
  const points = []
  for (let i = 0; i < count; i++) {
    const secret = subaddressSecret(viewSecret, major, minorStart + i)
    points.push(addPoints(multiplyBase(scalarFromBytes(secret)), primary))
    wipe(secret)
  }
  const keys = new Uint8Array(32 * count)
  for (const [i, key] of encodePoints(points).entries()) keys.set(key, 32 * i)
  return keys
}

/**
 * The spend key D of a subaddress: spendPublic + m·G.
 * @throws InvalidPointError when `spendPublic` is not a point
 */
export const subaddressSpendKey = (
  viewSecret: Uint8Array,
  spendPublic: Uint8Array,
  major: number,
  minor: number,
): Uint8Array => subaddressSpendKeys(viewSecret, spendPublic, major, minor, 1)
