// Arithmetic modulo p = 2^255 - 19, as far as the point code needs more than @noble/curves has.

/** The prime of the curve's field. */
export const P = 2n ** 255n - 19n

/**
 * Returns `value` modulo p, 0 .. p-1, for negative values too.
 *
 * @example
 * modP(-1n) // P - 1n
 */
export const modP = (value: bigint): bigint => {
  const rest = value % P
  return rest < 0n ? rest + P : rest
}

const squareTimes = (value: bigint, times: number): bigint => {
  for (let i = 0; i < times; i++) value = (value * value) % P
  return value
}

/**
 * Returns value^((p-5)/8) = value^(2^252 - 3), from which square roots modulo p are computed.
 *
 * @example
 * powerP58(1n) // 1n
 */
export const powerP58 = (value: bigint): bigint => {
  const ones2 = (squareTimes(value, 1) * value) % P
  const ones4 = (squareTimes(ones2, 2) * ones2) % P
  const ones5 = (squareTimes(ones4, 1) * value) % P
  const ones10 = (squareTimes(ones5, 5) * ones5) % P
  const ones20 = (squareTimes(ones10, 10) * ones10) % P
  const ones40 = (squareTimes(ones20, 20) * ones20) % P
  const ones50 = (squareTimes(ones40, 10) * ones10) % P
  const ones100 = (squareTimes(ones50, 50) * ones50) % P
  const ones200 = (squareTimes(ones100, 100) * ones100) % P
  const ones250 = (squareTimes(ones200, 50) * ones50) % P
  return (squareTimes(ones250, 2) * value) % P
}

/** Returns 1/value modulo p (extended Euclid, variable time), and 0 for 0. */
const invertP = (value: bigint): bigint => {
  let [low, high] = [modP(value), P]
  if (low === 0n) return 0n
  let [x, y] = [1n, 0n]
  while (low !== 1n) {
    const quotient = high / low
    ;[low, high] = [high - quotient * low, low]
    ;[x, y] = [y - quotient * x, x]
  }
  return modP(x)
}

/**
 * Inverts many non-zero values at the cost of one inversion (Montgomery's trick).
 *
 * @example
 * invertManyP([1n, P - 1n]) // [1n, P - 1n]
 */
export const invertManyP = (values: readonly bigint[]): bigint[] => {
  const inverses: bigint[] = []
  let product = 1n
  for (const value of values) {
    inverses.push(product)
    product = (product * value) % P
  }
  let inverse = invertP(product)
  for (let i = values.length - 1; i >= 0; i--) {
    inverses[i] = (inverse * (inverses[i] ?? 0n)) % P
    inverse = (inverse * (values[i] ?? 0n)) % P
  }
  return inverses
}
