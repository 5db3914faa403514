// Keccak-f[1600] on two states at once (FIPS 202, section 3): lane (x, y) of both states is one v128, 16 · (x + 5y) bytes from the
// first.

import { type Program, V128_SIZE, type Value } from './program.ts'

/** Rotations of step rho, by x + 5y. */
const ROTATIONS: readonly number[] = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
]

const FIVE: readonly number[] = [0, 1, 2, 3, 4]

const xor = (program: Program, a: Value, b: Value): Value => program.apply('v128.xor', a, b)

const rotate = (program: Program, value: Value, bits: number): Value =>
  bits === 0
    ? value
    : program.apply('v128.or', program.shift('i64x2.shl', value, bits), program.shift('i64x2.shr_u', value, 64 - bits))

/** Returns one of five items, with a cyclic index. */
const around = (items: readonly Value[], index: number): Value => {
  const item = items[index % 5]
  if (item === undefined) throw new RangeError(`there is no item ${index} among ${items.length}`)
  return item
}

/**
 * states(to) = a round of states(from), with the round constant at `offset` from the address in a parameter. Row by row; every lane is
 * loaded again at each use, so that few values are live at a time.
 */
const round = (program: Program, from: number, to: number, constants: number, offset: number): void => {
  const lane = (i: number): Value => program.load(from, V128_SIZE * i)
  const parities = FIVE.map((x) => [5, 10, 15, 20].reduce((sum, i) => xor(program, sum, lane(x + i)), lane(x)))
  const theta = FIVE.map((x) => xor(program, around(parities, x + 4), rotate(program, around(parities, x + 1), 1)))
  for (const y of FIVE) {
    // Step pi moves lane (3y + x, x) to (x, y).
    const row = FIVE.map((x) => {
      const source = ((3 * y + x) % 5) + 5 * x
      return rotate(program, xor(program, lane(source), around(theta, source)), ROTATIONS[source] ?? 0)
    })
    for (const x of FIVE) {
      const chi = program.apply('v128.andnot', around(row, x + 2), around(row, x + 1))
      const mixed = xor(program, around(row, x), chi)
      const last = x + y === 0 ? xor(program, mixed, program.load(constants, offset)) : mixed
      program.store(to, V128_SIZE * (x + 5 * y), last)
    }
  }
}

/** Two rounds of the states at 0, with scratch states at 1; the address of the round constants at 2 advances. */
export const twoRounds = (program: Program): void => {
  round(program, 0, 1, 2, 0)
  round(program, 1, 0, 2, V128_SIZE)
  program.advance(2, 2 * V128_SIZE)
}
