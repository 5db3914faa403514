// Real chains of signatures of February 2024, from the root key to TXT records, published as test data of other validators.
import { describe, expect, it } from 'vitest'
import { type DnsRecord, type DomainName, parseDomainName, RECORD_TYPE } from '../../../src/dns/dnsMessage.ts'
import type { DelegationSigner } from '../../../src/dns/dnssecRecords.ts'
import { createDnssecValidator } from '../../../src/dns/dnssecValidator.ts'
import { NotValidatedError } from '../../../src/dns/errors.ts'
import { rootTrustAnchors } from '../../../src/dns/trustAnchors.ts'
import chain from './recorded/chain.json' with { type: 'json' }

/** After all inceptions and before all expirations. */
const THEN = 1_709_200_000

/** Responses by `name/type`: the records and their signatures. */
type Answers = ReadonlyMap<string, readonly DnsRecord[]>

const toName = (text: string): DomainName => (text === '' ? [] : parseDomainName(text))

const recorded: Answers = new Map(
  Object.entries(chain).map(([question, entries]) => {
    const name = toName(question.slice(0, question.lastIndexOf('/')))
    const records = entries.map(([type, data]) => ({
      name,
      type: Number(type),
      data: Uint8Array.from(atob(String(data)), (character) => character.charCodeAt(0)),
    }))
    return [question, records]
  }),
)

const PAYMENT = 'matt.user._bitcoin-payment.mattcorallo.com/16'
const TEXT = 'txt_test.dnssec_proof_tests.bitcoin.ninja/16'
const ALIAS = 'cname_test.dnssec_proof_tests.bitcoin.ninja/5'
const MANY = 'txt_sort_order.dnssec_proof_tests.bitcoin.ninja/16'

type Circumstances = {
  readonly answers?: Answers
  readonly anchors?: readonly DelegationSigner[]
  readonly now?: number
  readonly queries?: string[]
}

const validate = async (question: string, { answers = recorded, ...more }: Circumstances = {}): Promise<void> => {
  const { anchors = rootTrustAnchors, now = THEN, queries = [] } = more
  const query = async (name: DomainName, type: number): Promise<readonly DnsRecord[]> => {
    queries.push(`${name.join('.')}/${type}`)
    return answers.get(`${name.join('.')}/${type}`) ?? []
  }
  const [name = '', type = ''] = question.split('/')
  await createDnssecValidator({ query, anchors, now })(answers.get(question) ?? [], toName(name), Number(type))
}

describe.each([PAYMENT, TEXT, ALIAS, MANY])('the chain of signatures of %s', (question) => {
  it('validates with KSK-2017 of the root', async () => {
    const queries: string[] = []
    await validate(question, { queries })
    expect(queries.length).toBe(new Set(queries).size)
    expect(queries).toContain('/48')
  })

  it('validates in any order of records, and with duplicates', async () => {
    const shuffled = new Map([...recorded].map(([key, records]) => [key, [...records, ...records].reverse()]))
    await validate(question, { answers: shuffled })
  })

  it('is rejected with another root key', async () => {
    const [, another] = rootTrustAnchors
    if (another === undefined) throw new Error('the second anchor is missing')
    await expect(validate(question, { anchors: [another] })).rejects.toThrow(
      /no key of the root matches its DS records or trust anchors/,
    )
    await expect(validate(question, { anchors: [] })).rejects.toThrow(NotValidatedError)
  })

  it('is rejected before its inception and after its expiration', async () => {
    for (const now of [1_708_000_000, 1_720_000_000, THEN + 2 ** 31, 0])
      await expect(validate(question, { now: now % 2 ** 32 })).rejects.toThrow(NotValidatedError)
  })

  it('is rejected with a flipped bit, a missing record or an additional record', async () => {
    const queries: string[] = []
    await validate(question, { queries })
    let changes = 0
    for (const key of [question, ...queries]) {
      const records = recorded.get(key) ?? []
      for (const [i, record] of records.entries()) {
        const others = records.filter((_, k) => k !== i)
        const bits = [0, 3, 8 * 17, 8 * 18 + 1, 4 * record.data.length, 8 * record.data.length - 1]
        for (const bit of bits.filter((at) => at >> 3 < record.data.length)) {
          const data = Uint8Array.from(record.data, (byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
          const answers = new Map(recorded).set(key, [...others, { ...record, data }])
          await expect(validate(question, { answers }), `${key}: bit ${bit} of record ${i}`).rejects.toThrow(Error)
          changes++
          // An additional record invalidates a signed set; an additional invalid signature does not.
          const more = new Map(recorded).set(key, [...records, { ...record, data }])
          if (record.type !== RECORD_TYPE.rrsig && key !== '/43')
            await expect(validate(question, { answers: more })).rejects.toThrow(NotValidatedError)
        }
        await expect(validate(question, { answers: new Map(recorded).set(key, others) })).rejects.toThrow(
          NotValidatedError,
        )
      }
    }
    expect(changes).toBeGreaterThan(50)
  })
})

it('rejects a record under another name or type', async () => {
  const records = (recorded.get(TEXT) ?? []).map((record) => ({
    ...record,
    name: parseDomainName('other.bitcoin.ninja'),
  }))
  const answers = new Map(recorded).set('other.bitcoin.ninja/16', records)
  await expect(validate('other.bitcoin.ninja/16', { answers })).rejects.toThrow(
    /not those that bitcoin\.ninja signed|wildcard/,
  )
})
