// Hex, base58, varints and cursors: round trips, and hostile input that must end in a named error.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Base58Error, decodeBase58, encodeBase58 } from '../../../src/bytes/base58.ts'
import { BoostReader, BoostWriter } from '../../../src/bytes/boostArchive.ts'
import { compareBytes, concat, equalBytes, isZero, u32Bytes, u64Bytes, utf8, wipe } from '../../../src/bytes/bytes.ts'
import { FormatError, Reader, varintBytes, Writer } from '../../../src/bytes/cursor.ts'
import { fromHex, HexError, toHex } from '../../../src/bytes/hex.ts'

const bytes = () => fc.uint8Array({ maxLength: 300 })
const u64 = () => fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

/** Runs a function that may only throw errors of the given class. */
const onlyThrows = (kind: new (message: string) => Error, run: () => unknown): void => {
  try {
    run()
  } catch (error) {
    if (!(error instanceof kind)) throw error
  }
}

describe('hex', () => {
  it('round trips in either case', () => {
    fc.assert(
      fc.property(bytes(), (value) => {
        expect(fromHex(toHex(value))).toEqual(value)
        expect(fromHex(toHex(value).toUpperCase(), value.length)).toEqual(value)
      }),
    )
  })
  it('decodes any text to bytes or throws HexError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        onlyThrows(HexError, () => expect(toHex(fromHex(text))).toBe(text.toLowerCase()))
      }),
    )
    expect(() => fromHex('abc')).toThrow(/odd/)
    expect(() => fromHex('zz')).toThrow(/zz/)
    expect(() => fromHex('aabb', 3)).toThrow(/6 hex digits/)
  })
})

describe('base58', () => {
  it('round trips with a text length that determines the byte length', () => {
    fc.assert(
      fc.property(bytes(), (value) => {
        const text = encodeBase58(value)
        expect(decodeBase58(text)).toEqual(value)
        expect(text.length).toBe(Math.floor(value.length / 8) * 11 + ([0, 2, 3, 5, 6, 7, 9, 10][value.length % 8] ?? 0))
      }),
    )
  })
  it('decodes only canonical texts, or throws Base58Error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'123456789ABCXYZabcxyz0OIl ') }), (text) => {
        onlyThrows(Base58Error, () => expect(encodeBase58(decodeBase58(text))).toBe(text))
      }),
    )
  })
  it.each([
    ['', ''],
    ['00', '11'],
    ['ff', '5Q'],
    ['0000000000000000', '11111111111'],
    ['ffffffffffffffff', 'jpXCZedGfVQ'],
    ['06156013762879f7', '22222222222'],
    ['05e022ba374b2a00', '1z111111111'],
  ])('encodes %s as "%s"', (hex, text) => {
    expect(encodeBase58(fromHex(hex))).toBe(text)
    expect(toHex(decodeBase58(text))).toBe(hex)
  })
  it.each(['1', '1111', '11111111', '5R', 'zzzzzzzzzzz', 'jpXCZedGfVR', 'l1', '0'])('rejects "%s"', (text) => {
    expect(() => decodeBase58(text)).toThrow(Base58Error)
  })
})

