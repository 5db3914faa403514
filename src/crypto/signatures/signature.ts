// Schnorr signatures over 32-byte hashes (64 bytes: challenge c, response r), and signed messages (wallet2: `sign`, `verify`).

import { Base58Error, decodeBase58, encodeBase58 } from '../../bytes/base58.ts'
import { concat, equalBytes, isZero, utf8, withSecrets } from '../../bytes/bytes.ts'
import { varintBytes } from '../../bytes/cursor.ts'
import { addPoints, decodePoint, encodePoint, falseForInvalidPoints, isIdentity } from '../curve/point.ts'
import { hashToScalar, isCanonicalScalar, scalarFromBytes } from '../curve/scalar.ts'
import { multiplyBase, multiplyBaseSecret, multiplyPublic } from '../curve/scalarMultiplication.ts'
import { randomScalar, respond } from '../curve/secretScalar.ts'
import { keccak256 } from '../hash/keccak.ts'
import { withHedgedRandom } from '../random/hedgedRandom.ts'
import type { Random } from '../random/random.ts'

/** Length of a signature in bytes. */
export const SIGNATURE_LENGTH = 64

/**
 * Signs `hash` (32 bytes) with the secret of `publicKey`. The nonce is hedged (`hedgedRandom.ts`).
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { publicKeyOf } from '../keys/keys.ts'
 * const secret = Uint8Array.of(5, ...new Uint8Array(31))
 * const signature = signHash(new Uint8Array(32), publicKeyOf(secret), secret, (length) => new Uint8Array(length).fill(3))
 * verifyHash(new Uint8Array(32), publicKeyOf(secret), signature) // true
 */
export const signHash = (hash: Uint8Array, publicKey: Uint8Array, secret: Uint8Array, random: Random): Uint8Array =>
  withHedgedRandom(random, [utf8('signature'), secret, hash, publicKey], (hedged) =>
    withSecrets((keep) => {
      for (;;) {
        const nonce = keep(randomScalar(hedged))
        const challenge = hashToScalar(hash, publicKey, encodePoint(multiplyBaseSecret(nonce)))
        const response = respond(nonce, challenge, secret)
        if (!isZero(challenge) && !isZero(response)) return concat(challenge, response)
      }
    }),
  )

/**
 * Returns whether `signature` (64 bytes) is a signature of `hash` with the secret of `publicKey`.
 *
 * @example
 * verifyHash(new Uint8Array(32), new Uint8Array(32), new Uint8Array(64)) // false
 */
export const verifyHash = (hash: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean =>
  falseForInvalidPoints(() => {
    if (signature.length !== SIGNATURE_LENGTH) return false
    const [challenge, response] = [signature.subarray(0, 32), signature.subarray(32)]
    const c = scalarFromBytes(challenge)
    if (c === 0n || !isCanonicalScalar(challenge) || !isCanonicalScalar(response)) return false
    const commitment = addPoints(multiplyPublic(decodePoint(publicKey), c), multiplyBase(scalarFromBytes(response)))
    if (isIdentity(commitment)) return false
    return equalBytes(hashToScalar(hash, publicKey, encodePoint(commitment)), challenge)
  })

/** The two public keys of an address. */
export type AddressKeys = { readonly spendPublic: Uint8Array; readonly viewPublic: Uint8Array }

/** The key of an address that signed a message. */
export type SigningKey = 'spend' | 'view'

/** The version and the signing key of a valid message signature. */
export type VerifiedMessage = { readonly version: 1 | 2; readonly signedWith: SigningKey }

const HEADER_LENGTH = 5
const DOMAIN = utf8('MoneroMessageSignature\0')
const MODES = { spend: Uint8Array.of(0), view: Uint8Array.of(1) }

const messageHashV2 = (message: Uint8Array, address: AddressKeys, signedWith: SigningKey): Uint8Array =>
  keccak256(DOMAIN, address.spendPublic, address.viewPublic, MODES[signedWith], varintBytes(message.length), message)

/**
 * Signs a message in version 1, with the spend secret of the address. Returns `SigV1` and base58 text.
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { publicKeyOf } from '../keys/keys.ts'
 * const secret = Uint8Array.of(5, ...new Uint8Array(31))
 * const text = signMessageV1(Uint8Array.of(1), publicKeyOf(secret), secret, (length) => new Uint8Array(length).fill(3))
 * const address = { spendPublic: publicKeyOf(secret), viewPublic: publicKeyOf(new Uint8Array(32)) }
 * verifyMessage(text, Uint8Array.of(1), address) // { version: 1, signedWith: 'spend' }
 */
export const signMessageV1 = (
  message: Uint8Array,
  spendPublic: Uint8Array,
  spendSecret: Uint8Array,
  random: Random,
): string => `SigV1${encodeBase58(signHash(keccak256(message), spendPublic, spendSecret, random))}`

/**
 * Signs a message in version 2, bound to the address. Returns `SigV2` and base58 text.
 * @param secret of the key that `signedWith` names: b + m or a·(b + m) for a subaddress
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { publicKeyOf } from '../keys/keys.ts'
 * const secret = Uint8Array.of(5, ...new Uint8Array(31))
 * const address = { spendPublic: publicKeyOf(new Uint8Array(32)), viewPublic: publicKeyOf(secret) }
 * const text = signMessageV2(Uint8Array.of(1), address, 'view', secret, (length) => new Uint8Array(length).fill(3))
 * verifyMessage(text, Uint8Array.of(1), address) // { version: 2, signedWith: 'view' }
 */
export const signMessageV2 = (
  message: Uint8Array,
  address: AddressKeys,
  signedWith: SigningKey,
  secret: Uint8Array,
  random: Random,
): string => {
  const key = signedWith === 'spend' ? address.spendPublic : address.viewPublic
  return `SigV2${encodeBase58(signHash(messageHashV2(message, address, signedWith), key, secret, random))}`
}

/** Decodes the text of a message signature; undefined if it is malformed. */
const decodeMessageSignature = (text: string): Uint8Array | undefined => {
  try {
    const bytes = decodeBase58(text.slice(HEADER_LENGTH))
    return bytes.length === SIGNATURE_LENGTH ? bytes : undefined
  } catch (error) {
    if (error instanceof Base58Error) return undefined
    throw error
  }
}

/**
 * Verifies a message signature of either version for an address.
 * @returns its version and key; undefined if it is malformed or not valid
 *
 * @example
 * const address = { spendPublic: new Uint8Array(32), viewPublic: new Uint8Array(32) }
 * verifyMessage('SigV1x', Uint8Array.of(1), address) // undefined
 */
export const verifyMessage = (text: string, message: Uint8Array, address: AddressKeys): VerifiedMessage | undefined => {
  const header = text.slice(0, HEADER_LENGTH)
  const version = header === 'SigV1' ? 1 : header === 'SigV2' ? 2 : undefined
  const signature = version && decodeMessageSignature(text)
  if (version === undefined || signature === undefined) return undefined
  const isSignedWith = (signedWith: SigningKey): boolean =>
    verifyHash(
      version === 1 ? keccak256(message) : messageHashV2(message, address, signedWith),
      signedWith === 'spend' ? address.spendPublic : address.viewPublic,
      signature,
    )
  if (isSignedWith('spend')) return { version, signedWith: 'spend' }
  if (isSignedWith('view')) return { version, signedWith: 'view' }
  return undefined
}
