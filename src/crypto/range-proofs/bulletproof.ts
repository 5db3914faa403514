// Bulletproofs (Bünz, Bootle, Boneh, Poelstra, Wuille, Maxwell 2018): range proofs of RCT types 3 to 5. One proof shows that all
// amounts of a transaction are in 0 .. 2^64-1; its size is logarithmic.

import { concat, type KeepSecret, utf8, withSecrets } from '../../bytes/bytes.ts'
import { addPoints, encodePair, encodePoint, IDENTITY, type Point, sumPoints } from '../curve/point.ts'
import { hashToScalar, isCanonicalScalar, ONE_EIGHTH, scalarRows } from '../curve/scalar.ts'
import { multiplyBaseSecret, multiplyPublic } from '../curve/scalarMultiplication.ts'
import { inverseRows, ONE_ROW, powerRows, ROW, rowsBetween, sumRows } from '../curve/scalarVector.ts'
import {
  addSecrets,
  innerProduct,
  multiplyAddSecrets,
  multiplySecrets,
  negated,
  randomScalar,
  randomScalars,
  subtractSecrets,
} from '../curve/secretScalar.ts'
import { withHedgedRandom } from '../random/hedgedRandom.ts'
import type { Random } from '../random/random.ts'
import {
  alternate,
  amountBits,
  BITS,
  bitWeights,
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

/** Returns powers of the challenges y and z, and the weights that link the bits to the amounts; as rows. */
const powersOf = (y: Uint8Array, z: Uint8Array, length: number) => {
  const zPowers = powerRows(z, MAX_AMOUNTS + 3)
  return {
    yPowers: powerRows(y, length),
    zPowers,
    /** z^(2+j)·2^i for bit i of amount j */
    weights: bitWeights(rowsBetween(zPowers, 2, 2 + length / BITS)),
  }
}

type Powers = ReturnType<typeof powersOf>

/** Returns the polynomials for the bits of the amounts, with the blinding vectors sL and sR. */
const polynomialsOf = (
  bits: Uint8Array,
  [sL, sR]: readonly [sL: Uint8Array, sR: Uint8Array],
  z: Uint8Array,
  { yPowers, weights }: Powers,
  keep: KeepSecret,
): Polynomials => {
  const shifted = keep(addSecrets(bits, subtractSecrets(z, ONE_ROW)))
  return {
    l0: keep(subtractSecrets(bits, z)),
    l1: sL,
    r0: keep(multiplyAddSecrets(shifted, yPowers, weights)),
    r1: keep(multiplySecrets(sR, yPowers)),
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
  while (l.length > ROW) {
    const half = l.length / ROW / 2
    const [left, right] = encodePair(
      cross({ scalars: halvesOf(l).low, at: half }, { scalars: halvesOf(r).high, at: 0 }),
      cross({ scalars: halvesOf(l).high, at: 0 }, { scalars: halvesOf(r).low, at: half }),
    )
    L.push(left)
    R.push(right)
    transcript = hashToScalar(transcript, left, right)
    const w = transcript
    const inverse = inverseRows(w)
    folding.fold({ low: inverse, high: w }, { low: w, high: inverse })
    l = keep(foldScalars(l, { low: w, high: inverse }))
    r = keep(foldScalars(r, { low: inverse, high: w }))
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
  const S = encodeDivided(addPoints(bases.precomputed.sum(keep(alternate(sL, sR))), multiplyBaseSecret(rho)))

  const { y, z } = challengesOfCommitments(commitments, A, S)
  const powers = powersOf(y, z, length)
  const polynomials = polynomialsOf(bits, [sL, sR], z, powers, keep)
  const { tau1, tau2, T1, T2 } = commitToProduct(polynomials, random, keep)
  const x = hashToScalar(z, z, T1, T2)

  const blinds = keep(innerProduct(rowsBetween(powers.zPowers, 2, 2 + amounts.length), gammas))
  // tau1·x + tau2·x² + blinds, by Horner's rule
  const linear = keep(multiplyAddSecrets(tau2, x, tau1))
  const taux = multiplyAddSecrets(linear, x, blinds)
  const mu = multiplyAddSecrets(rho, x, alpha)
  const l = keep(multiplyAddSecrets(polynomials.l1, x, polynomials.l0))
  const r = keep(multiplyAddSecrets(polynomials.r1, x, polynomials.r0))
  const t = innerProduct(l, r)
  const transcript = hashToScalar(x, x, taux, mu, t)
  const folding = new FoldingGenerators(bases, powerRows(inverseRows(y), length))
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
  const { taux, mu, a, b, t } = proof

  const divided = divideCommitments(commitments)
  const { y, z } = challengesOfCommitments(divided, proof.A, proof.S)
  const x = hashToScalar(z, z, proof.T1, proof.T2)
  const xIp = hashToScalar(x, x, taux, mu, t)
  let transcript = xIp
  const challenges = proof.L.map((left, i) => {
    transcript = hashToScalar(transcript, left, proof.R[i] ?? new Uint8Array())
    return transcript
  })
  const w = concat(...challenges)
  const wInverses = inverseRows(w)
  const { yPowers, zPowers, weights } = powersOf(y, z, length)
  const yInversePowers = powerRows(inverseRows(y), length)

  // t(x) is the polynomial that T1 and T2 commit to: taux·G + t·H = sum z^(2+j)·V_j + delta·H + x·T1 + x²·T2,
  // with delta = (z - z²)·(1 + .. + y^(length-1)) - z·(the sum of the weights)
  const weight = randomScalar(random)
  const onYSum = subtractSecrets(z, multiplySecrets(z, z))
  const delta = subtractSecrets(multiplySecrets(onYSum, sumRows(yPowers)), multiplySecrets(z, sumRows(weights)))
  batch.addBases(multiplySecrets(weight, taux), multiplySecrets(weight, subtractSecrets(t, delta)))
  const onCommitments = multiplySecrets(rowsBetween(zPowers, 2, 2 + divided.length), weight)
  batch.addTimes8(negated(onCommitments), divided)
  const onT1 = multiplySecrets(weight, x)
  batch.addTimes8(negated(concat(onT1, multiplySecrets(onT1, x))), [proof.T1, proof.T2])

  // l and r agree with A, S and the rounds, and their inner product is t
  const innerWeight = randomScalar(random)
  batch.addTimes8(concat(innerWeight, multiplySecrets(innerWeight, x)), [proof.A, proof.S])
  batch.addTimes8(multiplySecrets(multiplySecrets(w, w), innerWeight), proof.L)
  batch.addTimes8(multiplySecrets(multiplySecrets(wInverses, wInverses), innerWeight), proof.R)
  const excess = multiplySecrets(xIp, subtractSecrets(t, multiplySecrets(a, b)))
  batch.addBases(negated(multiplySecrets(innerWeight, mu)), multiplySecrets(innerWeight, excess))
  // The coefficient of H_i is the inverse of that of G_i.
  const g = foldedCoefficients({ low: wInverses, high: w })
  const h = foldedCoefficients({ low: w, high: wInverses })
  const onH = multiplyAddSecrets(subtractSecrets(weights, multiplySecrets(h, b)), yInversePowers, z)
  batch.addGenerators(
    multiplySecrets(multiplyAddSecrets(g, a, z), negated(innerWeight)),
    multiplySecrets(onH, innerWeight),
  )
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
