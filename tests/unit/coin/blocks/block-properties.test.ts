// Blocks: round trips of arbitrary values, and hostile input, which is parsed or rejected with FormatError.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { type Block, blockId, parseBlock, serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { coinbase, height, key, readOrRefuse } from '../../../support/coin/arbitraries.ts'
import { oxenBlocks } from '../../../support/coin/vectors.ts'

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
