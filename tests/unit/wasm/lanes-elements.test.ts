// The field elements of both SIMD levels around their generated kernels (bytes, signs, inverses, roots), compiled for this test, compared
// with bigints, with limbs at the ends of their bounds. Each lane is checked separately.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'
import { beforeAll, describe, expect, it } from 'vitest'
import { DATA, encodeKernels, encodeSimdKernels } from '../../../wasm/generator/kernels.ts'
import { seededRandom } from '../../support/random.ts'
import {
  areCarried,
  DOUBLES,
  extremeLimbs,
  INTEGERS,
  LANE_NUMBERS,
  type Layout,
  limbsUpTo,
  numberOf,
  PAIR,
  positionsOf,
  readLane,
  writeLane,
} from './support/limbs.ts'
import { bytesOf, littleEndian, mod, P } from './support/nobleScan.ts'

const random = seededRandom(21)
const power = (base: bigint, exponent: bigint): bigint => {
  let [result, square] = [1n, mod(base)]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}

type Elements = {
  decodeLane(out: number, bytes: number): number
  encodeLane(bytes: number, lane: number): void
  isZeroLane(lane: number): number
  isNegativeLane(lane: number): number
  negateLane(lane: number): void
  invertQuad(out: number, a: number): void
  raiseQuadForRoot(out: number, a: number): void
}

const SOURCES = fileURLToPath(new URL('../../../wasm/assembly', import.meta.url))
const SIMD_LIMBS = "export * from '../simd/limbs'\n"

const compile = async (layout: Layout): Promise<Uint8Array<ArrayBuffer>> => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-lanes-'))
  const file = join(folder, 'field.wasm')
  const { error, stderr } = await asc.main(
    [
      ...['elements.ts', '--baseDir', SOURCES, '--outFile', file, '--optimizeLevel', '3', '--shrinkLevel', '0'],
      ...['--noAssert', '--runtime', 'stub', '--use', 'abort=', '--exportStart', 'start'],
      ...['--enable', 'simd', '--importMemory', '--memoryBase', String(DATA)],
    ],
    {
      readFile: (name, base) => {
        if (name === 'elements.ts') return "export * from './lanes/field'\nexport * from './lanes/limbs'\n"
        const path = join(base, name)
        if (layout === INTEGERS && path === join(SOURCES, 'lanes/limbs.ts')) return SIMD_LIMBS
        return existsSync(path) ? readFileSync(path, 'utf8') : null
      },
    },
  )
  if (error !== null) throw new Error(stderr.toString(), { cause: error })
  const bytes = new Uint8Array(readFileSync(file))
  rmSync(folder, { recursive: true })
  return bytes
}

