// The generated field arithmetic of the simd level compared with bigints, with limbs at the maximum of its bounds. Both lanes hold different
// numbers.

import { describe, expect, it } from 'vitest'
import { encodeModule } from '../../../wasm/generator/binary.ts'
import { BoundError } from '../../../wasm/generator/field.ts'
import {
  addElements,
  type Element,
  loadElement,
  REDUCED,
  storeElement,
  subtractElements,
} from '../../../wasm/generator/integerElements.ts'
import {
  addColumns,
  carry,
  columnsOf,
  doubleColumns,
  doubleProductOf,
  multiply,
  productOf,
  square,
  squareOf,
  subtractColumns,
} from '../../../wasm/generator/integerField.ts'
import { Constants, Program } from '../../../wasm/generator/program.ts'
import { seededRandom } from '../../support/random.ts'
import {
  areCarried,
  areWithin,
  asCarried,
  extremeLimbs,
  INTEGERS,
  LANE_NUMBERS,
  limbsUpTo,
  numberOf,
  PAIR,
  readLane,
  writeLane,
} from './support/limbs.ts'
import { mod } from './support/nobleScan.ts'

const random = seededRandom(23)
const ROUNDS = 2000

/** Maximum even limbs of elements that are multiplied by 19: half as much more, the sum of an even and an odd limb, fits 31 or 32 bits. */
const WIDE = (((2n ** 31n - 1n) / 19n - 2n) * 2n) / 3n
const WIDE_POSITIVE = (((2n ** 32n - 1n) / 19n - 2n) * 2n) / 3n
/** Maximum limbs of an element that is converted to columns. */
const COUNTABLE = 2n ** 31n - 2n

type Operation = {
  readonly name: string
  readonly bounds: readonly bigint[]
  /** Whether no limb of the operands is negative. */
  readonly isPositive?: boolean
  /** Bound of the result's limbs; by default, it is carried. */
  readonly result?: bigint
  build(program: Program, a: Element, b: Element, c: Element): Element
  compute(a: bigint, b: bigint, c: bigint): bigint
}

const OPERATIONS: readonly Operation[] = [
  ...[
    [REDUCED, REDUCED],
    [2n * REDUCED, REDUCED],
    [REDUCED, 2n * REDUCED],
    [WIDE, WIDE],
    [3n * REDUCED, WIDE / 2n],
  ].map(
    (bounds): Operation => ({
      name: `product of limbs up to ${bounds.join(' and ')}`,
      bounds,
      build: (program, a, b) => multiply(program, a, b),
      compute: (a, b) => a * b,
    }),
  ),
  ...[
    { bound: REDUCED, isPositive: false },
    { bound: WIDE, isPositive: false },
    { bound: REDUCED, isPositive: true },
    { bound: 2n * REDUCED, isPositive: true },
    { bound: WIDE_POSITIVE, isPositive: true },
  ].flatMap(({ bound, isPositive }): Operation[] => [
    {
      name: `square of ${isPositive ? 'positive ' : ''}limbs up to ${bound}`,
      bounds: [bound],
      isPositive,
      build: (program, a) => square(program, a),
      compute: (a) => a * a,
    },
    {
      name: `product of two elements of ${isPositive ? 'positive ' : ''}limbs up to ${bound}`,
      bounds: [bound, bound],
      isPositive,
      build: (program, a, b) => multiply(program, a, b),
      compute: (a, b) => a * b,
    },
  ]),
  {
    name: 'sum of two products, twice',
    bounds: [REDUCED, REDUCED, REDUCED],
    build: (program, a, b, c) =>
      carry(program, doubleColumns(program, addColumns(program, productOf(program, a, b), productOf(program, a, c)))),
    compute: (a, b, c) => 2n * a * (b + c),
  },
  {
    name: 'difference of two products',
    bounds: [2n * REDUCED, REDUCED, REDUCED],
    build: (program, a, b, c) =>
      carry(program, subtractColumns(program, productOf(program, a, b), productOf(program, a, c))),
    compute: (a, b, c) => a * b - a * c,
  },
  {
    name: 'twice a product, from squares',
    bounds: [REDUCED, REDUCED],
    isPositive: true,
    build: (program, a, b) => {
      const squares = addColumns(program, squareOf(program, a), squareOf(program, b))
      return carry(program, doubleProductOf(program, a, b, squares))
    },
    compute: (a, b) => 2n * a * b,
  },
  {
    name: 'the columns of a doubling: 2z² - (y² - x²)',
    bounds: [REDUCED, REDUCED, REDUCED],
    build: (program, x, y, z) => {
      const difference = subtractColumns(program, squareOf(program, y), squareOf(program, x))
      return carry(program, subtractColumns(program, doubleColumns(program, squareOf(program, z)), difference))
    },
    compute: (x, y, z) => 2n * z * z - (y * y - x * x),
  },
  {
    name: 'product of a sum and a difference',
    bounds: [REDUCED / 2n, REDUCED / 2n, REDUCED / 2n],
    build: (program, a, b, c) =>
      multiply(program, addElements(program, a, b), subtractElements(program, a, addElements(program, b, c))),
    compute: (a, b, c) => (a + b) * (a - b - c),
  },
  {
    name: 'carry of the largest element',
    bounds: [COUNTABLE],
    build: (program, a) => carry(program, columnsOf(program, a)),
    compute: (a) => a,
  },
  {
    name: 'sum',
    bounds: [REDUCED, REDUCED],
    result: 2n * REDUCED,
    build: (program, a, b) => addElements(program, a, b),
    compute: (a, b) => a + b,
  },
  {
    name: 'difference',
    bounds: [REDUCED, REDUCED],
    result: 2n * REDUCED,
    build: (program, a, b) => subtractElements(program, a, b),
    compute: (a, b) => a - b,
  },
]

