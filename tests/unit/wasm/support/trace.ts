// Instruments a WebAssembly module to record everything whose timing may depend on data: each branch decision, each accessed address, each
// select, call target, length and division operand. Two runs with the same trace executed the same instructions at the same addresses.
// Unlike a timing measurement, a trace has no noise, and it locates the first difference.
//
// The trace is a digest and a count in globals of the module. `limit` stops it early, so that bisection finds the first difference.

import {
  type Body,
  FUNCTION_IMPORT,
  GLOBAL_IMPORT,
  INSTRUCTION,
  list,
  MISCELLANEOUS,
  name,
  opcode,
  readInstructions,
  readModule,
  SECTION,
  signed,
  unsigned,
  V128,
  VECTOR,
  WasmFormatError,
  writeBody,
  writeSections,
} from './wasm.ts'

const [I32, I64, F32, F64] = [0x7f, 0x7e, 0x7d, 0x7c]
const MUTABLE = 1

/** An instrumented module: its bytes, and the names of its sites (numbered events). */
export type TracedModule = { readonly bytes: Uint8Array<ArrayBuffer>; readonly sites: readonly string[] }

/** The operands on the stack, from the lowest, and those that affect timing. */
type Operands = { readonly types: readonly number[]; readonly deciding: readonly number[] }

const address: Operands = { types: [I32], deciding: [0] }
const addressAnd = (type: number): Operands => ({ types: [I32, type], deciding: [0] })
const both = (type: number): Operands => ({ types: [type, type], deciding: [0, 1] })
const three: Operands = { types: [I32, I32, I32], deciding: [0, 1, 2] }

const STORED: readonly (readonly [from: number, to: number, type: number])[] = [
  [0x36, 0x36, I32],
  [0x37, 0x37, I64],
  [0x38, 0x38, F32],
  [0x39, 0x39, F64],
  [0x3a, 0x3b, I32],
  [0x3c, 0x3e, I64],
  [opcode(VECTOR, 11), opcode(VECTOR, 11), V128],
  [opcode(VECTOR, 84), opcode(VECTOR, 91), V128],
]

const between = (value: number, from: number, to: number): boolean => value >= from && value <= to

/** Returns what to record of an instruction; undefined if its timing depends on no data. */
const decidingOperands = (code: number): Operands | undefined => {
  const stored = STORED.find(([from, to]) => between(code, from, to))
  if (stored !== undefined) return addressAnd(stored[2])
  if (between(code, 0x28, 0x35)) return address
  if (between(code, opcode(VECTOR, 0), opcode(VECTOR, 10)) || between(code, opcode(VECTOR, 92), opcode(VECTOR, 93)))
    return address
  // if, br_if, br_table, call_indirect, select, memory.grow: the operand on top of the stack affects timing. An engine may compile a select
  // to a jump.
  if ([0x04, 0x0d, 0x0e, 0x11, 0x1b, 0x1c, 0x40].includes(code)) return address
  if (between(code, 0x6d, 0x70)) return both(I32)
  if (between(code, 0x7f, 0x82)) return both(I64)
  if (between(code, opcode(MISCELLANEOUS, 8), opcode(MISCELLANEOUS, 11)) && code !== opcode(MISCELLANEOUS, 9))
    return three
  // Division and square roots of floats have variable timing; no kernel uses them.
  const float = [0x91, 0x95, 0x9f, 0xa3, ...[0xe3, 0xe7, 0xef, 0xf3].map((vector) => opcode(VECTOR, vector))]
  if (float.includes(code)) throw new WasmFormatError(`a division or square root of floats (${code.toString(16)})`)
  return undefined
}