describe.each([
  [DOUBLES, encodeKernels],
  [INTEGERS, encodeSimdKernels],
] as const)('an element of two lanes on the $name level', (layout, encode) => {
  const { bits, size, reduced } = layout
  let memory: WebAssembly.Memory
  let elements: Elements
  /** Memory above all static data: two quads, and bytes. */
  let [a, out, bytes] = [0, 0, 0]

  beforeAll(async () => {
    const kernels = await WebAssembly.instantiate(await WebAssembly.compile(new Uint8Array(encode(4))))
    memory = kernels.exports['memory'] as WebAssembly.Memory
    const module = await WebAssembly.compile(await compile(layout))
    const { exports } = await WebAssembly.instantiate(module, { kernels: kernels.exports, env: { memory } })
    // The exports are those of wasm/assembly/lanes/field.ts and limbs.ts.
    elements = exports as Elements & { start(): void }
    ;(exports['start'] as () => void)()
    a = memory.buffer.byteLength
    memory.grow(1)
    ;[out, bytes] = [a + 2 * PAIR, a + 4 * PAIR]
  })

  const laneAt = (pair: number, lane: number): number => pair + size * lane

  const encoded = (pair: number, lane: number): bigint => {
    elements.encodeLane(bytes, laneAt(pair, lane))
    return littleEndian(new Uint8Array(memory.buffer, bytes, 32))
  }

  /** Limbs of numbers around 0, p, -p, 2p and -2p. */
  const aroundMultiples = (): number[][] =>
    [0, -1, 1, -2, 2].flatMap((multiple) =>
      Array.from({ length: 81 }, (_, i) => [
        -19 * multiple + i - 40,
        ...new Array<number>(bits.length - 2).fill(0),
        multiple * 2 ** (bits.at(-1) ?? 0),
      ]),
    )

  /** Runs a check on many limbs in each lane, with other limbs in the other lane. */
  const forLimbs = (bound: bigint, check: (limbs: readonly number[], lane: number) => void): void => {
    const rows = [
      ...aroundMultiples(),
      ...[false, true].map((negative) => extremeLimbs(layout, bound, negative)),
      ...Array.from({ length: 2000 }, () => limbsUpTo(layout, random, bound)),
    ]
    for (const limbs of rows)
      for (const lane of LANE_NUMBERS) {
        writeLane(layout, memory, a, lane, limbs)
        writeLane(layout, memory, a, 1 - lane, limbsUpTo(layout, random, bound))
        check(limbs, lane)
      }
  }

  it('encodes to bytes below p, also as a sum of two elements', () => {
    forLimbs(2n * reduced, (limbs, lane) => {
      expect(encoded(a, lane), `${limbs}`).toBe(mod(numberOf(layout, limbs)))
    })
  })

  it('is zero if it is a multiple of p, and negative if it is odd', () => {
    forLimbs(2n * reduced, (limbs, lane) => {
      const value = mod(numberOf(layout, limbs))
      expect(elements.isZeroLane(laneAt(a, lane)) !== 0, `${limbs}`).toBe(value === 0n)
      expect(elements.isNegativeLane(laneAt(a, lane)), `${limbs}`).toBe(Number(value % 2n))
    })
  })

  it('is negated in one lane without changing the other', () => {
    forLimbs(reduced, (limbs, lane) => {
      const other = readLane(layout, memory, a, 1 - lane)
      elements.negateLane(laneAt(a, lane))
      expect(encoded(a, lane)).toBe(mod(-numberOf(layout, limbs)))
      // A double is negative instead.
      if (layout.isPositive) expect(areCarried(layout, readLane(layout, memory, a, lane)), `${limbs}`).toBe(true)
      expect(readLane(layout, memory, a, 1 - lane)).toEqual(other)
    })
  })

  it('decodes from bytes, reduced, and reports numbers not below p', () => {
    const numbers = [
      0n,
      1n,
      18n,
      19n,
      2n ** 255n - 1n,
      2n ** 254n,
      ...Array.from({ length: 500 }, () => littleEndian(random(32))),
    ]
    for (let k = -40n; k < 19n; k++) numbers.push(P + k)
    // Limbs at both ends of their bounds.
    for (const pick of [
      () => 0n,
      () => 1n,
      (half: bigint) => half - 1n,
      (half: bigint) => half,
      (half: bigint) => half + 1n,
      (half: bigint) => 2n * half - 1n,
    ])
      numbers.push(
        positionsOf(layout).reduce((sum, bit, i) => sum + (pick(2n ** BigInt((bits[i] ?? 0) - 1)) << BigInt(bit)), 0n),
      )
    for (const number of numbers)
      for (const lane of LANE_NUMBERS) {
        const y = number % 2n ** 255n
        const other = limbsUpTo(layout, random, reduced)
        writeLane(layout, memory, a, 1 - lane, other)
        new Uint8Array(memory.buffer).set(bytesOf(number), bytes)
        expect(elements.decodeLane(laneAt(a, lane), bytes) !== 0, `${y}`).toBe(y < P)
        expect(mod(numberOf(layout, readLane(layout, memory, a, lane)))).toBe(mod(y))
        expect(areCarried(layout, readLane(layout, memory, a, lane))).toBe(true)
        expect(readLane(layout, memory, a, 1 - lane)).toEqual(other)
      }
  })

  /** Runs a function of two pairs on four numbers at once; each position also holds zero. */
  const forQuads = (run: (out: number, a: number) => void, compute: (value: bigint) => bigint): void => {
    const places = [0, 1].flatMap((pair) => LANE_NUMBERS.map((lane) => [pair, lane] as const))
    for (let round = 0; round < 40; round++) {
      const rows = places.map((_, i) =>
        round < 4 && round === i
          ? bits.map(() => 0)
          : round < 8
            ? extremeLimbs(layout, reduced, i % 2 === 0)
            : limbsUpTo(layout, random, reduced),
      )
      for (const [i, [pair, lane]] of places.entries()) writeLane(layout, memory, a + PAIR * pair, lane, rows[i] ?? [])
      run(out, a)
      for (const [i, [pair, lane]] of places.entries())
        expect(encoded(out + PAIR * pair, lane)).toBe(compute(mod(numberOf(layout, rows[i] ?? []))))
    }
  }

  it('is inverted, four at once', () => {
    forQuads(
      (to, from) => elements.invertQuad(to, from),
      (value) => power(value, P - 2n),
    )
  })

  it('is raised to the exponent of square roots, four at once', () => {
    forQuads(
      (to, from) => elements.raiseQuadForRoot(to, from),
      (value) => power(value, (P - 5n) / 8n),
    )
  })
})
