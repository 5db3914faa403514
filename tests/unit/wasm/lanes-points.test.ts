// The generated kernels of both SIMD levels as built, compared with bigints. Each computes polynomials of its inputs, so any limbs within
// its bounds are valid inputs, points of the curve or not. (`rows` covers the hashes.)

import { beforeAll, describe, expect, it } from 'vitest'
import { encodeKernels, encodeSimdKernels } from '../../../wasm/generator/kernels.ts'
import { seededRandom } from '../../support/random.ts'
import {
  areCarried,
  areWithin,
  asCarried,
  DOUBLES,
  extremeLimbs,
  INTEGERS,
  LANE_NUMBERS,
  type Layout,
  limbsOf,
  limbsUpTo,
  numberOf,
  PAIR,
  readLane,
  writeLane,
} from './support/limbs.ts'
import { mod } from './support/nobleScan.ts'

const random = seededRandom(18)
const ROUNDS = 500

/** Elements in their order in memory. */
type Elements = readonly bigint[]

/** A kernel that reads rows of elements and writes one: a point, an addend and a completed operation have four. */
type Kernel = {
  readonly name: string
  /** Number of elements of each operand. */
  readonly operands: readonly number[]
  /** Maximum limbs of each operand; default: that of carried elements. */
  readonly bounds?: readonly bigint[]
  /** Maximum limbs of results; by default, they are carried. */
  readonly result?: bigint
  /** Whether the operands must be carried. */
  readonly isCarried?: boolean
  /** The operand that the results overwrite; by default, results are separate from all operands. */
  readonly inPlace?: number
  readonly times?: number
  compute(...operands: Elements[]): Elements
}

const double = ([x = 0n, y = 0n, z = 0n]: Elements): Elements => {
  const g = y * y - x * x
  return [2n * x * y, 2n * z * z - g, g, y * y + x * x]
}
const take = ([e = 0n, f = 0n, g = 0n, h = 0n]: Elements): Elements => [e * f, g * h, f * g, e * h]
const repeated = (times: number, step: (elements: Elements) => Elements, elements: Elements): Elements =>
  times === 0 ? elements : repeated(times - 1, step, step(elements).map(mod))
const complete = (b: bigint, a: bigint, d: bigint, c: bigint): Elements => [b - a, d - c, d + c, b + a]

const kernelsOf = ({ reduced }: Layout): readonly Kernel[] => [
  // Decompression multiplies and squares numbers of size reduced plus one.
  {
    name: 'multiply',
    operands: [1, 1],
    bounds: [reduced + 1n, reduced + 1n],
    compute: ([a = 0n], [b = 0n] = []) => [a * b],
  },
  { name: 'square', operands: [1], bounds: [reduced + 1n], compute: ([a = 0n]) => [a * a] },
  { name: 'addCarried', operands: [1, 1], compute: ([a = 0n], [b = 0n] = []) => [a + b] },
  { name: 'subtractCarried', operands: [1, 1], compute: ([a = 0n], [b = 0n] = []) => [a - b] },
  { name: 'add', operands: [1, 1], result: 2n * reduced, compute: ([a = 0n], [b = 0n] = []) => [a + b] },
  { name: 'subtract', operands: [1, 1], result: 2n * reduced, compute: ([a = 0n], [b = 0n] = []) => [a - b] },
  { name: 'completeDouble', operands: [4], isCarried: true, compute: (point) => double(point) },
  {
    name: 'completeAdd',
    operands: [4, 4],
    compute: ([x = 0n, y = 0n, z = 0n, t = 0n], [sum = 0n, difference = 0n, twoZ = 0n, product = 0n] = []) =>
      complete((y + x) * sum, (y - x) * difference, z * twoZ, t * product),
  },
  {
    name: 'completeSubtract',
    operands: [4, 4],
    compute: ([x = 0n, y = 0n, z = 0n, t = 0n], [sum = 0n, difference = 0n, twoZ = 0n, product = 0n] = []) =>
      complete((y + x) * difference, (y - x) * sum, z * twoZ, -t * product),
  },
  { name: 'takeSum', operands: [4], isCarried: true, compute: (completed) => take(completed).slice(0, 3) },
  { name: 'takeSumWithT', operands: [4], isCarried: true, compute: (completed) => take(completed) },
  {
    name: 'toAddend',
    operands: [4, 1],
    compute: ([x = 0n, y = 0n, z = 0n, t = 0n], [d2 = 0n] = []) => [y + x, y - x, 2n * z, t * d2],
  },
  ...[1, 2, 7].flatMap((times): Kernel[] => [
    {
      name: 'doubleTimes',
      operands: [4, 4],
      isCarried: true,
      inPlace: 0,
      times,
      compute: (point) => repeated(times, (p) => take(double(p)), point).slice(0, 3),
    },
    {
      name: 'squareTimes',
      operands: [1, 1],
      isCarried: true,
      inPlace: 0,
      times,
      compute: (a) => repeated(times, ([x = 0n]) => [x * x], a),
    },
  ]),
]

