// The arithmetic of the scan at every level, compiled with access to its rows: multiples of the base point at scalars that no known hash
// yields, and hashes, compared with @noble/curves.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keccak_256 } from '@noble/hashes/sha3.js'
import asc from 'assemblyscript/asc'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { concat } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { DATA, encodeKernels, encodeSimdKernels } from '../../../wasm/generator/kernels.ts'
import { seededRandom } from '../../support/random.ts'
import { LEVELS, type Level } from './support/levels.ts'
import { edgeScalars, randomKeys, SMALL_ORDER, wordScalars } from './support/material.ts'
import { bytesOf, Curve, type CurvePoint, L, littleEndian, times } from './support/nobleScan.ts'

const random = seededRandom(23)
const SOURCES = fileURLToPath(new URL('../../../wasm/assembly', import.meta.url))
const GROUP = 260
const MESSAGE = 56

/** wasm/assembly/scan/arithmetic.ts with the rows of wasm/assembly/curve/group.ts. */
type Arithmetic = {
  readonly memory: WebAssembly.Memory
  readonly INPUT: WebAssembly.Global<'i32'>
  readonly VALID: WebAssembly.Global<'i32'>
  readonly SCALARS: WebAssembly.Global<'i32'>
  readonly RESULT: WebAssembly.Global<'i32'>
  readonly MESSAGES: WebAssembly.Global<'i32'>
  readonly DIGESTS: WebAssembly.Global<'i32'>
  prepareArithmetic(): number
  hashRows(count: number): void
  watchKeys(keys: number, count: number): void
  filterRows(count: number): void
  subtractRows(count: number): void
  addRowsToFirst(count: number): number
}

const LANES = ['--enable', 'simd', '--importMemory', '--zeroFilledMemory', '--memoryBase', String(DATA)]

/** Sources of the simd level that replace those of the relaxed one. */
const SIMD_SOURCES: Readonly<Record<string, string>> = {
  [join(SOURCES, 'lanes/limbs.ts')]: "export * from '../simd/limbs'\n",
  [join(SOURCES, 'lanes/fused.ts')]: "export * from '../simd/fused'\n",
}

/** Sources and compiler options of each level's arithmetic; two of them use the generated kernels. */
const BUILDS: Readonly<Record<Level, { readonly arithmetic: string; readonly options: readonly string[] }>> = {
  relaxed: { arithmetic: 'lanes/arithmetic', options: LANES },
  simd: { arithmetic: 'lanes/arithmetic', options: LANES },
  scalar: { arithmetic: 'scan/arithmetic', options: [] },
}

/** Compiles the arithmetic of a level; returns a function that creates an instance with memory of its own. */
const load = async (level: Level): Promise<() => Promise<Arithmetic>> => {
  const { arithmetic, options } = BUILDS[level]
  const folder = mkdtempSync(join(tmpdir(), 'faba-rows-'))
  const file = join(folder, 'rows.wasm')
  const entry = `export * from './${arithmetic}'\nexport { INPUT, VALID, SCALARS, RESULT, MESSAGES, DIGESTS } from './curve/group'\n`
  const { error, stderr } = await asc.main(
    [
      ...['rows.ts', '--baseDir', SOURCES, '--outFile', file, '--optimizeLevel', '3', '--shrinkLevel', '0'],
      ...['--noAssert', '--runtime', 'stub', '--use', 'abort=', ...options],
    ],
    {
      readFile: (name, base) => {
        if (name === 'rows.ts') return entry
        const path = join(base, name)
        if (level === 'simd' && SIMD_SOURCES[path] !== undefined) return SIMD_SOURCES[path]
        return existsSync(path) ? readFileSync(path, 'utf8') : null
      },
    },
  )
  if (error !== null) throw new Error(stderr.toString(), { cause: error })
  const encode = level === 'simd' ? encodeSimdKernels : encodeKernels
  const module = await WebAssembly.compile(new Uint8Array(readFileSync(file)))
  rmSync(folder, { recursive: true })
  const functions = await WebAssembly.compile(new Uint8Array(encode(300)))
  return async () => {
    const kernels = await WebAssembly.instantiate(functions)
    // The generated module exports a memory beside its functions.
    const memory = kernels.exports['memory'] as WebAssembly.Memory
    const { exports } = await WebAssembly.instantiate(module, { kernels: kernels.exports, env: { memory } })
    return { memory, ...exports } as Arithmetic
  }
}

/** Returns scalars below l at every edge of a recoding: digits of all widths at their ends, and the longest carries. */
const scalars = (): bigint[] => {
  const values = new Set([...edgeScalars(), ...wordScalars()].map((scalar) => scalar % L))
  for (const width of [4, 5, 8, 9, 11, 12, 13])
    for (const digit of [1n, 2n ** BigInt(width - 1) - 1n, 2n ** BigInt(width - 1), 2n ** BigInt(width - 1) + 1n]) {
      let all = 0n
      for (let bit = 0; bit < 252; bit += width) {
        all += digit << BigInt(bit)
        values.add((digit << BigInt(bit)) % L)
      }
      values.add(all % L)
    }
  for (const offset of [-2n, -1n, 0n, 1n, 2n])
    for (const base of [2n ** 251n, 2n ** 252n, L / 2n, L]) values.add((base + offset + L) % L)
  return [...values]
}

/** Groups of rows after which both SIMD levels have the whole table of the base point. */
const GROUPS_OF_START = 2

