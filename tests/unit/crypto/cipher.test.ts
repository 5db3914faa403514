// Ciphers and password keys against published vectors and an independent implementation.

import { argon2Sync } from 'node:crypto'
import { expect, it } from 'vitest'
import { concat, utf8 } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { chacha20, DecryptionError, open, openInPlace, seal } from '../../../src/crypto/ciphers/cipher.ts'
import {
  DEFAULT_PASSWORD_PARAMETERS,
  MIN_PASSWORD_PARAMETERS,
  PasswordParametersError,
  passwordKey,
} from '../../../src/crypto/ciphers/passwordKey.ts'
import { RandomnessError } from '../../../src/crypto/random/random.ts'

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i)
const NONCE = Uint8Array.from({ length: 24 }, (_, i) => 0x40 + i)
const ASSOCIATED = fromHex('50515253c0c1c2c3c4c5c6c7')
const PLAIN = utf8(
  "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
)

it('seals with XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03, A.3.1)', () => {
  const sealed = seal(KEY, PLAIN, ASSOCIATED, () => NONCE)
  expect(toHex(sealed.subarray(24))).toBe(
    'bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216' +
      'cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f615c68b13b52e' +
      'c0875924c1c7987947deafd8780acf49',
  )
  expect(open(KEY, sealed, ASSOCIATED)).toEqual(PLAIN)
})

it('opens sealed data only if it is complete, with its key and its associated data', () => {
  const sealed = seal(KEY, PLAIN, ASSOCIATED, () => NONCE)
  for (let i = 0; i < sealed.length; i++) {
    const changed = sealed.slice()
    changed[i] = (changed[i] ?? 0) ^ 1
    expect(() => open(KEY, changed, ASSOCIATED)).toThrow(DecryptionError)
  }
  for (const length of [0, 23, 39, 40, sealed.length - 1])
    expect(() => open(KEY, sealed.subarray(0, length), ASSOCIATED)).toThrow(DecryptionError)
  expect(() => open(NONCE, sealed, ASSOCIATED)).toThrow(DecryptionError)
  expect(() => open(KEY.toReversed(), sealed, ASSOCIATED)).toThrow(DecryptionError)
  expect(() => open(KEY, sealed, ASSOCIATED.toReversed())).toThrow(DecryptionError)
  expect(() => seal(KEY, PLAIN, ASSOCIATED, () => NONCE.slice(1))).toThrow(RandomnessError)
})

it('opens sealed data in place, and leaves them as they are if they are not right', () => {
  const sealed = seal(KEY, PLAIN, ASSOCIATED, () => NONCE)
  const before = sealed.slice()
  expect(() => openInPlace(KEY, sealed, ASSOCIATED.toReversed())).toThrow(DecryptionError)
  expect(() => openInPlace(KEY.toReversed(), sealed, ASSOCIATED)).toThrow(DecryptionError)
  for (const length of [0, 23, 39])
    expect(() => openInPlace(KEY, sealed.subarray(0, length), ASSOCIATED)).toThrow(DecryptionError)
  expect(open(KEY, sealed, ASSOCIATED)).toEqual(PLAIN)
  expect(sealed).toEqual(before)
  const plain = openInPlace(KEY, sealed, ASSOCIATED)
  expect(plain).toEqual(PLAIN)
  expect([plain.buffer, plain.byteOffset]).toEqual([sealed.buffer, sealed.byteOffset + 24])
})

it('uses ChaCha20 with the original 64-bit nonce (key stream of a zero key and nonce)', () => {
  expect(toHex(chacha20(new Uint8Array(32), new Uint8Array(8), new Uint8Array(32)))).toBe(
    '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7',
  )
})

it('derives a password key as Argon2id of the normalized password and a zero byte', async () => {
  const salt = utf8('a salt of 16 or more')
  for (const [password, normal] of [
    ['', ''],
    ['correct horse', 'correct horse'],
    ['ﬁancé', 'fiancé'],
  ] as const) {
    const expected = argon2Sync('argon2id', {
      message: concat(utf8(normal), Uint8Array.of(0)),
      nonce: salt,
      parallelism: 1,
      tagLength: 32,
      memory: MIN_PASSWORD_PARAMETERS.memoryKiB,
      passes: MIN_PASSWORD_PARAMETERS.iterations,
    })
    expect(toHex(await passwordKey(password, salt, MIN_PASSWORD_PARAMETERS))).toBe(expected.toString('hex'))
  }
})

it('rejects parameters out of range and short salts', async () => {
  const salt = new Uint8Array(16)
  for (const change of [
    { memoryKiB: 19455 },
    { memoryKiB: 2 ** 31 },
    { memoryKiB: Number.NaN },
    { iterations: 1 },
    { iterations: 1e9 },
    { parallelism: 0 },
    { parallelism: 1.5 },
    { memoryKiB: 1048576, iterations: 5 },
    { memoryKiB: 131072, iterations: 33 },
  ])
    await expect(passwordKey('x', salt, { ...DEFAULT_PASSWORD_PARAMETERS, ...change })).rejects.toThrow(
      PasswordParametersError,
    )
  await expect(passwordKey('x', new Uint8Array(15), DEFAULT_PASSWORD_PARAMETERS)).rejects.toThrow(
    PasswordParametersError,
  )
})
