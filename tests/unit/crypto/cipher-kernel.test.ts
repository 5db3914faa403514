// The kernel decrypts what @noble/ciphers encrypts, rejects any change, and keeps neither keys nor plain data.
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { open, prepareCipher, seal } from '../../../src/crypto/ciphers/cipher.ts'
import { type CipherKernel, createCipherKernel } from '../../../src/crypto/ciphers/cipherKernel.ts'
import * as kernels from '../../../src/crypto/kernel.ts'
import { seededRandom } from '../../support/random.ts'

const MAX_LENGTH = 32_768
const MAX_ASSOCIATED_LENGTH = 512

let kernel: CipherKernel
beforeAll(async () => {
  kernel = await createCipherKernel()
})
afterEach(() => vi.restoreAllMocks())

const random = seededRandom(5)
const sealedOf = (key: Uint8Array, nonce: Uint8Array, associated: Uint8Array, plain: Uint8Array): Uint8Array =>
  xchacha20poly1305(key, nonce, associated).encrypt(plain)

it('decrypts data of lengths around those of blocks, up to its capacity', () => {
  const lengths = [0, 1, 15, 16, 17, 31, 32, 63, 64, 65, 127, 128, 129, 1000, MAX_LENGTH - 1, MAX_LENGTH]
  for (const length of lengths)
    for (const associatedLength of [0, 1, 16, 17, MAX_ASSOCIATED_LENGTH]) {
      const [key, nonce, associated, plain] = [random(32), random(24), random(associatedLength), random(length)]
      expect(kernel.fits(associatedLength, length)).toBe(true)
      expect(kernel.open(key, nonce, associated, sealedOf(key, nonce, associated, plain))).toEqual(plain)
    }
  expect(kernel.fits(0, MAX_LENGTH + 1)).toBe(false)
  expect(kernel.fits(MAX_ASSOCIATED_LENGTH + 1, 0)).toBe(false)
})

it('decrypts data of extreme bytes, whose sums carry', () => {
  for (const byte of [0, 1, 0x7f, 0x80, 0xfe, 0xff])
    for (let length = 0; length < 200; length++) {
      const [key, nonce] = [new Uint8Array(32).fill(byte), new Uint8Array(24).fill(byte)]
      const associated = new Uint8Array(length % 40).fill(byte)
      // Encrypted data of equal bytes.
      const stream = sealedOf(key, nonce, associated, new Uint8Array(length))
      const plain = stream.slice(0, length).map((each) => each ^ byte)
      expect(kernel.open(key, nonce, associated, sealedOf(key, nonce, associated, plain))).toEqual(plain)
    }
})

it('decrypts in place, and changes nothing if a byte is not right', () => {
  const [key, nonce, associated, plain] = [random(32), random(24), random(20), random(70)]
  const sealed = sealedOf(key, nonce, associated, plain)
  const target = sealed.subarray(0, plain.length)
  const before = sealed.slice()
  expect(kernel.open(key, nonce, random(20), sealed, target)).toBeUndefined()
  expect(sealed).toEqual(before)
  expect(kernel.open(key, nonce, associated, sealed, target)).toBe(target)
  expect(target).toEqual(plain)
})

it('decrypts any data', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  fc.assert(
    fc.property(
      ...([bytes(32), bytes(24), fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ maxLength: 500 })] as const),
      (key, nonce, associated, plain) => {
        expect(kernel.open(key, nonce, associated, sealedOf(key, nonce, associated, plain))).toEqual(plain)
      },
    ),
  )
})

it('rejects every changed bit of data, tag, associated data, nonce and key', () => {
  const [key, nonce, associated, plain] = [random(32), random(24), random(20), random(70)]
  const sealed = sealedOf(key, nonce, associated, plain)
  const changed = (bytes: Uint8Array, bit: number): Uint8Array =>
    bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
  for (let bit = 0; bit < sealed.length * 8; bit++)
    expect(kernel.open(key, nonce, associated, changed(sealed, bit))).toBeUndefined()
  for (let bit = 0; bit < 32 * 8; bit++)
    expect(kernel.open(changed(key, bit), nonce, associated, sealed)).toBeUndefined()
  for (let bit = 0; bit < 24 * 8; bit++)
    expect(kernel.open(key, changed(nonce, bit), associated, sealed)).toBeUndefined()
  for (let bit = 0; bit < 20 * 8; bit++)
    expect(kernel.open(key, nonce, changed(associated, bit), sealed)).toBeUndefined()
  expect(kernel.open(key, nonce, associated, sealed)).toEqual(plain)
})

it('keeps neither key, one-time keys nor plain data in its memory', async () => {
  const instances: WebAssembly.Exports[] = []
  const { instantiateKernel } = kernels
  vi.spyOn(kernels, 'instantiateKernel').mockImplementation(async (name) => {
    const exports = await instantiateKernel(name)
    instances.push(exports)
    return exports
  })
  const traced = await createCipherKernel()
  // wasm/assembly/cipher.ts exports its memory.
  const [exports = {}] = instances
  const { buffer } = exports['memory'] as WebAssembly.Memory
  const memory = (): Uint8Array => new Uint8Array(buffer).slice()
  const [key, nonce, associated, plain] = [random(32), random(24), new Uint8Array(), random(3000)]
  const unused = memory()
  expect(traced.open(key, nonce, associated, sealedOf(key, nonce, associated, plain))).toEqual(plain)
  const used = memory()
  // What remains are the nonce, the tag and the lengths.
  const differing = used.filter((byte, i) => byte !== unused[i]).length
  expect(differing).toBeGreaterThan(0)
  expect(differing).toBeLessThanOrEqual(24 + 16 + 16)
})

it('is used by `open` once it is loaded, for what fits', async () => {
  const spied = vi.spyOn(kernels, 'instantiateKernel')
  await prepareCipher()
  await prepareCipher()
  expect(spied).toHaveBeenCalledTimes(1)
  const key = random(32)
  for (const length of [100, MAX_LENGTH + 1]) {
    const plain = random(length)
    const sealed = seal(key, plain, key, random)
    expect(open(key, sealed, key)).toEqual(plain)
    expect(() => open(key, sealed, key.toReversed())).toThrow('the key is wrong, or the data was changed')
  }
})

describe('a kernel that the engine runs wrongly', () => {
  afterEach(() => {
    vi.doUnmock('../../../src/crypto/ciphers/cipherKernel.ts')
    vi.resetModules()
  })

  it.each<[string, (calls: number, right: Uint8Array | undefined) => Uint8Array | undefined]>([
    ['rejects everything', () => undefined],
    ['returns wrong bytes', (_, right) => right?.map((byte) => byte ^ 1)],
    ['is right at first only', (calls, right) => (calls === 1 ? right : undefined)],
  ])('loses no data if it %s', async (_, alter) => {
    let calls = 0
    vi.resetModules()
    vi.doMock('../../../src/crypto/ciphers/cipherKernel.ts', () => ({
      createCipherKernel: async (): Promise<CipherKernel> => ({
        fits: () => true,
        open: (...parts) => {
          calls++
          const altered = alter(calls, kernel.open(...parts))
          return altered === undefined ? undefined : Uint8Array.from(altered)
        },
      }),
    }))
    const cipher = await import('../../../src/crypto/ciphers/cipher.ts')
    await cipher.prepareCipher()
    expect(calls).toBe(1)
    const [key, plain] = [random(32), random(100)]
    const sealed = cipher.seal(key, plain, key, random)
    expect(cipher.open(key, sealed, key)).toEqual(plain)
    expect(() => cipher.open(key, sealed, plain)).toThrow('the key is wrong, or the data was changed')
  })
})
