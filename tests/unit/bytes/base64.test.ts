// Base64url against Node's implementation.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toBase64Url } from '../../../src/bytes/base64.ts'

it('encodes any bytes as Node does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
    }),
  )
})
