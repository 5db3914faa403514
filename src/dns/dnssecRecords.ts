// Parses the data of DNSSEC records (RFC 4034: DNSKEY, DS, RRSIG) and of TXT records.

import { decodeForeignText } from '../bytes/text.ts'
import {
  DnsMessageError,
  type DnsRecord,
  type DomainName,
  decodeDomainName,
  encodeDomainName,
  isSameName,
  SIGNER_OFFSET,
} from './dnsMessage.ts'

export type DnsKey = {
  /** whether the key signs the records of a zone and is not revoked */
  readonly isZoneKey: boolean
  readonly algorithm: number
  readonly tag: number
  readonly publicKey: Uint8Array
  readonly data: Uint8Array
}

/** A DS record: the digest of a key of a child zone. Also a trust anchor of the root zone. */
export type DelegationSigner = {
  readonly tag: number
  readonly algorithm: number
  readonly digestType: number
  readonly digest: Uint8Array
}

export type RecordSignature = {
  /** type of the signed records */
  readonly type: number
  readonly algorithm: number
  /** number of labels of the signed name; smaller than that of the records' name if a wildcard produced them */
  readonly labels: number
  readonly originalTtl: number
  /** UNIX seconds, modulo 2^32 */
  readonly expiration: number
  readonly inception: number
  readonly tag: number
  readonly signer: DomainName
  readonly signature: Uint8Array
  /** the data before the signature, which the signature covers */
  readonly head: Uint8Array
}

const viewOf = (data: Uint8Array, atLeast: number, what: string): DataView => {
  if (data.length < atLeast) throw new DnsMessageError(`a ${what} record of ${data.length} bytes is too short`)
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}

/** Computes the key tag (RFC 4034, appendix B). */
const keyTag = (data: Uint8Array): number => {
  const sum = data.reduce((total, byte, i) => total + (i % 2 === 0 ? byte << 8 : byte), 0)
  return (sum + (sum >> 16)) & 0xffff
}

const ZONE_KEY = 0x0100
const REVOKED = 0x0080
const DNSSEC = 3

/** @throws DnsMessageError */
export const parseDnsKey = (data: Uint8Array): DnsKey => {
  const view = viewOf(data, 5, 'DNSKEY')
  const flags = view.getUint16(0)
  return {
    isZoneKey: (flags & ZONE_KEY) !== 0 && (flags & REVOKED) === 0 && view.getUint8(2) === DNSSEC,
    algorithm: view.getUint8(3),
    tag: keyTag(data),
    publicKey: data.subarray(4),
    data,
  }
}

/** @throws DnsMessageError */
export const parseDelegationSigner = (data: Uint8Array): DelegationSigner => {
  const view = viewOf(data, 5, 'DS')
  return {
    tag: view.getUint16(0),
    algorithm: view.getUint8(2),
    digestType: view.getUint8(3),
    digest: data.subarray(4),
  }
}

/** @throws DnsMessageError */
export const parseRecordSignature = (data: Uint8Array): RecordSignature => {
  const view = viewOf(data, SIGNER_OFFSET + 2, 'RRSIG')
  const signer = decodeDomainName(data.subarray(SIGNER_OFFSET))
  const head = SIGNER_OFFSET + encodeDomainName(signer).length
  return {
    type: view.getUint16(0),
    algorithm: view.getUint8(2),
    labels: view.getUint8(3),
    originalTtl: view.getUint32(4),
    expiration: view.getUint32(8),
    inception: view.getUint32(12),
    tag: view.getUint16(16),
    signer,
    signature: data.subarray(head),
    head: data.subarray(0, head),
  }
}

/**
 * Returns the text of a TXT record: its strings of up to 255 bytes, concatenated.
 * @throws DnsMessageError
 */
export const parseTextRecord = (data: Uint8Array): string => {
  const bytes: number[] = []
  for (let at = 0; at < data.length; ) {
    const end = at + 1 + (data[at] ?? 0)
    if (end > data.length) throw new DnsMessageError('a TXT record ends too early')
    for (let i = at + 1; i < end; i++) bytes.push(data[i] ?? 0)
    at = end
  }
  return decodeForeignText(Uint8Array.from(bytes))
}

/** Returns the records of one name and type. */
export const filterRecords = (records: readonly DnsRecord[], name: DomainName, type: number): readonly DnsRecord[] =>
  records.filter((record) => record.type === type && isSameName(record.name, name))
