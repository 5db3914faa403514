// The binary format of WebAssembly modules (WebAssembly Core Specification, section 5), as far as the kernels need it.

/** Opcodes by the instruction names of the specification's text format. */
export const INSTRUCTIONS = {
  loop: [0x03, 0x40],
  end: [0x0b],
  'br_if 0': [0x0d, 0x00],
  call: [0x10],
  'local.get': [0x20],
  'local.set': [0x21],
  'local.tee': [0x22],
  'i32.const': [0x41],
  'i32.add': [0x6a],
  'i32.sub': [0x6b],
  'v128.load': [0xfd, 0x00],
  'v128.store': [0xfd, 0x0b],
  'v128.load64_zero': [0xfd, 0x5d],
  'v128.load64_lane': [0xfd, 0x57],
  'v128.and': [0xfd, 0x4e],
  'v128.andnot': [0xfd, 0x4f],
  'v128.or': [0xfd, 0x50],
  'v128.xor': [0xfd, 0x51],
  'i8x16.shuffle': [0xfd, 0x0d],
  'i32x4.shl': [0xfd, 0xab, 0x01],
  'i32x4.add': [0xfd, 0xae, 0x01],
  'i32x4.sub': [0xfd, 0xb1, 0x01],
  'i32x4.mul': [0xfd, 0xb5, 0x01],
  'i32x4.dot_i16x8_s': [0xfd, 0xba, 0x01],
  'i64x2.shl': [0xfd, 0xcb, 0x01],
  'i64x2.shr_u': [0xfd, 0xcd, 0x01],
  'i64x2.add': [0xfd, 0xce, 0x01],
  'i64x2.sub': [0xfd, 0xd1, 0x01],
  'i64x2.eq': [0xfd, 0xd6, 0x01],
  'i64x2.extend_low_i32x4_s': [0xfd, 0xc7, 0x01],
  'i64x2.extend_high_i32x4_s': [0xfd, 0xc8, 0x01],
  'i64x2.extmul_low_i32x4_s': [0xfd, 0xdc, 0x01],
  'i64x2.extmul_high_i32x4_s': [0xfd, 0xdd, 0x01],
  'i64x2.extmul_low_i32x4_u': [0xfd, 0xde, 0x01],
  'i64x2.extmul_high_i32x4_u': [0xfd, 0xdf, 0x01],
  'f64x2.add': [0xfd, 0xf0, 0x01],
  'f64x2.sub': [0xfd, 0xf1, 0x01],
  'f64x2.relaxed_madd': [0xfd, 0x87, 0x02],
} as const satisfies Readonly<Record<string, readonly number[]>>

const I32 = 0x7f
const V128 = 0x7b
const FUNCTION = 0x60
/** Bytes of a page of memory. */
export const PAGE = 65536

/** Encodes an unsigned number in LEB128. */
export const unsigned = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  bytes.push(rest)
  return bytes
}

/** Encodes `i32.const value` for a small non-negative number: signed LEB128. */
export const i32Const = (value: number): number[] => {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x40) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  bytes.push(rest)
  return [...INSTRUCTIONS['i32.const'], ...bytes]
}

/** Encodes alignment (as a power of two) and offset of a memory instruction. */
export const memoryArgument = (alignment: number, offset: number): number[] => [alignment, ...unsigned(offset)]

const list = (items: readonly (readonly number[])[]): number[] => [...unsigned(items.length), ...items.flat()]

const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes]

const name = (text: string): number[] => sized([...new TextEncoder().encode(text)])

const section = (id: number, content: readonly number[]): number[] => [id, ...sized(content)]

/** A function that takes addresses and counts (i32 each) and returns nothing. */
export type FunctionBody = {
  readonly name: string
  readonly parameters: number
  /** v128 locals after the parameters */
  readonly locals: number
  /** instructions without the final `end` */
  readonly code: readonly number[]
}

/** Encodes a module that exports `pages` pages of memory, stores `data` at `dataAddress`, and exports its functions by name. */
export const encodeModule = (
  functions: readonly FunctionBody[],
  memory: { readonly pages: number; readonly dataAddress: number; readonly data: readonly number[] },
): Uint8Array => {
  const counts = [...new Set(functions.map(({ parameters }) => parameters))]
  const types = counts.map((count) => [FUNCTION, ...list(Array.from({ length: count }, () => [I32])), 0])
  const signatures = functions.map(({ parameters }) => unsigned(counts.indexOf(parameters)))
  const exports = [
    [...name('memory'), 0x02, 0],
    ...functions.map((body, i) => [...name(body.name), 0x00, ...unsigned(i)]),
  ]
  const code = functions.map(({ locals, code }) =>
    sized([...list(locals === 0 ? [] : [[...unsigned(locals), V128]]), ...code, ...INSTRUCTIONS.end]),
  )
  const data = [[0, ...i32Const(memory.dataAddress), ...INSTRUCTIONS.end, ...sized(memory.data)]]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(3, list(signatures)),
    ...section(5, list([[0x00, ...unsigned(memory.pages)]])),
    ...section(7, list(exports)),
    ...section(10, list(code)),
    ...section(11, list(data)),
  ])
}
