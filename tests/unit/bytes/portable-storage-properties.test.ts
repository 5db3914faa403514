// Portable storage: round trips of arbitrary values, and hostile bytes.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { fromHex } from '../../../src/bytes/hex.ts'
import {
  type IntegerType,
  type PortableCursor,
  PortableError,
  type PortableSection,
  type PortableValue,
  readPortable,
  visitPortable,
} from '../../../src/bytes/portableStorage.ts'
import {
  asBlob,
  asBool,
  asPacked,
  asSection,
  asSections,
  asText,
  asU8,
  asU32,
  asU64,
  asU64s,
  type Writable,
  type WritableSection,
  writePortable,
} from '../../../src/bytes/portableStorageWriter.ts'

const HEADER = fromHex('011101010101020101')

const RANGES: readonly [IntegerType, bigint, bigint][] = [
  ['i64', -(2n ** 63n), 2n ** 63n - 1n],
  ['i32', -(2n ** 31n), 2n ** 31n - 1n],
  ['i16', -(2n ** 15n), 2n ** 15n - 1n],
  ['i8', -128n, 127n],
  ['u64', 0n, 2n ** 64n - 1n],
  ['u32', 0n, 2n ** 32n - 1n],
  ['u16', 0n, 2n ** 16n - 1n],
  ['u8', 0n, 255n],
]

const integer = fc.oneof(
  ...RANGES.map(([type, min, max]) => fc.bigInt({ min, max }).map((value): Writable => ({ type, value }))),
)
const name = fc.string({ minLength: 1, maxLength: 20, unit: 'binary-ascii' })

const { section } = fc.letrec<{ section: WritableSection; value: Writable; array: Writable }>((tie) => ({
  array: fc.oneof(
    fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 1 }).map(asU64s),
    fc.array(tie('section'), { minLength: 1, maxLength: 4 }).map(asSections),
    fc
      .array(fc.boolean(), { minLength: 1 })
      .map((items): Writable => ({ type: 'array', of: 'bool', items: items.map(asBool) })),
  ),
  value: fc.oneof(
    { depthSize: 'small' },
    integer,
    fc.boolean().map(asBool),
    fc.uint8Array({ maxLength: 100 }).map(asBlob),
    tie('section').map(asSection),
    tie('array'),
  ),
  section: fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: false }),
}))

/** Returns the value that parsing returns for a written value. */
const expected = (value: Writable): PortableValue => {
  if (value.type === 'array') return value.items.map(expected)
  if (value.type === 'section') return expectedSection(value.value)
  if (value.type === 'blob' || value.type === 'bool') return value.value
  return value.type === 'u64' || value.type === 'i64' ? BigInt(value.value) : Number(value.value)
}
const expectedSection = (fields: WritableSection): PortableSection => {
  const read: { [name: string]: PortableValue } = Object.create(null)
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) read[key] = expected(value)
  return read
}

/** Parses hostile bytes. It must return a value or throw a named error. */
const readOrRefuse = (bytes: Uint8Array): void => {
  try {
    readPortable(bytes)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
  }
}

describe('portable storage', () => {
  it('round trips', () => {
    fc.assert(
      fc.property(section, (fields) => {
        expect(readPortable(writePortable(fields))).toEqual(expectedSection(fields))
      }),
    )
  })
  it('survives truncation and mutation', () => {
    fc.assert(
      fc.property(section, fc.nat(), fc.nat(255), (fields, at, byte) => {
        const bytes = writePortable(fields)
        readOrRefuse(bytes.subarray(0, at % bytes.length))
        readOrRefuse(bytes.with(at % bytes.length, byte))
      }),
      { numRuns: 300 },
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (tail) => readOrRefuse(concat(HEADER, tail))),
      { numRuns: 500 },
    )
  })
  it('reads counts of any width', () => {
    for (const one of ['04', '0500', '06000000', '0700000000000000'])
      expect(readPortable(fromHex(`${'011101010101020101'}${one}01610801`))).toEqual({ __proto__: null, a: 1 })
  })
  it('uses the first of two fields with one name', () => {
    expect(readPortable(concat(HEADER, fromHex('08016108010161080'.concat('2'))))['a']).toBe(1)
  })
  it('reads every name as an ordinary name', () => {
    const read = readPortable(writePortable(Object.fromEntries([['__proto__', asU8(5)]])))
    expect(Object.entries(read)).toEqual([['__proto__', 5]])
    expect(Object.getPrototypeOf(read)).toBeNull()
  })
  it('ignores bytes after the root section', () => {
    expect(readPortable(concat(HEADER, fromHex('00ffff')))).toEqual(Object.create(null))
  })

  it.each<[string, string]>([
    ['no signature', '021101010101020101' + '00'],
    ['nothing after the signature', '011101010101020101'],
    ['a double', `011101010101020101${'04016109'}${'00'.repeat(8)}`],
    ['an array of arrays', '011101010101020101' + '0401618d0400'],
    ['an unknown type', '011101010101020101' + '0401614000'],
    ['a bool of 2', '011101010101020101' + '0401610b02'],
    ['more fields than bytes', '011101010101020101' + 'feffffff'],
    ['a count of 2^62-1', '011101010101020101' + 'ffffffffffffffff'],
    ['an array longer than the bytes', '011101010101020101' + '04016185' + 'fc00'],
    ['a blob longer than the bytes', '011101010101020101' + '0401610a' + 'feffffff00'],
  ])('rejects %s', (_, hex) => {
    expect(() => readPortable(fromHex(hex))).toThrow(FormatError)
  })
  it('rejects nesting beyond 50 sections and reads 50', () => {
    const nested = (depth: number): WritableSection => (depth === 1 ? {} : { a: asSection(nested(depth - 1)) })
    const deepest = writePortable(nested(50))
    expect(() => readPortable(deepest)).not.toThrow()
    expect(() => writePortable(nested(51))).toThrow(PortableError)
    const deeper = concat(HEADER, ...Array.from({ length: 100000 }, () => fromHex('0401610c')), fromHex('00'))
    expect(() => readPortable(deeper)).toThrow(/nested more than 50/)
  })
  it('rejects values that do not fit their type', () => {
    expect(() => writePortable({ a: asU8(256) })).toThrow(PortableError)
    expect(() => writePortable({ a: asU64(-1) })).toThrow(PortableError)
    expect(() => writePortable({ a: asU64(1.5) })).toThrow(PortableError)
    expect(() => writePortable({ ['x'.repeat(255)]: asU8(1) })).toThrow(PortableError)
    expect(() => writePortable({ '': asU8(1) })).toThrow(PortableError)
    expect(() => writePortable({ 名: asU8(1) })).toThrow(PortableError)
    expect(() => writePortable({ a: { type: 'array', of: 'u8', items: [asU64(1)] } })).toThrow(PortableError)
  })
})