/** A function appended to the module: (value, site) → value; records both. */
const recorder = (type: number, firstGlobal: number): number[] => {
  const [count, limit, digest, site] = [0, 1, 2, 3].map((i) => unsigned(firstGlobal + i))
  const get = (global: readonly number[] | undefined): number[] => [INSTRUCTION['global.get'], ...(global ?? [])]
  const set = (global: readonly number[] | undefined): number[] => [INSTRUCTION['global.set'], ...(global ?? [])]
  const local = (i: number): number[] => [INSTRUCTION['local.get'], i]
  const [xor, add, multiply, rotate, lessThan, extend] = [[0x85], [0x7c], [0x7e], [0x89], [0x54], [0xad]] as const
  const code = [
    ...[...get(count), ...get(limit), ...lessThan, 0x04, 0x40],
    ...[...get(count), INSTRUCTION['i64.const'], 1, ...add, ...set(count)],
    ...[...local(1), ...set(site)],
    // digest = rotate(digest ^ value, 29) * odd + site
    ...[...get(digest), ...local(0), ...(type === I32 ? extend : []), ...xor, INSTRUCTION['i64.const'], 29, ...rotate],
    ...[INSTRUCTION['i64.const'], ...signed(0x1000193d), ...multiply, ...local(1), ...extend, ...add, ...set(digest)],
    INSTRUCTION.end,
    ...local(0),
    INSTRUCTION.end,
  ]
  return writeBody([], code)
}

/** Returns an equivalent module that keeps a trace. It also exports the globals `trace.count`, `.limit`, `.digest` and `.site`. */
export const traced = (module: Uint8Array): TracedModule => {
  const { sections, imports, types, functions, globals, exports, bodies } = readModule(module)
  const importedFunctions = imports.filter((kind) => kind === FUNCTION_IMPORT).length
  const firstGlobal = imports.filter((kind) => kind === GLOBAL_IMPORT).length + globals.length
  const recorders = { [I32]: importedFunctions + functions.length, [I64]: importedFunctions + functions.length + 1 }
  const sites: string[] = []
  const record = (type: number, site: number): number[] => [
    INSTRUCTION['i32.const'],
    ...signed(site),
    INSTRUCTION.call,
    ...unsigned(recorders[type] ?? 0),
  ]

  const traceBody = ({ locals, localCount, code: cursor }: Body, index: number): number[] => {
    // Three scratch locals of each type, to read below the top of the stack.
    const scratchTypes = [I32, I64, F32, F64, V128]
    const scratch = (type: number, i: number): number[] => unsigned(localCount + 3 * scratchTypes.indexOf(type) + i)
    const out: number[] = []
    for (const { code, bytes } of readInstructions(cursor)) {
      const operands = decidingOperands(code)
      if (operands !== undefined) {
        const { types: stack, deciding } = operands
        const site = sites.length
        sites.push(
          `instruction ${code.toString(16)} at byte ${bytes.byteOffset - module.byteOffset}, function ${importedFunctions + index}`,
        )
        const top = stack.length - 1
        for (let i = top; i > 0; i--) out.push(INSTRUCTION['local.set'], ...scratch(stack[i] ?? I32, i - 1))
        for (const [i, type] of stack.entries()) {
          if (i > 0) out.push(INSTRUCTION['local.get'], ...scratch(type, i - 1))
          if (deciding.includes(i)) out.push(...record(type, site))
        }
      }
      for (const byte of bytes) out.push(byte)
    }
    return writeBody([...locals, ...scratchTypes.map((type) => [3, type])], out)
  }

  const added = (items: readonly Uint8Array[], more: readonly (readonly number[])[]): number[] =>
    list([...items.map((item) => [...item]), ...more])
  const globalOf = (type: number, value: number): number[] => [
    type,
    MUTABLE,
    type === I32 ? INSTRUCTION['i32.const'] : INSTRUCTION['i64.const'],
    value,
    INSTRUCTION.end,
  ]
  const replaced = new Map<number, number[]>([
    [
      SECTION.type,
      added(types, [
        [0x60, 2, I32, I32, 1, I32],
        [0x60, 2, I64, I32, 1, I64],
      ]),
    ],
    [SECTION.function, added(functions, [unsigned(types.length), unsigned(types.length + 1)])],
    // Initially no limit: -1 is the largest unsigned number.
    [SECTION.global, added(globals, [globalOf(I64, 0), globalOf(I64, 0x7f), globalOf(I64, 0), globalOf(I32, 0)])],
    [
      SECTION.export,
      added(
        exports,
        ['count', 'limit', 'digest', 'site'].map((field, i) => [
          ...name(`trace.${field}`),
          3,
          ...unsigned(firstGlobal + i),
        ]),
      ),
    ],
    [SECTION.code, list([...bodies.map(traceBody), recorder(I32, firstGlobal), recorder(I64, firstGlobal)])],
  ])
  return { bytes: writeSections(sections, replaced), sites }
}
