// Hexadecimal text, beside that of Node.
import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { seededRandom } from '../../support/random.ts'

it('encodes and decodes bytes of any length', () => {
  const random = seededRandom(4)
  for (const length of [0, 1, 2, 31, 32, 33, 4095, 4096, 4097, 8192, 20_000]) {
    const bytes = random(length)
    expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
    expect(fromHex(toHex(bytes))).toEqual(bytes)
  }
  const all = Uint8Array.from({ length: 256 }, (_, i) => i)
  expect(toHex(all)).toBe(Buffer.from(all).toString('hex'))
  expect(toHex(all.subarray(3, 5))).toBe('0304')
})
