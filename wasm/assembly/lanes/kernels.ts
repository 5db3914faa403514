// The generated kernels (wasm/generator): field and point operations on two elements or points at once, one in each lane of a v128.
// Parameters are addresses; outputs come first.

/** low, then high (FIELD apart): the integers that the product of each pair of limbs of a and b is split into */
export declare function splitLimbs(low: usize, a: usize, b: usize): void
/** out = a * b, both reduced, off by a small number or negated */
export declare function multiply(out: usize, a: usize, b: usize): void
/** out = a^2, a reduced */
export declare function square(out: usize, a: usize): void
/** out = a + b, not carried */
export declare function add(out: usize, a: usize, b: usize): void
/** out = a - b, not carried */
export declare function subtract(out: usize, a: usize, b: usize): void
/** out = a + b, reduced */
export declare function addCarried(out: usize, a: usize, b: usize): void
/** out = a - b, reduced */
export declare function subtractCarried(out: usize, a: usize, b: usize): void
/** a = a^(2^times), b = b^(2^times), both carried; times is at least 1 */
export declare function squareTimes(a: usize, b: usize, times: i32): void
/** completed = 2 point; X, Y and Z are carried or decoded: neither sums nor negated */
export declare function completeDouble(completed: usize, point: usize): void
/** completed = point + addend */
export declare function completeAdd(completed: usize, point: usize, addend: usize): void
/** completed = point - addend */
export declare function completeSubtract(completed: usize, point: usize, addend: usize): void
/** point = completed, without T */
export declare function takeSum(point: usize, completed: usize): void
/** point = completed */
export declare function takeSumWithT(point: usize, completed: usize): void
/** point = 2^times point, without T; times is at least 1 */
export declare function doubleTimes(point: usize, completed: usize, times: i32): void
/** Two points, interleaved. */
export declare function doubleBothTimes(
  point: usize,
  completed: usize,
  other: usize,
  otherCompleted: usize,
  times: i32,
): void
/** addend = point */
export declare function toAddend(addend: usize, point: usize, d2: usize): void
/** completed = point + addends: Y+X of the low and the high lane, Y-X of both, where each addend begins, sign masks of 2d T */
export declare function completeAddEach(
  completed: usize,
  point: usize,
  sumLow: usize,
  sumHigh: usize,
  differenceLow: usize,
  differenceHigh: usize,
  addendLow: usize,
  addendHigh: usize,
  signs: usize,
): void
/** point = point + entries: y+x of the low and the high lane, y-x of both, where each entry begins, sign masks of 2d xy */
export declare function addEntries(
  point: usize,
  sumLow: usize,
  sumHigh: usize,
  differenceLow: usize,
  differenceHigh: usize,
  entryLow: usize,
  entryHigh: usize,
  signs: usize,
): void
/** point = entries, as `addEntries` names them; `inverseD` is 1/d */
export declare function takeEntries(
  point: usize,
  sumLow: usize,
  sumHigh: usize,
  differenceLow: usize,
  differenceHigh: usize,
  entryLow: usize,
  entryHigh: usize,
  signs: usize,
  inverseD: usize,
): void
/** masks |= the lanes in which point + key may have the y-coordinate y', for `times` keys, at least 1; `scaled` is y'T and y'Z */
export declare function compareSums(masks: usize, point: usize, scaled: usize, keys: usize, times: i32): void
/** `times` double rounds of Keccak-f[1600] on two states, with scratch memory for two more; times is at least 1. */
export declare function doubleRounds(states: usize, scratch: usize, constants: usize, times: i32): void
