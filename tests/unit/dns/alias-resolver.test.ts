// Resolves names with recorded responses of a real name server (Debian's BIND 9.18) and with hostile ones: every resolution returns
// the published addresses or throws a named error, in bounded time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBase64Url } from '../../../src/bytes/base64.ts'
import { concat, utf8 } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { createAliasResolver } from '../../../src/dns/aliasResolver.ts'
import {
  DnsMessageError,
  type DnsRecord,
  encodeDomainName,
  encodeQuery,
  parseDnsResponse,
  parseDomainName,
  RECORD_TYPE,
} from '../../../src/dns/dnsMessage.ts'
import { keyDigest } from '../../../src/dns/dnssecAlgorithms.ts'
import { parseDnsKey } from '../../../src/dns/dnssecRecords.ts'
import { createDnssecValidator } from '../../../src/dns/dnssecValidator.ts'
import { NameNotFoundError, NotValidatedError, ResolverError } from '../../../src/dns/errors.ts'
import type { Alias } from '../../../src/dns/openAlias.ts'
import type { Fetch } from '../../../src/jsonrpc/client.ts'
import recording from './recorded/answers.json' with { type: 'json' }

const ALIASES = [
  { prefix: 'btc', address: '1abc', recipientName: '' },
  {
    prefix: 'xmr',
    address: '46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em',
    recipientName: 'Somebody',
  },
]

/** Messages by encoded query. */
const recorded: ReadonlyMap<string, Uint8Array> = new Map(
  Object.entries(recording.answers).map(([question, hex]) => [question, fromHex(hex)]),
)
const anchors = recording.anchors.map((anchor) => ({ ...anchor, digest: fromHex(anchor.digest) }))

const MEDIA_TYPE = 'application/dns-message'
const message = (bytes: Uint8Array, type = MEDIA_TYPE): Response =>
  new Response(Uint8Array.from(bytes), { headers: { 'content-type': type } })

const questionIn = (request: Request): string => new URL(request.url).searchParams.get('dns') ?? ''

const answering =
  (answers: ReadonlyMap<string, Uint8Array>): Fetch =>
  async (request) =>
    message(answers.get(questionIn(request)) ?? new Uint8Array())

const resolve = (name: string, fetch: Fetch = answering(recorded), ahead = 0): Promise<readonly Alias[]> =>
  createAliasResolver({
    url: 'https://resolver.example/dns-query',
    fetch,
    clock: () => Date.parse(recording.recorded) + ahead,
    anchors,
  })(name)

const u16 = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(values.flatMap((value) => [(value >> 8) & 255, value & 255]))

/** Builds a message with one question and records in wire format. */
const answerTo = (question: string, records: readonly Uint8Array[], flags = 0x8180): Uint8Array => {
  const message = Uint8Array.from(atob(question.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  // The query without its header and its EDNS record.
  return concat(u16(0, flags, 1, records.length, 0, 0), message.subarray(12, -11), ...records)
}

const wireRecord = ({ name, type, data }: DnsRecord): Uint8Array =>
  concat(encodeDomainName(name), u16(type, 1, 0, 300, data.length), data)

describe('recorded responses', () => {
  it('resolve to the addresses', async () => {
    expect(await resolve('donate.example.test')).toEqual(ALIASES)
    expect(await resolve('alias@example.test')).toEqual(ALIASES)
    await expect(resolve('nothing.example.test')).rejects.toThrow(NameNotFoundError)
  })

  it('are rejected when expired', async () => {
    await expect(resolve('donate.example.test', answering(recorded), 60 * 86_400_000)).rejects.toThrow(
      NotValidatedError,
    )
  })

  it('are requested with constant bytes and without identifying headers', async () => {
    const requests: Request[] = []
    await resolve('donate.example.test', (request) => {
      requests.push(request)
      return answering(recorded)(request)
    })
    expect(requests).toHaveLength(6)
    for (const { method, url, headers, credentials, redirect, referrerPolicy } of requests) {
      expect([method, credentials, redirect, referrerPolicy]).toEqual(['GET', 'omit', 'error', 'no-referrer'])
      expect(url).toMatch(/^https:\/\/resolver\.example\/dns-query\?dns=[\w-]+$/)
      expect([...headers]).toEqual([['accept', MEDIA_TYPE]])
    }
    // RFC 8484, 4.1.1: this query, there without EDNS.
    const example = '03777777076578616d706c6503636f6d0000010001'
    expect(toHex(encodeQuery(parseDomainName('www.example.com'), 1).subarray(12, -11))).toBe(example)
  })

  it('never resolve to other addresses when changed', async () => {
    const keys = [...recorded.keys()]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...keys),
        fc.array(fc.tuple(fc.nat(4000), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat(1500)),
        async (key, changes, cut) => {
          const bytes = Uint8Array.from(recorded.get(key) ?? [])
          for (const [at, mask] of changes) bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ mask
          const answers = new Map(recorded).set(key, bytes.subarray(0, cut ?? bytes.length))
          const outcome = await resolve('alias.example.test', answering(answers)).catch((error: unknown) => error)
          if (outcome instanceof Error)
            expect(['NameNotFoundError', 'NotValidatedError', 'ResolverError']).toContain(outcome.name)
          else expect(outcome).toEqual(ALIASES)
        },
      ),
      { numRuns: 600 },
    )
  })
})

