// Programs of RandomX: the register file, and instructions decoded into the form that the interpreter reads.

const L1: u32 = 0x4000 - 8
const L2: u32 = 0x40000 - 8
const L3: u32 = 0x200000 - 8

/** Instructions of a program. */
export const INSTRUCTIONS: usize = 256
/** The configuration (128 bytes) and the instructions (8 bytes each), as generated. */
export const PROGRAM_BYTES: usize = 128 + 8 * 256
export const PROGRAM = memory.data(2176, 16)

/** r0 to r7, f0 to f3, e0 to e3, a0 to a3: 256 bytes, the result of a program. */
export const registers = memory.data(256, 64)
export const F = registers + 64
export const E = registers + 128
export const A = registers + 192

/** Decoded instructions: kind, memory mask, destination, source, jump target (u32), and an immediate value (u64 at 24). */
export const STEP: usize = 32
export const STEPS = memory.data(256 * 32, 16)
export const IMMEDIATE: usize = 24
const ZERO = memory.data(8, 8)
/** For each integer register, the last preceding instruction that changes it; -1 for none. */
const CHANGED = memory.data(32, 4)

export const enum Kind {
  addShifted,
  addMemory,
  subtract,
  subtractMemory,
  multiply,
  multiplyMemory,
  multiplyHigh,
  multiplyHighMemory,
  multiplyHighSigned,
  multiplyHighSignedMemory,
  multiplyReciprocal,
  negate,
  xor,
  xorMemory,
  rotateRight,
  rotateLeft,
  swap,
  swapHalves,
  addFloat,
  addFloatMemory,
  subtractFloat,
  subtractFloatMemory,
  scale,
  multiplyFloat,
  divideFloat,
  squareRoot,
  branch,
  round,
  store,
  nothing,
}

/** Number of the 256 opcodes of each kind, in order. */
const FREQUENCIES: StaticArray<u8> = [
  16, 7, 16, 7, 16, 4, 4, 1, 4, 1, 8, 2, 15, 5, 8, 2, 4, 4, 16, 5, 16, 5, 6, 32, 4, 6, 25, 1, 16,
]
const KINDS = memory.data(256)

/** Computes the table of opcodes. Must be called once, first. */
export function prepareOpcodes(): void {
  let opcode: usize = 0
  for (let kind = 0; kind < FREQUENCIES.length; kind++)
    for (let i: u8 = 0; i < FREQUENCIES[kind]; i++) store<u8>(KINDS + opcode++, kind)
}

/** Decodes the instructions of PROGRAM. */
export function decodeProgram(): void {
  memory.fill(CHANGED, 0xff, 32)
  for (let i: u32 = 0; i < <u32>INSTRUCTIONS; i++) decode(i)
}

/** Encodes an instruction in the form that `execute` reads. */
function decode(i: u32): void {
  const word = load<u64>(PROGRAM + 128 + ((<usize>i) << 3))
  const step = STEPS + <usize>i * STEP
  const kind = <u32>load<u8>(KINDS + <usize>(word & 0xff))
  const d = <usize>(word >> 8) & 7
  const s = <usize>(word >> 16) & 7
  const shift = <u64>(word >> 26) & 3
  const condition = <u64>(word >> 28) & 15
  const immediate = <i64>word >> 32
  const near = (word >> 24) & 3 ? L1 : L2
  let to = registers + (d << 3)
  let from = registers + (s << 3)
  let mask = near
  let value: u64 = immediate
  let isChange = kind <= <u32>Kind.rotateLeft
  let effect = kind
  switch (kind) {
    case Kind.addShifted:
      mask = <u32>shift
      if (d != 5) value = 0
      break
    case Kind.addMemory:
    case Kind.subtractMemory:
    case Kind.multiplyMemory:
    case Kind.multiplyHighMemory:
    case Kind.multiplyHighSignedMemory:
    case Kind.xorMemory:
      if (d == s) {
        from = ZERO
        mask = L3
      }
      break
    case Kind.subtract:
    case Kind.multiply:
    case Kind.xor:
    case Kind.rotateRight:
    case Kind.rotateLeft:
      if (d == s) from = step + IMMEDIATE
      break
    case Kind.multiplyReciprocal: {
      const divisor = <u32>immediate
      isChange = (divisor & (divisor - 1)) != 0
      effect = isChange ? Kind.multiply : Kind.nothing
      if (isChange) value = reciprocal(divisor)
      from = step + IMMEDIATE
      break
    }
    case Kind.swap:
      if (d == s) effect = Kind.nothing
      else {
        store<i32>(CHANGED + (s << 2), i)
        isChange = true
      }
      break
    case Kind.swapHalves:
      to = F + (d << 4)
      break
    case Kind.addFloat:
    case Kind.subtractFloat:
      to = F + ((d & 3) << 4)
      from = A + ((s & 3) << 4)
      break
    case Kind.addFloatMemory:
    case Kind.subtractFloatMemory:
    case Kind.scale:
      to = F + ((d & 3) << 4)
      break
    case Kind.multiplyFloat:
      to = E + ((d & 3) << 4)
      from = A + ((s & 3) << 4)
      break
    case Kind.divideFloat:
    case Kind.squareRoot:
      to = E + ((d & 3) << 4)
      break
    case Kind.branch: {
      const bit = condition + 8
      value = (value | ((<u64>1) << bit)) & ~((<u64>1) << (bit - 1))
      mask = (<u32>255) << (<u32>bit)
      store<i32>(step, load<i32>(CHANGED + (d << 2)), 16)
      for (let each: usize = 0; each < 32; each += 4) store<i32>(CHANGED + each, i)
      break
    }
    case Kind.store:
      if (condition >= 14) mask = L3
      break
  }
  if (isChange) store<i32>(CHANGED + (d << 2), i)
  store<u32>(step, effect)
  store<u32>(step, mask, 4)
  store<u32>(step, <u32>to, 8)
  store<u32>(step, <u32>from, 12)
  store<u64>(step, value, IMMEDIATE)
}

/** Returns 2^x / divisor for the largest x with a result below 2^64. The divisor is neither 0 nor a power of two. */
function reciprocal(divisor: u32): u64 {
  const wide: u64 = divisor
  const half: u64 = (<u64>1) << 63
  const shift = 64 - clz<u64>(wide)
  return ((half / wide) << shift) + ((half % wide) << shift) / wide
}
