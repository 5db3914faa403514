// Recodes the view secret into digits, so that all multiplications take the same steps.

import { ORDER_BYTES } from '../field/constants'

/** Digits: the secret plus 15 l has 257 bits, plus one for a carry. */
export const SECRET_DIGITS: i32 = 264
/** Multiples of l that are tried. */
const TRIES = 16

/** Cost of a doubling and an addition, in nanoseconds of two lanes. */
const DOUBLING_COST = 95
const ADDITION_COST = 120

const CANDIDATE = memory.data(40, 8)
const DRAFT = memory.data(264, 8)

/**
 * Writes signed digits of a multiplier that is equivalent to the reduced scalar on points of order l, lowest power of two first. A digit is
 * 0 or odd in -15 .. 15 and any five neighbours hold at most one non-zero digit (width-5 NAF). 8R has an order that divides l, so the
 * cheapest of a, a + l .. a + 15 l and a - l .. a - 15 l is used. Never all zero.
 */
export function toCheapestDigits(digits: usize, scalar: usize): void {
  let least = i32.MAX_VALUE
  memory.copy(CANDIDATE, scalar, 32)
  store<u64>(CANDIDATE, 0, 32)
  for (let i = 0; i < TRIES; i++, addOrder(CANDIDATE)) least = useIfCheaper(digits, 1, least)
  // -a, -a + l and so on, with all signs inverted.
  memory.fill(CANDIDATE, 0, 40)
  addOrder(CANDIDATE)
  takeAway(CANDIDATE, scalar)
  for (let i = 1; i < TRIES; i++, addOrder(CANDIDATE)) least = useIfCheaper(digits, -1, least)
  memory.fill(CANDIDATE, 0, 40)
  memory.fill(DRAFT, 0, SECRET_DIGITS)
}

/** Uses the digits of CANDIDATE times `sign` if they cost less than `least` and are not all zero; returns the least cost. */
function useIfCheaper(digits: usize, sign: i32, least: i32): i32 {
  const cost = toDigits(DRAFT, CANDIDATE)
  if (cost == 0 || cost >= least) return least
  for (let i: usize = 0; i < <usize>SECRET_DIGITS; i++) store<i8>(digits + i, sign * <i32>load<i8>(DRAFT + i))
  return cost
}

/** Writes the digits of 40 bytes; returns the cost of multiplying by them, 0 for the number 0. */
function toDigits(digits: usize, number: usize): i32 {
  memory.fill(digits, 0, SECRET_DIGITS)
  let carry = 0
  let position = 0
  let top = 0
  let additions = 0
  while (position < SECRET_DIGITS) {
    if (bit(number, position) == carry) {
      position++
      continue
    }
    let digit = carry
    for (let i = 0; i < 5; i++) digit += bit(number, position + i) << i
    carry = digit >> 4
    store<i8>(digits + position, digit - (carry << 5))
    top = position
    additions++
    position += 5
  }
  return additions == 0 ? 0 : top * DOUBLING_COST + additions * ADDITION_COST
}

function bit(number: usize, position: i32): i32 {
  return position < 320 ? (load<u8>(number + (position >> 3)) >> (position & 7)) & 1 : 0
}

/** Adds l to a number of 40 bytes. */
function addOrder(number: usize): void {
  let carry: u64 = 0
  for (let i: usize = 0; i < 40; i += 8) {
    const word = load<u64>(number + i)
    const addend = i < 32 ? load<u64>(ORDER_BYTES + i) : 0
    const sum = word + addend
    const total = sum + carry
    carry = ((sum < word) as u64) + ((total < sum) as u64)
    store<u64>(number + i, total)
  }
}

/** Subtracts a scalar of 32 bytes that is at most l from a number of 40 bytes that is at least l. */
function takeAway(number: usize, scalar: usize): void {
  let borrow: u64 = 0
  for (let i: usize = 0; i < 40; i += 8) {
    const word = load<u64>(number + i)
    const taken = i < 32 ? load<u64>(scalar + i) : 0
    store<u64>(number + i, word - taken - borrow)
    borrow = (word < taken || (word == taken && borrow != 0)) as u64
  }
}