describe('cursors into portable storage', () => {
  const bytes = writePortable({
    blob: asBlob(Uint8Array.of(1, 2, 3, 4)),
    flag: asBool(true),
    huge: asU64(2n ** 60n),
    keys: asPacked([new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]),
    list: asU64s([1, 2, 3]),
    none: asPacked([]),
    number: asU32(7),
    section: asSection({ inner: asU8(1) }),
    sections: asSections([{ a: asU8(1) }, { a: asU8(2) }]),
    text: asText('OK'),
  })
  const at = <T>(field: string, take: (value: PortableCursor) => T): T => {
    const found: T[] = []
    visitPortable(bytes, (name, value) => {
      if (name === field) found.push(take(value))
    })
    const [only] = found
    if (only === undefined) throw new Error(`no field ${field}`)
    return only
  }
  it('reads values in the requested form', () => {
    expect(at('number', (value) => value.number())).toBe(7)
    expect(at('number', (value) => value.bigint())).toBe(7n)
    expect(at('huge', (value) => value.bigint())).toBe(2n ** 60n)
    expect(at('flag', (value) => value.boolean())).toBe(true)
    expect(at('text', (value) => value.text())).toBe('OK')
    expect(at('blob', (value) => value.packed(2, 10))).toEqual([Uint8Array.of(1, 2), Uint8Array.of(3, 4)])
    expect(at('keys', (value) => value.packed(32, 10)).map((key) => key[0])).toEqual([1, 2])
    expect(at('list', (value) => value.numbers(10))).toEqual([1, 2, 3])
    expect(() => at('list', (value) => value.numbers(2))).toThrow(/more than 2/)
    expect(() => at('keys', (value) => value.packed(32, 1))).toThrow(/more than 1 items/)
    const items: number[] = []
    at('sections', (value) => {
      value.each((item) => item.section((_, field) => items.push(field.number())))
      return true
    })
    expect(items).toEqual([1, 2])
  })
  it('rejects other types with the name of the field', () => {
    expect(() => at('text', (value) => value.number())).toThrow(/"text" should be an integer, it is blob/)
    expect(() => at('list', (value) => value.number())).toThrow(/an array of u64/)
    expect(() => at('number', (value) => value.bytes())).toThrow(PortableError)
    expect(() => at('number', (value) => value.boolean())).toThrow(PortableError)
    expect(() => at('number', (value) => value.numbers(10))).toThrow(PortableError)
    expect(() => at('number', (value) => value.each(() => undefined))).toThrow(PortableError)
    expect(() => at('blob', (value) => value.section(() => undefined))).toThrow(PortableError)
    expect(() => at('blob', (value) => value.key())).toThrow(/32 bytes, it has 4/)
    expect(() => at('blob', (value) => value.packed(3, 10))).toThrow(/multiple of 3/)
    expect(() => at('huge', (value) => value.number())).toThrow(/2\^53/)
    expect(() => at('sections', (value) => value.numbers(10))).toThrow(PortableError)
  })
  it('reads a value only once', () => {
    expect(() => at('number', (value) => value.number() + value.number())).toThrow(/already/)
  })
  it('skips unread values', () => {
    const names: string[] = []
    visitPortable(bytes, (name) => names.push(name))
    expect(names).toEqual(['blob', 'flag', 'huge', 'keys', 'list', 'number', 'section', 'sections', 'text'])
  })
})
