// Emulates other engines: relaxed SIMD allows an engine to round a multiply-add twice, and many engines have no relaxed SIMD.

import {
  INSTRUCTION,
  list,
  opcode,
  readInstructions,
  readModule,
  SECTION,
  unsigned,
  V128,
  VECTOR,
  writeBody,
  writeSections,
} from './wasm.ts'

const RELAXED_MADD = opcode(VECTOR, 0x107)
const MULTIPLY = [VECTOR, ...unsigned(0xf2)]
const ADD = [VECTOR, ...unsigned(0xf0)]

/**
 * Returns a module that behaves as on an engine that rounds the product of f64x2.relaxed_madd before the addition: in all functions, or in
 * those that `isChanged` selects by their position.
 */
export const unfused = (
  module: Uint8Array,
  isChanged: (position: number) => boolean = () => true,
): Uint8Array<ArrayBuffer> => {
  const { sections, bodies } = readModule(module)
  const changed = bodies.map(({ locals, localCount, code: cursor }, position) => {
    const scratch = unsigned(localCount)
    const out: number[] = []
    for (const { code, bytes } of readInstructions(cursor))
      if (code === RELAXED_MADD && isChanged(position))
        out.push(INSTRUCTION['local.set'], ...scratch, ...MULTIPLY, INSTRUCTION['local.get'], ...scratch, ...ADD)
      else for (const byte of bytes) out.push(byte)
    return writeBody([...locals, [1, V128]], out)
  })
  return writeSections(sections, new Map([[SECTION.code, list(changed)]]))
}

/** Returns whether a module has instructions from an opcode on. */
const hasFrom = (module: Uint8Array, first: number): boolean =>
  readModule(module).bodies.some(({ code: cursor }) => {
    for (const { code } of readInstructions(cursor)) if (code >= first) return true
    return false
  })

/** Returns whether a module has relaxed SIMD instructions. */
export const isRelaxed = (module: Uint8Array): boolean => hasFrom(module, opcode(VECTOR, 0x100))

/** Returns whether a module has SIMD instructions. */
export const isSimd = (module: Uint8Array): boolean => hasFrom(module, opcode(VECTOR, 0))
