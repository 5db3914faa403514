// Messages of a multisig key exchange, by which participants of a new multisig wallet exchange keys: signed texts. Each family has its own
// form; the first message of a participant differs from those of later rounds.

import { isZero } from '../../bytes/bytes.ts'
import { arePrimePoints, decodePoint, isIdentity } from '../../crypto/curve/point.ts'
import { isCanonicalScalar } from '../../crypto/curve/scalar.ts'
import type { Random } from '../../crypto/random/random.ts'
import { signHash, verifyHash } from '../../crypto/signatures/signature.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** The first message of a participant. It contains a secret: his share of the view key that all participants will have. */
export type FirstKeyMessage = {
  readonly kind: 'first'
  /** public key that signs the message */
  readonly signer: Uint8Array
  /** secret scalar */
  readonly viewShare: Uint8Array
}

/** A message of a later round. */
export type RoundKeyMessage = {
  readonly kind: 'round'
  /** number of the round, from 2; undefined in forms without it */
  readonly round: number | undefined
  /** public key that signs the message */
  readonly signer: Uint8Array
  /** public keys that the participant has in common with others */
  readonly keys: readonly Uint8Array[]
}

export type KeyMessage = FirstKeyMessage | RoundKeyMessage

/** Why a text is not a valid message. */
export type KeyMessageFault = 'header' | 'encoding' | 'content' | 'key' | 'subgroup' | 'signer' | 'signature'

/** A text is not a valid message of a key exchange. The messages are wallet2's and contain no part of the text, which has a secret. */
export class KeyMessageError extends FabaError<{
  readonly fault: KeyMessageFault
  /** position in a list of messages */
  readonly index?: number
}> {
  override readonly name = 'KeyMessageError'
  readonly code = 'key-message'
}

/** The form of a family. */
export type KeyMessageForm = {
  /** Returns the hash that the participant signs. */
  readonly hash: (message: KeyMessage) => Uint8Array
  readonly format: (message: KeyMessage, signature: Uint8Array) => string
  /** Parses a text without verifying keys and signature. Throws KeyMessageError; may return another kind than expected. */
  readonly parse: (
    text: string,
    expected: KeyMessage['kind'],
  ) => { readonly message: KeyMessage; readonly signature: Uint8Array }
  /** Returns the error of wallet2 for an invalid message. */
  readonly error: (kind: KeyMessage['kind'], fault: KeyMessageFault, cause?: unknown) => KeyMessageError
}

/**
 * Signs a message with the secret of its signer, and returns its text.
 *
 * @example
 * import { summedKeyMessages } from './summedKeyMessages.ts'
 * import { publicKeyOf } from '../../crypto/keys/keys.ts'
 * const secret = Uint8Array.of(5, ...new Uint8Array(31))
 * const message = { kind: 'first', signer: publicKeyOf(secret), viewShare: secret }
 * signKeyMessage(summedKeyMessages, message, secret, (length) => new Uint8Array(length).fill(3)).length // 186
 */
export const signKeyMessage = (form: KeyMessageForm, message: KeyMessage, secret: Uint8Array, random: Random): string =>
  form.format(message, signHash(form.hash(message), message.signer, secret, random))

const checkKeys = (form: KeyMessageForm, { kind, signer, ...message }: KeyMessage): void => {
  const keys = [...('keys' in message ? message.keys : []), signer]
  const arePrime = arePrimePoints(keys)
  for (const [at, key] of keys.entries()) {
    const isSigner = at === keys.length - 1
    if (isZero(key) || !arePrime[at]) throw form.error(kind, isSigner ? 'signer' : isZero(key) ? 'key' : 'subgroup')
    if (isIdentity(decodePoint(key))) throw form.error(kind, isSigner ? 'signer' : 'key')
  }
  if ('viewShare' in message && (isZero(message.viewShare) || !isCanonicalScalar(message.viewShare)))
    throw form.error(kind, 'key')
}

/**
 * Parses a message, and verifies its keys and its signature.
 * @param expected the kind that is due. a form may return the other kind, which the caller rejects
 * @throws KeyMessageError
 *
 * @example
 * import { summedKeyMessages } from './summedKeyMessages.ts'
 * parseKeyMessage(summedKeyMessages, 'MultisigV1', 'first') // throws KeyMessageError
 */
export const parseKeyMessage = (form: KeyMessageForm, text: string, expected: KeyMessage['kind']): KeyMessage => {
  const { message, signature } = form.parse(text, expected)
  checkKeys(form, message)
  if (!verifyHash(form.hash(message), message.signer, signature)) throw form.error(message.kind, 'signature')
  return message
}
