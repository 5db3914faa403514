// The text forms of payment, spend and reserve proofs: a header with kind and version, then base58 (wallet2: get_tx_proof, get_spend_proof,
// get_reserve_proof). The wallet creates and verifies the proofs.

import { Base58Error, decodeBase58, encodeBase58 } from '../../bytes/base58.ts'
import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import { concat } from '../../bytes/bytes.ts'
import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Network } from '../networks/network.ts'

/** A text is not a proof of the requested kind. The messages are wallet2's. */
export class ProofTextError extends FabaError {
  override readonly name = 'ProofTextError'
  readonly code = 'proof-text'
}

export type ProofVersion = 1 | 2

/** The prover of a payment: its sender (`out`) or its receiver (`in`). */
export type ProofDirection = 'out' | 'in'

/** A shared secret (32 bytes) with the proof that it is one (64 bytes). */
export type ProvenSecret = { readonly sharedSecret: Uint8Array; readonly proof: Uint8Array }

/** A proof of a payment to an address: one secret for each transaction public key, the main one first. */
export type PaymentProof = {
  readonly direction: ProofDirection
  readonly version: ProofVersion
  readonly secrets: readonly ProvenSecret[]
}

/** An output of a reserve proof. Keys have 32 bytes, signatures 64. */
export type ReserveEntry = {
  readonly txid: Uint8Array
  readonly indexInTx: number
  readonly sharedSecret: Uint8Array
  readonly keyImage: Uint8Array
  readonly sharedSecretProof: Uint8Array
  readonly keyImageProof: Uint8Array
}

/** A proof of reserves: outputs, and a signature by each spend key that owns one of them. */
export type ReserveProof = {
  readonly version: ProofVersion
  readonly entries: readonly ReserveEntry[]
  readonly spendKeys: readonly { readonly key: Uint8Array; readonly signature: Uint8Array }[]
}

type ProofNetwork = Pick<Network, 'proofs'>

const KEY = 32
const SIGNATURE = 64
const KEY_TEXT = 44
const SIGNATURE_TEXT = 88

const HEADER_ERROR = 'Signature header check error'
const DECODING_ERROR = 'Signature decoding error'

const decodeText = (text: string): Uint8Array => {
  try {
    return decodeBase58(text)
  } catch (error) {
    if (error instanceof Base58Error) throw new ProofTextError(DECODING_ERROR, { cause: error })
    throw error
  }
}

