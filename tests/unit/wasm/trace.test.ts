// The trace itself: it detects every way in which timing can depend on a number, is equal for constant-time code, and does not change
// results.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import asc from 'assemblyscript/asc'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { seededRandom } from '../../support/random.ts'
import { LEVELS } from './support/levels.ts'
import { batchOf, randomKeys } from './support/material.ts'
import { nobleScan } from './support/nobleScan.ts'
import { startTracing, type Tracing } from './support/tracing.ts'

/** Functions that each depend on a secret in one way, and one that does not. */
const SOURCE = `
const TABLE = memory.data(512, 16)
export function constantTime(secret: i32): i64 {
  const mask = -(secret & 1)
  let product: i64 = secret
  for (let i = 0; i < 20; i++) product = (product * 0x1234567 + (mask & 99)) ^ (product >> 7)
  store<i64>(TABLE, product)
  return load<i64>(TABLE)
}
export function branches(secret: i32): i64 { if (secret & 1) store<i32>(TABLE, 5, 4); return 0 }
export function loops(secret: i32): i64 { for (let i = 0; i < secret; i++) store<i32>(TABLE, i); return 0 }
export function switches(secret: i32): i64 {
  switch (secret) {
    case 0: store<i32>(TABLE, 1); break
    case 1: store<i32>(TABLE, 2); break
    case 2: store<i32>(TABLE, 3); break
    case 3: store<i32>(TABLE, 4); break
    case 4: store<i32>(TABLE, 5); break
    default: store<i32>(TABLE, 6)
  }
  return 0
}
export function loads(secret: i32): i64 { return load<u8>(TABLE + (secret & 63)) }
export function stores(secret: i32): i64 { store<i64>(TABLE + (secret & 63), 7); return 0 }
export function loadsVectors(secret: i32): i64 { return i64x2.extract_lane(v128.load(TABLE + (secret & 63)), 0) }
export function storesVectors(secret: i32): i64 { v128.store(TABLE + (secret & 63), i64x2.splat(3)); return 0 }
export function storesLanes(secret: i32): i64 { v128.store_lane<i32>(TABLE + (secret & 63), i32x4.splat(3), 1); return 0 }
export function divides(secret: i32): i64 { return 1000000007 / <i64>(secret + 5) }
export function takesRests(secret: i32): i64 { return 1000000007 % (secret + 5) }
export function fills(secret: i32): i64 { memory.fill(TABLE, 1, secret & 255); return 0 }
export function copies(secret: i32): i64 { memory.copy(TABLE, TABLE + (secret & 63), 32); return 0 }
export function selects(secret: i32): i64 { return select<i64>(load<i64>(TABLE), load<i64>(TABLE, 8), (secret & 1) != 0) }
function one(x: i32): i64 { return x + 1 }
function two(x: i32): i64 { return x * 2 }
const functions: ((x: i32) => i64)[] = [one, two]
export function callsIndirectly(secret: i32): i64 { return functions[secret & 1](3) }
`
const LEAKS = [
  ...['branches', 'loops', 'switches', 'loads', 'stores', 'loadsVectors', 'storesVectors', 'storesLanes'],
  ...['divides', 'takesRests', 'fills', 'copies', 'selects', 'callsIndirectly'],
]

type Functions = Readonly<Record<string, (secret: number) => bigint>>

const compile = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-trace-'))
  const [source, file] = [join(folder, 'leaks.ts'), join(folder, 'leaks.wasm')]
  writeFileSync(source, SOURCE)
  const { error, stderr } = await asc.main([
    ...[source, '--outFile', file, '--optimizeLevel', '3', '--shrinkLevel', '0', '--noAssert'],
    ...['--runtime', 'stub', '--use', 'abort=', '--enable', 'simd'],
  ])
  if (error !== null) throw new Error(stderr.toString(), { cause: error })
  const bytes = new Uint8Array(readFileSync(file))
  rmSync(folder, { recursive: true })
  return bytes
}

describe('a trace', () => {
  let functions: Functions = {}
  let plain: Functions = {}
  let tracing: Tracing

  beforeAll(async () => {
    const bytes = await compile()
    tracing = startTracing()
    const { replacement } = tracing
    // The exports are the functions of SOURCE.
    functions = (await replacement.instantiate(await replacement.compile(bytes))).exports as Functions
    plain = (await WebAssembly.instantiate(await WebAssembly.compile(bytes))).exports as Functions
  })

  it('is the same for every secret in constant-time code', async () => {
    const traces = new Set<string>()
    for (const secret of [0, 1, 2, 3, 77, 2 ** 31 - 1, -1])
      traces.add(await tracing.traceOf(() => functions['constantTime']?.(secret)))
    expect(traces.size).toBe(1)
    expect([...traces]).not.toEqual(['0:0'])
    expect(
      await tracing.difference(
        () => functions['constantTime']?.(3),
        () => functions['constantTime']?.(4),
      ),
    ).toBe(undefined)
  })

  it.each(LEAKS)('detects a function that %s by its secret', async (name) => {
    const run = (secret: number) => () => functions[name]?.(secret)
    expect(await tracing.traceOf(run(2))).toBe(await tracing.traceOf(run(2)))
    expect(await tracing.traceOf(run(2))).not.toBe(await tracing.traceOf(run(3)))
    expect(await tracing.difference(run(2), run(3))).toMatch(
      /^kernel 0, event \d+ of \d+ and \d+: instruction [0-9a-f]+ at byte/,
    )
  })

  it('changes no result', () => {
    for (const name of ['constantTime', ...LEAKS])
      for (const secret of [0, 1, 2, 3, 5, 40, 1000])
        expect(functions[name]?.(secret), name).toBe(plain[name]?.(secret))
  })
})

describe('the product on instrumented kernels', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it.each(LEVELS)(
    'returns the same hits, and the trace depends on the view secret, as documented (%s)',
    async (level) => {
      const tracing = startTracing()
      vi.stubGlobal('WebAssembly', tracing.replacement)
      vi.resetModules()
      const { scannerOf } = await import('./support/levels.ts')
      const random = seededRandom(15)
      const scanner = await scannerOf(level)
      const keys = randomKeys(random, 3)
      const batch = batchOf(
        keys,
        keys.map((key, transaction) => ({ key, transaction, index: 0 })),
      )
      const scanBy = (secret: Uint8Array) => async () => {
        await scanner.watch(secret, keys[0] ?? secret)
        const hits = await scanner.scan(batch)
        expect(hits.map(({ derivation }) => toHex(derivation))).toEqual(
          nobleScan(secret, keys[0] ?? secret, batch).map(({ derivation }) => toHex(derivation)),
        )
      }
      const [a, b] = [random(32), random(32)]
      // The first scan sees other memory than later ones.
      await scanBy(a)()
      expect(await tracing.traceOf(scanBy(a))).toBe(await tracing.traceOf(scanBy(a)))
      expect(await tracing.traceOf(scanBy(a))).not.toBe(await tracing.traceOf(scanBy(b)))
    },
  )
})
