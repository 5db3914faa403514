// Key exchange messages of monero 0.18 (multisig_kex_msg): a header, then base58 of the fields and a signature of header, round and
// fields.

import { Base58Error, decodeBase58, encodeBase58 } from '../../bytes/base58.ts'
import { concat, u32Bytes, utf8 } from '../../bytes/bytes.ts'
import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { SIGNATURE_LENGTH } from '../../crypto/signatures/signature.ts'
import { type KeyMessage, KeyMessageError, type KeyMessageFault, type KeyMessageForm } from './keyMessage.ts'

const HEADERS = { first: 'MultisigxV2R1', round: 'MultisigxV2Rn' } as const
const OLD_HEADERS = ['MultisigV1', 'MultisigxV1']
const KEY = 32
const MAX_ROUND = 2 ** 32 - 1

const TEXTS: { readonly [fault in KeyMessageFault]: string } = {
  header: 'Only v2 multisig kex messages are supported.',
  encoding: 'Multisig kex msg decoding error.',
  content: 'Deserializing kex msg failed.',
  key: 'Pubkey from message was invalid.',
  subgroup: 'Pubkey from message was not in prime subgroup.',
  signer: 'Message signing key was invalid.',
  signature: 'Multisig kex msg signature invalid.',
}

const errorOf = (fault: KeyMessageFault, text = TEXTS[fault]): KeyMessageError =>
  new KeyMessageError(text, { details: { fault } })

const hash = (message: KeyMessage): Uint8Array =>
  keccak256(
    utf8(HEADERS[message.kind]),
    u32Bytes(message.kind === 'first' ? 1 : (message.round ?? 0)),
    message.signer,
    ...(message.kind === 'first' ? [message.viewShare] : message.keys),
  )

const format = (message: KeyMessage, signature: Uint8Array): string => {
  const fields = new Writer()
  if (message.kind === 'first') fields.bytes(message.viewShare)
  else
    fields
      .varint(message.round ?? 0)
      .varint(message.keys.length)
      .bytes(concat(...message.keys))
  fields.bytes(message.signer).bytes(signature)
  return HEADERS[message.kind] + encodeBase58(fields.finish())
}

const readMessage = (bytes: Uint8Array, kind: KeyMessage['kind']) => {
  const reader = new Reader(bytes)
  const read = (): Uint8Array => reader.bytes(KEY).slice()
  let message: KeyMessage
  if (kind === 'first') message = { kind, viewShare: read(), signer: read() }
  else {
    const round = reader.varint()
    if (round > MAX_ROUND) throw errorOf('content')
    const keys = Array.from({ length: reader.count(KEY) }, read)
    message = { kind, round, keys, signer: read() }
  }
  const signature = reader.bytes(SIGNATURE_LENGTH).slice()
  reader.end('a key exchange message')
  return { message, signature }
}

/** The header decides the kind: a caller that expects another kind gets what the text is, as in wallet2, and rejects its round. */
const parse = (text: string) => {
  if (text === '') throw errorOf('header', 'Kex message unexpectedly empty.')
  if (text.length < HEADERS.first.length) throw errorOf('header', 'Kex message unexpectedly small.')
  if (OLD_HEADERS.some((header) => text.startsWith(header)))
    throw errorOf('header', 'V1 multisig kex messages are deprecated (unsafe).')
  const found = (['first', 'round'] as const).find((kind) => text.startsWith(HEADERS[kind]))
  try {
    const bytes = decodeBase58(text.slice(HEADERS.first.length))
    if (found === undefined) throw errorOf('header')
    const parsed = readMessage(bytes, found)
    if (parsed.message.kind === 'round' && (parsed.message.round ?? 0) < 2)
      throw errorOf('content', 'Invalid kex message round (must be > 1 for the general msg type).')
    return parsed
  } catch (error) {
    // Without the cause, whose message may contain a part of the text.
    if (error instanceof Base58Error) throw errorOf('encoding')
    if (error instanceof FormatError) throw errorOf('content')
    throw error
  }
}

/**
 * The form of monero 0.18.
 *
 * @example
 * aggregatedKeyMessages.parse('MultisigV1', 'first') // throws KeyMessageError
 */
export const aggregatedKeyMessages: KeyMessageForm = { hash, format, parse, error: (_, fault) => errorOf(fault) }
