// Arbitrary values of transactions for property tests, and a runner for hostile input.

import fc from 'fast-check'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { type EcdhInfo, RctType } from '../../../src/coin/transactions/ringct.ts'
import type { Input, Transaction } from '../../../src/coin/transactions/transaction.ts'

/** 32 bytes. */
export const key = () => fc.uint8Array({ minLength: 32, maxLength: 32 })
const keys = (count: number) => fc.array(key(), { minLength: count, maxLength: count })
const exactly = <T>(count: number, item: fc.Arbitrary<T>) => fc.array(item, { minLength: count, maxLength: count })
/** An unsigned number of 64 bits. */
export const u64 = () => fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
/** A safe integer that is not negative. */
export const height = () => fc.maxSafeNat()
const few = { minLength: 1, maxLength: 8 }

const bulletproof = fc.record({
  ...{ A: key(), S: key(), T1: key(), T2: key(), taux: key(), mu: key() },
  ...{ L: fc.array(key(), few), R: fc.array(key(), few), a: key(), b: key(), t: key() },
})
const bulletproofPlus = fc.record({
  ...{ A: key(), A1: key(), B: key(), r1: key(), s1: key(), d1: key() },
  ...{ L: fc.array(key(), few), R: fc.array(key(), few) },
})

const clsags = (inputs: number, ringSize: number) =>
  exactly(inputs, fc.record({ s: keys(ringSize), c1: key(), D: key() }))
const mlsags = (inputs: number, ringSize: number) =>
  exactly(inputs, fc.record({ ss: exactly(ringSize, keys(2)), cc: key() }))

const confidential = (type: RctType, inputs: number, outputs: number, ringSize: number) =>
  fc.record({
    rct: fc.record({
      type: fc.constant(type),
      fee: u64(),
      pseudoOuts: keys(0),
      ecdhInfo: exactly<EcdhInfo>(
        outputs,
        type <= RctType.bulletproof
          ? fc.record({ mask: key(), amount: key() })
          : fc.record({ mask: fc.constant(undefined), amount: fc.uint8Array({ minLength: 8, maxLength: 8 }) }),
      ),
      commitments: keys(outputs),
    }),
    prunable: fc.record({
      rangeSignatures: fc.constant([]),
      bulletproofs: type === RctType.bulletproofPlus ? fc.constant([]) : exactly(1, bulletproof),
      bulletproofsPlus: type === RctType.bulletproofPlus ? exactly(1, bulletproofPlus) : fc.constant([]),
      mlsags: type < RctType.clsag ? mlsags(inputs, ringSize) : fc.constant([]),
      clsags: type < RctType.clsag ? fc.constant([]) : clsags(inputs, ringSize),
      pseudoOuts: keys(inputs),
    }),
  })

/** Returns arbitrary transfers of a family: with view tags or without, of the given versions and RingCT types. */
export const transfer = (
  tagged: boolean,
  versions: readonly number[],
  types: readonly RctType[],
): fc.Arbitrary<Transaction> =>
  fc
    .record({
      version: fc.constantFrom(...versions),
      rctType: fc.constantFrom(...types),
      inputs: fc.integer({ min: 1, max: 3 }),
      outputs: fc.integer({ min: 1, max: 4 }),
      ringSize: fc.integer({ min: 1, max: 4 }),
    })
    .chain(({ version, rctType, inputs, outputs, ringSize }) =>
      fc
        .record({
          version: fc.constant(version),
          type: version === 4 ? fc.constantFrom(0 as const, 3 as const, 4 as const) : fc.constant(0 as const),
          unlockTime: u64(),
          outputUnlockTimes: version >= 3 ? exactly(outputs, u64()) : fc.constant([]),
          inputs: exactly(
            inputs,
            fc.record({
              kind: fc.constant('key' as const),
              amount: u64(),
              keyOffsets: exactly(ringSize, u64()),
              keyImage: key(),
            }),
          ) as fc.Arbitrary<Input[]>,
          outputs: exactly(
            outputs,
            fc.record({ amount: u64(), key: key(), viewTag: tagged ? fc.nat(255) : fc.constant(undefined) }),
          ),
          extra: fc.uint8Array({ maxLength: 200 }),
          signatures: fc.constant([]),
          hidden: confidential(rctType, inputs, outputs, ringSize),
        })
        .map(({ hidden, ...prefix }) => ({ ...prefix, ...hidden })),
    )

export const coinbase: fc.Arbitrary<Transaction> = fc.record({
  version: fc.constant(2),
  type: fc.constant(0 as const),
  unlockTime: u64(),
  outputUnlockTimes: fc.constant([]),
  inputs: height().map((at): Input[] => [{ kind: 'gen', height: at }]),
  outputs: fc.array(fc.record({ amount: u64(), key: key(), viewTag: fc.constant(undefined) }), { maxLength: 4 }),
  extra: fc.uint8Array({ maxLength: 100 }),
  signatures: fc.constant([]),
  rct: fc.constant({ type: RctType.null, fee: 0n, pseudoOuts: [], ecdhInfo: [], commitments: [] }),
  prunable: fc.constant(undefined),
})

/** Runs a parser on hostile bytes. Returns its value, or undefined if it throws FormatError. */
export const readOrRefuse = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
