// DNS messages (RFC 1035): encodes queries and parses responses. Records keep their bytes, because signatures cover them; only compressed
// names are expanded.

import { concat } from '../bytes/bytes.ts'
import { FabaError } from '../errors/fabaError.ts'

/** Labels from the host to the top-level domain; empty for the root. Each character is one byte, A to Z in lower case. */
export type DomainName = readonly string[]

export type DnsRecord = {
  readonly name: DomainName
  readonly type: number
  /** in canonical form (RFC 4034, 6.2) for the types in RECORD_TYPE */
  readonly data: Uint8Array
}

export type DnsResponse = {
  readonly name: DomainName
  readonly type: number
  /** response code (RFC 1035, 4.1.1): 0 for success, 3 if the name does not exist */
  readonly code: number
  readonly records: readonly DnsRecord[]
}

export const RECORD_TYPE = { cname: 5, txt: 16, ds: 43, rrsig: 46, dnskey: 48 } as const

/** Bytes are not a DNS message, or not a response to a query. */
export class DnsMessageError extends FabaError {
  override readonly name = 'DnsMessageError'
  readonly code = 'dns-message'
}

/** A text is not a domain name. */
export class DomainNameError extends FabaError {
  override readonly name = 'DomainNameError'
  readonly code = 'domain-name'
}

/** The class of all queries. */
export const CLASS_INTERNET = 1
const OPT = 41
const MAX_LABEL_LENGTH = 63
const MAX_NAME_LENGTH = 255
/** More than a name can have labels. */
const MAX_POINTERS = 128
/** Of an answer. Keys and signatures of a zone are some twenty; a pointer to a long name lets a message of 64 KiB have thousands. */
const MAX_RECORDS = 128

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/

/**
 * Parses a domain name such as `donate.example.org`.
 * @throws DomainNameError
 */
export const parseDomainName = (text: string): DomainName => {
  const labels = text.toLowerCase().replace(/\.$/, '').split('.')
  for (const label of labels)
    if (!LABEL.test(label) || label.length > MAX_LABEL_LENGTH)
      throw new DomainNameError(
        `"${label}" is not a label of a domain name: labels are letters, digits and hyphens, at most ${MAX_LABEL_LENGTH}; other scripts are written in their xn-- form`,
      )
  if (nameLength(labels) > MAX_NAME_LENGTH) throw new DomainNameError('the domain name is too long')
  return labels
}

/** Formats a name for display. */
export const formatDomainName = (name: DomainName): string =>
  name.length === 0 ? 'the root' : name.map((label) => label.replace(/[^!-~]/g, '?')).join('.')

const nameLength = (name: DomainName): number => name.reduce((sum, label) => sum + label.length + 1, 1)

/** Encodes a name without compression, as signatures cover it. */
export const encodeDomainName = (name: DomainName): Uint8Array => {
  const bytes = new Uint8Array(nameLength(name))
  let offset = 0
  for (const label of name) {
    bytes[offset++] = label.length
    for (let i = 0; i < label.length; i++) bytes[offset++] = label.charCodeAt(i)
  }
  return bytes
}

/** Whether two names are equal. */
export const isSameName = (a: DomainName, b: DomainName): boolean =>
  a.length === b.length && a.every((label, i) => label === b[i])

/** Whether a name is that of a zone, or below it. */
export const isSubdomain = (name: DomainName, zone: DomainName): boolean =>
  name.length >= zone.length && isSameName(name.slice(name.length - zone.length), zone)

/** Encodes 16-bit integers in network byte order. */
export const u16Bytes = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(values.flatMap((value) => [value >> 8, value & 255]))

const RECURSION_DESIRED = 0x0100
/** The resolver also returns records that it could not validate; they are validated here, so errors can state the reason. */
const CHECKING_DISABLED = 0x0010
const DNSSEC_OK = 0x8000
const PAYLOAD = 4096

/** Encodes a query. Its id is 0, so that equal queries have equal bytes (RFC 8484, 4.1). */
export const encodeQuery = (name: DomainName, type: number): Uint8Array =>
  concat(
    u16Bytes(0, RECURSION_DESIRED | CHECKING_DISABLED, 1, 0, 0, 1),
    encodeDomainName(name),
    u16Bytes(type, CLASS_INTERNET),
    // EDNS (RFC 6891) with the flag that requests signatures.
    Uint8Array.of(0),
    u16Bytes(OPT, PAYLOAD, 0, DNSSEC_OK, 0),
  )

