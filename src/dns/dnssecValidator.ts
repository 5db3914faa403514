// Whether records are what their zone signed, and the zone is the one that its parent means, and so on up to the root (RFC 4035).
// What a resolver says of that counts for nothing. Nor is it asked for proofs that something does not exist: where a link of the
// chain is missing the answer is not validated, whatever the reason.

import { compareBytes, concat, equalBytes } from '../bytes/bytes.ts'
import {
  CLASS_INTERNET,
  type DnsRecord,
  type DomainName,
  encodeDomainName,
  formatDomainName,
  isSameName,
  isSubdomain,
  RECORD_TYPE,
  u16Bytes,
} from './dnsMessage.ts'
import { isSupportedAlgorithm, keyDigest, verifySignature } from './dnssecAlgorithms.ts'
import {
  type DelegationSigner,
  type DnsKey,
  filterRecords,
  parseDelegationSigner,
  parseDnsKey,
  parseRecordSignature,
  type RecordSignature,
} from './dnssecRecords.ts'
import { NotValidatedError } from './errors.ts'

export type ValidatorOptions = {
  /** Records that answer a question, whoever they come from. */
  readonly ask: (name: DomainName, type: number) => Promise<readonly DnsRecord[]>
  /** of the root */
  readonly anchors: readonly DelegationSigner[]
  /** UNIX seconds */
  readonly now: number
}

/** Proves the records of one name and type that an answer has. Throws NotValidatedError, MessageError and what `ask` throws. */
export type ValidateRecords = (answer: readonly DnsRecord[], name: DomainName, type: number) => Promise<void>

/** Signatures that are looked at, for one name: a real chain takes two for each zone. More only cost time (KeyTrap). */
const MAX_SIGNATURES = 64
/** Keys that a zone may have, and keys that its parent may vouch for. */
const MAX_KEYS = 32

/** Whether a time comes after another, both modulo 2^32 (RFC 1982). */
const isAfter = (a: number, b: number): boolean => ((a - b) | 0) > 0

/** Labels that a signature counts: a wildcard's star is none (RFC 4034, 3.1.3). */
const countLabels = (name: DomainName): number => name.length - (name[0] === '*' ? 1 : 0)

/** What a signature signs: itself, and the records in their canonical form and order, each once (RFC 4034, 3.1.8.1 and 6). */
export const signedData = (signature: RecordSignature, records: readonly DnsRecord[]): Uint8Array => {
  const sorted = records.toSorted((a, b) => compareBytes(a.data, b.data))
  const once = sorted.filter(({ data }, i) => i === 0 || compareBytes(data, sorted[i - 1]?.data ?? data) !== 0)
  const { originalTtl: ttl } = signature
  const lines = once.map(({ name, type, data }) =>
    concat(encodeDomainName(name), u16Bytes(type, CLASS_INTERNET, ttl >>> 16, ttl & 0xffff, data.length), data),
  )
  return concat(signature.head, ...lines)
}

/** The keys of a zone that its parent means. */
const meantKeys = async (
  zone: DomainName,
  keys: readonly DnsKey[],
  delegations: readonly DelegationSigner[],
): Promise<DnsKey[]> => {
  const isMeant = async (key: DnsKey): Promise<boolean> => {
    for (const { tag, algorithm, digestType, digest } of delegations) {
      if (tag !== key.tag || algorithm !== key.algorithm) continue
      const made = await keyDigest(digestType, concat(encodeDomainName(zone), key.data))
      if (made !== undefined && equalBytes(made, digest)) return true
    }
    return false
  }
  const meant = await Promise.all(keys.map(isMeant))
  return keys.filter((_, i) => meant[i])
}

