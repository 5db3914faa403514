// DNSSEC records, against the examples of the standards and the real root key.
import { describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { fromHex } from '../../../src/bytes/hex.ts'
import { DnsMessageError, type DnsRecord, encodeDomainName, parseDomainName } from '../../../src/dns/dnsMessage.ts'
import { keyDigest, verifySignature } from '../../../src/dns/dnssecAlgorithms.ts'
import { type DnsKey, parseDnsKey, parseRecordSignature, parseTextRecord } from '../../../src/dns/dnssecRecords.ts'
import { signedData } from '../../../src/dns/dnssecValidator.ts'
import { rootTrustAnchors } from '../../../src/dns/trustAnchors.ts'

const base64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
const u16 = (value: number): number[] => [value >> 8, value & 255]
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)]

const key = (flags: number, algorithm: number, publicKey: string): DnsKey =>
  parseDnsKey(concat(Uint8Array.from([...u16(flags), 3, algorithm]), base64(publicKey)))

const A = 1
const MX = 15
const ADDRESS_1 = Uint8Array.of(192, 0, 2, 1)
const ADDRESS_91 = Uint8Array.of(192, 0, 2, 91)

type Example = {
  readonly standard: string
  readonly zone: string
  readonly key: DnsKey
  readonly tag: number
  /** digest type and hex */
  readonly digest?: readonly [number, string]
  readonly record: DnsRecord
  readonly labels: number
  readonly expiration: number
  readonly inception: number
  readonly signature: string
}

const www = (data: Uint8Array): DnsRecord => ({ name: parseDomainName('www.example.net'), type: A, data })
const mail: DnsRecord = {
  name: parseDomainName('example.com'),
  type: MX,
  data: concat(Uint8Array.from(u16(10)), encodeDomainName(parseDomainName('mail.example.com'))),
}
const seconds = (time: string): number => Date.parse(time) / 1000

const EXAMPLES: readonly Example[] = [
  {
    standard: 'RFC 5702, 6.2 (RSA/SHA-512)',
    zone: 'example.net',
    key: key(
      256,
      10,
      'AwEAAdHoNTOW+et86KuJOWRDp1pndvwb6Y83nSVXXyLA3DLroROUkN6X0O6pnWnjJQujX/AyhqFDxj13tOnD9u/1kTg7cV6rklMrZDtJCQ5PCl/D7QNPsgVsMu1J2Q8gpMpztNFLpPBz1bWXjDtaR7ZQBlZ3PFY12ZTSncorffcGmhOL',
    ),
    tag: 3740,
    record: www(ADDRESS_91),
    labels: 3,
    expiration: seconds('2030-01-01T00:00:00Z'),
    inception: seconds('2000-01-01T00:00:00Z'),
    signature:
      'tsb4wnjRUDnB1BUi+t6TMTXThjVnG+eCkWqjvvjhzQL1d0YRoOe0CbxrVDYd0xDtsuJRaeUw1ep94PzEWzr0iGYgZBWm/zpq+9fOuagYJRfDqfReKBzMweOLDiNa8iP5g9vMhpuv6OPlvpXwm9Sa9ZXIbNl1MBGk0fthPgxdDLw=',
  },
  {
    standard: 'RFC 6605, 6.1 (ECDSA P-256)',
    zone: 'example.net',
    key: key(257, 13, 'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA=='),
    tag: 55648,
    digest: [2, 'b4c8c1fe2e7477127b27115656ad6256f424625bf5c1e2770ce6d6e37df61d17'],
    record: www(ADDRESS_1),
    labels: 3,
    expiration: seconds('2010-09-09T10:04:39Z'),
    inception: seconds('2010-08-12T10:04:39Z'),
    signature: 'qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw==',
  },
  {
    standard: 'RFC 6605, 6.2 (ECDSA P-384)',
    zone: 'example.net',
    key: key(
      257,
      14,
      'xKYaNhWdGOfJ+nPrL8/arkwf2EY3MDJ+SErKivBVSum1w/egsXvSADtNJhyem5RCOpgQ6K8X1DRSEkrbYQ+OB+v8/uX45NBwY8rp65F6Glur8I/mlVNgF6W/qTI37m40',
    ),
    tag: 10771,
    digest: [4, '72d7b62976ce06438e9c0bf319013cf801f09ecc84b8d7e9495f27e305c6a9b0563a9b5f4d288405c3008a946df983d6'],
    record: www(ADDRESS_1),
    labels: 3,
    expiration: seconds('2010-09-09T10:20:25Z'),
    inception: seconds('2010-08-12T10:20:25Z'),
    signature:
      '/L5hDKIvGDyI1fcARX3z65qrmPsVz73QD1Mr5CEqOiLP95hxQouuroGCeZOvzFaxsT8Glr74hbavRKayJNuydCuzWTSSPdz7wnqXL5bdcJzusdnI0RSMROxxwGipWcJm',
  },
  {
    // Corrected by erratum 4935: the label count in the RFC is wrong.
    standard: 'RFC 8080, 6.1 (Ed25519)',
    zone: 'example.com',
    key: key(257, 15, 'l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4='),
    tag: 3613,
    digest: [2, '3aa5ab37efce57f737fc1627013fee07bdf241bd10f3b1964ab55c78e79a304b'],
    record: mail,
    labels: 2,
    expiration: 1440021600,
    inception: 1438207200,
    signature: 'oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg==',
  },
]

