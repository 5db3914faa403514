// Whether records are what their zone signed, and the zone is the one that its parent means, and so on up to the root (RFC 4035).
// What a resolver says of that counts for nothing. Nor is it asked for proofs that something does not exist: where a link of the
// chain is missing the answer is not validated, whatever the reason.

import { compareBytes, concat, equalBytes } from '../bytes/bytes.ts'
import { NotValidatedError } from './errors.ts'
import {
  type Delegation,
  type DnsKey,
  readDelegation,
  readKey,
  readSignature,
  recordsAt,
  type Signature,
} from './records.ts'
import { digestOf, isKnownAlgorithm, verifySignature } from './signature.ts'
import {
  type DnsRecord,
  INTERNET,
  isSameName,
  isWithin,
  type Name,
  nameBytes,
  nameText,
  TYPE,
  u16Bytes,
} from './wire.ts'

export type ValidatorOptions = {
  /** Records that answer a question, whoever they come from. */
  readonly ask: (name: Name, type: number) => Promise<readonly DnsRecord[]>
  /** of the root */
  readonly anchors: readonly Delegation[]
  /** UNIX seconds */
  readonly now: number
}

/** Proves the records of one name and type that an answer has. Throws NotValidatedError, MessageError and what `ask` throws. */
export type Validate = (answer: readonly DnsRecord[], name: Name, type: number) => Promise<void>

/** Signatures that are looked at, for one name: a real chain takes two for each zone. More only cost time (KeyTrap). */
const MAX_SIGNATURES = 64
/** Keys that a zone may have, and keys that its parent may vouch for. */
const MAX_KEYS = 32

/** Whether a time comes after another, both modulo 2^32 (RFC 1982). */
const isAfter = (a: number, b: number): boolean => ((a - b) | 0) > 0

/** Labels that a signature counts: a wildcard's star is none (RFC 4034, 3.1.3). */
const countLabels = (name: Name): number => name.length - (name[0] === '*' ? 1 : 0)

/** What a signature signs: itself, and the records in their canonical form and order, each once (RFC 4034, 3.1.8.1 and 6). */
export const signedBytes = (signature: Signature, records: readonly DnsRecord[]): Uint8Array => {
  const sorted = records.toSorted((a, b) => compareBytes(a.data, b.data))
  const once = sorted.filter(({ data }, i) => i === 0 || compareBytes(data, sorted[i - 1]?.data ?? data) !== 0)
  const { originalTtl: ttl } = signature
  const lines = once.map(({ name, type, data }) =>
    concat(nameBytes(name), u16Bytes(type, INTERNET, ttl >>> 16, ttl & 0xffff, data.length), data),
  )
  return concat(signature.head, ...lines)
}

/** The keys of a zone that its parent means. */
const meantKeys = async (
  zone: Name,
  keys: readonly DnsKey[],
  delegations: readonly Delegation[],
): Promise<DnsKey[]> => {
  const isMeant = async (key: DnsKey): Promise<boolean> => {
    for (const { tag, algorithm, digestType, digest } of delegations) {
      if (tag !== key.tag || algorithm !== key.algorithm) continue
      const made = await digestOf(digestType, concat(nameBytes(zone), key.data))
      if (made !== undefined && equalBytes(made, digest)) return true
    }
    return false
  }
  const meant = await Promise.all(keys.map(isMeant))
  return keys.filter((_, i) => meant[i])
}

/** Makes what proves the answers for one name; zones that are proven once stay so. */
export const createValidator = ({ ask, anchors, now }: ValidatorOptions): Validate => {
  const zones = new Map<string, Promise<readonly DnsKey[]>>()
  let signaturesLeft = MAX_SIGNATURES

  const isInForce = ({ inception, expiration }: Signature): boolean =>
    !isAfter(inception, now) && !isAfter(now, expiration)

  /** The signatures that could prove records, all by one zone. */
  const candidates = (answer: readonly DnsRecord[], name: Name, type: number, mayBe: (signer: Name) => boolean) => {
    const all = recordsAt(answer, name, TYPE.rrsig)
      .map(({ data }) => readSignature(data))
      .filter((signature) => signature.type === type)
    const what = `the records of ${nameText(name)}`
    if (all.length === 0) throw new NotValidatedError(`${what} are not signed`)
    const own = all.filter(({ signer }) => mayBe(signer))
    if (own.length === 0) throw new NotValidatedError(`${what} are signed by a zone that they are not in`)
    const known = own.filter(({ algorithm }) => isKnownAlgorithm(algorithm))
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
    signatures: readonly Signature[],
    records: readonly DnsRecord[],
  ): Promise<boolean> => {
    for (const signature of signatures) {
      for (const key of keys) {
        if (key.tag !== signature.tag || key.algorithm !== signature.algorithm) continue
        if (--signaturesLeft < 0) throw new NotValidatedError('the answers hold too many signatures')
        const data = signedBytes(signature, records)
        if (await verifySignature(key.algorithm, key.publicKey, signature.signature, data)) return true
      }
    }
    return false
  }

  const prove = async (
    answer: readonly DnsRecord[],
    name: Name,
    type: number,
    mayBe: (signer: Name) => boolean,
  ): Promise<void> => {
    const { signer, signatures } = candidates(answer, name, type, mayBe)
    if (!(await proveWith(await keysOf(signer), signatures, recordsAt(answer, name, type))))
      throw new NotValidatedError(`the records of ${nameText(name)} are not those that ${nameText(signer)} signed`)
  }

  /** What the parent says of a zone's keys. */
  const delegationsOf = async (zone: Name): Promise<readonly Delegation[]> => {
    if (zone.length === 0) return anchors
    const answer = await ask(zone, TYPE.ds)
    const records = recordsAt(answer, zone, TYPE.ds)
    if (records.length === 0)
      throw new NotValidatedError(`the zone above ${nameText(zone)} does not vouch for its keys`)
    if (records.length > MAX_KEYS) throw new NotValidatedError(`too many keys are named for ${nameText(zone)}`)
    await prove(answer, zone, TYPE.ds, (signer) => signer.length < zone.length && isWithin(zone, signer))
    return records.map(({ data }) => readDelegation(data))
  }

  const findKeys = async (zone: Name): Promise<readonly DnsKey[]> => {
    const [answer, delegations] = await Promise.all([ask(zone, TYPE.dnskey), delegationsOf(zone)])
    const records = recordsAt(answer, zone, TYPE.dnskey)
    if (records.length > MAX_KEYS) throw new NotValidatedError(`${nameText(zone)} has too many keys`)
    const keys = records.map(({ data }) => readKey(data)).filter(({ isZoneKey }) => isZoneKey)
    const meant = await meantKeys(zone, keys, delegations)
    if (meant.length === 0) throw new NotValidatedError(`${nameText(zone)} has none of the keys that are known of it`)
    const { signatures } = candidates(answer, zone, TYPE.dnskey, (signer) => isSameName(signer, zone))
    if (!(await proveWith(meant, signatures, records)))
      throw new NotValidatedError(`the keys of ${nameText(zone)} are not those that it signed`)
    return keys
  }

  const keysOf = (zone: Name): Promise<readonly DnsKey[]> => {
    const id = nameBytes(zone).join()
    const found = zones.get(id) ?? findKeys(zone)
    zones.set(id, found)
    return found
  }

  return (answer, name, type) => prove(answer, name, type, (signer) => isWithin(name, signer))
}
