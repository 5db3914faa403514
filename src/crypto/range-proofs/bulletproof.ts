// Bulletproofs (Bünz, Bootle, Boneh, Poelstra, Wuille, Maxwell 2018): range proofs of RCT types 3 to 5. One proof shows that all
// amounts of a transaction are in 0 .. 2^64-1; its size is logarithmic.

import { addPoints, encodePair, encodePoint, type Point } from '../curve/point.ts'
import {
  hashToScalar,
  invertScalar,
  invertScalars,
  isCanonicalScalar,
  mod,
  ONE_EIGHTH,
  randomScalars,
  scalarFromBytes,
  scalarPowers,
  scalarToBytes,
  sumScalars,
} from '../curve/scalar.ts'
import { multiplyBases, multiplyPublic } from '../curve/scalarMultiplication.ts'
import type { Random } from '../random.ts'
import {
  alternate,
  amountBits,
  BITS,
  checkAmounts,
  commitDivided,
  commitToBits,
  divideCommitments,
  FoldingGenerators,
  foldedCoefficients,
  foldScalars,
  generatorsOf,
  innerProduct,
  MAX_AMOUNTS,
  paddedCount,
  randomNumber,
  roundsFor,
} from './rangeProof.ts'
import { type RangeProofBatch, verifyClaims } from './rangeProofBatch.ts'

/** A proof as serialized in a transaction; every item is 32 bytes, points are divided by 8. */
export type Bulletproof = {
  readonly A: Uint8Array
  readonly S: Uint8Array
  readonly T1: Uint8Array
  readonly T2: Uint8Array
  readonly taux: Uint8Array
  readonly mu: Uint8Array
  readonly L: readonly Uint8Array[]
  readonly R: readonly Uint8Array[]
  readonly a: Uint8Array
  readonly b: Uint8Array
  readonly t: Uint8Array
}

const generators = generatorsOf('bulletproof')

/** z^(2+j)·2^i for bit i of amount j: the weights that link the bits to the amounts. */
const bitWeights = (zPowers: readonly bigint[], length: number): bigint[] =>
  Array.from({ length }, (_, i) => mod((zPowers[2 + Math.floor(i / BITS)] ?? 0n) << BigInt(i % BITS)))

const challengesOfCommitments = (commitments: readonly Uint8Array[], A: Uint8Array, S: Uint8Array) => {
  const y = hashToScalar(hashToScalar(...commitments), A, S)
  const z = hashToScalar(y)
  return { y, z }
}

/** Returns a point divided by 8, encoded. */
const encodeDivided = (point: Point): Uint8Array => encodePoint(multiplyPublic(point, ONE_EIGHTH))

/** The vectors l(X) = l0 + l1·X and r(X) = r0 + r1·X, whose inner product t0 + t1·X + t2·X² has the amounts in t0. */
type Polynomials = {
  readonly l0: readonly bigint[]
  readonly l1: readonly bigint[]
  readonly r0: readonly bigint[]
  readonly r1: readonly bigint[]
}

/** Returns the polynomials for the bits of the amounts, with the blinding vectors sL and sR. */
const polynomialsOf = (
  bits: readonly boolean[],
  [sL, sR]: readonly [sL: readonly bigint[], sR: readonly bigint[]],
  z: bigint,
  { yPowers, zPowers }: { readonly yPowers: readonly bigint[]; readonly zPowers: readonly bigint[] },
): Polynomials => {
  const weights = bitWeights(zPowers, bits.length)
  return {
    l0: bits.map((bit) => (bit ? 1n : 0n) - z),
    l1: sL,
    r0: bits.map((bit, i) => mod(((bit ? 0n : -1n) + z) * (yPowers[i] ?? 0n) + (weights[i] ?? 0n))),
    r1: sR.map((value, i) => mod(value * (yPowers[i] ?? 0n))),
  }
}

/** Commits to t1 and t2 with the random blinds tau1 and tau2. */
const commitToProduct = ({ l0, l1, r0, r1 }: Polynomials, random: Random) => {
  const t1 = innerProduct(l0, r1) + innerProduct(l1, r0)
  const t2 = innerProduct(l1, r1)
  const [tau1, tau2] = [randomNumber(random), randomNumber(random)]
  return {
    tau1,
    tau2,
    T1: encodePoint(multiplyBases(tau1 * ONE_EIGHTH, t1 * ONE_EIGHTH)),
    T2: encodePoint(multiplyBases(tau2 * ONE_EIGHTH, t2 * ONE_EIGHTH)),
  }
}