const signatureOf = (example: Example) =>
  parseRecordSignature(
    concat(
      Uint8Array.from([
        ...u16(example.record.type),
        example.key.algorithm,
        example.labels,
        ...u32(3600),
        ...u32(example.expiration),
        ...u32(example.inception),
        ...u16(example.tag),
      ]),
      encodeDomainName(parseDomainName(example.zone)),
      base64(example.signature),
    ),
  )

describe.each(EXAMPLES)('the example of $standard', (example) => {
  const signature = signatureOf(example)
  const data = signedData(signature, [example.record])
  const verify = (publicKey: Uint8Array, signed: Uint8Array, message: Uint8Array): Promise<boolean> =>
    verifySignature(example.key.algorithm, publicKey, signed, message)

  it('has the expected key tag and digest', async () => {
    expect(example.key.tag).toBe(example.tag)
    expect(signature).toMatchObject({ tag: example.tag, signer: parseDomainName(example.zone), labels: example.labels })
    if (example.digest === undefined) return
    const [kind, digest] = example.digest
    expect(await keyDigest(kind, concat(encodeDomainName(parseDomainName(example.zone)), example.key.data))).toEqual(
      fromHex(digest),
    )
  })

  it('has a valid signature; changed ones are invalid', async () => {
    expect(await verify(example.key.publicKey, signature.signature, data)).toBe(true)
    for (const part of [example.key.publicKey, signature.signature, data])
      for (const at of [0, part.length >> 1, part.length - 1]) {
        const changed = Uint8Array.from(part, (byte, i) => (i === at ? byte ^ 1 : byte))
        const parts = [example.key.publicKey, signature.signature, data].map((all) => (all === part ? changed : all))
        const [publicKey = part, signed = part, message = part] = parts
        expect(await verify(publicKey, signed, message)).toBe(false)
      }
    for (const cut of [0, 1, 31]) {
      expect(await verify(example.key.publicKey.subarray(0, cut), signature.signature, data)).toBe(false)
      expect(await verify(example.key.publicKey, signature.signature.subarray(0, cut), data)).toBe(false)
    }
  })

  it('has signed data with sorted records without duplicates', () => {
    const { record } = example
    const last = { ...record, data: Uint8Array.from(record.data, () => 255) }
    const sorted = signedData(signature, [record, last])
    expect(signedData(signature, [last, record, last])).toEqual(sorted)
    expect(sorted.length).toBeGreaterThan(data.length)
  })
})

