// Codecs of wallet records: round trips, and FormatError for damaged records.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import type { Payment } from '../../../../src/wallet/state/ledger.ts'
import {
  decodeImported,
  decodeOutputs,
  decodePayment,
  decodeTransactionKeys,
  encodeImported,
  encodeOutputs,
  encodePayment,
  encodeTransactionKeys,
} from '../../../../src/wallet/state/ledgerRecords.ts'
import {
  decodeAnchors,
  decodeProgress,
  encodeAnchors,
  encodeProgress,
} from '../../../../src/wallet/state/progressRecords.ts'
import { decodeRing, encodeRing } from '../../../../src/wallet/state/ringRecords.ts'
import { decodeStakeLocks, encodeStakeLocks } from '../../../../src/wallet/state/stakeLocks.ts'
import {
  decodeKnownNames,
  decodeLabels,
  decodeNote,
  encodeKnownNames,
  encodeLabels,
  encodeNote,
} from '../../../../src/wallet/state/userRecords.ts'
import { amount, index, key, optional, output, paymentId } from '../../../support/wallet/output-arbitrary.ts'

const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed())

const transactionKeys = fc.record({ main: key, additional: fc.array(key) })

const payment: fc.Arbitrary<Payment> = fc.record({
  txid: key,
  state: fc.constantFrom('pending', 'confirmed', 'failed'),
  kind: fc.constantFrom('transfer', 'stake'),
  account: index,
  subaddresses: fc.array(index),
  amountIn: amount,
  fee: amount,
  change: amount,
  destinations: fc.array(fc.record({ address: text, amount })),
  paymentId,
  unlockTime: amount,
  keyImages: fc.array(key),
  rings: fc.array(fc.array(index)),
  keys: optional(transactionKeys),
  created: index,
  isOwn: fc.boolean(),
  blob: fc.uint8Array(),
  blink: fc.boolean(),
  relayed: fc.boolean(),
  reverted: fc.boolean(),
  absences: index,
  height: optional(index),
  timestamp: optional(index),
})

const keyHex = key.map(toHex)
const stakeLock = fc.record({ unlockHeight: optional(index), serviceNodeKey: optional(keyHex) })
const stakeLocks = fc.array(fc.tuple(keyHex, stakeLock), { minLength: 1 }).map((locks) => new Map(locks))

const progress = fc.record({
  restoreHeight: index,
  immutableHeight: index,
  lastReward: amount,
  blockIdsStart: index,
  blockIdsHeight: index,
  rescanAdvised: fc.boolean(),
})

const forms = [
  ['outputs', fc.array(output), encodeOutputs, decodeOutputs],
  ['imported outputs', fc.array(fc.record({ output, requested: fc.boolean() })), encodeImported, decodeImported],
  ['a payment', payment, encodePayment, decodePayment],
  ['progress', progress, encodeProgress, decodeProgress],
  ['anchors', fc.array(fc.record({ height: index, id: key })), encodeAnchors, decodeAnchors],
  [
    'a ring',
    fc.record({ candidates: fc.array(index), members: fc.array(index), height: index }),
    encodeRing,
    decodeRing,
  ],
  ['labels', fc.array(text), encodeLabels, decodeLabels],
  ['a note', text, encodeNote, decodeNote],
  ['transaction keys', transactionKeys, encodeTransactionKeys, decodeTransactionKeys],
  ['known names', fc.array(fc.record({ type: index, name: text })), encodeKnownNames, decodeKnownNames],
  ['stake locks', stakeLocks, encodeStakeLocks, decodeStakeLocks],
] as unknown as readonly (readonly [
  string,
  fc.Arbitrary<unknown>,
  (value: unknown) => Uint8Array,
  (bytes: Uint8Array) => unknown,
])[]

describe.each(forms)('%s', (_, arbitrary, encode, decode) => {
  it('round-trips', () => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        expect(decode(encode(value))).toEqual(value)
      }),
    )
  })

  it('is rejected if truncated or followed by more bytes', () => {
    fc.assert(
      fc.property(arbitrary, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (value, share) => {
        const bytes = encode(value)
        expect(() => decode(bytes.subarray(0, Math.floor(share * bytes.length)))).toThrow(FormatError)
        expect(() => decode(Uint8Array.of(...bytes, 0))).toThrow(FormatError)
      }),
    )
  })

  it('is rejected in an unknown version', () => {
    fc.assert(
      fc.property(arbitrary, fc.constantFrom(0, 100, 255), (value, version) => {
        const bytes = encode(value)
        bytes[0] = version
        expect(() => decode(bytes)).toThrow(/record version \d+ of/)
      }),
    )
  })

  it('decodes to another value or is rejected if a byte after the version changes', () => {
    fc.assert(
      fc.property(arbitrary, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, position, change) => {
        const bytes = encode(value)
        const at = 1 + (position % (bytes.length - 1))
        bytes[at] = (bytes[at] ?? 0) ^ change
        try {
          expect(decode(bytes)).not.toEqual(value)
        } catch (error) {
          if (!(error instanceof FormatError)) throw error
        }
      }),
    )
  })
})
