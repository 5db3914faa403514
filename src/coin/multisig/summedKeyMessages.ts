// Key exchange messages of oxen-core (wallet2: get_multisig_info, pack_multisignature_keys): a header, then base58 of the fields and a
// signature of them all. No round is named.

import { Base58Error, decodeBase58, encodeBase58 } from '../../bytes/base58.ts'
import { concat } from '../../bytes/bytes.ts'
import { Reader } from '../../bytes/cursor.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { SIGNATURE_LENGTH } from '../../crypto/signatures/signature.ts'
import { type KeyMessage, KeyMessageError, type KeyMessageFault, type KeyMessageForm } from './keyMessage.ts'

const HEADERS = { first: 'MultisigV1', round: 'MultisigxV1' } as const
const ERRORS = { first: 'Bad multisig info', round: 'Bad extra multisig info' } as const
const KEY = 32

const error = (kind: KeyMessage['kind'], fault: KeyMessageFault, cause?: unknown): KeyMessageError =>
  new KeyMessageError(ERRORS[kind], { details: { fault }, cause })

const fieldsOf = (message: KeyMessage): Uint8Array =>
  message.kind === 'first' ? concat(message.viewShare, message.signer) : concat(message.signer, ...message.keys)

const decode = (text: string, kind: KeyMessage['kind']): Uint8Array => {
  try {
    return decodeBase58(text)
  } catch (cause) {
    // Without the cause, whose message contains a part of the text.
    if (cause instanceof Base58Error) throw error(kind, 'encoding')
    throw cause
  }
}

const parse = (text: string, kind: KeyMessage['kind']) => {
  if (!text.startsWith(HEADERS[kind])) throw error(kind, 'header')
  const bytes = decode(text.slice(HEADERS[kind].length), kind)
  const keys = (bytes.length - SIGNATURE_LENGTH) / KEY
  if (!Number.isInteger(keys) || (kind === 'first' ? keys !== 2 : keys < 2)) throw error(kind, 'content')
  const reader = new Reader(bytes)
  const read = (): Uint8Array => reader.bytes(KEY).slice()
  const message: KeyMessage =
    kind === 'first'
      ? { kind, viewShare: read(), signer: read() }
      : { kind, round: undefined, signer: read(), keys: Array.from({ length: keys - 1 }, read) }
  return { message, signature: reader.bytes(SIGNATURE_LENGTH).slice() }
}

/**
 * The form of oxen-core.
 *
 * @example
 * summedKeyMessages.parse('MultisigxV1', 'first') // throws KeyMessageError
 */
export const summedKeyMessages: KeyMessageForm = {
  hash: (message) => keccak256(fieldsOf(message)),
  format: (message, signature) => HEADERS[message.kind] + encodeBase58(concat(fieldsOf(message), signature)),
  parse,
  error,
}
