// Keccak-f[1600] on two states at once (FIPS 202, section 3): lane (x, y) of both states is one v128, 16 · (x + 5y) bytes from the
// first.

import { type Program, V128_SIZE, type Value } from './program.ts'

/** Rotations of step rho, by x + 5y. */
const ROTATIONS: readonly number[] = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
]

const FIVE: readonly number[] = [0, 1, 2, 3, 4]
const ALL: readonly number[] = ROTATIONS.map((_, i) => i)

const rotate = (program: Program, value: Value, bits: number): Value =>
  bits === 0
    ? value
    : program.apply('v128.or', program.shift('i64x2.shl', value, bits), program.shift('i64x2.shr_u', value, 64 - bits))

/** Two rounds of the states at 0, with the two round constants at 1. */
export const twoRounds = (program: Program): void => {
  const xor = (a: Value, b: Value): Value => program.apply('v128.xor', a, b)
  let lanes = ALL.map((i) => program.load(0, V128_SIZE * i))
  const lane = (i: number): Value => {
    const value = lanes[i % 25]
    if (value === undefined) throw new RangeError(`a state has no lane ${i}`)
    return value
  }
  for (const round of [0, 1]) {
    const parities = FIVE.map((x) => xor(xor(xor(lane(x), lane(x + 5)), xor(lane(x + 10), lane(x + 15))), lane(x + 20)))
    const parity = (x: number): Value => {
      const value = parities[x % 5]
      if (value === undefined) throw new RangeError(`a state has no column ${x}`)
      return value
    }
    const theta = FIVE.map((x) => xor(parity(x + 4), rotate(program, parity(x + 1), 1)))
    const moved: Value[] = []
    for (const x of FIVE)
      for (const y of FIVE) {
        const from = x + 5 * y
        const mixed = xor(lane(from), theta[x] ?? lane(from))
        moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(program, mixed, ROTATIONS[from] ?? 0)
      }
    lanes = moved
    lanes = ALL.map((i) => {
      const row = i - (i % 5)
      const chi = program.apply('v128.andnot', lane(row + ((i + 2) % 5)), lane(row + ((i + 1) % 5)))
      return xor(lane(i), chi)
    })
    lanes = lanes.map((value, i) => (i === 0 ? xor(value, program.load(1, V128_SIZE * round)) : value))
  }
  for (const [i, value] of lanes.entries()) program.store(0, V128_SIZE * i, value)
}
