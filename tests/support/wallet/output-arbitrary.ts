// Any owned outputs, and their members, for property tests.
import fc from 'fast-check'
import type { OutputFields } from '../../../src/wallet/state/outputFields.ts'

export const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
export const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
export const index = fc.nat()
export const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
export const paymentId = fc
  .constantFrom(0, 8, 32)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))

export const output: fc.Arbitrary<OutputFields> = fc.record({
  globalIndex: index,
  confidential: fc.boolean(),
  key,
  txid: key,
  indexInTx: index,
  amount,
  mask: key,
  subaddress: fc.record({ major: index, minor: index }),
  txPublicKey: key,
  keyImage: optional(key),
  height: index,
  timestamp: index,
  unlockTime: amount,
  prefixUnlockTime: amount,
  coinbase: fc.boolean(),
  stake: fc.boolean(),
  paymentId,
  fee: amount,
  change: fc.boolean(),
  spent: optional(fc.record({ txid: key, height: optional(index) })),
  frozen: fc.boolean(),
})
