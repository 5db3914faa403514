// Text as bytes: UTF-8 is required, and the two encodings of characters beyond U+FFFF are distinguished.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeForeignText, encodeText, encodingsOf, fromUtf8, Utf8Error } from '../../../src/bytes/text.ts'

const text = fc.string({ unit: 'binary' })

describe('text', () => {
  it('survives its encodings', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(fromUtf8(encodeText(value, 'utf-8'))).toBe(value)
        for (const encoding of encodingsOf(value)) expect(decodeForeignText(encodeText(value, encoding))).toBe(value)
        const [first, ...others] = encodingsOf(value).map((encoding) => encodeText(value, encoding))
        for (const other of others) expect(other).not.toEqual(first)
      }),
    )
  })

  it('is UTF-8, or an error', () => {
    const damaged = [[0xef, 0xe0, 0xf0], [0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0xbd], [0xf4, 0x90, 0x80, 0x80]]
    for (const bytes of damaged) expect(() => fromUtf8(Uint8Array.from(bytes))).toThrow(Utf8Error)
    expect(fromUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\uFEFFa')
  })

  it('of another program keeps every byte that is no UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (one, other) => {
        const isSame = one.length === other.length && one.every((byte, i) => byte === other[i])
        const [first, second] = [one, other].map((bytes) => Uint8Array.of(0xff, ...bytes)).map(decodeForeignText)
        expect(first === second).toBe(isSame)
      }),
    )
    const halves = Uint8Array.of(0xed, 0xa0, 0xbd, 0x61)
    expect(decodeForeignText(halves)).toBe('\u00ed\u00a0\u00bda')
  })
})