describe.each(LEVELS.flatMap((level) => [0, GROUPS_OF_START].map((groups) => ({ level, groups }))))(
  'the row arithmetic, $level level, after $groups groups of rows',
  ({ level, groups }) => {
    let instantiate: () => Promise<Arithmetic>
    let arithmetic: Arithmetic

    /** Begins with a new instance: it multiplies differently after some groups. */
    const begin = async (): Promise<void> => {
      arithmetic = await instantiate()
      expect(arithmetic.prepareArithmetic()).not.toBe(0)
      for (let i = 0; i < groups; i++) arithmetic.subtractRows(GROUP)
    }

    beforeAll(async () => {
      instantiate = await load(level)
    })
    beforeEach(begin)

    const write = (at: WebAssembly.Global<'i32'>, rows: readonly Uint8Array[]): void =>
      new Uint8Array(arithmetic.memory.buffer).set(concat(...rows), at.value)

    const read = (at: WebAssembly.Global<'i32'>, count: number, size = 32): string[] =>
      Array.from({ length: count }, (_, i) =>
        toHex(new Uint8Array(arithmetic.memory.buffer).slice(at.value + size * i, at.value + size * (i + 1))),
      )

    const groupsOf = <T>(items: readonly T[], size: number): T[][] =>
      Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(size * i, size * (i + 1)))

    const points = (): CurvePoint[] =>
      [...randomKeys(random, 3), ...SMALL_ORDER].map((key) => Curve.fromBytes(key, false))

    it('subtracts multiples of the base point at every edge', async () => {
      const from = points()
      for (const group of groupsOf(scalars(), GROUP - 1)) {
        await begin()
        const inputs = group.map((_, i) => from[i % from.length] ?? Curve.ZERO)
        write(
          arithmetic.INPUT,
          inputs.map((point) => point.toBytes()),
        )
        write(arithmetic.SCALARS, group.map(bytesOf))
        arithmetic.subtractRows(group.length)
        expect(read(arithmetic.RESULT, group.length)).toEqual(
          group.map((scalar, i) => toHex((inputs[i] ?? Curve.ZERO).subtract(times(Curve.BASE, scalar)).toBytes())),
        )
        expect(new Set(read(arithmetic.VALID, group.length, 1))).toEqual(new Set(['01']))
      }
    })

    it('subtracts a multiple of the base point from itself, its negative and its double', () => {
      const edges = scalars().slice(0, 42)
      const rows = edges.flatMap((scalar) => {
        const multiple = times(Curve.BASE, scalar)
        return [multiple, multiple.negate(), multiple.double()].map((point) => ({ scalar, point, multiple }))
      })
      write(
        arithmetic.INPUT,
        rows.map(({ point }) => point.toBytes()),
      )
      write(
        arithmetic.SCALARS,
        rows.map(({ scalar }) => bytesOf(scalar)),
      )
      arithmetic.subtractRows(rows.length)
      expect(read(arithmetic.RESULT, rows.length)).toEqual(
        rows.map(({ point, multiple }) => toHex(point.subtract(multiple).toBytes())),
      )
    })

    it('adds multiples of the base point at every edge', async () => {
      for (const point of points().slice(2, 6))
        for (const group of groupsOf(scalars(), GROUP)) {
          await begin()
          write(arithmetic.INPUT, [point.toBytes()])
          write(arithmetic.SCALARS, group.map(bytesOf))
          expect(arithmetic.addRowsToFirst(group.length)).not.toBe(0)
          expect(read(arithmetic.RESULT, group.length)).toEqual(
            group.map((scalar) => toHex(point.add(times(Curve.BASE, scalar)).toBytes())),
          )
        }
    })

    it('finds no watched key other than the right one, at every edge', async () => {
      const watched = points().slice(0, 5)
      const stranger = Curve.fromBytes(randomKeys(random, 1)[0] ?? bytesOf(1n))
      for (const group of groupsOf(scalars(), GROUP)) {
        await begin()
        // Memory above all static data, for the keys.
        const at = arithmetic.memory.buffer.byteLength
        arithmetic.memory.grow(1)
        new Uint8Array(arithmetic.memory.buffer).set(concat(...watched.map((point) => point.toBytes())), at)
        arithmetic.watchKeys(at, watched.length)
        const owners = group.map((_, i) => (i % 3 === 0 ? stranger : (watched[i % watched.length] ?? stranger)))
        write(
          arithmetic.INPUT,
          group.map((scalar, i) => (owners[i] ?? stranger).add(times(Curve.BASE, scalar)).toBytes()),
        )
        write(arithmetic.SCALARS, group.map(bytesOf))
        arithmetic.filterRows(group.length)
        expect(read(arithmetic.VALID, group.length, 1)).toEqual(
          owners.map((owner) => (owner === stranger ? '00' : '01')),
        )
      }
    })

    it('hashes messages of one block', () => {
      for (const count of [1, 2, 3, GROUP - 1, GROUP]) {
        // 48 bytes of message, a terminating byte, and zeros: the padding that the scan uses.
        const messages = Array.from({ length: count }, () => random(48))
        write(
          arithmetic.MESSAGES,
          messages.map((message) => concat(message, Uint8Array.of(1), new Uint8Array(MESSAGE - 49))),
        )
        arithmetic.hashRows(count)
        expect(read(arithmetic.DIGESTS, count)).toEqual(messages.map((message) => toHex(keccak_256(message))))
      }
    })
  },
)

// Guards against an empty or invalid list of edge scalars.
it('tests many edge scalars, all below l', () => {
  expect(scalars().length).toBeGreaterThan(300)
  for (const scalar of scalars())
    expect(scalar >= 0n && scalar < L && littleEndian(bytesOf(scalar)) === scalar).toBe(true)
})
