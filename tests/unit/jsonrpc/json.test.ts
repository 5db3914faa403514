// JSON with exact integers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonError, type JsonValue, MAX_JSON_DEPTH, parseJson, stringifyJson } from '../../../src/jsonrpc/json.ts'

const jsonValues = fc.letrec<{ value: JsonValue; list: JsonValue; object: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double({ noDefaultInfinity: true, noNaN: true }).filter((n) => !Number.isInteger(n)),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
    fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('18446744073709551615', '"18446744073709551615', '\\', '\\"', '{"a":18446744073709551615}'),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value')),
  object: fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', '1', '0', '"')), tie('value')),
})).value

describe('reading JSON', () => {
  it('keeps integers beyond 2^53 as bigints and all others as numbers', () => {
    expect(parseJson('18446744073709551615')).toBe(18446744073709551615n)
    expect(parseJson('-9223372036854775808')).toBe(-9223372036854775808n)
    expect(parseJson('9007199254740991')).toBe(9007199254740991)
    expect(parseJson('9007199254740992')).toBe(9007199254740992n)
    expect(parseJson('[1.5e3, 12345678901234567.5, 0.12345678901234567, 1e20, -0, 1234567890123456789]')).toEqual([
      1500,
      Number('12345678901234567.5'),
      Number('0.12345678901234567'),
      1e20,
      -0,
      1234567890123456789n,
    ])
  })

  it('keeps digits inside strings unchanged', () => {
    const text = '{"18446744073709551615":"18446744073709551615","\\"18446744073709551615":18446744073709551615}'
    expect(parseJson(text)).toEqual({
      '18446744073709551615': '18446744073709551615',
      '"18446744073709551615': 18446744073709551615n,
    })
  })

  it('uses the last of members with one name, and __proto__ as an ordinary name', () => {
    expect(parseJson('{"a":18446744073709551615,"a":2}')).toEqual({ a: 2 })
    const odd = parseJson('{"__proto__":{"x":18446744073709551615}}')
    expect(Object.getPrototypeOf(odd)).toBe(Object.prototype)
    expect(Object.entries(odd as object)).toEqual([['__proto__', { x: 18446744073709551615n }]])
  })

  it('rejects text that is not JSON', () => {
    for (const text of [
      '',
      ' ',
      '{',
      '[1,]',
      '{"a":1,}',
      "{'a':1}",
      '01',
      '1 2',
      '"\u0001"',
      'NaN',
      '<html>',
      '"18446744073709551615',
    ])
      expect(() => parseJson(text), text).toThrow(JsonError)
  })

  it('rejects an integer with too many digits', () => {
    expect(() => parseJson(`[${'9'.repeat(1_000_000)}]`)).toThrow(JsonError)
  })

  it('round trips every value', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        expect(parseJson(stringifyJson(value))).toEqual(value)
      }),
    )
  })
})

describe('limits of JSON', () => {
  it('rejects deep nesting before parsing it', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
    expect(parseJson(nested(MAX_JSON_DEPTH))).toBeInstanceOf(Array)
    expect(() => parseJson(nested(MAX_JSON_DEPTH + 1))).toThrow(JsonError)
    expect(() => parseJson(nested(1_000_000))).toThrow(JsonError)
    expect(parseJson(`"${'['.repeat(1000)}"`)).toHaveLength(1000)
  })

  it('agrees with JSON.parse on texts of any kind', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json({ noUnicodeString: false }), fc.string({ unit: 'binary' })), (text) => {
        let expected: unknown
        try {
          expected = JSON.parse(text)
        } catch {
          expect(() => parseJson(text)).toThrow(JsonError)
          return
        }
        fc.pre(!/\d{16}/.test(text))
        expect(parseJson(text)).toEqual(expected)
        expect(parseJson(`[${text},18446744073709551615]`)).toEqual([expected, 18446744073709551615n])
      }),
    )
  })
})

describe('writing JSON', () => {
  it('writes bigints as plain integers and omits undefined members', () => {
    expect(stringifyJson({ a: 18446744073709551615n, b: undefined, c: [undefined, 1n, '1'], d: { e: null } })).toBe(
      '{"a":18446744073709551615,"c":[null,1,"1"],"d":{"e":null}}',
    )
    expect(stringifyJson(7n)).toBe('7')
  })

  it('rejects inexact and non-finite numbers', () => {
    for (const value of [2 ** 53, -(2 ** 60), Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => stringifyJson({ value })).toThrow(JsonError)
  })
})