/** What a call returns, or the message of its FormatError. */
const outcomeOf = (call: () => number): number | string => {
  try {
    return call()
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
}

describe('varints', () => {
  it('are skipped as they are read, malformed ones too', () => {
    const byte = fc.constantFrom(0, 1, 0x7f, 0x80, 0x81, 0xff)
    const valid = fc.oneof(u64(), fc.bigInt(0n, 0x3fffn)).map(varintBytes)
    const hostile = fc.array(byte, { maxLength: 12 }).map((bytes) => Uint8Array.from(bytes))
    fc.assert(
      fc.property(fc.array(fc.oneof(valid, hostile), { maxLength: 8 }), fc.nat({ max: 9 }), (parts, count) => {
        const bytes = concat(...parts)
        const [read, skipped] = [new Reader(bytes), new Reader(bytes)]
        const expected = outcomeOf(() => {
          for (let left = count; left > 0; left--) read.varint64()
          return read.offset
        })
        const found = outcomeOf(() => {
          skipped.skipVarints(count)
          return skipped.offset
        })
        expect(found).toBe(expected)
      }),
    )
  })

  it('round trips every value', () => {
    fc.assert(
      fc.property(u64(), (value) => {
        const reader = new Reader(varintBytes(value))
        expect(reader.varint64()).toBe(value)
        reader.end('a varint')
      }),
    )
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(new Reader(varintBytes(value)).varint()).toBe(value)
        expect(toHex(varintBytes(value))).toBe(toHex(varintBytes(BigInt(value))))
      }),
    )
  })
  it.each([
    [0n, '00'],
    [127n, '7f'],
    [128n, '8001'],
    [300n, 'ac02'],
    [2n ** 49n - 1n, 'ffffffffffff7f'],
    [2n ** 49n, '8080808080808001'],
    [2n ** 53n - 1n, 'ffffffffffffff0f'],
    [2n ** 64n - 1n, 'ffffffffffffffffff01'],
  ])('encodes %s as %s', (value, hex) => {
    expect(toHex(varintBytes(value))).toBe(hex)
    expect(new Reader(fromHex(hex)).varint64()).toBe(value)
    if (value <= BigInt(Number.MAX_SAFE_INTEGER)) expect(new Reader(fromHex(hex)).varint()).toBe(Number(value))
  })
  it.each(['', '80', '8000', '808000', 'ffffffffffffffffff02', 'ffffffffffffffffffff01', '80808080808080808000'])(
    'rejects %s',
    (hex) => {
      expect(() => new Reader(fromHex(hex)).varint64()).toThrow(FormatError)
      expect(() => new Reader(fromHex(hex)).varint()).toThrow(FormatError)
    },
  )
  it('rejects an index beyond 2^53', () => {
    expect(() => new Reader(varintBytes(2n ** 53n)).varint()).toThrow(/9007199254740992/)
  })
  it('reads any bytes equally as number and as bigint', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (value) => {
        onlyThrows(FormatError, () => {
          const small = new Reader(value).varint()
          expect(new Reader(value).varint64()).toBe(BigInt(small))
        })
      }),
    )
  })
  it('does not encode values outside u64', () => {
    for (const value of [-1, 1.5, 2 ** 53, Number.NaN, -1n, 2n ** 64n])
      expect(() => varintBytes(value)).toThrow(FormatError)
  })
})

