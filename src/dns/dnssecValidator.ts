// Validates records by DNSSEC (RFC 4035): their zone signed them, its parent zone has DS records of the zone's keys, and so on up to the
// root zone. Ignores the resolver's own validation. Requests no proofs of non-existence: if a link of the chain is missing, validation
// fails.

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
  /** Returns the records of a name and type, unvalidated. */
  readonly query: (name: DomainName, type: number) => Promise<readonly DnsRecord[]>
  /** of the root */
  readonly anchors: readonly DelegationSigner[]
  /** UNIX seconds */
  readonly now: number
}

/**
 * Validates the records of one name and type in a response.
 * @throws NotValidatedError, DnsMessageError, and the errors of `query`
 */
export type ValidateRecords = (answer: readonly DnsRecord[], name: DomainName, type: number) => Promise<void>

/** Maximum signatures verified for one name; a normal chain takes two for each zone. Limits the cost of attacks such as KeyTrap. */
const MAX_SIGNATURES = 64
/** Maximum digests of keys that are compared with DS records for one name; a normal chain takes a few for each zone. */
const MAX_DIGESTS = 512
/** Maximum keys of a zone, and maximum DS records of its parent. */
const MAX_KEYS = 32

/** Whether a time is after another, both modulo 2^32 (RFC 1982). */
const isAfter = (a: number, b: number): boolean => ((a - b) | 0) > 0

/** Returns the number of labels as in a signature, without the star of a wildcard (RFC 4034, 3.1.3). */
const countLabels = (name: DomainName): number => name.length - (name[0] === '*' ? 1 : 0)

/** Returns the data that a signature covers: its own head, and the records in canonical form and order without duplicates (RFC 4034, 3.1.8.1, 6). */
export const signedData = (signature: RecordSignature, records: readonly DnsRecord[]): Uint8Array => {
  const sorted = records.toSorted((a, b) => compareBytes(a.data, b.data))
  const once = sorted.filter(({ data }, i) => i === 0 || compareBytes(data, sorted[i - 1]?.data ?? data) !== 0)
  const { originalTtl: ttl } = signature
  const lines = once.map(({ name, type, data }) =>
    concat(encodeDomainName(name), u16Bytes(type, CLASS_INTERNET, ttl >>> 16, ttl & 0xffff, data.length), data),
  )
  return concat(signature.head, ...lines)
}

/** Whether a signature is valid at a time (UNIX seconds). */
const isInForce = ({ inception, expiration }: RecordSignature, now: number): boolean =>
  !isAfter(inception, now) && !isAfter(now, expiration)

type SignatureFilter = {
  /** Whether a zone may sign the records. */
  readonly mayBe: (signer: DomainName) => boolean
  /** UNIX seconds */
  readonly now: number
}

/**
 * Returns the usable signatures of the records of a name and type, all by one zone.
 * @throws NotValidatedError if there is none
 */
const usableSignatures = (
  answer: readonly DnsRecord[],
  name: DomainName,
  type: number,
  { mayBe, now }: SignatureFilter,
) => {
  const all = filterRecords(answer, name, RECORD_TYPE.rrsig)
    .map(({ data }) => parseRecordSignature(data))
    .filter((signature) => signature.type === type)
  const what = `the records of ${formatDomainName(name)}`
  if (all.length === 0) throw new NotValidatedError(`${what} are not signed`)
  const own = all.filter(({ signer }) => mayBe(signer))
  if (own.length === 0) throw new NotValidatedError(`${what} are signed by a zone that does not contain them`)
  const known = own.filter(({ algorithm }) => isSupportedAlgorithm(algorithm))
  if (known.length === 0) throw new NotValidatedError(`${what} are signed with unsupported algorithms`)
  const inForce = known.filter((signature) => isInForce(signature, now))
  if (inForce.length === 0)
    throw new NotValidatedError(`the signature of ${what.slice(4)} has expired, or is not yet valid`)
  const exact = inForce.filter(({ labels }) => labels === countLabels(name))
  const [first] = exact
  if (first === undefined) throw new NotValidatedError(`${what} come from a wildcard, which is not supported`)
  return { signer: first.signer, signatures: exact.filter(({ signer }) => isSameName(signer, first.signer)) }
}

class DnssecValidator {
  readonly #options: ValidatorOptions
  /** validated keys by encoded name of the zone */
  readonly #zones = new Map<string, Promise<readonly DnsKey[]>>()
  #signaturesLeft = MAX_SIGNATURES
  #digestsLeft = MAX_DIGESTS

  constructor(options: ValidatorOptions) {
    this.#options = options
  }

  /** Validates records that their own zone, or a zone above it, signed. */
  async validate(answer: readonly DnsRecord[], name: DomainName, type: number): Promise<void> {
    await this.#prove(answer, name, type, (signer) => isSubdomain(name, signer))
  }