/** Makes what proves the answers for one name; zones that are proven once stay so. */
export const createDnssecValidator = ({ ask, anchors, now }: ValidatorOptions): ValidateRecords => {
  const zones = new Map<string, Promise<readonly DnsKey[]>>()
  let signaturesLeft = MAX_SIGNATURES

  const isInForce = ({ inception, expiration }: RecordSignature): boolean =>
    !isAfter(inception, now) && !isAfter(now, expiration)

  /** The signatures that could prove records, all by one zone. */
  const candidates = (
    answer: readonly DnsRecord[],
    name: DomainName,
    type: number,
    mayBe: (signer: DomainName) => boolean,
  ) => {
    const all = filterRecords(answer, name, RECORD_TYPE.rrsig)
      .map(({ data }) => parseRecordSignature(data))
      .filter((signature) => signature.type === type)
    const what = `the records of ${formatDomainName(name)}`
    if (all.length === 0) throw new NotValidatedError(`${what} are not signed`)
    const own = all.filter(({ signer }) => mayBe(signer))
    if (own.length === 0) throw new NotValidatedError(`${what} are signed by a zone that they are not in`)
    const known = own.filter(({ algorithm }) => isSupportedAlgorithm(algorithm))
    if (known.length === 0) throw new NotValidatedError(`${what} are signed in ways that do not count`)
    const inForce = known.filter(isInForce)
    if (inForce.length === 0)
      throw new NotValidatedError(`the signature of ${what.slice(4)} has expired, or is not in force yet`)
    const exact = inForce.filter(({ labels }) => labels === countLabels(name))
    const [first] = exact
    if (first === undefined) throw new NotValidatedError(`${what} come from a wildcard, which is not taken`)
    return { signer: first.signer, signatures: exact.filter(({ signer }) => isSameName(signer, first.signer)) }
  }

  /** Looks for a signature of the records by one of these keys. */
  const proveWith = async (
    keys: readonly DnsKey[],
    signatures: readonly RecordSignature[],
    records: readonly DnsRecord[],
  ): Promise<boolean> => {
    for (const signature of signatures) {
      for (const key of keys) {
        if (key.tag !== signature.tag || key.algorithm !== signature.algorithm) continue
        if (--signaturesLeft < 0) throw new NotValidatedError('the answers hold too many signatures')
        const data = signedData(signature, records)
        if (await verifySignature(key.algorithm, key.publicKey, signature.signature, data)) return true
      }
    }
    return false
  }

  const prove = async (
    answer: readonly DnsRecord[],
    name: DomainName,
    type: number,
    mayBe: (signer: DomainName) => boolean,
  ): Promise<void> => {
    const { signer, signatures } = candidates(answer, name, type, mayBe)
    if (!(await proveWith(await keysOf(signer), signatures, filterRecords(answer, name, type))))
      throw new NotValidatedError(
        `the records of ${formatDomainName(name)} are not those that ${formatDomainName(signer)} signed`,
      )
  }

  /** What the parent says of a zone's keys. */
  const delegationsOf = async (zone: DomainName): Promise<readonly DelegationSigner[]> => {
    if (zone.length === 0) return anchors
    const answer = await ask(zone, RECORD_TYPE.ds)
    const records = filterRecords(answer, zone, RECORD_TYPE.ds)
    if (records.length === 0)
      throw new NotValidatedError(`the zone above ${formatDomainName(zone)} does not vouch for its keys`)
    if (records.length > MAX_KEYS) throw new NotValidatedError(`too many keys are named for ${formatDomainName(zone)}`)
    await prove(answer, zone, RECORD_TYPE.ds, (signer) => signer.length < zone.length && isSubdomain(zone, signer))
    return records.map(({ data }) => parseDelegationSigner(data))
  }

  const findKeys = async (zone: DomainName): Promise<readonly DnsKey[]> => {
    const [answer, delegations] = await Promise.all([ask(zone, RECORD_TYPE.dnskey), delegationsOf(zone)])
    const records = filterRecords(answer, zone, RECORD_TYPE.dnskey)
    if (records.length > MAX_KEYS) throw new NotValidatedError(`${formatDomainName(zone)} has too many keys`)
    const keys = records.map(({ data }) => parseDnsKey(data)).filter(({ isZoneKey }) => isZoneKey)
    const meant = await meantKeys(zone, keys, delegations)
    if (meant.length === 0)
      throw new NotValidatedError(`${formatDomainName(zone)} has none of the keys that are known of it`)
    const { signatures } = candidates(answer, zone, RECORD_TYPE.dnskey, (signer) => isSameName(signer, zone))
    if (!(await proveWith(meant, signatures, records)))
      throw new NotValidatedError(`the keys of ${formatDomainName(zone)} are not those that it signed`)
    return keys
  }

  const keysOf = (zone: DomainName): Promise<readonly DnsKey[]> => {
    const id = encodeDomainName(zone).join()
    const found = zones.get(id) ?? findKeys(zone)
    zones.set(id, found)
    return found
  }

  return (answer, name, type) => prove(answer, name, type, (signer) => isSubdomain(name, signer))
}
