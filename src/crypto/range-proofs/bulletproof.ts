// Bulletproofs (Bünz, Bootle, Boneh, Poelstra, Wuille, Maxwell 2018): range proofs of RCT types 3 to 5. One proof shows that all
// amounts of a transaction are in 0 .. 2^64-1; its size is logarithmic.

import { concat, type KeepSecret, utf8, withSecrets } from '../../bytes/bytes.ts'
import { addPoints, encodePair, encodePoint, IDENTITY, type Point, sumPoints } from '../curve/point.ts'
import {
  hashToScalar,
  invertScalar,
  invertScalars,
  isCanonicalScalar,
  mod,
  ONE_EIGHTH,
  scalarFromBytes,
  scalarPowers,
  scalarRows,
  sumScalars,
} from '../curve/scalar.ts'
import { multiplyBaseSecret, multiplyPublic } from '../curve/scalarMultiplication.ts'
import {
  addSecrets,
  innerProduct,
  multiplyAddSecrets,
  multiplySecrets,
  randomScalar,
  randomScalars,
  subtractSecrets,
} from '../curve/secretScalar.ts'
import { withHedgedRandom } from '../hedgedRandom.ts'
import type { Random } from '../random.ts'
import {
  alternateSecrets,
  amountBits,
  BITS,
  checkAmounts,
  commitDivided,
  commitEighths,
  commitToBits,
  divideCommitments,
  FoldingGenerators,
  foldedCoefficients,
  foldScalars,
  generatorsOf,
  halvesOf,
  MAX_AMOUNTS,
  paddedCount,
  roundsFor,
  type SecretVector,
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

/** Bytes of a scalar. */
const SCALAR_LENGTH = 32

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

/** The vectors l(X) = l0 + l1·X and r(X) = r0 + r1·X, whose inner product t0 + t1·X + t2·X² has the amounts in t0. Rows of secrets. */
type Polynomials = {
  readonly l0: Uint8Array
  readonly l1: Uint8Array
  readonly r0: Uint8Array
  readonly r1: Uint8Array
}

type Powers = { readonly yPowers: readonly bigint[]; readonly zPowers: readonly bigint[] }

/** Returns the polynomials for the bits of the amounts, with the blinding vectors sL and sR. */
const polynomialsOf = (
  bits: Uint8Array,
  [sL, sR]: readonly [sL: Uint8Array, sR: Uint8Array],
  z: bigint,
  { yPowers, zPowers }: Powers,
  keep: KeepSecret,
): Polynomials => {
  const [yRows, weights] = [scalarRows(yPowers), scalarRows(bitWeights(zPowers, yPowers.length))]
  const shifted = keep(addSecrets(bits, scalarRows([z - 1n])))
  return {
    l0: keep(subtractSecrets(bits, scalarRows([z]))),
    l1: sL,
    r0: keep(multiplyAddSecrets(shifted, yRows, weights)),
    r1: keep(multiplySecrets(sR, yRows)),
  }
}

/** Commits to t1 and t2 with the random blinds tau1 and tau2. */
const commitToProduct = ({ l0, l1, r0, r1 }: Polynomials, random: Random, keep: KeepSecret) => {
  const t1 = keep(addSecrets(keep(innerProduct(l0, r1)), keep(innerProduct(l1, r0))))
  const t2 = keep(innerProduct(l1, r1))
  const [tau1, tau2] = [keep(randomScalar(random)), keep(randomScalar(random))]
  const [T1 = IDENTITY, T2 = IDENTITY] = commitEighths(keep(concat(tau1, tau2)), keep(concat(t1, t2)))
  return { tau1, tau2, T1: encodePoint(T1), T2: encodePoint(T2) }
}

/** Proves the inner product of l and r: halves them until one element of each is left. The transcript begins with the challenge x_ip. */
const proveInnerProduct = (
  l: Uint8Array,
  r: Uint8Array,
  folding: FoldingGenerators,
  start: Uint8Array,
  keep: KeepSecret,
): Pick<Bulletproof, 'L' | 'R' | 'a' | 'b'> => {
  const cross = (left: SecretVector, right: SecretVector): Point => {
    const product = keep(multiplySecrets(keep(innerProduct(left.scalars, right.scalars)), start))
    return sumPoints([folding.sum(left, right), ...commitEighths(new Uint8Array(32), product)])
  }
  const [L, R]: [Uint8Array[], Uint8Array[]] = [[], []]
  let transcript = start
  while (l.length > SCALAR_LENGTH) {
    const half = l.length / SCALAR_LENGTH / 2
    const [left, right] = encodePair(
      cross({ scalars: halvesOf(l).low, at: half }, { scalars: halvesOf(r).high, at: 0 }),
      cross({ scalars: halvesOf(l).high, at: 0 }, { scalars: halvesOf(r).low, at: half }),
    )
    L.push(left)
    R.push(right)
    transcript = hashToScalar(transcript, left, right)
    const w = scalarFromBytes(transcript)
    const inverse = invertScalar(w)
    folding.fold({ low: inverse, high: w }, { low: w, high: inverse })
    l = keep(foldScalars(l, w, inverse))
    r = keep(foldScalars(r, inverse, w))
  }
  return { L, R, a: l.slice(), b: r.slice() }
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
  return withSecrets((keep) => {
    const gammas = keep(concat(...masks))
    const inputs = [utf8('Bulletproof'), keep(scalarRows(amounts)), gammas]
    return withHedgedRandom(random, inputs, (hedged) => proveWith(amounts, gammas, hedged, keep))
  })
}

/** Proves with hedged randomness. `gammas` are the masks, as rows; `keep` registers secrets that are wiped afterwards. */
const proveWith = (amounts: readonly bigint[], gammas: Uint8Array, random: Random, keep: KeepSecret): Bulletproof => {
  const length = BITS * paddedCount(amounts.length)
  const bases = generators(length)
  const commitments = commitDivided(amounts, gammas)
  const bits = keep(amountBits(amounts, length))
  const [alpha, rho] = [keep(randomScalar(random)), keep(randomScalar(random))]
  const [sL, sR] = [keep(randomScalars(random, length)), keep(randomScalars(random, length))]
  const A = encodeDivided(addPoints(commitToBits(bits, bases), multiplyBaseSecret(alpha)))
  const S = encodeDivided(addPoints(bases.precomputed.sum(keep(alternateSecrets(sL, sR))), multiplyBaseSecret(rho)))

  const challenges = challengesOfCommitments(commitments, A, S)
  const [y, z] = [scalarFromBytes(challenges.y), scalarFromBytes(challenges.z)]
  const powers = { yPowers: scalarPowers(y, length), zPowers: scalarPowers(z, MAX_AMOUNTS + 3) }
  const polynomials = polynomialsOf(bits, [sL, sR], z, powers, keep)
  const { tau1, tau2, T1, T2 } = commitToProduct(polynomials, random, keep)
  const xBytes = hashToScalar(challenges.z, challenges.z, T1, T2)

  const blinds = keep(innerProduct(scalarRows(powers.zPowers.slice(2, 2 + amounts.length)), gammas))
  // tau1·x + tau2·x² + blinds, by Horner's rule
  const linear = keep(multiplyAddSecrets(tau2, xBytes, tau1))
  const taux = multiplyAddSecrets(linear, xBytes, blinds)
  const mu = multiplyAddSecrets(rho, xBytes, alpha)
  const l = keep(multiplyAddSecrets(polynomials.l1, xBytes, polynomials.l0))
  const r = keep(multiplyAddSecrets(polynomials.r1, xBytes, polynomials.r0))
  const t = innerProduct(l, r)
  const transcript = hashToScalar(xBytes, xBytes, taux, mu, t)
  const folding = new FoldingGenerators(bases, invertScalar(y))
  return { A, S, T1, T2, taux, mu, t, ...proveInnerProduct(l, r, folding, transcript, keep) }
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
  const weight = scalarFromBytes(randomScalar(random))
  const amountsWeight = (1n << BigInt(BITS)) - 1n
  const ySum = sumScalars(yPowers)
  const delta = (z - z * z) * ySum - amountsWeight * sumScalars(zPowers.slice(3, 3 + length / BITS))
  batch.addBases(weight * taux, weight * (t - delta))
  for (const [j, eighth] of divided.entries()) batch.addTimes8(-weight * (zPowers[2 + j] ?? 0n), eighth)
  batch.addTimes8(-weight * x, proof.T1)
  batch.addTimes8(-weight * mod(x * x), proof.T2)

  // l and r agree with A, S and the rounds, and their inner product is t
  const innerWeight = scalarFromBytes(randomScalar(random))
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
