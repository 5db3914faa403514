// The generated field arithmetic of the relaxed level compared with bigints: every kind of sum of products, with limbs at the maximum of
// its bounds, where a double is within one unit of losing precision. Both lanes hold different numbers.

import { describe, expect, it } from 'vitest'
import { encodeModule } from '../../../wasm/generator/binary.ts'
import {
  addColumns,
  addElements,
  BoundError,
  type Columns,
  carry,
  columnsOf,
  doubleColumns,
  type Element,
  loadElement,
  multiply,
  productOf,
  REDUCED,
  square,
  squareOf,
  storeElement,
  subtractColumns,
  subtractElements,
} from '../../../wasm/generator/field.ts'
import { Constants, Program } from '../../../wasm/generator/program.ts'
import { seededRandom } from '../../support/random.ts'
import {
  areWithin,
  DOUBLES,
  extremeLimbs,
  LANE_NUMBERS,
  limbsUpTo,
  numberOf,
  PAIR,
  readLane,
  writeLane,
} from './support/limbs.ts'
import { mod } from './support/nobleScan.ts'

const random = seededRandom(17)
/** Maximum of a product of limbs. */
const PRODUCT_LIMIT = 2n ** 102n
const ROUNDS = 2000

const rootOf = (square: bigint): bigint => {
  let root = BigInt(Math.floor(Math.sqrt(Number(square))))
  while (root * root > square) root--
  while ((root + 1n) * (root + 1n) <= square) root++
  return root
}

/** Maximum limbs whose product, and whose doubled square, are allowed. */
const WIDE = rootOf(PRODUCT_LIMIT)
const WIDE_SQUARE = rootOf(PRODUCT_LIMIT / 2n)
/** Maximum limbs whose products are still computed in pairs. */
const PAIRED = rootOf(PRODUCT_LIMIT / 2n)
/** Maximum limbs that convert to integers: more would leave the binade of 3·2^51. */
const COUNTABLE = 2n ** 51n

/** A kernel of up to four operands: the bounds of their limbs, its function, and the expected result. */
type Operation = {
  readonly name: string
  readonly bounds: readonly bigint[]
  /** Bound of the result's limbs. */
  readonly result?: bigint
  build(program: Program, ...operands: Element[]): Element
  compute(...operands: bigint[]): bigint
}

const zero: Element = { limbs: [], bound: 0n }
const binary =
  (combine: (program: Program, a: Columns, b: Columns) => Columns) =>
  (program: Program, a = zero, b = zero, c = zero, d = zero): Element =>
    carry(program, combine(program, productOf(program, a, b), productOf(program, c, d)))

const OPERATIONS: readonly Operation[] = [
  ...[
    [REDUCED, REDUCED],
    [PAIRED, PAIRED],
    [2n * REDUCED, REDUCED],
    [REDUCED, 2n * REDUCED],
    [3n * REDUCED, REDUCED],
    [WIDE, WIDE],
    [2n ** 53n, 2n ** 49n],
    [1n, 2n ** 53n],
  ].map(
    (bounds): Operation => ({
      name: `product of limbs up to ${bounds.join(' and ')}`,
      bounds,
      build: (program, a = zero, b = zero) => multiply(program, a, b),
      compute: (a = 0n, b = 0n) => a * b,
    }),
  ),
  ...[REDUCED, rootOf(PRODUCT_LIMIT / 4n), WIDE_SQUARE].map(
    (bound): Operation => ({
      name: `square of limbs up to ${bound}`,
      bounds: [bound],
      build: (program, a = zero) => square(program, a),
      compute: (a = 0n) => a * a,
    }),
  ),
  ...[REDUCED, PAIRED, WIDE].flatMap((bound): Operation[] => {
    const bounds = [bound, bound, bound, bound]
    return [
      {
        name: `sum of products of limbs up to ${bound}`,
        bounds,
        build: binary(addColumns),
        compute: (a = 0n, b = 0n, c = 0n, d = 0n) => a * b + c * d,
      },
      {
        name: `difference of products of limbs up to ${bound}`,
        bounds,
        build: binary(subtractColumns),
        compute: (a = 0n, b = 0n, c = 0n, d = 0n) => a * b - c * d,
      },
    ]
  }),
  {
    name: 'twice a product, less a square',
    bounds: [WIDE, WIDE, WIDE_SQUARE],
    build: (program, a = zero, b = zero, c = zero) =>
      carry(program, subtractColumns(program, doubleColumns(program, productOf(program, a, b)), squareOf(program, c))),
    compute: (a = 0n, b = 0n, c = 0n) => 2n * a * b - c * c,
  },
  {
    name: 'the columns of a doubling: 2z² - (y² - x²)',
    bounds: [REDUCED, REDUCED, REDUCED],
    build: (program, x = zero, y = zero, z = zero) => {
      const difference = subtractColumns(program, squareOf(program, y), squareOf(program, x))
      return carry(program, subtractColumns(program, doubleColumns(program, squareOf(program, z)), difference))
    },
    compute: (x = 0n, y = 0n, z = 0n) => 2n * z * z - (y * y - x * x),
  },
  {
    name: 'an element more than a product',
    bounds: [WIDE, WIDE, COUNTABLE],
    build: (program, a = zero, b = zero, c = zero) =>
      carry(program, addColumns(program, productOf(program, a, b), columnsOf(program, c))),
    compute: (a = 0n, b = 0n, c = 0n) => a * b + c,
  },
  {
    name: 'carry of the largest element',
    bounds: [COUNTABLE],
    build: (program, a = zero) => carry(program, columnsOf(program, a)),
    compute: (a = 0n) => a,
  },
  {
    name: 'carry of twice a sum of elements, less another',
    bounds: [COUNTABLE, COUNTABLE, COUNTABLE],
    build: (program, a = zero, b = zero, c = zero) => {
      const sum = addColumns(program, columnsOf(program, a), columnsOf(program, b))
      return carry(program, subtractColumns(program, doubleColumns(program, sum), columnsOf(program, c)))
    },
    compute: (a = 0n, b = 0n, c = 0n) => 2n * (a + b) - c,
  },
  {
    name: 'sum',
    bounds: [REDUCED, REDUCED],
    result: 2n * REDUCED,
    build: (program, a = zero, b = zero) => addElements(program, a, b),
    compute: (a = 0n, b = 0n) => a + b,
  },
  {
    name: 'difference',
    bounds: [REDUCED, REDUCED],
    result: 2n * REDUCED,
    build: (program, a = zero, b = zero) => subtractElements(program, a, b),
    compute: (a = 0n, b = 0n) => a - b,
  },
]

