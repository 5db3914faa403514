// Compiles SuperscalarHash programs to a WebAssembly module that computes an item of RandomX's dataset from the cache.

import { concat, utf8 } from '../../../bytes/bytes.ts'
import type { SuperscalarInstruction, SuperscalarProgram } from './superscalar.ts'

/** The module's imports from the kernel, which has the cache in its memory. */
export type ItemImports = {
  readonly memory: WebAssembly.Memory
  multiplyHigh(a: bigint, b: bigint): bigint
  multiplyHighSigned(a: bigint, b: bigint): bigint
}

/** The initial register values: the factor of the first one, and the differences of the others from it. */
export type ItemSeeds = { readonly factor: bigint; readonly others: readonly bigint[] }

const I32 = 0x7f
const I64 = 0x7e
const FUNCTION = 0x60
const END = 0x0b

const OP = {
  call: 0x10,
  get: 0x20,
  set: 0x21,
  load64: 0x29,
  store64: 0x37,
  const32: 0x41,
  const64: 0x42,
  add32: 0x6a,
  and32: 0x71,
  shl32: 0x74,
  add64: 0x7c,
  sub64: 0x7d,
  mul64: 0x7e,
  xor64: 0x85,
  shl64: 0x86,
  rotr64: 0x8a,
  wrap: 0xa7,
  extend: 0xad,
} as const

const MULTIPLY_HIGH = 0
const MULTIPLY_HIGH_SIGNED = 1
/** Locals: the parameters, eight registers, and the address in the cache. */
const INDEX = 0
const OUT = 1
const REGISTER = 2
const LINE = 10
const LINE_BITS = 6
const LINES = 0x3f_ffff

const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(Math.floor(value / 0x80))]

const signed = (value: bigint): number[] => {
  const low = Number(value & 0x7fn)
  const rest = value >> 7n
  const isLast = (rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0)
  return isLast ? [low] : [low | 0x80, ...signed(rest)]
}

const constant = (value: bigint): number[] => [OP.const64, ...signed(BigInt.asIntN(64, value))]
const constant32 = (value: number): number[] => [OP.const32, ...signed(BigInt(value | 0))]
const get = (register: number): number[] => [OP.get, REGISTER + register]
const set = (register: number): number[] => [OP.set, REGISTER + register]

/** Returns 2^x / divisor for the largest x for which the result is below 2^64. */
const reciprocal = (divisor: number): bigint => (1n << BigInt(63 + (32 - Math.clz32(divisor)))) / BigInt(divisor)

/** Returns the code that computes an instruction's new target value from the old one. */
const operandAndOperation = ({ operation, from, constant: value }: SuperscalarInstruction): number[] => {
  switch (operation) {
    case 'subtract':
      return [...get(from), OP.sub64]
    case 'xor':
      return [...get(from), OP.xor64]
    case 'addShifted':
      return [...get(from), ...constant(BigInt(value)), OP.shl64, OP.add64]
    case 'multiply':
      return [...get(from), OP.mul64]
    case 'rotate':
      return [...constant(BigInt(value)), OP.rotr64]
    case 'addConstant':
      return [...constant(BigInt(value | 0)), OP.add64]
    case 'xorConstant':
      return [...constant(BigInt(value | 0)), OP.xor64]
    case 'multiplyHigh':
      return [...get(from), OP.call, MULTIPLY_HIGH]
    case 'multiplyHighSigned':
      return [...get(from), OP.call, MULTIPLY_HIGH_SIGNED]
    case 'multiplyReciprocal':
      return [...constant(reciprocal(value)), OP.mul64]
  }
}

/** Returns the code that computes the cache line of the index on the stack (an i32). */
const chooseLine = (cache: number): number[] => [
  ...constant32(LINES),
  OP.and32,
  ...constant32(LINE_BITS),
  OP.shl32,
  ...constant32(cache),
  OP.add32,
  OP.set,
  LINE,
]

const bodyOf = (programs: readonly SuperscalarProgram[], cache: number, { factor, others }: ItemSeeds): number[] => {
  const body: number[] = [
    ...[OP.get, INDEX, OP.extend, ...constant(1n), OP.add64, ...constant(factor), OP.mul64, ...set(0)],
    ...others.flatMap((other, i) => [...get(0), ...constant(other), OP.xor64, ...set(i + 1)]),
    ...[OP.get, INDEX, ...chooseLine(cache)],
  ]
  for (const { instructions, addressRegister } of programs) {
    for (const instruction of instructions)
      body.push(...get(instruction.to), ...operandAndOperation(instruction), ...set(instruction.to))
    for (let i = 0; i < 8; i++)
      body.push(...get(i), OP.get, LINE, OP.load64, 3, ...unsigned(8 * i), OP.xor64, ...set(i))
    body.push(...get(addressRegister), OP.wrap, ...chooseLine(cache))
  }
  for (let i = 0; i < 8; i++) body.push(OP.get, OUT, ...get(i), OP.store64, 3, ...unsigned(8 * i))
  return [...body, END]
}

const counted = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes]
const section = (id: number, bytes: readonly number[]): number[] => [id, ...counted(bytes)]
const name = (text: string): number[] => counted([...utf8(text)])
const imported = (text: string, kind: readonly number[]): number[] => [...name('kernel'), ...name(text), ...kind]

/**
 * Returns the bytes of a module that exports `item(index, out)`, which writes the 64 bytes of an item.
 * @param cache address of the cache in the kernel's memory
 *
 * @example
 * WebAssembly.validate(itemModule([], 0, { factor: 1n, others: [] })) // true
 */
export const itemModule = (
  programs: readonly SuperscalarProgram[],
  cache: number,
  seeds: ItemSeeds,
): Uint8Array<ArrayBuffer> => {
  const locals = [2, 8, I64, 1, I32]
  const body = [...locals, ...bodyOf(programs, cache, seeds)]
  return new Uint8Array(
    concat(
      Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
      Uint8Array.from(section(1, [2, FUNCTION, 2, I64, I64, 1, I64, FUNCTION, 2, I32, I32, 0])),
      Uint8Array.from(
        section(2, [
          3,
          ...imported('multiplyHigh', [0, 0]),
          ...imported('multiplyHighSigned', [0, 0]),
          ...imported('memory', [2, 0, 0]),
        ]),
      ),
      Uint8Array.from(section(3, [1, 1])),
      Uint8Array.from(section(7, [1, ...name('item'), 0, 2])),
      Uint8Array.from(section(10, [1, ...counted(body)])),
    ),
  )
}