const lowerCase = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)

/** Reads a message from front to back. All methods throw DnsMessageError. */
class MessageReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  #take(length: number): number {
    const start = this.offset
    if (start + length > this.#bytes.length)
      throw new DnsMessageError(`a DNS message of ${this.#bytes.length} bytes ends too early`)
    this.offset = start + length
    return start
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1))
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2))
  }

  skip(length: number): void {
    this.#take(length)
  }

  bytes(length: number): Uint8Array {
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  /** Reads a name. It may end with a pointer to an earlier name (RFC 1035, 4.1.4); pointers must lead towards the front. */
  name(): DomainName {
    const labels: string[] = []
    let end: number | undefined
    let before = this.offset
    let pointers = 0
    let expanded = 1
    for (;;) {
      const length = this.u8()
      if (length >= 0xc0) {
        const target = ((length & 0x3f) << 8) | this.u8()
        end ??= this.offset
        if (target >= before || ++pointers > MAX_POINTERS)
          throw new DnsMessageError('a name in a DNS message points to itself or to a later position')
        before = target
        this.offset = target
      } else if (length > MAX_LABEL_LENGTH)
        throw new DnsMessageError('a name in a DNS message has a label of unknown kind')
      else if (length === 0) break
      else {
        expanded += length + 1
        labels.push(String.fromCharCode(...this.bytes(length).map(lowerCase)))
        if (expanded > MAX_NAME_LENGTH) throw new DnsMessageError('a name in a DNS message is too long')
      }
    }
    this.offset = end ?? this.offset
    return labels
  }
}

/** Offset of the signer's name in the data of an RRSIG record. */
export const SIGNER_OFFSET = 18

/** Reads the data of a record and expands the names in it. */
const readData = (reader: MessageReader, type: number, length: number): Uint8Array => {
  const end = reader.offset + length
  const parts: Uint8Array[] = []
  if (type === RECORD_TYPE.rrsig) parts.push(reader.bytes(SIGNER_OFFSET))
  if (type === RECORD_TYPE.rrsig || type === RECORD_TYPE.cname) parts.push(encodeDomainName(reader.name()))
  if (reader.offset > end) throw new DnsMessageError('a record in a DNS message is longer than its length field')
  parts.push(reader.bytes(end - reader.offset))
  return concat(...parts)
}

const readRecord = (reader: MessageReader): DnsRecord | undefined => {
  const name = reader.name()
  const type = reader.u16()
  const kind = reader.u16()
  // The TTL is ignored; the signed one counts.
  reader.skip(4)
  const data = readData(reader, type, reader.u16())
  return kind === CLASS_INTERNET ? { name, type, data } : undefined
}

const IS_ANSWER = 0x8000
const OPERATION = 0x7800
const TRUNCATED = 0x0200

/**
 * Parses a response to one question. Ignores the authority and additional sections.
 * @throws DnsMessageError
 */
export const parseDnsResponse = (bytes: Uint8Array): DnsResponse => {
  const reader = new MessageReader(bytes)
  reader.skip(2)
  const flags = reader.u16()
  const questions = reader.u16()
  const answers = reader.u16()
  reader.skip(4)
  if ((flags & IS_ANSWER) === 0 || (flags & OPERATION) !== 0 || questions !== 1)
    throw new DnsMessageError('a DNS message is not a response to one query')
  if ((flags & TRUNCATED) !== 0) throw new DnsMessageError('a DNS message is truncated')
  if (answers > MAX_RECORDS)
    throw new DnsMessageError(`a DNS message has ${answers} records, and at most ${MAX_RECORDS} are read`)
  const name = reader.name()
  const type = reader.u16()
  if (reader.u16() !== CLASS_INTERNET) throw new DnsMessageError('a DNS message is not of class IN')
  const records = Array.from({ length: answers }, () => readRecord(reader)).filter((record) => record !== undefined)
  return { name, type, code: flags & 0xf, records }
}

/**
 * Decodes the name in the data of a record such as CNAME.
 * @throws DnsMessageError
 */
export const decodeDomainName = (data: Uint8Array): DomainName => new MessageReader(data).name()
