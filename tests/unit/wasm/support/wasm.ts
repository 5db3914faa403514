// Reads the binary format of WebAssembly (Core Specification 3.0, section 5) as far as these tests need it to modify modules: the contents
// of sections, and the bounds of each instruction.

/** A module that this reader does not support. */
export class WasmFormatError extends Error {
  override readonly name = 'WasmFormatError'
}

/** A position in bytes. */
type Cursor = { readonly bytes: Uint8Array; at: number }

const readByte = (cursor: Cursor): number => {
  const byte = cursor.bytes[cursor.at]
  if (byte === undefined) throw new WasmFormatError(`the module ends at byte ${cursor.at}, inside something`)
  cursor.at++
  return byte
}

/** Reads an unsigned number in LEB128. */
const readUnsigned = (cursor: Cursor): number => {
  let value = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = readByte(cursor)
    value += (byte % 128) * factor
    if (byte < 128) return value
  }
}

export const unsigned = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))]

/** Encodes a non-negative number in signed LEB128. */
export const signed = (value: number): number[] =>
  value < 64 ? [value] : [(value % 128) + 128, ...signed(Math.floor(value / 128))]

/** Encodes a list: its length, then its items. */
export const list = (items: readonly (readonly number[])[]): number[] => [...unsigned(items.length), ...items.flat()]

export const name = (text: string): number[] => list([...new TextEncoder().encode(text)].map((byte) => [byte]))

type Section = { readonly id: number; readonly content: Uint8Array }

const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

const readSections = (module: Uint8Array): Section[] => {
  if (HEADER.some((byte, i) => module[i] !== byte)) throw new WasmFormatError('these bytes are no module of version 1')
  const cursor: Cursor = { bytes: module, at: HEADER.length }
  const sections: Section[] = []
  while (cursor.at < module.length) {
    const id = readByte(cursor)
    const length = readUnsigned(cursor)
    sections.push({ id, content: module.subarray(cursor.at, cursor.at + length) })
    cursor.at += length
  }
  return sections
}

/** The section order of the specification. */
const ORDER = [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11, 0]

/** Writes a module of these sections, with the contents of some replaced or added. */
export const writeSections = (
  sections: readonly Section[],
  replaced: ReadonlyMap<number, readonly number[]>,
): Uint8Array<ArrayBuffer> => {
  const rest = sections.filter(({ id }) => !replaced.has(id))
  const made = [...replaced].map(([id, content]): Section => ({ id, content: Uint8Array.from(content) }))
  const sorted = [...rest, ...made].toSorted((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id))
  const parts = sorted.map(({ id, content }) =>
    Buffer.concat([Uint8Array.from([id, ...unsigned(content.length)]), content]),
  )
  return new Uint8Array(Buffer.concat([Uint8Array.from(HEADER), ...parts]))
}

/** Returns the items of a list; `skip` moves the cursor to the end of an item. */
const readList = (content: Uint8Array, skip: (cursor: Cursor) => void): Uint8Array[] => {
  const cursor: Cursor = { bytes: content, at: 0 }
  return Array.from({ length: readUnsigned(cursor) }, () => {
    const start = cursor.at
    skip(cursor)
    return content.subarray(start, cursor.at)
  })
}

/** Prefixes of longer opcodes. */
export const MISCELLANEOUS = 0xfc
export const VECTOR = 0xfd

/** Reads an opcode; prefixed ones are prefix · 65536 + code. */
const readOpcode = (cursor: Cursor): number => {
  const byte = readByte(cursor)
  if (byte === 0xfb || byte === 0xfe)
    throw new WasmFormatError(`instructions behind ${byte.toString(16)} are not known here`)
  return byte === MISCELLANEOUS || byte === VECTOR ? byte * 65536 + readUnsigned(cursor) : byte
}

export const opcode = (prefix: number, code: number): number => prefix * 65536 + code

const between = (value: number, from: number, to: number): boolean => value >= from && value <= to

const skipLeb = (cursor: Cursor): void => {
  while (readByte(cursor) >= 128);
}

/** Skips the immediates of an opcode. */
const skipImmediates = (code: number, cursor: Cursor): void => {
  const leb = (count: number): void => {
    for (let i = 0; i < count; i++) skipLeb(cursor)
  }
  const vector = code - opcode(VECTOR, 0)
  const miscellaneous = code - opcode(MISCELLANEOUS, 0)
  if (vector >= 0) {
    if (between(vector, 0, 11) || between(vector, 92, 93)) leb(2)
    else if (between(vector, 84, 91)) leb(3)
    else if (between(vector, 12, 13)) cursor.at += 16
    else if (between(vector, 21, 34)) leb(1)
  } else if (miscellaneous >= 0) {
    if (between(miscellaneous, 9, 9) || between(miscellaneous, 11, 11) || between(miscellaneous, 13, 17))
      leb(miscellaneous === 14 ? 2 : 1)
    else if (between(miscellaneous, 8, 12)) leb(2)
    else if (miscellaneous > 22) throw new WasmFormatError(`instruction fc ${miscellaneous} is not known here`)
  } else if (between(code, 0x02, 0x04) || between(code, 0x0c, 0x0d) || code === 0x10 || between(code, 0x20, 0x26))
    leb(1)
  else if (code === 0x11 || between(code, 0x28, 0x3e)) leb(2)
  else if (between(code, 0x3f, 0x42) || code === 0xd0 || code === 0xd2) leb(1)
  else if (code === 0x43) cursor.at += 4
  else if (code === 0x44) cursor.at += 8
  else if (code === 0x0e) leb(readUnsigned(cursor) + 1)
  else if (code === 0x1c) leb(readUnsigned(cursor))
  else if (!(between(code, 0x00, 0x01) || code === 0x05 || code === 0x0b || code === 0x0f || between(code, 0x1a, 0x1b)))
    if (!between(code, 0x45, 0xc4) && code !== 0xd1)
      throw new WasmFormatError(`instruction ${code.toString(16)} is not known here`)
}

