// Transactions: round trips of arbitrary values, and hostile input, which is parsed or rejected with FormatError.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import {
  absoluteOffsets,
  type HasWireFormat,
  relativeOffsets,
  type Transaction,
} from '../../../../src/coin/transactions/transaction.ts'
import {
  parsePrunedTransaction,
  parseTransaction,
  parseTransactionParts,
  serializeTransaction,
} from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId, transactionIdOfParts } from '../../../../src/coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../../../src/coin/transactions/weight.ts'
import { coinbase, readOrRefuse, transfer } from '../../../support/coin/arbitraries.ts'
import { moneroScanBlocks, oxenTransactions } from '../../../support/coin/vectors.ts'

const families: readonly [string, HasWireFormat, fc.Arbitrary<Transaction>][] = [
  ['oxen', oxenRegtest, fc.oneof(transfer(false, [2, 3, 4], [3, 4, 5]), coinbase)],
  ['monero', moneroRegtest, fc.oneof(transfer(true, [2], [4, 5, 6]), coinbase)],
]

describe('transactions', () => {
  it.each(families)('of the %s family round-trip', (_, network, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (transaction) => {
        const bytes = serializeTransaction(transaction)
        const parts = parseTransactionParts(network, bytes)
        expect(parts.transaction).toEqual(transaction)
        expect(toHex(transactionIdOfParts(parts))).toBe(toHex(transactionId(transaction)))
        const pruned = bytes.subarray(0, bytes.length - parts.prunable.length)
        const { signatures: _signatures, prunable: _prunable, ...rest } = transaction
        expect(parsePrunedTransaction(network, pruned)).toEqual({ ...rest, signatures: [], prunable: undefined })
        expect(transactionWeight(transaction)).toBeGreaterThanOrEqual(bytes.length)
      }),
      { numRuns: 60 },
    )
  })

  it.each(families)(
    'of the %s family are rejected when truncated or followed by more bytes',
    (_, network, arbitrary) => {
      fc.assert(
        fc.property(arbitrary, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }), (transaction, at, tail) => {
          const bytes = serializeTransaction(transaction)
          expect(() => parseTransaction(network, bytes.subarray(0, at % bytes.length))).toThrow(FormatError)
          expect(() => parseTransaction(network, Uint8Array.of(...bytes, ...tail))).toThrow(FormatError)
        }),
        { numRuns: 60 },
      )
    },
  )

  it('are rejected at every length but their own (recorded transactions)', () => {
    const shortest = (recorded: readonly { readonly hex: string }[]) =>
      fromHex(
        recorded
          .map(({ hex }) => hex)
          .filter((hex) => hex.length > 2000)
          .sort((a, b) => a.length - b.length)[0] ?? '',
      )
    const samples: readonly [HasWireFormat, Uint8Array][] = [
      [oxenRegtest, shortest(oxenTransactions())],
      [moneroRegtest, shortest(moneroScanBlocks().flatMap(({ txs }) => txs))],
    ]
    for (const [network, bytes] of samples)
      for (let length = 0; length < bytes.length; length++) {
        expect(() => parseTransaction(network, bytes.subarray(0, length))).toThrow(FormatError)
        readOrRefuse(() => parsePrunedTransaction(network, bytes.subarray(0, length)))
      }
  })

  it('are parsed or rejected when changed, and serialize to the parsed bytes', () => {
    const recorded = oxenTransactions().map(({ hex }) => fromHex(hex))
    fc.assert(
      fc.property(fc.constantFrom(...recorded), fc.nat(), fc.nat(255), (bytes, at, byte) => {
        const altered = bytes.with(at % Math.min(bytes.length, 400), byte)
        const transaction = readOrRefuse(() => parseTransaction(oxenRegtest, altered))
        if (transaction !== undefined) expect(toHex(serializeTransaction(transaction))).toBe(toHex(altered))
      }),
      { numRuns: 1500 },
    )
  })

  it('are parsed or rejected with FormatError for random bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3, 4), fc.uint8Array({ maxLength: 300 }), (version, tail) => {
        for (const network of [oxenRegtest, moneroRegtest])
          readOrRefuse(() => parseTransaction(network, Uint8Array.of(version, ...tail)))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['inputs', '0200ffffffffffffff0f'],
    ['ring members', '02000102' + '00' + 'ffffffffffffff0f'],
    ['outputs', '020000ffffffff0f'],
    ['output unlock times', '04ffffffffffffff0f'],
    ['bytes of extra', '02000000ffffffff0f'],
    ['a non-canonical version', '8200'],
    ['a non-canonical unlock time', '02800000'],
    ['a non-canonical count of inputs', '02008000'],
  ])('are rejected with a false count: %s', (_, hex) => {
    expect(() => parseTransaction(oxenRegtest, fromHex(hex))).toThrow(FormatError)
  })

  it('are rejected with an empty ring', () => {
    const empty = `0200${'01'}02${'00'}${'00'}${'11'.repeat(32)}${'00'}${'00'}`
    expect(() => parseTransaction(oxenRegtest, fromHex(`${empty}0500${'00'.repeat(200)}`))).toThrow(FormatError)
  })
})

describe('ring offsets', () => {
  it('convert to indices and back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { maxLength: 20 }), (indices) => {
        const ascending = indices.toSorted((a, b) => a - b)
        expect(absoluteOffsets(relativeOffsets(ascending))).toEqual(ascending)
      }),
    )
  })
})
