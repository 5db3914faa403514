// Proofs as people pass them on: a word for the kind and version, then base58. What they prove is known to the wallet.

import { Base58Error, decodeBase58, encodeBase58 } from '../../bytes/base58.ts'
import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import { concat } from '../../bytes/bytes.ts'
import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'
import type { Network } from '../networks/network.ts'

/** A text that is no proof, or not one of what was asked. */
export class ProofTextError extends Error {
  override readonly name = 'ProofTextError'
}

export type ProofVersion = 1 | 2

/** Who proves a payment: its sender (`out`) or its receiver (`in`). */
export type ProofDirection = 'out' | 'in'

/** A shared secret with the proof that it is one: 32 and 64 bytes. */
export type ProvenSecret = { readonly sharedSecret: Uint8Array; readonly proof: Uint8Array }

/** A proof that an address was paid: one secret for each key of the transaction, the main one first. */
export type PaymentProof = {
  readonly direction: ProofDirection
  readonly version: ProofVersion
  readonly secrets: readonly ProvenSecret[]
}

/** An output in a proof of reserves. All but the index are 32 bytes, signatures 64. */
export type ReserveEntry = {
  readonly txid: Uint8Array
  readonly indexInTx: number
  readonly sharedSecret: Uint8Array
  readonly keyImage: Uint8Array
  readonly sharedSecretProof: Uint8Array
  readonly keyImageProof: Uint8Array
}

/** A proof that somebody holds so much: outputs, and a signature with each spend key that they are addressed to. */
export type ReserveProof = {
  readonly version: ProofVersion
  readonly entries: readonly ReserveEntry[]
  readonly spendKeys: readonly { readonly key: Uint8Array; readonly signature: Uint8Array }[]
}

type HasProofRules = Pick<Network, 'proofs'>

const KEY = 32
const SIGNATURE = 64
const KEY_TEXT = 44
const SIGNATURE_TEXT = 88

const HEADER_ERROR = 'Signature header check error'
const DECODING_ERROR = 'Signature decoding error'

const decoded = (text: string): Uint8Array => {
  try {
    return decodeBase58(text)
  } catch (error) {
    if (error instanceof Base58Error) throw new ProofTextError(DECODING_ERROR, { cause: error })
    throw error
  }
}

/** The version behind a word; the text after both. */
const afterHeader = (
  { proofs }: HasProofRules,
  text: string,
  word: string,
): { readonly version: ProofVersion; readonly body: string } | undefined => {
  for (const version of [1, 2] as const) {
    const header = `${word}V${version}`
    if (version <= proofs.version && text.startsWith(header)) return { version, body: text.slice(header.length) }
  }
  return undefined
}

const WORDS = { out: 'OutProof', in: 'InProof' } as const
const DIRECTIONS = ['out', 'in'] as const

export const formatPaymentProof = ({ direction, version, secrets }: PaymentProof): string =>
  `${WORDS[direction]}V${version}${secrets
    .map(({ sharedSecret, proof }) => encodeBase58(sharedSecret) + encodeBase58(proof))
    .join('')}`

/** @throws ProofTextError */
export const parsePaymentProof = (network: HasProofRules, text: string): PaymentProof => {
  for (const direction of DIRECTIONS) {
    const found = afterHeader(network, text, WORDS[direction])
    if (found === undefined) continue
    const { version, body } = found
    const size = KEY_TEXT + SIGNATURE_TEXT
    if (body.length % size !== 0) throw new ProofTextError('Wrong signature size')
    const secrets = Array.from({ length: body.length / size }, (_, i) => {
      const pair = body.slice(i * size, (i + 1) * size)
      return { sharedSecret: decoded(pair.slice(0, KEY_TEXT)), proof: decoded(pair.slice(KEY_TEXT)) }
    })
    return { direction, version, secrets }
  }
  throw new ProofTextError(HEADER_ERROR)
}

const SPEND_HEADER = 'SpendProofV1'

/** @param signatures of all rings, one after the other, 64 bytes each */
export const formatSpendProof = (signatures: readonly Uint8Array[]): string =>
  SPEND_HEADER + signatures.map(encodeBase58).join('')

/**
 * The text of a spend proof behind its header.
 * @throws ProofTextError when it has another
 */
export const spendProofBody = (text: string): string => {
  if (!text.startsWith(SPEND_HEADER)) throw new ProofTextError(HEADER_ERROR)
  return text.slice(SPEND_HEADER.length)
}

/** The signatures in the body of a spend proof; undefined when there are not exactly so many. */
export const spendProofSignatures = (body: string, count: number): Uint8Array[] | undefined => {
  if (body.length !== count * SIGNATURE_TEXT) return undefined
  try {
    return Array.from({ length: count }, (_, i) =>
      decodeBase58(body.slice(i * SIGNATURE_TEXT, (i + 1) * SIGNATURE_TEXT)),
    )
  } catch (error) {
    if (error instanceof Base58Error) return undefined
    throw error
  }
}