/** An instruction: its opcode and its bytes. */
export type Instruction = { readonly code: number; readonly bytes: Uint8Array }

/** Yields the instructions of a function or of an expression, up to the end of the bytes. */
export const readInstructions = function* (cursor: Cursor): Generator<Instruction> {
  while (cursor.at < cursor.bytes.length) {
    const start = cursor.at
    const code = readOpcode(cursor)
    skipImmediates(code, cursor)
    yield { code, bytes: cursor.bytes.subarray(start, cursor.at) }
  }
}

/** Ids of the sections used here. */
export const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const

export const INSTRUCTION = {
  end: 0x0b,
  call: 0x10,
  'local.get': 0x20,
  'local.set': 0x21,
  'global.get': 0x23,
  'global.set': 0x24,
  'i32.const': 0x41,
  'i64.const': 0x42,
} as const

/** The type of 128-bit values. */
export const V128 = 0x7b

/** Kinds of imports. */
export const FUNCTION_IMPORT = 0
const TABLE_IMPORT = 1
const MEMORY_IMPORT = 2
export const GLOBAL_IMPORT = 3

/** A function's body: its declarations of locals, the number of locals including parameters, and its code. */
export type Body = {
  readonly locals: readonly (readonly number[])[]
  readonly localCount: number
  readonly code: Cursor
}

const skipLimits = (cursor: Cursor): void => {
  const flags = readByte(cursor)
  readUnsigned(cursor)
  if ((flags & 1) === 1) readUnsigned(cursor)
}

/** Skips a length-prefixed sequence: a name, a body, the parameters of a function. */
const skipCounted = (cursor: Cursor): void => {
  const count = readUnsigned(cursor)
  cursor.at += count
}

const readImportKinds = (content: Uint8Array): number[] => {
  const kinds: number[] = []
  readList(content, (cursor) => {
    skipCounted(cursor)
    skipCounted(cursor)
    const kind = readByte(cursor)
    kinds.push(kind)
    if (kind === FUNCTION_IMPORT) readUnsigned(cursor)
    else if (kind === TABLE_IMPORT) {
      cursor.at++
      skipLimits(cursor)
    } else if (kind === MEMORY_IMPORT) skipLimits(cursor)
    else if (kind === GLOBAL_IMPORT) cursor.at += 2
    else throw new WasmFormatError(`imports of kind ${kind} are not known here`)
  })
  return kinds
}

const skipType = (cursor: Cursor): void => {
  if (readByte(cursor) !== 0x60) throw new WasmFormatError('types other than functions are not known here')
  skipCounted(cursor)
  skipCounted(cursor)
}

const skipGlobal = (cursor: Cursor): void => {
  cursor.at += 2
  for (const { code } of readInstructions(cursor)) if (code === INSTRUCTION.end) return
}

const skipExport = (cursor: Cursor): void => {
  skipCounted(cursor)
  cursor.at++
  readUnsigned(cursor)
}

const readBody = (body: Uint8Array, parameterCount: number): Body => {
  const code: Cursor = { bytes: body, at: 0 }
  readUnsigned(code)
  let localCount = parameterCount
  const locals = Array.from({ length: readUnsigned(code) }, () => {
    const count = readUnsigned(code)
    localCount += count
    return [...unsigned(count), readByte(code)]
  })
  return { locals, localCount, code }
}

/** Encodes a body for the code section. */
export const writeBody = (locals: readonly (readonly number[])[], code: readonly number[]): number[] => {
  const body = [...list(locals), ...code]
  return [...unsigned(body.length), ...body]
}

/** A parsed module. */
export type Module = {
  readonly sections: readonly Section[]
  /** kinds of the imports */
  readonly imports: readonly number[]
  readonly types: readonly Uint8Array[]
  /** types of the functions, by function index */
  readonly functions: readonly Uint8Array[]
  readonly globals: readonly Uint8Array[]
  readonly exports: readonly Uint8Array[]
  readonly bodies: readonly Body[]
}

/**
 * Parses a module.
 * @throws WasmFormatError if the reader does not support the module
 */
export const readModule = (module: Uint8Array): Module => {
  const sections = readSections(module)
  const contentOf = (id: number): Uint8Array =>
    sections.find((section) => section.id === id)?.content ?? Uint8Array.of(0)
  const types = readList(contentOf(SECTION.type), skipType)
  const functions = readList(contentOf(SECTION.function), (cursor) => readUnsigned(cursor))
  const parameterCounts = functions.map((type) => types[readUnsigned({ bytes: type, at: 0 })]?.[1] ?? 0)
  return {
    sections,
    imports: readImportKinds(contentOf(SECTION.import)),
    types,
    functions,
    globals: readList(contentOf(SECTION.global), skipGlobal),
    exports: readList(contentOf(SECTION.export), skipExport),
    bodies: readList(contentOf(SECTION.code), skipCounted).map((body, i) => readBody(body, parameterCounts[i] ?? 0)),
  }
}