describe('a DNS message', () => {
  it('is parsed or rejected for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        try {
          parseDnsResponse(concat(u16(0, 0x8180, 1, 3, 0, 0), bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(DnsMessageError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('is rejected when truncated in its answers', () => {
    for (const bytes of recorded.values()) {
      const { records } = parseDnsResponse(bytes)
      if (records.length === 0) continue
      // The last record (11 bytes) is in another section.
      for (let length = 0; length < bytes.length - 11; length++)
        expect(() => parseDnsResponse(bytes.subarray(0, length))).toThrow(DnsMessageError)
    }
  })

  const QUESTION = concat(u16(0, 0x8180, 1, 1, 0, 0), encodeDomainName(['a']), u16(RECORD_TYPE.txt, 1))
  const after = QUESTION.length

  it.each([
    ['points to itself', [0xc0, after]],
    ['points ahead', [0xc0, after + 2, 0]],
    ['points out of the message', [0xff, 0xff]],
    ['points to a name that points back', [1, 0x61, 0xc0, after]],
    ['has a label of unknown kind', [0x40, 0]],
    ['ends in a label', [63, 1, 2]],
  ])('is rejected with a name that %s', (_, bytes) => {
    const rest = [0, RECORD_TYPE.txt, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    expect(() => parseDnsResponse(concat(QUESTION, Uint8Array.from([...bytes, ...rest])))).toThrow(DnsMessageError)
  })

  it('is rejected in bounded time with pointers to pointers', () => {
    const header = u16(0, 0x8180, 1, 5000, 0, 0)
    const hops = Array.from({ length: 8000 }, (_, i) =>
      Uint8Array.of(0xc0 | ((12 + 2 * i - 2) >> 8), (12 + 2 * i - 2) & 255),
    )
    expect(() => parseDnsResponse(concat(header, Uint8Array.of(0), u16(RECORD_TYPE.txt, 1), ...hops))).toThrow(
      DnsMessageError,
    )
  })

  it('is rejected with a too long name', () => {
    const long = concat(...Array.from({ length: 5 }, () => concat(Uint8Array.of(63), new Uint8Array(63).fill(0x61))))
    expect(() => parseDnsResponse(concat(QUESTION, long, new Uint8Array(20)))).toThrow(/too long/)
  })

  it.each([
    ['is a query', 0x0180, ResolverError],
    ['is truncated', 0x8380, ResolverError],
    ['is of another operation', 0xa180, ResolverError],
    ['reports a server failure', 0x8182, ResolverError],
    ['reports a refusal', 0x8185, ResolverError],
    ['reports that the name does not exist', 0x8183, NameNotFoundError],
  ])('is rejected if it %s', async (_, flags, kind) => {
    const fetch: Fetch = async (request) => message(answerTo(questionIn(request), [], flags))
    await expect(resolve('a.test', fetch)).rejects.toThrow(kind)
  })

  it('is rejected if it answers another query', async () => {
    const [other] = recorded.values()
    if (other === undefined) throw new Error('nothing was recorded')
    await expect(resolve('donate.example.test', async () => message(other))).rejects.toThrow(/another query/)
  })
})

it('times out on a resolver that never responds', async () => {
  const silent: Fetch = ({ signal }) => {
    const { promise, reject } = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => reject(signal.reason))
    return promise
  }
  const names = createAliasResolver({
    url: 'https://resolver.example',
    fetch: silent,
    clock: () => 0,
    anchors,
    timeoutMs: 50,
  })
  await expect(names('a.test')).rejects.toThrow(/cannot be reached/)
})

it.each<[string, () => Promise<Response>, RegExp]>([
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed')), /cannot be reached: fetch failed/],
  ['responds with an error status', async () => new Response('no', { status: 403 }), /HTTP 403/],
  ['returns a page', async () => message(new Uint8Array(20), 'text/html; charset=utf-8'), /check the URL/],
  ['returns a too long response', async () => message(new Uint8Array(70_000)), /longer than/],
  ['returns an empty response', async () => message(new Uint8Array()), /ends too early/],
])('rejects a resolver that %s', async (_, fetch, words) => {
  const refused = resolve('a.test', fetch)
  await expect(refused).rejects.toThrow(ResolverError)
  await expect(refused).rejects.toThrow(words)
})

describe('the cost of a resolution', () => {
  it('is bounded for endless chains of CNAME records', async () => {
    let queries = 0
    const fetch: Fetch = async (request) => {
      const question = questionIn(request)
      const { name } = parseDnsResponse(answerTo(question, []))
      const target = encodeDomainName([`a${queries++}`, 'test'])
      return message(answerTo(question, [wireRecord({ name, type: RECORD_TYPE.cname, data: target })]))
    }
    await expect(resolve('a.test', fetch)).rejects.toThrow(/chain of more than 8 CNAME records/)
    expect(queries).toBeLessThan(20)
  })

  it('is bounded for many signatures and keys with one tag', async () => {
    // Keys and signatures with one tag, so that every pair must be tried: KeyTrap (CVE-2023-50387).
    const keys = Array.from({ length: 30 }, (_, i) =>
      concat(u16(0x0100), Uint8Array.of(3, 15, 0, i, 0, 255 - i), new Uint8Array(28)),
    )
    const tag = parseDnsKey(keys[0] ?? new Uint8Array()).tag
    const tagAnchors = keys.map(async (key) => {
      const digest = await keyDigest(2, concat(encodeDomainName([]), key))
      return { tag, algorithm: 15, digestType: 2, digest: digest ?? new Uint8Array() }
    })
    const signature = (i: number): Uint8Array =>
      concat(u16(RECORD_TYPE.dnskey), Uint8Array.of(15, 0), u16(0, 300, 0x7fff, 0, 0, 0, tag, i), new Uint8Array(63))
    const root: DnsRecord[] = [
      ...keys.map((data) => ({ name: [], type: RECORD_TYPE.dnskey, data })),
      ...Array.from({ length: 500 }, (_, i) => ({ name: [], type: RECORD_TYPE.rrsig, data: signature(i) })),
    ]
    const validate = createDnssecValidator({
      query: async () => root,
      anchors: await Promise.all(tagAnchors),
      now: 1000,
    })
    await expect(validate(root, [], RECORD_TYPE.dnskey)).rejects.toThrow(/too many signatures/)
    const manyKeys = Array.from(
      { length: 33 },
      () => root[0] ?? { name: [], type: RECORD_TYPE.dnskey, data: new Uint8Array() },
    )
    const manyKeysValidate = createDnssecValidator({
      query: async () => manyKeys,
      anchors: await Promise.all(tagAnchors),
      now: 1000,
    })
    await expect(manyKeysValidate(root, [], RECORD_TYPE.dnskey)).rejects.toThrow(/too many keys/)
  })

  it('is bounded for many keys and DS records with one tag', async () => {
    const key = concat(u16(0x0100), Uint8Array.of(3, 15), new Uint8Array(32))
    const { tag } = parseDnsKey(key)
    const root = Array.from({ length: 30 }, () => ({ name: [], type: RECORD_TYPE.dnskey, data: key }))
    const signature = concat(
      ...[u16(RECORD_TYPE.dnskey), Uint8Array.of(15, 0), u16(0, 300, 0x7fff, 0, 0, 0, tag, 0), new Uint8Array(63)],
    )
    const signed = [...root, { name: [], type: RECORD_TYPE.rrsig, data: signature }]
    const wrong = { tag, algorithm: 15, digestType: 2, digest: new Uint8Array(32) }
    const validate = (count: number) =>
      createDnssecValidator({
        query: async () => signed,
        anchors: Array.from({ length: count }, () => wrong),
        now: 1000,
      })
    await expect(validate(18)(signed, [], RECORD_TYPE.dnskey)).rejects.toThrow(/too many keys with one tag/)
    await expect(validate(17)(signed, [], RECORD_TYPE.dnskey)).rejects.toThrow(/no key of the root matches/)
  })

  it('is bounded for many long messages', async () => {
    let queries = 0
    const fetch: Fetch = async (request) => {
      const question = questionIn(request)
      const { name } = parseDnsResponse(answerTo(question, []))
      const target = encodeDomainName([`a${queries++}`, 'test'])
      const filler = wireRecord({ name: ['b'], type: RECORD_TYPE.txt, data: new Uint8Array(60_000) })
      return message(answerTo(question, [wireRecord({ name, type: RECORD_TYPE.cname, data: target }), filler]))
    }
    await expect(resolve('a.test', fetch)).rejects.toThrow(/has sent more than 262144 bytes/)
    expect(queries).toBe(5)
  })

  it('is bounded for many names at a time', async () => {
    let answer = (): void => undefined
    const open = new Promise<void>((resolve) => {
      answer = resolve
    })
    const names = createAliasResolver({
      ...{ url: 'https://resolver.example', clock: () => Date.parse(recording.recorded), anchors },
      fetch: async (request) => {
        await open
        return answering(recorded)(request)
      },
    })
    const first = Array.from({ length: 8 }, () => names('a.test').catch((error: unknown) => error))
    await expect(names('a.test')).rejects.toThrow('8 names are being resolved already; try again')
    answer()
    await Promise.all(first)
    await expect(names('a.test')).rejects.not.toThrow(/already/)
  })

  it('is bounded for messages of thousands of records', async () => {
    const answer = (count: number): Uint8Array => {
      const [name, data] = [Array.from({ length: 126 }, () => 'b'), encodeDomainName(['b'])]
      // Each name is one pointer to that of the first record.
      const first = wireRecord({ name, type: RECORD_TYPE.cname, data })
      const pointer = concat(u16(0xc000 | (12 + encodeDomainName(['a', 'test']).length + 4)), first.subarray(-13))
      const question = toBase64Url(encodeQuery(['a', 'test'], RECORD_TYPE.txt))
      return answerTo(question, [first, ...Array.from({ length: count - 1 }, () => pointer)])
    }
    expect(parseDnsResponse(answer(128)).records).toHaveLength(128)
    expect(() => parseDnsResponse(answer(129))).toThrow(/has 129 records, and at most 128 are read/)
  })

  it('is bounded for an endless chain of zones', async () => {
    // Each zone is signed by the one above it, label by label.
    let queries = 0
    const signed = (type: number, signer: readonly string[], labels: number): Uint8Array =>
      concat(
        u16(type),
        Uint8Array.of(15, labels),
        u16(0, 300, 0x7fff, 0, 0, 0, 0),
        encodeDomainName(signer),
        new Uint8Array(64),
      )
    const data = (type: number): Uint8Array => {
      const text = utf8('oa1:xmr recipient_address=a')
      return type === RECORD_TYPE.txt ? concat(Uint8Array.of(text.length), text) : new Uint8Array(36)
    }
    const fetch: Fetch = async (request) => {
      queries++
      const question = questionIn(request)
      const { name, type } = parseDnsResponse(answerTo(question, []))
      const signature = signed(type, type === RECORD_TYPE.ds ? name.slice(1) : name, name.length)
      const records = [
        { name, type, data: data(type) },
        { name, type: RECORD_TYPE.rrsig, data: signature },
      ]
      return message(answerTo(question, records.map(wireRecord)))
    }
    const names = createAliasResolver({ url: 'https://resolver.example', fetch, clock: () => 1_000_000, anchors })
    await expect(names(Array.from({ length: 120 }, () => 'a').join('.'))).rejects.toThrow(/too many queries/)
    expect(queries).toBe(32)
  })
})