it('matches the trust anchors with the root keys', async () => {
  // KSK-2017, as published for resolvers.
  const root = key(
    257,
    8,
    'AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3+/4RgWOq7HrxRixHlFlExOLAJr5emLvN7SWXgnLh4+B5xQlNVz8Og8kvArMtNROxVQuCaSnIDdD5LKyWbRd2n9WGe2R8PzgCmr3EgVLrjyBxWezF0jLHwVN8efS3rCj/EWgvIWgb9tarpVUDK/b58Da+sqqls3eNbuv7pr+eoZG+SrDK6nWeL3c6H5Apxz7LjVc1uTIdsIXxuOLYA4/ilBmSVIzuDWfdRUfhHdY6+cn8HFRm+2hM8AnXGXws9555KrUB5qihylGa8subX2Nn6UwNR1AkUTV74bU=',
  )
  expect(root.tag).toBe(20326)
  expect(rootTrustAnchors.map(({ tag }) => tag)).toEqual([20326, 38696])
  expect(await keyDigest(2, concat(encodeDomainName([]), root.data))).toEqual(rootTrustAnchors[0]?.digest)
})

it('rejects weak and huge RSA keys', async () => {
  // RFC 5702, 6.1: a valid signature with a 512-bit key.
  const weak = key(
    256,
    8,
    'AwEAAcFcGsaxxdgiuuGmCkVImy4h99CqT7jwY3pexPGcnUFtR2Fh36BponcwtkZ4cAgtvd4Qs8PkxUdp6p/DlUmObdk=',
  )
  const example: Example = {
    standard: '',
    zone: 'example.net',
    key: weak,
    tag: 9033,
    record: www(ADDRESS_91),
    labels: 3,
    expiration: seconds('2030-01-01T00:00:00Z'),
    inception: seconds('2000-01-01T00:00:00Z'),
    signature: 'kRCOH6u7l0QGy9qpC9l1sLncJcOKFLJ7GhiUOibu4teYp5VE9RncriShZNz85mwlMgNEacFYK/lPtPiVYP4bwg==',
  }
  expect(weak.tag).toBe(9033)
  const signature = signatureOf(example)
  expect(await verifySignature(8, weak.publicKey, signature.signature, signedData(signature, [example.record]))).toBe(
    false,
  )
  const huge = concat(Uint8Array.of(3, 1, 0, 1), new Uint8Array(8192).fill(255))
  expect(await verifySignature(8, huge, new Uint8Array(8192), new Uint8Array(1))).toBe(false)
  const exponent = concat(Uint8Array.of(0, 1, 0), new Uint8Array(256).fill(255), new Uint8Array(256).fill(255))
  expect(await verifySignature(8, exponent, new Uint8Array(256), new Uint8Array(1))).toBe(false)
})

it('rejects unsupported algorithms', async () => {
  for (const algorithm of [0, 1, 3, 5, 7, 12, 16, 253])
    expect(await verifySignature(algorithm, new Uint8Array(32), new Uint8Array(64), new Uint8Array(1))).toBe(false)
  expect(await keyDigest(1, new Uint8Array(1))).toBeUndefined()
})

it('does not accept revoked and other keys as zone keys', () => {
  const data = (flags: number, protocol: number) =>
    Uint8Array.from([...u16(flags), protocol, 13, ...new Uint8Array(64)])
  expect(parseDnsKey(data(0x0100, 3)).isZoneKey).toBe(true)
  expect(parseDnsKey(data(0x0101, 3)).isZoneKey).toBe(true)
  expect(parseDnsKey(data(0x0181, 3)).isZoneKey).toBe(false)
  expect(parseDnsKey(data(0x0001, 3)).isZoneKey).toBe(false)
  expect(parseDnsKey(data(0x0100, 2)).isZoneKey).toBe(false)
})

it('joins the strings of a TXT record', () => {
  expect(parseTextRecord(Uint8Array.of(2, 0x61, 0x62, 0, 1, 0x63))).toBe('abc')
  expect(parseTextRecord(Uint8Array.of(2, 0xc3, 0xa4))).toBe('ä')
  expect(parseTextRecord(new Uint8Array())).toBe('')
  expect(() => parseTextRecord(Uint8Array.of(3, 0x61))).toThrow(DnsMessageError)
})