const OPERANDS: readonly number[] = [0, 1, 2]
const CONSTANTS = 1024
const addressOf = (operand: number): number => 8192 + PAIR * operand

const load = async ({ bounds, isPositive = false, build }: Operation) => {
  const constants = new Constants(CONSTANTS)
  const program = new Program(constants)
  const [a, b, c] = OPERANDS.map((i) => ({ ...loadElement(program, i + 1, 0, bounds[i] ?? 0n), isPositive })) as [
    Element,
    Element,
    Element,
  ]
  storeElement(program, 0, 0, build(program, a, b, c))
  const body = program.finish('run', 4)
  const bytes = encodeModule([body], { pages: 1, dataAddress: CONSTANTS, data: constants.bytes() })
  const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(new Uint8Array(bytes)))
  // The exports are those that were just encoded.
  return exports as { memory: WebAssembly.Memory; run(...at: number[]): void }
}

describe('the field of two lanes of integers', () => {
  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('computes %s', async (_, operation) => {
    const { memory, run } = await load(operation)
    for (let round = 0; round < ROUNDS; round++) {
      const lanes = LANE_NUMBERS.map((lane) =>
        OPERANDS.map((operand) => {
          const bound = operation.bounds[operand] ?? 0n
          // First every combination of limbs that are all at one end.
          const limbs =
            round < 16
              ? extremeLimbs(INTEGERS, bound, (((round + lane) >> operand) & 1) === 1)
              : limbsUpTo(INTEGERS, random, bound)
          return operation.isPositive === true ? asCarried(INTEGERS, limbs) : limbs
        }),
      )
      for (const [lane, operands] of lanes.entries())
        for (const [operand, limbs] of operands.entries())
          writeLane(INTEGERS, memory, addressOf(operand + 1), lane, limbs)
      run(addressOf(0), addressOf(1), addressOf(2), addressOf(3))
      for (const [lane, operands] of lanes.entries()) {
        const limbs = readLane(INTEGERS, memory, addressOf(0), lane)
        const [a = 0n, b = 0n, c = 0n] = operands.map((operand) => numberOf(INTEGERS, operand))
        const { result } = operation
        expect(
          result === undefined ? areCarried(INTEGERS, limbs) : areWithin(INTEGERS, limbs, result),
          `${limbs}`,
        ).toBe(true)
        expect(mod(numberOf(INTEGERS, limbs)), `lane ${lane}: ${JSON.stringify(operands)}`).toBe(
          mod(operation.compute(a, b, c)),
        )
      }
    }
  })

  it('rejects at build time what could overflow', () => {
    const program = new Program(new Constants(0))
    const element = (bound: bigint): Element => loadElement(program, 1, 0, bound)
    expect(() => multiply(program, element(WIDE + 4n), element(WIDE + 4n))).toThrow(BoundError)
    expect(() => square(program, element(WIDE + 4n))).toThrow(BoundError)
    expect(() => square(program, { ...element(WIDE_POSITIVE + 4n), isPositive: true })).toThrow(BoundError)
    const positive = { ...element(WIDE + 4n), isPositive: true }
    expect(() => multiply(program, positive, element(WIDE + 4n))).toThrow(BoundError)
    let columns = productOf(program, element(WIDE), element(WIDE))
    let doublings = 0
    expect(() => {
      for (; doublings < 20; doublings++) {
        carry(program, columns)
        columns = doubleColumns(program, columns)
      }
    }).toThrow(BoundError)
    expect(doublings).toBeGreaterThan(0)
  })
})