/** Returns the version after the header's word, and the text after the header. */
const afterHeader = (
  { proofs }: ProofNetwork,
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

/**
 * Formats a payment proof.
 *
 * @example
 * const proof = { direction: 'out', version: 2, secrets: [{ sharedSecret: new Uint8Array(32), proof: new Uint8Array(64) }] }
 * formatPaymentProof(proof).slice(0, 12) // 'OutProofV211'
 */
export const formatPaymentProof = ({ direction, version, secrets }: PaymentProof): string =>
  `${WORDS[direction]}V${version}${secrets
    .map(({ sharedSecret, proof }) => encodeBase58(sharedSecret) + encodeBase58(proof))
    .join('')}`

/**
 * Parses a payment proof.
 * @throws ProofTextError
 *
 * @example
 * const network = { proofs: { version: 2, prunedIds: false, keyImagesSign: 'proof' } }
 * const proof = { direction: 'out', version: 2, secrets: [{ sharedSecret: new Uint8Array(32), proof: new Uint8Array(64) }] }
 * parsePaymentProof(network, formatPaymentProof(proof)) // proof
 * parsePaymentProof(network, 'SpendProofV1') // throws ProofTextError
 */
export const parsePaymentProof = (network: ProofNetwork, text: string): PaymentProof => {
  for (const direction of DIRECTIONS) {
    const found = afterHeader(network, text, WORDS[direction])
    if (found === undefined) continue
    const { version, body } = found
    const size = KEY_TEXT + SIGNATURE_TEXT
    if (body.length % size !== 0) throw new ProofTextError('Wrong signature size')
    const secrets = Array.from({ length: body.length / size }, (_, i) => {
      const pair = body.slice(i * size, (i + 1) * size)
      return { sharedSecret: decodeText(pair.slice(0, KEY_TEXT)), proof: decodeText(pair.slice(KEY_TEXT)) }
    })
    return { direction, version, secrets }
  }
  throw new ProofTextError(HEADER_ERROR)
}

const SPEND_HEADER = 'SpendProofV1'

/**
 * Formats a spend proof.
 * @param signatures of all rings, one after the other, 64 bytes each
 *
 * @example
 * formatSpendProof([]) // 'SpendProofV1'
 */
export const formatSpendProof = (signatures: readonly Uint8Array[]): string =>
  SPEND_HEADER + signatures.map(encodeBase58).join('')

/**
 * Returns the text of a spend proof after its header.
 * @throws ProofTextError for another header
 *
 * @example
 * spendProofBody('SpendProofV1abc') // 'abc'
 */
export const spendProofBody = (text: string): string => {
  if (!text.startsWith(SPEND_HEADER)) throw new ProofTextError(HEADER_ERROR)
  return text.slice(SPEND_HEADER.length)
}

/**
 * Returns the signatures in the body of a spend proof; undefined unless there are exactly `count`.
 *
 * @example
 * const signatures = [new Uint8Array(64)]
 * spendProofSignatures(spendProofBody(formatSpendProof(signatures)), 1) // signatures
 */
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

/** Lower bounds of the sizes of an entry and a spend key, in both versions. */
const ENTRY_SIZE = 3 * KEY + 2 * SIGNATURE
const SPEND_KEY_SIZE = KEY + SIGNATURE

type ReserveLists = Omit<ReserveProof, 'version'>

const times = <Item>(count: number, read: () => Item): Item[] => Array.from({ length: count }, read)

/** Version 1: a Boost archive. */
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

/** Version 2: version of an entry, and number of members of a pair. */
const ENTRY_VERSION = 0
const PAIR = 2

/** Version 2: monerod's binary archive. */
const writeBinary = ({ entries, spendKeys }: ReserveLists): Uint8Array => {
  const writer = new Writer().varint(entries.length)
  for (const { txid, indexInTx, sharedSecret, keyImage, sharedSecretProof, keyImageProof } of entries)
    writer
      .varint(ENTRY_VERSION)
      .bytes(txid)
      .varint(indexInTx)
      .bytes(concat(sharedSecret, keyImage, sharedSecretProof, keyImageProof))
  writer.varint(spendKeys.length)
  for (const { key, signature } of spendKeys) writer.varint(PAIR).bytes(key).bytes(signature)
  return writer.finish()
}

const expectVarint = (reader: Reader, expected: number, what: string): void => {
  const actual = reader.varint()
  if (actual !== expected) throw new FormatError(`${what} must begin with ${expected}, not ${actual}`)
}

const readBinary = (bytes: Uint8Array): ReserveLists => {
  const reader = new Reader(bytes)
  const entries = times(reader.count(ENTRY_SIZE), () => {
    expectVarint(reader, ENTRY_VERSION, 'an entry')
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
    expectVarint(reader, PAIR, 'a pair')
    return { key: reader.bytes(KEY), signature: reader.bytes(SIGNATURE) }
  })
  reader.end('a reserve proof')
  return { entries, spendKeys }
}

/**
 * Formats a reserve proof.
 *
 * @example
 * const proof = { version: 2, entries: [], spendKeys: [] }
 * formatReserveProof(proof).startsWith('ReserveProofV2') // true
 */
export const formatReserveProof = ({ version, ...lists }: ReserveProof): string =>
  `${RESERVE_WORD}V${version}${encodeBase58(version === 1 ? writeArchive(lists) : writeBinary(lists))}`

/**
 * Parses a reserve proof.
 * @throws ProofTextError
 *
 * @example
 * const network = { proofs: { version: 2, prunedIds: false, keyImagesSign: 'proof' } }
 * const proof = { version: 2, entries: [], spendKeys: [] }
 * parseReserveProof(network, formatReserveProof(proof)) // proof
 */
export const parseReserveProof = (network: ProofNetwork, text: string): ReserveProof => {
  const found = afterHeader(network, text, RESERVE_WORD)
  if (found === undefined) throw new ProofTextError(HEADER_ERROR)
  const { version, body } = found
  const bytes = decodeText(body)
  try {
    return { version, ...(version === 1 ? readArchive(bytes) : readBinary(bytes)) }
  } catch (error) {
    if (error instanceof FormatError) throw new ProofTextError(`${DECODING_ERROR}: ${error.message}`, { cause: error })
    throw error
  }
}
