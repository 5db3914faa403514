// An attacker who controls the resolver and signs with own keys cannot forge records of another zone.
import { ed25519 } from '@noble/curves/ed25519.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { concat, u32Bytes } from '../../../src/bytes/bytes.ts'
import {
  type DnsRecord,
  type DomainName,
  encodeDomainName,
  formatDomainName,
  RECORD_TYPE,
  u16Bytes,
} from '../../../src/dns/dnsMessage.ts'
import { keyDigest } from '../../../src/dns/dnssecAlgorithms.ts'
import { parseDelegationSigner, parseDnsKey, parseRecordSignature } from '../../../src/dns/dnssecRecords.ts'
import { createDnssecValidator, signedData } from '../../../src/dns/dnssecValidator.ts'
import { NotValidatedError } from '../../../src/dns/errors.ts'

const NOW = 1_700_000_000
const ED25519 = 15
const ZONE_KEY = 0x0100
const REVOKED = 0x0080

type Key = { readonly secret: Uint8Array; readonly data: Uint8Array }

const keyOf = (seed: number, flags = ZONE_KEY): Key => {
  const secret = new Uint8Array(32).fill(seed)
  return { secret, data: concat(u16Bytes(flags), Uint8Array.of(3, ED25519), ed25519.getPublicKey(secret)) }
}

const recordsOf = (name: DomainName, type: number, ...data: readonly Uint8Array[]): DnsRecord[] =>
  data.map((one) => ({ name, type, data: one }))

/** Signs records with a key, in the name of a zone. */
const signed = (records: readonly DnsRecord[], signer: DomainName, { secret, data: key }: Key, covered?: number) => {
  const [first] = records
  if (first === undefined) throw new Error('there is nothing to sign')
  const bigEndian = (value: number) => u32Bytes(value).reverse()
  const head = concat(
    u16Bytes(covered ?? first.type),
    Uint8Array.of(ED25519, first.name.length),
    bigEndian(300),
    bigEndian(NOW + 1000),
    bigEndian(NOW - 1000),
    u16Bytes(parseDnsKey(key).tag),
    encodeDomainName(signer),
  )
  const signature = ed25519.sign(signedData(parseRecordSignature(concat(head, new Uint8Array(64))), records), secret)
  return [...records, { name: first.name, type: RECORD_TYPE.rrsig, data: concat(head, signature) }]
}

const delegation = async (zone: DomainName, { data }: Key, tag = parseDnsKey(data).tag): Promise<Uint8Array> =>
  concat(
    u16Bytes(tag),
    Uint8Array.of(ED25519, 2),
    (await keyDigest(2, concat(encodeDomainName(zone), data))) ?? new Uint8Array(),
  )

const ROOT: DomainName = []
const TEST: DomainName = ['test']
const ZONE: DomainName = ['bank', 'test']
const HOST: DomainName = ['pay', 'bank', 'test']
const OTHER: DomainName = ['thief', 'test']
const ELSEWHERE: DomainName = ['evil']
const TEXT = recordsOf(HOST, RECORD_TYPE.txt, Uint8Array.of(1, 0x61))

const [rootKey, testKey, entryKey, zoneKey, otherKey, attackerKey] = [1, 2, 3, 4, 5, 6].map((seed) => keyOf(seed)) as [
  // One key per seed.
  Key,
  Key,
  Key,
  Key,
  Key,
  Key,
]

type Answers = Readonly<Record<string, readonly DnsRecord[]>>

let honest: Answers
beforeAll(async () => {
  const keys = (zone: DomainName, signer: Key, ...all: readonly Key[]) =>
    signed(recordsOf(zone, RECORD_TYPE.dnskey, ...all.map(({ data }) => data)), zone, signer)
  const signedDelegation = async (zone: DomainName, key: Key, above: DomainName, signer: Key) =>
    signed(recordsOf(zone, RECORD_TYPE.ds, await delegation(zone, key)), above, signer)
  honest = {
    'the root 48': keys(ROOT, rootKey, rootKey),
    'test 43': await signedDelegation(TEST, testKey, ROOT, rootKey),
    'test 48': keys(TEST, testKey, testKey),
    'bank.test 43': await signedDelegation(ZONE, entryKey, TEST, testKey),
    'bank.test 48': keys(ZONE, entryKey, entryKey, zoneKey),
    'thief.test 43': await signedDelegation(OTHER, otherKey, TEST, testKey),
    'thief.test 48': keys(OTHER, otherKey, otherKey),
    'evil 43': await signedDelegation(ELSEWHERE, otherKey, ROOT, rootKey),
    'evil 48': keys(ELSEWHERE, otherKey, otherKey),
    'pay.bank.test 16': signed(TEXT, ZONE, zoneKey),
  }
})