const RESERVE_WORD = 'ReserveProof'

/** What an entry and a spend key take at least, in either form. */
const ENTRY_SIZE = 3 * KEY + 2 * SIGNATURE
const SPEND_KEY_SIZE = KEY + SIGNATURE

type ReserveLists = Omit<ReserveProof, 'version'>

const times = <Item>(count: number, read: () => Item): Item[] => Array.from({ length: count }, read)

/** Version 1. */
const writeArchive = ({ entries, spendKeys }: ReserveLists): Uint8Array => {
  const writer = new BoostWriter()
  writer.classInfo('entries').integer(entries.length).integer(0)
  for (const { txid, indexInTx, sharedSecret, keyImage, sharedSecretProof, keyImageProof } of entries)
    writer
      .classInfo('entry')
      .array('hash', txid)
      .integer(indexInTx)
      .array('public key', sharedSecret)
      .array('key image', keyImage)
      .array('signature', sharedSecretProof)
      .array('signature', keyImageProof)
  writer.classInfo('spend keys').integer(spendKeys.length)
  for (const { key, signature } of spendKeys) writer.array('public key', key).array('signature', signature)
  return writer.finish()
}

const readArchive = (bytes: Uint8Array): ReserveLists => {
  const reader = new BoostReader(bytes)
  reader.classInfo('entries')
  const count = reader.count(ENTRY_SIZE)
  reader.integer()
  const entries = times(count, () => {
    reader.classInfo('entry')
    return {
      txid: reader.array('hash', KEY),
      indexInTx: reader.integer(),
      sharedSecret: reader.array('public key', KEY),
      keyImage: reader.array('key image', KEY),
      sharedSecretProof: reader.array('signature', SIGNATURE),
      keyImageProof: reader.array('signature', SIGNATURE),
    }
  })
  reader.classInfo('spend keys')
  const spendKeys = times(reader.count(SPEND_KEY_SIZE), () => ({
    key: reader.array('public key', KEY),
    signature: reader.array('signature', SIGNATURE),
  }))
  reader.end('a reserve proof')
  return { entries, spendKeys }
}

/** What the entries of version 2 say of their own form, and of how many parts a pair is. */
const ENTRY_FORM = 0
const PAIR = 2

/** Version 2. */
const writeBinary = ({ entries, spendKeys }: ReserveLists): Uint8Array => {
  const writer = new Writer().varint(entries.length)
  for (const { txid, indexInTx, sharedSecret, keyImage, sharedSecretProof, keyImageProof } of entries)
    writer
      .varint(ENTRY_FORM)
      .bytes(txid)
      .varint(indexInTx)
      .bytes(concat(sharedSecret, keyImage, sharedSecretProof, keyImageProof))
  writer.varint(spendKeys.length)
  for (const { key, signature } of spendKeys) writer.varint(PAIR).bytes(key).bytes(signature)
  return writer.finish()
}

const expectMark = (reader: Reader, mark: number, what: string): void => {
  const told = reader.varint()
  if (told !== mark) throw new FormatError(`${what} begins with ${mark}, not ${told}`)
}

const readBinary = (bytes: Uint8Array): ReserveLists => {
  const reader = new Reader(bytes)
  const entries = times(reader.count(ENTRY_SIZE), () => {
    expectMark(reader, ENTRY_FORM, 'an entry')
    return {
      txid: reader.bytes(KEY),
      indexInTx: reader.varint(),
      sharedSecret: reader.bytes(KEY),
      keyImage: reader.bytes(KEY),
      sharedSecretProof: reader.bytes(SIGNATURE),
      keyImageProof: reader.bytes(SIGNATURE),
    }
  })
  const spendKeys = times(reader.count(SPEND_KEY_SIZE), () => {
    expectMark(reader, PAIR, 'a pair')
    return { key: reader.bytes(KEY), signature: reader.bytes(SIGNATURE) }
  })
  reader.end('a reserve proof')
  return { entries, spendKeys }
}

export const formatReserveProof = ({ version, ...lists }: ReserveProof): string =>
  `${RESERVE_WORD}V${version}${encodeBase58(version === 1 ? writeArchive(lists) : writeBinary(lists))}`

/** @throws ProofTextError */
export const parseReserveProof = (network: HasProofRules, text: string): ReserveProof => {
  const found = afterHeader(network, text, RESERVE_WORD)
  if (found === undefined) throw new ProofTextError(HEADER_ERROR)
  const { version, body } = found
  const bytes = decoded(body)
  try {
    return { version, ...(version === 1 ? readArchive(bytes) : readBinary(bytes)) }
  } catch (error) {
    if (error instanceof FormatError) throw new ProofTextError(`${DECODING_ERROR}: ${error.message}`, { cause: error })
    throw error
  }
}
