// The text form of reserve proofs (wallet2: get_reserve_proof). The wallet creates and verifies the proofs.

import { encodeBase58 } from '../../bytes/base58.ts'
import { BoostReader, BoostWriter } from '../../bytes/boostArchive.ts'
import { concat } from '../../bytes/bytes.ts'
import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'
import {
  DECODING_ERROR,
  decodeProofText,
  HEADER_ERROR,
  type ProofNetwork,
  ProofTextError,
  type ProofVersion,
  parseProofHeader,
} from './proofText.ts'

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

const KEY = 32
const SIGNATURE = 64
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
  const found = parseProofHeader(network, text, RESERVE_WORD)
  if (found === undefined) throw new ProofTextError(HEADER_ERROR)
  const { version, body } = found
  const bytes = decodeProofText(body)
  try {
    return { version, ...(version === 1 ? readArchive(bytes) : readBinary(bytes)) }
  } catch (error) {
    if (error instanceof FormatError) throw new ProofTextError(`${DECODING_ERROR}: ${error.message}`, { cause: error })
    throw error
  }
}
