// Transactions, blocks, extra fields and texts: round trips of arbitrary values, and hostile input, which is decoded or rejected with a
// named error.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { AddressError, formatAddress, parseAddress } from '../../../src/coin/addresses/address.ts'
import { formatPaymentUri, PaymentUriError, parsePaymentUri } from '../../../src/coin/addresses/paymentUri.ts'
import { AmountError, formatAmount, formatShortAmount, parseAmount } from '../../../src/coin/amount.ts'
import { type Block, blockId, parseBlock, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { networks } from '../../../src/coin/networks/networks.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { seedLanguages } from '../../../src/coin/seeds/languages.ts'
import { decodeSeed, encodeSeed, SeedError } from '../../../src/coin/seeds/seed.ts'
import type { ExtraField } from '../../../src/coin/transactions/extraField.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import { type EcdhInfo, RctType } from '../../../src/coin/transactions/ringct.ts'
import { buildExtra, serializeExtra } from '../../../src/coin/transactions/serializeExtra.ts'
import {
  absoluteOffsets,
  type HasWireFormat,
  type Input,
  relativeOffsets,
  type Transaction,
} from '../../../src/coin/transactions/transaction.ts'
import {
  parsePrunedTransaction,
  parseTransaction,
  parseTransactionParts,
  serializeTransaction,
} from '../../../src/coin/transactions/transactionBytes.ts'
import { transactionId, transactionIdOfParts } from '../../../src/coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../../src/coin/transactions/weight.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { moneroScanBlocks, oxenBlocks, oxenTransactions } from '../../support/coin/vectors.ts'

const key = () => fc.uint8Array({ minLength: 32, maxLength: 32 })
const keys = (count: number) => fc.array(key(), { minLength: count, maxLength: count })
const exactly = <T>(count: number, item: fc.Arbitrary<T>) => fc.array(item, { minLength: count, maxLength: count })
const u64 = () => fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const height = () => fc.maxSafeNat()
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

/** Arbitrary transfers of a family. */
const transfer = (tagged: boolean, versions: readonly number[], types: readonly RctType[]): fc.Arbitrary<Transaction> =>
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
              keyOffsets: exactly(ringSize, height()),
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

const coinbase: fc.Arbitrary<Transaction> = fc.record({
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

const families: readonly [string, HasWireFormat, fc.Arbitrary<Transaction>][] = [
  ['oxen', oxenRegtest, fc.oneof(transfer(false, [2, 3, 4], [3, 4, 5]), coinbase)],
  ['monero', moneroRegtest, fc.oneof(transfer(true, [2], [4, 5, 6]), coinbase)],
]

/** Runs a parser on hostile bytes. It must return a value or throw FormatError. */
const readOrRefuse = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

describe('transactions', () => {
  it.each(families)('of the %s family round-trip', (_, network, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (transaction) => {
        const bytes = serializeTransaction(transaction)
        const parts = parseTransactionParts(network, bytes)
        expect(parts.transaction).toEqual(transaction)
        expect(toHex(transactionIdOfParts(parts))).toBe(toHex(transactionId(transaction)))
        const pruned = bytes.subarray(0, bytes.length - parts.prunable.length)
        const { signatures: _signatures, prunable: _prunable, ...kept } = transaction
        expect(parsePrunedTransaction(network, pruned)).toEqual({ ...kept, signatures: [], prunable: undefined })
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

describe('blocks', () => {
  const header = {
    minorVersion: fc.nat(255),
    timestamp: height(),
    previousId: key(),
    nonce: fc.nat(0xffffffff),
    minerTransaction: coinbase,
    transactionIds: fc.array(key(), { maxLength: 9 }),
  }
  const mined = fc.record({
    majorVersion: fc.integer({ min: 1, max: 15 }),
    ...header,
    pulse: fc.constant(undefined),
    quorumSignatures: fc.constant([]),
  })
  const pulse = fc.record({
    majorVersion: fc.integer({ min: 16, max: 255 }),
    ...header,
    pulse: fc.record({
      randomValue: fc.uint8Array({ minLength: 16, maxLength: 16 }),
      round: fc.nat(255),
      validatorBitset: fc.nat(0xffff),
    }),
    quorumSignatures: fc.array(
      fc.record({ voterIndex: fc.nat(0xffff), signature: fc.uint8Array({ minLength: 64, maxLength: 64 }) }),
      { maxLength: 7 },
    ),
  })
  it('serialize and parse to the same value', () => {
    fc.assert(
      fc.property(fc.oneof(mined, pulse), (block: Block) => {
        const read = parseBlock(oxenRegtest, serializeBlock(block))
        expect(read).toEqual(block)
        expect(blockId(read)).toEqual(blockId(block))
      }),
    )
  })
  it('are rejected at every length but their own (recorded blocks)', () => {
    const samples = [oxenBlocks().at(-1)?.hex ?? '', oxenBlocks()[0]?.hex ?? ''].map((hex) => fromHex(hex))
    for (const bytes of samples)
      for (let length = 0; length < bytes.length; length++)
        expect(() => parseBlock(oxenRegtest, bytes.subarray(0, length))).toThrow(FormatError)
  })
  it('are parsed or rejected when changed', () => {
    const recorded = oxenBlocks().map(({ hex }) => fromHex(hex))
    fc.assert(
      fc.property(fc.constantFrom(...recorded), fc.nat(), fc.nat(255), (bytes, at, byte) => {
        const altered = bytes.with(at % bytes.length, byte)
        const block = readOrRefuse(() => parseBlock(oxenRegtest, altered))
        if (block !== undefined) expect(toHex(serializeBlock(block))).toBe(toHex(altered))
      }),
      { numRuns: 1000 },
    )
  })
})

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
      blockHeight: height(),
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
  it('are kept before any truncation', () => {
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 6 }), fc.nat(), (fields, at) => {
        const bytes = serializeExtra(fields)
        const kept = parseExtra(oxenRegtest, bytes.subarray(0, at % bytes.length))
        expect(fields.slice(0, kept.length)).toEqual(kept)
      }),
    )
  })
})

describe('texts', () => {
  const secret = () => fc.uint8Array({ minLength: 32, maxLength: 32 })
  const network = fc.constantFrom(...networks)
  const paymentId = fc.option(fc.uint8Array({ minLength: 8, maxLength: 8 }), { nil: undefined })

  it('round-trip as addresses on every network', () => {
    fc.assert(
      fc.property(network, secret(), secret(), paymentId, fc.boolean(), (on, spend, view, id, isSub) => {
        const address = {
          kind: id === undefined ? (isSub ? ('subaddress' as const) : ('standard' as const)) : ('integrated' as const),
          spendKey: publicKeyOf(spend),
          viewKey: publicKeyOf(view),
          paymentId: id,
        }
        expect(parseAddress(on, formatAddress(on, address))).toEqual(address)
      }),
      { numRuns: 40 },
    )
  })
  it('are rejected with AddressError if they are not addresses', () => {
    const genuine = formatAddress(oxenRegtest, {
      kind: 'standard',
      spendKey: publicKeyOf(new Uint8Array(32).fill(1)),
      viewKey: publicKeyOf(new Uint8Array(32).fill(2)),
      paymentId: undefined,
    })
    fc.assert(
      fc.property(
        network,
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'L1z9') })),
        (on, text) => {
          expect(() => parseAddress(on, text)).toThrow(AddressError)
        },
      ),
    )
    fc.assert(
      fc.property(fc.nat(genuine.length - 1), fc.constantFrom(...'23456789ABCDEFxyz0'), (at, character) => {
        const altered = genuine.slice(0, at) + character + genuine.slice(at + 1)
        if (altered !== genuine) expect(() => parseAddress(oxenRegtest, altered)).toThrow(AddressError)
      }),
    )
  })

  it('round-trip as amounts', () => {
    fc.assert(
      fc.property(u64(), fc.constantFrom(9, 12), (amount, decimals) => {
        expect(parseAmount(formatAmount(amount, decimals), decimals)).toBe(amount)
        expect(parseAmount(formatShortAmount(amount, decimals), decimals)).toBe(amount)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-+e ,') }), (text) => {
        try {
          expect(parseAmount(text, 9)).toBeLessThan(2n ** 64n)
        } catch (error) {
          if (!(error instanceof AmountError)) throw error
        }
      }),
    )
  })

  it('round-trip as seeds in every language', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...seedLanguages), secret(), async (language, seed) => {
        const words = await encodeSeed(seed, language.name)
        const decoded = await decodeSeed(words)
        expect(toHex(decoded.key)).toBe(toHex(seed))
        const bare = await decodeSeed(words.split(' ').slice(0, 24).join(' '))
        expect(bare.isDeprecated).toBe(true)
        expect(toHex(bare.key)).toBe(toHex(seed))
      }),
      { numRuns: 60 },
    )
  })
  it('are rejected with SeedError if their words are no seed', async () => {
    const word = fc.constantFrom('abbey', 'zoom', '的', 'Abakus', 'backi', 'qqq', "ci'izra", 'абажур')
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 20, maxLength: 27 }), async (words) => {
        try {
          expect((await decodeSeed(words.join(' '))).key).toHaveLength(32)
        } catch (error) {
          if (!(error instanceof SeedError)) throw error
        }
      }),
      { numRuns: 60 },
    )
  })

  it('round-trip as payment URIs', () => {
    const address = formatAddress(oxenRegtest, {
      kind: 'standard',
      spendKey: publicKeyOf(new Uint8Array(32).fill(1)),
      viewKey: publicKeyOf(new Uint8Array(32).fill(2)),
      paymentId: undefined,
    })
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(u64(), text, text, (amount, recipientName, description) => {
        const request = { address, amount, paymentId: '', recipientName, description }
        expect(parsePaymentUri(oxenRegtest, formatPaymentUri(oxenRegtest, request))).toEqual({
          ...request,
          unknownParameters: [],
        })
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        try {
          parsePaymentUri(oxenRegtest, `oxen:${address}?${query}`)
        } catch (error) {
          if (!(error instanceof PaymentUriError)) throw error
        }
      }),
    )
  })
})