/** Returns low + x·high, element by element. */
const evaluate = (low: readonly bigint[], high: readonly bigint[], x: bigint): bigint[] =>
  low.map((value, i) => mod(value + x * (high[i] ?? 0n)))

/** Proves the inner product of l and r: halves them until one element of each is left. The transcript begins with the challenge x_ip. */
const proveInnerProduct = (
  l: readonly bigint[],
  r: readonly bigint[],
  folding: FoldingGenerators,
  start: Uint8Array,
): Pick<Bulletproof, 'L' | 'R' | 'a' | 'b'> => {
  const xIp = scalarFromBytes(start)
  const cross = (left: readonly bigint[], gAt: number, right: readonly bigint[], hAt: number): Point =>
    addPoints(folding.sum(left, gAt, right, hAt), multiplyBases(0n, mod(innerProduct(left, right) * xIp) * ONE_EIGHTH))
  const [L, R]: [Uint8Array[], Uint8Array[]] = [[], []]
  let transcript = start
  while (l.length > 1) {
    const half = l.length / 2
    const [lLow, lHigh, rLow, rHigh] = [l.slice(0, half), l.slice(half), r.slice(0, half), r.slice(half)]
    const [left, right] = encodePair(cross(lLow, half, rHigh, 0), cross(lHigh, 0, rLow, half))
    L.push(left)
    R.push(right)
    transcript = hashToScalar(transcript, left, right)
    const w = scalarFromBytes(transcript)
    const inverse = invertScalar(w)
    folding.fold({ low: inverse, high: w }, { low: w, high: inverse })
    l = foldScalars(l, w, inverse)
    r = foldScalars(r, inverse, w)
  }
  return { L, R, a: scalarToBytes(l[0] ?? 0n), b: scalarToBytes(r[0] ?? 0n) }
}

/**
 * Proves that each amount is in 0 .. 2^64-1. The proof's commitments are commit(amounts[j], masks[j]).
 * @param amounts 1 to 16, in atomic units
 * @param masks one per amount, 32 bytes
 * @throws RangeProofError for other counts or amounts
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { commit } from '../amounts/commitment.ts'
 * const [mask, random] = [Uint8Array.of(7, ...new Uint8Array(31)), (length) => new Uint8Array(length).fill(3)]
 * const proof = proveBulletproof([5n], [mask], random)
 * verifyBulletproofs([{ proof, commitments: [commit(5n, mask)] }], random) // true
 * verifyBulletproofs([{ proof, commitments: [commit(6n, mask)] }], random) // false
 */
export const proveBulletproof = (
  amounts: readonly bigint[],
  masks: readonly Uint8Array[],
  random: Random,
): Bulletproof => {
  checkAmounts(amounts, masks)
  const length = BITS * paddedCount(amounts.length)
  const bases = generators(length)
  const gammas = masks.map(scalarFromBytes)
  const commitments = commitDivided(amounts, gammas)
  const bits = amountBits(amounts, length)
  const [alpha, rho] = [randomNumber(random), randomNumber(random)]
  const [sL, sR] = [randomScalars(random, length), randomScalars(random, length)]
  const A = encodeDivided(addPoints(commitToBits(bits, bases), multiplyBases(alpha, 0n)))
  const S = encodeDivided(addPoints(bases.precomputed.sum(alternate(sL, sR)), multiplyBases(rho, 0n)))

  const challenges = challengesOfCommitments(commitments, A, S)
  const [y, z] = [scalarFromBytes(challenges.y), scalarFromBytes(challenges.z)]
  const powers = { yPowers: scalarPowers(y, length), zPowers: scalarPowers(z, MAX_AMOUNTS + 3) }
  const polynomials = polynomialsOf(bits, [sL, sR], z, powers)
  const { tau1, tau2, T1, T2 } = commitToProduct(polynomials, random)
  const xBytes = hashToScalar(challenges.z, challenges.z, T1, T2)
  const x = scalarFromBytes(xBytes)

  const blinds = sumScalars(gammas.map((gamma, j) => (powers.zPowers[2 + j] ?? 0n) * gamma))
  const taux = scalarToBytes(tau1 * x + tau2 * x * x + blinds)
  const mu = scalarToBytes(alpha + x * rho)
  const l = evaluate(polynomials.l0, polynomials.l1, x)
  const r = evaluate(polynomials.r0, polynomials.r1, x)
  const t = scalarToBytes(innerProduct(l, r))
  const transcript = hashToScalar(xBytes, xBytes, taux, mu, t)
  const folding = new FoldingGenerators(bases, invertScalar(y))
  return { A, S, T1, T2, taux, mu, t, ...proveInnerProduct(l, r, folding, transcript) }
}

