// Packed values in JSON: any bytes are read, and written again, as they were.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { concat, utf8 } from '../../../src/bytes/bytes.ts'
import { encodeJson } from '../../../src/jsonrpc/encodeJson.ts'
import { isJsonObject, type JsonWritable, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { JsonBytes } from '../../../src/jsonrpc/jsonBytes.ts'
import { packedBytes, parsePackedJson, writablePacked } from '../../../src/jsonrpc/packedJson.ts'

const bytesOf = (value: JsonWritable): Uint8Array => {
  const encoded = encodeJson(stringifyJson(value))
  return typeof encoded === 'string' ? utf8(encoded) : encoded
}

const parsedMember = (bytes: Uint8Array): string => {
  const value = parsePackedJson(bytes)
  return isJsonObject(value) ? String(value['packed']) : ''
}

it('reads any bytes as they were packed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (packed) => {
      expect(packedBytes(parsedMember(bytesOf({ packed: new JsonBytes(packed) })))).toEqual(Uint8Array.from(packed))
    }),
  )
})

it('reads every single byte, and those of more than one call', () => {
  const all = Uint8Array.from({ length: 256 * 100 }, (_, i) => i % 256)
  expect(packedBytes(parsedMember(bytesOf({ packed: new JsonBytes(all) })))).toEqual(all)
})

it('writes again what it read, beside texts and amounts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.string({ unit: 'grapheme' }), (packed, text) => {
      const parsed = parsePackedJson(bytesOf({ packed: new JsonBytes(packed), amount: 2n ** 64n - 1n, list: [text] }))
      const again = parsePackedJson(bytesOf(writablePacked(parsed)))
      expect(again).toEqual(parsed)
      expect(isJsonObject(again) && packedBytes(String(again['packed']))).toEqual(Uint8Array.from(packed))
    }),
  )
})

it('reads UTF-8 as text, and the escape of the vertical tab', () => {
  expect(parsePackedJson(utf8('{"a":"é","b":"\\v\\\\v"}'))).toEqual({ a: 'é', b: '\v\\v' })
})

it('rejects bytes outside a string', () => {
  expect(() => parsePackedJson(concat(utf8('{"a":'), Uint8Array.of(0xa5), utf8('}')))).toThrow('not JSON')
})