type Exports = Readonly<Record<string, (...parameters: number[]) => void>>

/** Each operand has space for four elements, at addresses above the constants. */
const addressOf = (operand: number): number => 8192 + 4 * PAIR * operand
const OUT = 9

describe.each([
  [DOUBLES, encodeKernels],
  [INTEGERS, encodeSimdKernels],
] as const)('a generated kernel of the $name level', (layout, encode) => {
  const { reduced, size } = layout
  let memory: WebAssembly.Memory
  let kernels: Exports = {}

  beforeAll(async () => {
    const module = await WebAssembly.compile(new Uint8Array(encode(1)))
    const { exports } = await WebAssembly.instantiate(module)
    // The exports are those of wasm/generator/kernels.ts.
    memory = exports['memory'] as WebAssembly.Memory
    kernels = exports as Exports
  })

  const elementsAt = (operand: number, count: number, lane: number): bigint[] =>
    Array.from({ length: count }, (_, i) =>
      mod(numberOf(layout, readLane(layout, memory, addressOf(operand) + PAIR * i, lane))),
    )

  const fill = (operand: number, count: number, bound: bigint, round: number): void => {
    for (let i = 0; i < count; i++)
      for (const lane of LANE_NUMBERS) {
        // First, limbs all at one end, with many combinations of signs.
        const negative = ((round * 7 + lane * 3) >> ((operand + i) % 5)) % 2 === 1
        const limbs = round < 64 ? extremeLimbs(layout, bound, negative) : limbsUpTo(layout, random, bound)
        writeLane(layout, memory, addressOf(operand) + PAIR * i, lane, limbs)
      }
  }

  /** Makes the limbs of an operand those of carried elements. */
  const carryOperand = (operand: number, count: number): void => {
    for (let i = 0; i < count; i++)
      for (const lane of LANE_NUMBERS) {
        const address = addressOf(operand) + PAIR * i
        writeLane(layout, memory, address, lane, asCarried(layout, readLane(layout, memory, address, lane)))
      }
  }

  /** Expects results to be carried, or within a bound. */
  const expectReduced = (operand: number, count: number, bound?: bigint): void => {
    for (let i = 0; i < count; i++)
      for (const lane of LANE_NUMBERS) {
        const limbs = readLane(layout, memory, addressOf(operand) + PAIR * i, lane)
        expect(bound === undefined ? areCarried(layout, limbs) : areWithin(layout, limbs, bound), `${limbs}`).toBe(true)
      }
  }

  it.each(kernelsOf(layout).map((kernel) => [kernel.name, kernel.times ?? 1, kernel] as const))(
    'computes %s, %i times',
    (...row) => {
      const [name, , { operands, bounds = [], result, isCarried = false, inPlace, times, compute }] = row
      for (let round = 0; round < ROUNDS; round++) {
        for (const [operand, count] of operands.entries()) {
          fill(operand, count, bounds[operand] ?? reduced, round)
          if (isCarried) carryOperand(operand, count)
        }
        const expected = LANE_NUMBERS.map((lane) =>
          compute(...operands.map((count, operand) => elementsAt(operand, count, lane))).map(mod),
        )
        const inputs = operands.map((_, operand) => addressOf(operand))
        kernels[name]?.(...(inPlace === undefined ? [addressOf(OUT), ...inputs] : inputs), times ?? 0)
        const out = inPlace ?? OUT
        for (const lane of LANE_NUMBERS)
          expect(elementsAt(out, expected[lane]?.length ?? 0, lane), `round ${round}, lane ${lane}`).toEqual(
            expected[lane],
          )
        expectReduced(out, expected[0]?.length ?? 0, result)
      }
    },
  )

  /** Writes masks for the lanes to be negated: a double's sign, or all bits of an integer. */
  const setSigns = (negative: readonly boolean[]): void => {
    if (layout === DOUBLES)
      new BigUint64Array(memory.buffer, addressOf(7), 2).set(negative.map((sign) => (sign ? 2n ** 63n : 0n)))
    else new Int32Array(memory.buffer, addressOf(7), 4).set([...negative, ...negative].map((sign) => (sign ? -1 : 0)))
  }

  /**
   * Runs a kernel that adds another addend in each lane. Parameters are the addresses of Y+X, of Y-X and of whole addends, whose elements
   * have limbs `stride` bytes apart; the positions of the high lane do not overlap.
   */
  const forEachLane = (
    stride: number,
    run: (places: readonly number[], signs: number) => void,
    check: (
      lane: number,
      point: Elements,
      addend: { sum: bigint; difference: bigint; twoZ: bigint; product: bigint },
    ) => void,
    offsets: { readonly twoZ: number; readonly product: number },
  ): void => {
    const single = (address: number): bigint =>
      mod(
        numberOf(
          layout,
          layout.bits.map((_, i) => layout.numbersOf(memory, address + stride * i, 1)[0] ?? 0),
        ),
      )
    // Y+X, Y-X and the addend, low and high lane.
    const places = [1, 2, 3, 4, 5, 6].map(
      (operand, i) => addressOf(operand) + (stride === 2 * size && i % 2 === 1 ? size : 0),
    )
    for (let round = 0; round < ROUNDS; round++) {
      for (let operand = 0; operand < 7; operand++) fill(operand, 4, reduced, round + 5 * operand)
      if (stride === size)
        for (const [i, place] of places.entries())
          for (const offset of [0, offsets.product]) {
            const limbs =
              round < 64 ? extremeLimbs(layout, reduced, ((round >> i) & 1) === 1) : limbsUpTo(layout, random, reduced)
            layout.numbersOf(memory, place + offset, limbs.length).set(limbs)
          }
      const negative = [round % 2 === 1, round % 4 >= 2]
      setSigns(negative)
      const inputs = LANE_NUMBERS.map((lane) => {
        const addend = places[4 + lane] ?? 0
        return {
          point: elementsAt(0, 4, lane),
          addend: {
            sum: single(places[lane] ?? 0),
            difference: single(places[2 + lane] ?? 0),
            twoZ: single(addend + offsets.twoZ),
            product: single(addend + offsets.product) * (negative[lane] === true ? -1n : 1n),
          },
        }
      })
      run(places, addressOf(7))
      for (const [lane, { point, addend }] of inputs.entries()) check(lane, point, addend)
    }
  }

  it('computes completeAddEach', () => {
    forEachLane(
      2 * size,
      (places, signs) => kernels['completeAddEach']?.(addressOf(OUT), addressOf(0), ...places, signs),
      (lane, [x = 0n, y = 0n, z = 0n, t = 0n], { sum, difference, twoZ, product }) => {
        const expected = complete((y + x) * sum, (y - x) * difference, z * twoZ, t * product)
        expect(elementsAt(OUT, 4, lane)).toEqual(expected.map(mod))
        expectReduced(OUT, 4)
      },
      { twoZ: 2 * PAIR, product: 3 * PAIR },
    )
  })

  it('computes addEntries', () => {
    forEachLane(
      size,
      (places, signs) => kernels['addEntries']?.(addressOf(0), ...places, signs),
      (lane, [x = 0n, y = 0n, z = 0n, t = 0n], { sum, difference, product }) => {
        const expected = take(complete((y + x) * sum, (y - x) * difference, 2n * z, t * product).map(mod))
        expect(elementsAt(0, 4, lane)).toEqual(expected.map(mod))
        expectReduced(0, 4)
      },
      { twoZ: 0, product: PAIR },
    )
  })

  it.each([1, 2, 5])('finds the y-coordinate of a sum among those of %i keys', (count) => {
    const KEY = 3
    let excess = 0
    const [masks, point, scaled, keys] = [addressOf(OUT), 0, 1, 2] as const
    for (let round = 0; round < ROUNDS; round++) {
      fill(point, 4, reduced, round)
      fill(scaled, 2, reduced, 3 * round)
      fill(keys, KEY * count, reduced, 5 * round)
      // In every other round, lane and key by lane and key, y'Z is made to fit.
      const fits = (lane: number): boolean => ((round >> lane) & 1) === 1
      for (const lane of LANE_NUMBERS) {
        const [x = 0n, y = 0n] = elementsAt(point, 2, lane)
        const [t = 0n] = elementsAt(scaled, 1, lane)
        const key = elementsAt(keys, KEY * count, lane).slice(KEY * (round % count))
        const z = x * (key[0] ?? 0n) + y * (key[1] ?? 0n) + t * (key[2] ?? 0n)
        if (fits(lane)) writeLane(layout, memory, addressOf(scaled) + PAIR, lane, limbsOf(layout, z))
      }
      new BigUint64Array(memory.buffer, masks, 2).fill(0n)
      kernels['compareSums']?.(masks, addressOf(point), addressOf(scaled), addressOf(keys), count)
      const found = new BigInt64Array(memory.buffer, masks, 2)
      for (const lane of LANE_NUMBERS)
        if (fits(lane)) expect(found[lane], `round ${round}, lane ${lane}`).toBe(-1n)
        else if (found[lane] !== 0n) excess += 1
    }
    // One key in 2^14 looks as if it fitted on the simd level.
    expect(excess).toBeLessThan(ROUNDS / 100)
  })

  it('keeps the lanes that it found before', () => {
    for (let operand = 0; operand < 3; operand++) fill(operand, 4, reduced, 100 + operand)
    const masks = new BigInt64Array(memory.buffer, addressOf(OUT), 2)
    masks.set([-1n, 0n])
    kernels['compareSums']?.(addressOf(OUT), addressOf(0), addressOf(1), addressOf(2), 1)
    expect([...masks]).toEqual([-1n, 0n])
  })

  if (layout !== DOUBLES) return

  it('computes splitLimbs', () => {
    for (let round = 0; round < ROUNDS; round++) {
      fill(0, 1, reduced, round)
      fill(1, 1, reduced, 3 * round)
      kernels['splitLimbs']?.(addressOf(OUT), addressOf(0), addressOf(1))
      const parts = new BigInt64Array(memory.buffer, addressOf(OUT), 20)
      for (const lane of LANE_NUMBERS) {
        const [a, b] = [readLane(layout, memory, addressOf(0), lane), readLane(layout, memory, addressOf(1), lane)]
        for (let i = 0; i < 5; i++) {
          const [low = 0n, high = 0n] = [parts[2 * i + lane], parts[10 + 2 * i + lane]]
          expect(low + (high << 51n)).toBe(BigInt(a[i] ?? 0) * BigInt(b[i] ?? 0))
          expect(low <= 2n ** 50n && low >= -(2n ** 50n)).toBe(true)
        }
      }
    }
  })
})