/** A proof and its commitments (32 bytes each). */
export type BulletproofClaim = { readonly proof: Bulletproof; readonly commitments: readonly Uint8Array[] }

/** Adds the claim's verification equations to the batch. Returns false if the claim is malformed. */
const addClaim = (batch: RangeProofBatch, { proof, commitments }: BulletproofClaim, random: Random): boolean => {
  if (commitments.length === 0 || commitments.length > MAX_AMOUNTS) return false
  const rounds = roundsFor(commitments.length)
  if (proof.L.length !== rounds || proof.R.length !== rounds) return false
  if (![proof.taux, proof.mu, proof.a, proof.b, proof.t].every(isCanonicalScalar)) return false
  const length = 2 ** rounds
  const [taux, mu, t] = [scalarFromBytes(proof.taux), scalarFromBytes(proof.mu), scalarFromBytes(proof.t)]
  const [a, b] = [scalarFromBytes(proof.a), scalarFromBytes(proof.b)]

  const divided = divideCommitments(commitments)
  const challenges = challengesOfCommitments(divided, proof.A, proof.S)
  const xBytes = hashToScalar(challenges.z, challenges.z, proof.T1, proof.T2)
  let transcript = hashToScalar(xBytes, xBytes, proof.taux, proof.mu, proof.t)
  const [y, z, x, xIp] = [
    scalarFromBytes(challenges.y),
    scalarFromBytes(challenges.z),
    scalarFromBytes(xBytes),
    scalarFromBytes(transcript),
  ]
  const w = proof.L.map((left, i) => {
    transcript = hashToScalar(transcript, left, proof.R[i] ?? new Uint8Array())
    return scalarFromBytes(transcript)
  })
  const [yInverse = 0n, ...wInverses] = invertScalars([y, ...w])
  const yPowers = scalarPowers(y, length)
  const yInversePowers = scalarPowers(yInverse, length)
  const zPowers = scalarPowers(z, MAX_AMOUNTS + 3)

  // t(x) is the polynomial that T1 and T2 commit to: taux·G + t·H = sum z^(2+j)·V_j + delta·H + x·T1 + x²·T2
  const weight = randomNumber(random)
  const amountsWeight = (1n << BigInt(BITS)) - 1n
  const ySum = sumScalars(yPowers)
  const delta = (z - z * z) * ySum - amountsWeight * sumScalars(zPowers.slice(3, 3 + length / BITS))
  batch.addBases(weight * taux, weight * (t - delta))
  for (const [j, eighth] of divided.entries()) batch.addTimes8(-weight * (zPowers[2 + j] ?? 0n), eighth)
  batch.addTimes8(-weight * x, proof.T1)
  batch.addTimes8(-weight * mod(x * x), proof.T2)

  // l and r agree with A, S and the rounds, and their inner product is t
  const innerWeight = randomNumber(random)
  batch.addTimes8(innerWeight, proof.A)
  batch.addTimes8(innerWeight * x, proof.S)
  for (const [i, challenge] of w.entries()) {
    const inverse = wInverses[i] ?? 0n
    batch.addTimes8(innerWeight * mod(challenge * challenge), proof.L[i] ?? new Uint8Array())
    batch.addTimes8(innerWeight * mod(inverse * inverse), proof.R[i] ?? new Uint8Array())
  }
  batch.addBases(-innerWeight * mu, innerWeight * mod(xIp * mod(t - a * b)))
  const gCoefficients = foldedCoefficients(w.map((high, i) => ({ low: wInverses[i] ?? 0n, high })))
  const weights = bitWeights(zPowers, length)
  for (let i = 0; i < length; i++) {
    // the coefficient of H_i is the inverse of that of G_i, which is that of the opposite index
    const gCoefficient = gCoefficients[i] ?? 0n
    const hCoefficient = gCoefficients[length - 1 - i] ?? 0n
    const onH = z + mod((weights[i] ?? 0n) - b * hCoefficient) * (yInversePowers[i] ?? 0n)
    batch.addGenerators(i, innerWeight * mod(-z - a * gCoefficient), innerWeight * mod(onH))
  }
  return true
}

/**
 * Returns whether every claim of a batch is valid, with one multi-scalar multiplication. An empty batch is valid. To find an invalid
 * claim, verify the claims one by one.
 * @throws RandomnessError if `random` fails
 *
 * @example
 * verifyBulletproofs([], (length) => new Uint8Array(length)) // true
 */
export const verifyBulletproofs = (claims: readonly BulletproofClaim[], random: Random): boolean =>
  verifyClaims(generators, claims, (batch, claim) => addClaim(batch, claim, random))
