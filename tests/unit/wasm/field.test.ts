// The kernel's field arithmetic alone, compiled for this test, compared with bigints: limbs at the maximum that `field` allows, where a
// column is within one bit of overflow.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'
import { beforeAll, describe, expect, it } from 'vitest'
import { numberFromBytes, numberToBytes } from '../../../src/crypto/curve/scalar.ts'
import { seededRandom } from '../../support/random.ts'
import { mod, P } from './support/nobleScan.ts'

/** The maximum limb of a product, as `field` documents it. */
const R = 2 ** 28 + 2 ** 16

type Field = {
  readonly memory: WebAssembly.Memory
  readonly __heap_base: WebAssembly.Global<'i32'>
  multiply(out: number, a: number, b: number): void
  square(out: number, a: number): void
  invert(out: number, a: number): void
  encode(bytes: number, a: number): void
  decode(out: number, bytes: number): number
}

const random = seededRandom(2)
const pick = <T>(values: readonly T[]): T => values[(random(1)[0] ?? 0) % values.length] as T // never empty
/** Returns nine limbs of at most `size`, most of them extreme. */
const limbs = (size: number): number[] =>
  Array.from({ length: 9 }, () =>
    pick([size, -size, size, -size, size - 1, 1 - size, 0, new DataView(random(4).buffer).getInt32(0) % size]),
  )
const numberOf = (element: ArrayLike<number>): bigint =>
  mod(Array.from(element).reduce((sum, limb, i) => sum + (BigInt(limb) << BigInt(29 * i)), 0n))

describe('the field', () => {
  let field: Field
  let a = 0
  let b = 0
  let out = 0
  const element = (address: number): Int32Array => new Int32Array(field.memory.buffer, address, 9)
  const encoded = (address: number): bigint => {
    field.encode(out + 64, address)
    return numberFromBytes(new Uint8Array(field.memory.buffer, out + 64, 32))
  }

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'faba-field-'))
    const file = join(folder, 'field.wasm')
    const sources = ['field/field', 'field/fieldPowers', 'field/fieldEncoding'].map((name) =>
      fileURLToPath(new URL(`../../../wasm/assembly/${name}.ts`, import.meta.url)),
    )
    const { error, stderr } = await asc.main([
      ...[...sources, '--outFile', file, '--optimizeLevel', '3', '--shrinkLevel', '0', '--noAssert'],
      ...['--runtime', 'stub', '--use', 'abort=', '--exportStart', 'start'],
    ])
    if (error !== null) throw new Error(stderr.toString(), { cause: error })
    const { instance } = await WebAssembly.instantiate(readFileSync(file))
    rmSync(folder, { recursive: true })
    // The exports are those of the sources, which `Field` lists.
    field = instance.exports as Field
    // Memory above all static data.
    const base = field.memory.buffer.byteLength
    field.memory.grow(1)
    ;[a, b, out] = [base, base + 64, base + 128]
  })

  const expectReduced = (address: number): void => {
    for (const limb of element(address)) expect(Math.abs(limb)).toBeLessThanOrEqual(R)
  }

  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 3],
    [3, 3],
  ])('multiplies limbs up to %i R and %i R', (sizeA, sizeB) => {
    for (let i = 0; i < 3000; i++) {
      const [limbsA, limbsB] = [limbs(sizeA * R), limbs(sizeB * R)]
      element(a).set(limbsA)
      element(b).set(limbsB)
      field.multiply(out, a, b)
      expect(encoded(out)).toBe((numberOf(limbsA) * numberOf(limbsB)) % P)
      expectReduced(out)
    }
  })

  it('multiplies with all limbs at the limit', () => {
    for (const sign of [1, -1]) {
      element(a).fill(sign * 3 * R)
      element(b).fill(4 * R)
      field.multiply(out, a, b)
      expect(encoded(out)).toBe((numberOf(element(a)) * numberOf(element(b))) % P)
      expectReduced(out)
    }
  })

  it('squares limbs up to 3 R, also in place', () => {
    for (let i = 0; i < 3000; i++) {
      const limbsA = limbs(pick([1, 2, 3]) * R)
      element(a).set(limbsA)
      field.square(a, a)
      expect(encoded(a)).toBe(numberOf(limbsA) ** 2n % P)
      expectReduced(a)
    }
  })

  it('encodes any limbs, and numbers around 0 and p', () => {
    for (let i = 0; i < 3000; i++) {
      const limbsA = limbs(4 * R)
      element(a).set(limbsA)
      expect(encoded(a)).toBe(numberOf(limbsA))
    }
    for (let k = -40; k <= 40; k++)
      for (const base of [
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [-19, 0, 0, 0, 0, 0, 0, 0, 2 ** 23],
        [19, 0, 0, 0, 0, 0, 0, 0, -(2 ** 23)],
        [-38, 0, 0, 0, 0, 0, 0, 0, 2 ** 24],
      ]) {
        element(a).set([(base[0] ?? 0) + k, ...base.slice(1)])
        expect(encoded(a)).toBe(mod(BigInt(k)))
      }
  })

  it('reports on decoding whether a number is below p', () => {
    const numbers = [
      0n,
      1n,
      P - 1n,
      P,
      P + 1n,
      P + 18n,
      2n ** 254n,
      ...Array.from({ length: 200 }, () => numberFromBytes(random(32))),
    ]
    for (const number of numbers) {
      new Uint8Array(field.memory.buffer).set(numberToBytes(number), out)
      const y = number % 2n ** 255n
      expect(field.decode(a, out)).toBe(y < P ? 1 : 0)
      expect(encoded(a)).toBe(y % P)
      expectReduced(a)
    }
  })

  it('inverts', () => {
    for (let i = 0; i < 50; i++) {
      const limbsA = limbs(R)
      element(a).set(limbsA)
      field.invert(out, a)
      expect((encoded(out) * numberOf(limbsA)) % P).toBe(1n)
    }
    element(a).fill(0)
    field.invert(out, a)
    expect(encoded(out)).toBe(0n)
  })
})
