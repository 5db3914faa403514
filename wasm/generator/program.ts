// Straight-line programs over 128-bit values: every instruction produces a new value. They are emitted in source order without an
// optimizer: LLVM and Binaryen make these kernels slower.

import { type FunctionBody, INSTRUCTIONS, i32Const, memoryArgument, unsigned } from './binary.ts'

/** The result of an instruction. */
export type Value = { readonly id: number }

type Operation = {
  /** code before the operands are pushed, and after */
  readonly before: readonly number[]
  readonly operands: readonly Value[]
  readonly after: readonly number[]
  /** undefined for a store */
  readonly result: Value | undefined
}

type LaneInstruction = {
  [Name in keyof typeof INSTRUCTIONS]: Name extends `${'i64x2' | 'f64x2' | 'v128' | 'i32x4'}.${string}` ? Name : never
}[keyof typeof INSTRUCTIONS]

const V128_ALIGNMENT = 4
const LANE_ALIGNMENT = 3
/** Bytes of a v128. */
export const V128_SIZE = 16

/** Returns the bits of a double. */
export const bitsOf = (value: number): bigint => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  return view.getBigUint64(0)
}

/** The deduplicated constants of a module, at the start of linear memory. */
export class Constants {
  readonly #address: number
  /** 128 bits each */
  readonly #values: bigint[] = []

  constructor(address: number) {
    this.#address = address
  }

  /** Returns the address of a constant of 64 bits in each lane. */
  addressOf(low: bigint, high: bigint): number {
    const bits = low | (high << 64n)
    let at = this.#values.indexOf(bits)
    if (at < 0) at = this.#values.push(bits) - 1
    return this.#address + at * V128_SIZE
  }

  bytes(): number[] {
    const view = new DataView(new ArrayBuffer(this.#values.length * V128_SIZE))
    for (const [i, bits] of this.#values.entries()) {
      view.setBigUint64(i * V128_SIZE, bits, true)
      view.setBigUint64(i * V128_SIZE + 8, bits >> 64n, true)
    }
    return [...new Uint8Array(view.buffer)]
  }
}

/** A straight-line function under construction. Its parameters are numbers, usually addresses. */
export class Program {
  readonly #constants: Constants
  readonly #operations: Operation[] = []
  /** constants by their addresses */
  readonly #known = new Map<number, Value>()
  #count = 0

  constructor(constants: Constants) {
    this.#constants = constants
  }

  #emit(before: readonly number[], operands: readonly Value[], after: readonly number[]): Value {
    const result = { id: this.#count++ }
    this.#operations.push({ before, operands, after, result })
    return result
  }

  /** Loads the value at `offset` from the address in a parameter. */
  load(parameter: number, offset: number): Value {
    const { 'local.get': get, 'v128.load': load } = INSTRUCTIONS
    return this.#emit([...get, parameter, ...load, ...memoryArgument(V128_ALIGNMENT, offset)], [], [])
  }

  /** Loads eight bytes from each of two addresses: the low lane from that of one parameter, the high lane from that of another. */
  loadLanes(low: number, high: number, offset: number): Value {
    const { 'local.get': get, 'v128.load64_zero': zero, 'v128.load64_lane': lane } = INSTRUCTIONS
    const argument = memoryArgument(LANE_ALIGNMENT, offset)
    return this.#emit([...get, high, ...get, low, ...zero, ...argument, ...lane, ...argument, 1], [], [])
  }

  /** Loads eight bytes into the low lane; the high one is 0. */
  loadHalf(parameter: number, offset: number): Value {
    const { 'local.get': get, 'v128.load64_zero': load } = INSTRUCTIONS
    return this.#emit([...get, parameter, ...load, ...memoryArgument(LANE_ALIGNMENT, offset)], [], [])
  }

  store(parameter: number, offset: number, value: Value): void {
    const { 'local.get': get, 'v128.store': store } = INSTRUCTIONS
    this.#operations.push({
      before: [...get, parameter],
      operands: [value],
      after: [...store, ...memoryArgument(V128_ALIGNMENT, offset)],
      result: undefined,
    })
  }

  /** Advances the address in a parameter. */
  advance(parameter: number, bytes: number): void {
    const { 'local.get': get, 'local.set': set, 'i32.add': add } = INSTRUCTIONS
    const before = [...get, parameter, ...i32Const(bytes), ...add, ...set, parameter]
    this.#operations.push({ before, operands: [], after: [], result: undefined })
  }

  /** Returns a 64-bit constant in both lanes, or one for each. Loaded once, at its first use. */
  constant(low: bigint, high: bigint = low): Value {
    const address = this.#constants.addressOf(low, high)
    let value = this.#known.get(address)
    if (value === undefined) {
      const argument = memoryArgument(V128_ALIGNMENT, address)
      value = this.#emit([...i32Const(0), ...INSTRUCTIONS['v128.load'], ...argument], [], [])
      this.#known.set(address, value)
    }
    return value
  }

  /** Returns a double constant in both lanes. */
  double(value: number): Value {
    return this.constant(bitsOf(value))
  }

  /** Adds an instruction that works on lanes. */
  apply(instruction: LaneInstruction, ...operands: readonly Value[]): Value {
    return this.#emit([], operands, INSTRUCTIONS[instruction])
  }

  /** Returns four of the eight 32-bit numbers of two values: 0 to 3 are those of `a`, 4 to 7 those of `b`. */
  shuffle(a: Value, b: Value, places: readonly [number, number, number, number]): Value {
    const bytes = places.flatMap((place) => [0, 1, 2, 3].map((i) => 4 * place + i))
    return this.#emit([], [a, b], [...INSTRUCTIONS['i8x16.shuffle'], ...bytes])
  }

  shift(instruction: 'i64x2.shl' | 'i64x2.shr_u', value: Value, bits: number): Value {
    return this.#emit([], [value], [...i32Const(bits), ...INSTRUCTIONS[instruction]])
  }

  /**
   * Returns the function. Values are stored in locals; a local is reused after the last use of its value, so that the engine's register
   * allocator sees short lifetimes. With `times` (a parameter that is at least 1) the code runs that many times.
   */
  finish(name: string, parameters: number, times?: number): FunctionBody {
    const lastUse = new Map<Value, number>()
    for (const [i, { operands }] of this.#operations.entries()) for (const operand of operands) lastUse.set(operand, i)
    const homes = new Map<Value, number>()
    const free: number[] = []
    let locals = 0
    const code: number[] = []
    for (const [i, { before, operands, after, result }] of this.#operations.entries()) {
      code.push(...before)
      for (const operand of operands) {
        const home = homes.get(operand)
        if (home === undefined) throw new RangeError(`${name} uses value ${operand.id} before it is made`)
        code.push(...INSTRUCTIONS['local.get'], ...unsigned(parameters + home))
      }
      code.push(...after)
      for (const operand of new Set(operands)) if (lastUse.get(operand) === i) free.push(homes.get(operand) ?? 0)
      if (result === undefined) continue
      const home = free.pop() ?? locals++
      homes.set(result, home)
      code.push(...INSTRUCTIONS['local.set'], ...unsigned(parameters + home))
    }
    return { name, parameters, locals, code: times === undefined ? code : repeat(code, times) }
  }
}

/** Returns code that repeats as often as a parameter specifies, at least once. */
export const repeat = (code: readonly number[], times: number): number[] => {
  const { loop, end, 'local.get': get, 'local.tee': tee, 'i32.sub': subtract, 'br_if 0': again } = INSTRUCTIONS
  return [...loop, ...code, ...get, times, ...i32Const(1), ...subtract, ...tee, times, ...again, ...end]
}