  async #prove(
    answer: readonly DnsRecord[],
    name: DomainName,
    type: number,
    mayBe: (signer: DomainName) => boolean,
  ): Promise<void> {
    const { signer, signatures } = usableSignatures(answer, name, type, { mayBe, now: this.#options.now })
    if (!(await this.#verifyAny(await this.#keysOf(signer), signatures, filterRecords(answer, name, type))))
      throw new NotValidatedError(
        `the signature of ${formatDomainName(signer)} for the records of ${formatDomainName(name)} is invalid`,
      )
  }

  /** Returns whether one of the keys made one of the signatures of the records. */
  async #verifyAny(
    keys: readonly DnsKey[],
    signatures: readonly RecordSignature[],
    records: readonly DnsRecord[],
  ): Promise<boolean> {
    for (const signature of signatures) {
      for (const key of keys) {
        if (key.tag !== signature.tag || key.algorithm !== signature.algorithm) continue
        if (--this.#signaturesLeft < 0) throw new NotValidatedError('the responses contain too many signatures')
        const data = signedData(signature, records)
        if (await verifySignature(key.algorithm, key.publicKey, signature.signature, data)) return true
      }
    }
    return false
  }

  /** Returns the validated keys of a zone. */
  #keysOf(zone: DomainName): Promise<readonly DnsKey[]> {
    const id = encodeDomainName(zone).join()
    const found = this.#zones.get(id) ?? this.#findKeys(zone)
    this.#zones.set(id, found)
    return found
  }

  async #findKeys(zone: DomainName): Promise<readonly DnsKey[]> {
    const [answer, delegations] = await Promise.all([
      this.#options.query(zone, RECORD_TYPE.dnskey),
      this.#delegationsOf(zone),
    ])
    const records = filterRecords(answer, zone, RECORD_TYPE.dnskey)
    if (records.length > MAX_KEYS) throw new NotValidatedError(`${formatDomainName(zone)} has too many keys`)
    const keys = records.map(({ data }) => parseDnsKey(data)).filter(({ isZoneKey }) => isZoneKey)
    const delegated = await this.#delegatedKeys(zone, keys, delegations)
    if (delegated.length === 0)
      throw new NotValidatedError(`no key of ${formatDomainName(zone)} matches its DS records or trust anchors`)
    const { signatures } = usableSignatures(answer, zone, RECORD_TYPE.dnskey, {
      mayBe: (signer) => isSameName(signer, zone),
      now: this.#options.now,
    })
    if (!(await this.#verifyAny(delegated, signatures, records)))
      throw new NotValidatedError(`the signature of ${formatDomainName(zone)} for its keys is invalid`)
    return keys
  }

  /** Returns the keys of a zone for which its parent has a DS record. */
  async #delegatedKeys(
    zone: DomainName,
    keys: readonly DnsKey[],
    delegations: readonly DelegationSigner[],
  ): Promise<DnsKey[]> {
    const isDelegated = async (key: DnsKey): Promise<boolean> => {
      for (const { tag, algorithm, digestType, digest } of delegations) {
        if (tag !== key.tag || algorithm !== key.algorithm) continue
        if (--this.#digestsLeft < 0) throw new NotValidatedError('the responses contain too many keys with one tag')
        const made = await keyDigest(digestType, concat(encodeDomainName(zone), key.data))
        if (made !== undefined && equalBytes(made, digest)) return true
      }
      return false
    }
    const delegated = await Promise.all(keys.map(isDelegated))
    return keys.filter((_, i) => delegated[i])
  }

  /** Returns the validated DS records of a zone from its parent; the trust anchors for the root. */
  async #delegationsOf(zone: DomainName): Promise<readonly DelegationSigner[]> {
    if (zone.length === 0) return this.#options.anchors
    const answer = await this.#options.query(zone, RECORD_TYPE.ds)
    const records = filterRecords(answer, zone, RECORD_TYPE.ds)
    if (records.length === 0)
      throw new NotValidatedError(`the zone above ${formatDomainName(zone)} has no DS record for it`)
    if (records.length > MAX_KEYS)
      throw new NotValidatedError(`there are too many DS records for ${formatDomainName(zone)}`)
    await this.#prove(
      answer,
      zone,
      RECORD_TYPE.ds,
      (signer) => signer.length < zone.length && isSubdomain(zone, signer),
    )
    return records.map(({ data }) => parseDelegationSigner(data))
  }
}

/** Creates a validator for the responses of one name; it validates each zone once. */
export const createDnssecValidator = (options: ValidatorOptions): ValidateRecords => {
  const validator = new DnssecValidator(options)
  return (answer, name, type) => validator.validate(answer, name, type)
}
