// Extra fields: round trips of arbitrary values, and any bytes.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { buildExtra, serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { key, u64 } from '../../../support/coin/arbitraries.ts'

describe('extra fields', () => {
  const signature = fc.uint8Array({ minLength: 64, maxLength: 64 })
  const field: fc.Arbitrary<ExtraField> = fc.oneof(
    fc.record({ field: fc.constant('txPublicKey' as const), key: key() }),
    fc.record({ field: fc.constant('nonce' as const), nonce: fc.uint8Array({ maxLength: 255 }) }),
    fc.record({ field: fc.constant('mergeMining' as const), depth: u64(), root: key() }),
    fc.record({ field: fc.constant('additionalPublicKeys' as const), keys: fc.array(key(), { maxLength: 16 }) }),
    fc.record({ field: fc.constant('burn' as const), amount: u64() }),
    fc.record({ field: fc.constant('minergate' as const), data: fc.uint8Array({ maxLength: 40 }) }),
    fc.record({
      field: fc.constant('keyImageProofs' as const),
      proofs: fc.array(fc.record({ keyImage: key(), signature }), { maxLength: 4 }),
    }),
    fc.record({
      field: fc.constant('stateChange' as const),
      state: fc.nat(3),
      blockHeight: u64(),
      serviceNodeIndex: fc.nat(),
      votes: fc.array(fc.record({ validatorIndex: fc.nat(), signature }), { maxLength: 3 }),
    }),
  )
  it('round-trip in any order', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 8 }), (fields) => {
        expect(parseExtra(oxenRegtest, serializeExtra(fields))).toEqual(fields)
        expect(parseExtra(oxenRegtest, buildExtra(fields))).toHaveLength(fields.length)
      }),
    )
  })
  it('are parsed from any bytes and serialize to a prefix of them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const fields = parseExtra(oxenRegtest, bytes)
        const written = serializeExtra(fields)
        expect(toHex(written)).toBe(toHex(bytes.subarray(0, written.length)))
      }),
      { numRuns: 2000 },
    )
  })
  it('are parsed before any truncation', () => {
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 6 }), fc.nat(), (fields, at) => {
        const bytes = serializeExtra(fields)
        const parsed = parseExtra(oxenRegtest, bytes.subarray(0, at % bytes.length))
        expect(fields.slice(0, parsed.length)).toEqual(parsed)
      }),
    )
  })
})
