// Base64 of URLs is what Node's is.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBase64Url } from '../../../src/bytes/base64.ts'

test('any bytes are spelled as Node spells them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
    }),
  )
})