const PARAMETERS = 5
const CONSTANTS = 1024
const addressOf = (operand: number): number => 8192 + PAIR * operand

const load = async (): Promise<{ memory: WebAssembly.Memory; functions: readonly ((...at: number[]) => void)[] }> => {
  const constants = new Constants(CONSTANTS)
  const bodies = OPERATIONS.map(({ bounds, build }, i) => {
    const program = new Program(constants)
    const operands = bounds.map((bound, parameter) => loadElement(program, parameter + 1, 0, bound))
    storeElement(program, 0, 0, build(program, ...operands))
    return program.finish(`f${i}`, PARAMETERS)
  })
  const bytes = encodeModule(bodies, { pages: 1, dataAddress: CONSTANTS, data: constants.bytes() })
  const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(new Uint8Array(bytes)))
  // The exports are those that were just encoded.
  return {
    memory: exports['memory'] as WebAssembly.Memory,
    functions: bodies.map(({ name }) => exports[name] as (...at: number[]) => void),
  }
}

describe('the field of two lanes', () => {
  it.each(OPERATIONS.map(({ name }, i) => [name, i] as const))('computes %s', async (_, i) => {
    const operation = OPERATIONS[i]
    const { memory, functions } = await load()
    const run = functions[i]
    if (operation === undefined || run === undefined) throw new RangeError('no such operation')
    for (let round = 0; round < ROUNDS; round++) {
      const lanes = LANE_NUMBERS.map((lane) =>
        operation.bounds.map((bound, operand) =>
          // First every combination of limbs that are all at one end.
          round < 16
            ? extremeLimbs(DOUBLES, bound, (((round + lane) >> operand) & 1) === 1)
            : limbsUpTo(DOUBLES, random, bound),
        ),
      )
      for (const [lane, operands] of lanes.entries())
        for (const [operand, limbs] of operands.entries())
          writeLane(DOUBLES, memory, addressOf(operand + 1), lane, limbs)
      run(addressOf(0), addressOf(1), addressOf(2), addressOf(3), addressOf(4))
      for (const [lane, operands] of lanes.entries()) {
        const limbs = readLane(DOUBLES, memory, addressOf(0), lane)
        expect(areWithin(DOUBLES, limbs, operation.result ?? REDUCED), `${limbs}`).toBe(true)
        expect(mod(numberOf(DOUBLES, limbs)), `lane ${lane}: ${JSON.stringify(operands)}`).toBe(
          mod(operation.compute(...operands.map((limbs) => numberOf(DOUBLES, limbs)))),
        )
      }
    }
  })

  it('rejects at build time what could lose precision', () => {
    const program = new Program(new Constants(0))
    const element = (bound: bigint): Element => loadElement(program, 1, 0, bound)
    expect(() => multiply(program, element(WIDE + 1n), element(WIDE))).toThrow(BoundError)
    expect(() => multiply(program, element(4n * REDUCED), element(REDUCED))).toThrow(BoundError)
    expect(() => square(program, element(WIDE_SQUARE + 1n))).toThrow(BoundError)
    expect(() => columnsOf(program, element(COUNTABLE + 1n))).toThrow(BoundError)
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