const outcome = async (forged: Answers = {}): Promise<unknown> => {
  const answers = { ...honest, ...forged }
  const query = async (name: DomainName, type: number) => answers[`${formatDomainName(name)} ${type}`] ?? []
  const anchors = [parseDelegationSigner(await delegation(ROOT, rootKey))]
  const validate = createDnssecValidator({ query, anchors, now: NOW })
  return await validate(answers['pay.bank.test 16'] ?? [], HOST, RECORD_TYPE.txt).catch((error: unknown) => error)
}

const refused = (words: RegExp) =>
  expect.objectContaining({ name: NotValidatedError.name, message: expect.stringMatching(words) })

it('accepts a valid chain of signatures', async () => {
  expect(await outcome()).toBeUndefined()
})

describe('validation rejects', () => {
  it("records signed with the attacker's key", async () => {
    expect(await outcome({ 'pay.bank.test 16': signed(TEXT, ZONE, attackerKey) })).toEqual(
      refused(/for the records of pay\.bank\.test is invalid/),
    )
  })

  it("records signed by the attacker's zone beside it", async () => {
    expect(await outcome({ 'pay.bank.test 16': signed(TEXT, OTHER, otherKey) })).toEqual(
      refused(/does not contain them/),
    )
  })

  it("keys of the zone with the attacker's key, signed with it", async () => {
    const keys = recordsOf(ZONE, RECORD_TYPE.dnskey, entryKey.data, zoneKey.data, attackerKey.data)
    const forged = {
      'bank.test 48': signed(keys, ZONE, attackerKey),
      'pay.bank.test 16': signed(TEXT, ZONE, attackerKey),
    }
    expect(await outcome(forged)).toEqual(refused(/signature of bank\.test for its keys is invalid/))
  })

  it('keys that another zone signed', async () => {
    const keys = recordsOf(ZONE, RECORD_TYPE.dnskey, entryKey.data, zoneKey.data)
    // Also with the correct key, in the name of the other zone.
    for (const key of [entryKey, otherKey])
      expect(await outcome({ 'bank.test 48': signed(keys, OTHER, key) })).toEqual(refused(/does not contain them/))
  })

  it('a key with the tag of the correct one', async () => {
    // The attacker's key: the parent's DS record has its tag, but another digest.
    const keys = signed(recordsOf(ZONE, RECORD_TYPE.dnskey, attackerKey.data), ZONE, attackerKey)
    const tag = parseDnsKey(attackerKey.data).tag
    const forged = {
      'bank.test 43': signed(recordsOf(ZONE, RECORD_TYPE.ds, await delegation(ZONE, entryKey, tag)), TEST, testKey),
      'bank.test 48': keys,
      'pay.bank.test 16': signed(TEXT, ZONE, attackerKey),
    }
    expect(await outcome(forged)).toEqual(refused(/no key of .* matches its DS records or trust anchors/))
  })

  it('a DS record signed by the zone itself, or by a zone that is not its parent', async () => {
    const delegationRecords = recordsOf(ZONE, RECORD_TYPE.ds, await delegation(ZONE, attackerKey))
    const keys = signed(recordsOf(ZONE, RECORD_TYPE.dnskey, attackerKey.data), ZONE, attackerKey)
    const text = signed(TEXT, ZONE, attackerKey)
    for (const [signer, key] of [
      [ZONE, attackerKey],
      [OTHER, otherKey],
      [ELSEWHERE, otherKey],
      [HOST, attackerKey],
    ] as const) {
      const forged = {
        'bank.test 43': signed(delegationRecords, signer, key),
        'bank.test 48': keys,
        'pay.bank.test 16': text,
      }
      expect(await outcome(forged)).toEqual(refused(/signed by a zone that does not contain them/))
    }
  })

  it('a digest computed for another zone', async () => {
    const delegationRecords = recordsOf(ZONE, RECORD_TYPE.ds, await delegation(OTHER, entryKey))
    expect(await outcome({ 'bank.test 43': signed(delegationRecords, TEST, testKey) })).toEqual(
      refused(/no key of .* matches its DS records/),
    )
  })

  it.each([
    ['is revoked', ZONE_KEY | REVOKED],
    ['is not a zone key', 0],
  ])('a key that %s', async (_, flags) => {
    const key = keyOf(4, flags)
    const keys = recordsOf(ZONE, RECORD_TYPE.dnskey, entryKey.data, key.data)
    const forged = { 'bank.test 48': signed(keys, ZONE, entryKey), 'pay.bank.test 16': signed(TEXT, ZONE, key) }
    expect(await outcome(forged)).toEqual(refused(/signature of bank\.test for the records of .* is invalid/))
  })

  it('a signature of another record type', async () => {
    expect(await outcome({ 'pay.bank.test 16': signed(TEXT, ZONE, zoneKey, 1) })).toEqual(refused(/are not signed/))
  })

  it('a signature without the text record', async () => {
    const [, signature] = signed(TEXT, ZONE, zoneKey)
    if (signature === undefined) throw new Error('there is no signature')
    expect(await outcome({ 'pay.bank.test 16': [signature] })).toEqual(
      refused(/for the records of pay\.bank\.test is invalid/),
    )
  })
})
