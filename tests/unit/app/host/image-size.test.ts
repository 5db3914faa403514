// The size of an image by its header, whatever the rest of the file is.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { imageSize } from '../../../../src/app/host/files/imageSize.ts'
import { fromHex } from '../../../../src/bytes/hex.ts'

/** The first bytes of images, as their formats define them. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['PNG', '89504e470d0a1a0a 0000000d 49484452 0000014d 000000de 01 00 00 00 00'],
  ['JPEG', 'ffd8 ffe0 0010 4a46494600010101004800480000 ffdb 0004 0000 ffc2 0011 08 00de 014d 03'],
  ['JPEG with fill bytes', 'ffd8 ffff ffe0 0004 0000 ffc4 0004 0000 ffffff c0 0011 08 00de 014d 03'],
  ['GIF', '474946383961 4d01 de00 800000'],
  ['WebP, lossy', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 4d41 de80'],
  ['WebP, lossless', '52494646 00000000 57454250 5650384c 00000000 2f 4c413700'],
  ['WebP, extended', '52494646 00000000 57454250 56503858 0a000000 00000000 4c0100 dd0000'],
  ['BMP', '424d 00000000 00000000 36000000 28000000 4d010000 22ffffff'],
]

const bytesOf = (hex: string): Uint8Array => fromHex(hex.replaceAll(' ', ''))

it.each(HEADERS)('is read from a %s file', (_, hex) => {
  expect(imageSize(bytesOf(hex))).toEqual({ width: 333, height: 222 })
})

it('is unknown for other and incomplete files', () => {
  for (const [, hex] of HEADERS) {
    const whole = bytesOf(hex)
    for (let length = 0; length < 10; length++) expect(imageSize(whole.subarray(0, length))).toBeUndefined()
  }
  expect(imageSize(new TextEncoder().encode('<svg width="333" height="222"></svg>'))).toBeUndefined()
})

it('is read or unknown for any bytes, at any position of a buffer', () => {
  const beginnings = fc.constantFrom(...HEADERS.map(([, hex]) => bytesOf(hex)))
  fc.assert(
    fc.property(beginnings, fc.nat(40), fc.uint8Array({ maxLength: 99 }), (beginning, kept, rest) => {
      const file = Uint8Array.from([...beginning.subarray(0, kept), ...rest])
      const shifted = new Uint8Array(file.length + 3)
      shifted.set(file, 3)
      expect(imageSize(shifted.subarray(3))).toEqual(imageSize(file))
    }),
  )
})