describe('cursors', () => {
  type Step =
    | { readonly kind: 'u8' | 'u16' | 'u32'; readonly value: number }
    | { readonly kind: 'u64' | 'varint'; readonly value: bigint }
    | { readonly kind: 'bytes'; readonly value: Uint8Array }
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constant('u8' as const), value: fc.nat(0xff) }),
    fc.record({ kind: fc.constant('u16' as const), value: fc.nat(0xffff) }),
    fc.record({ kind: fc.constant('u32' as const), value: fc.nat(0xffffffff) }),
    fc.record({ kind: fc.constant('u64' as const), value: u64() }),
    fc.record({ kind: fc.constant('varint' as const), value: u64() }),
    fc.record({ kind: fc.constant('bytes' as const), value: bytes() }),
  )
  const write = (writer: Writer, { kind, value }: Step): void => {
    if (kind === 'bytes') writer.bytes(value)
    else if (kind === 'u64') writer.u64(value)
    else if (kind === 'varint') writer.varint(value)
    else writer[kind](Number(value))
  }
  const read = (reader: Reader, { kind, value }: Step) =>
    kind === 'bytes' ? reader.bytes(value.length) : kind === 'varint' ? reader.varint64() : reader[kind]()

  it('reads what was written, across every growth of the buffer', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const writer = new Writer()
        for (const each of steps) write(writer, each)
        const written = writer.finish()
        expect(writer.length).toBe(written.length)
        const reader = new Reader(written)
        for (const each of steps) expect(read(reader, each)).toEqual(each.value)
        reader.end('the steps')
      }),
    )
  })
  it('grows the buffer within any number', () => {
    for (let lead = 248; lead <= 256; lead++)
      expect(
        toHex(
          new Writer()
            .bytes(new Uint8Array(lead))
            .u64(2n ** 64n - 1n)
            .u8(7)
            .finish(),
        ),
      ).toBe(`${'00'.repeat(lead)}ffffffffffffffff07`)
  })
  it('never reads beyond the end', () => {
    const reader = () => new Reader(Uint8Array.of(1))
    for (const run of [
      () => reader().u16(),
      () => reader().u32(),
      () => reader().u64(),
      () => reader().bytes(2),
      () => new Reader(new Uint8Array()).u8(),
      () => reader().end('nothing'),
    ])
      expect(run).toThrow(FormatError)
  })
  it('rejects counts that the bytes cannot hold', () => {
    expect(() => new Reader(fromHex('ffffffffffffff0f00')).count(1)).toThrow(/9007199254740991/)
    expect(() => new Reader(fromHex('0200')).count(1)).toThrow(FormatError)
    expect(new Reader(fromHex('020000')).count(1)).toBe(2)
  })
  it('returns views and keeps offsets', () => {
    const source = Uint8Array.of(1, 2, 3, 4)
    const reader = new Reader(source.subarray(1))
    const { offset } = reader
    expect(reader.bytes(2).buffer).toBe(source.buffer)
    expect(reader.since(offset)).toEqual(Uint8Array.of(2, 3))
    expect(reader.remaining).toBe(1)
  })
})

describe('bytes', () => {
  it('joins, compares and wipes', () => {
    fc.assert(
      fc.property(bytes(), bytes(), (a, b) => {
        expect([...concat(a, b)]).toEqual([...a, ...b])
        expect(equalBytes(a, b)).toBe(toHex(a) === toHex(b))
        expect(Math.sign(compareBytes(a, b))).toBe(Math.sign(Buffer.compare(a, b)))
        expect(isZero(a)).toBe(a.every((byte) => byte === 0))
        wipe(a, b)
        expect(isZero(concat(a, b))).toBe(true)
      }),
    )
  })
  it('encodes numbers and text', () => {
    expect(toHex(u64Bytes(2n ** 64n - 2n))).toBe('feffffffffffffff')
    expect(toHex(u32Bytes(0x01020304))).toBe('04030201')
    expect(toHex(utf8('é'))).toBe('c3a9')
  })
})

describe('integers of an archive', () => {
  const HEADER = new BoostWriter().finish().length
  it.each([
    [0n, '00'],
    [1n, '0101'],
    [300n, '022c01'],
    [2n ** 63n - 1n, '08ffffffffffffff7f'],
    [2n ** 64n - 1n, 'ff01'],
    [2n ** 64n - 300n, 'fe2c01'],
  ])('encodes %s as Boost does', (value, hex) => {
    expect(toHex(new BoostWriter().integer(value).finish().subarray(HEADER))).toBe(hex)
  })
  it('round trips integers', () => {
    fc.assert(
      fc.property(fc.array(u64()), (values) => {
        const writer = new BoostWriter()
        for (const value of values) writer.integer(value)
        const reader = new BoostReader(writer.finish())
        expect(values.map(() => reader.integer64())).toEqual(values)
        reader.end('the integers')
      }),
    )
  })
  it('decodes only canonical forms, or throws FormatError', () => {
    fc.assert(
      fc.property(bytes(), (tail) => {
        onlyThrows(FormatError, () => {
          const reader = new BoostReader(concat(new BoostWriter().finish(), tail))
          const written = new BoostWriter().integer(reader.integer64()).finish().subarray(HEADER)
          expect(written).toEqual(tail.subarray(0, written.length))
        })
      }),
    )
  })
})
