// The challenges that a signer responds to. On monero they follow from the nonces in the set. On oxen the set has the challenges alone, and a
// false one could belong to another transaction: the response would sign that one. A signer responds only to a challenge that it has
// computed from the transaction it has read and from the nonces of all signers.

import { equalBytes, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { MultisigCandidate } from '../../coin/transfer-sets/transferSet.ts'
import { decodePoint, decodePoints, subtractPoints, sumPoints } from '../../crypto/curve/point.ts'
import { scalarToBytes } from '../../crypto/curve/scalar.ts'
import { keyImage, publicKeyOf } from '../../crypto/keys/keys.ts'
import {
  clsagChallenges,
  mergeNonces,
  type NonceCommitments,
  noncesOfResponse,
  sumNonces,
  type UnsignedShares,
} from '../../crypto/signatures/multisigClsag.ts'
import { hasKey } from '../multisig-keys/keySets.ts'
import type { MultisigAccount } from '../multisig-keys/multisigAccount.ts'
import type { KnownInput } from '../offline/pendingContents.ts'
import type { Wallet } from '../open/wallet.ts'
import { type PartialSignature, totalNonces } from './candidates.ts'
import { distinctKeys, partialKeyImages, sharedOutputSecret } from './multisigKeyImages.ts'
import { MultisigSetError, ownSigner, readyAccount, unsignedShares } from './multisigWallet.ts'
import { outputInfo } from './nonces.ts'

const refuse = (what: string): never => {
  throw new MultisigSetError('unsafe', `the set is refused: ${what}`)
}

/** The factor of a single nonce. */
const ONE = scalarToBytes(1n)

/** A signature that this participant continues. */
type ContinuedSignature = {
  readonly partial: PartialSignature
  readonly candidate: MultisigCandidate
  readonly input: KnownInput
  /** position of the input */
  readonly position: number
  /** public keys of those who have signed */
  readonly signers: readonly Uint8Array[]
  /** k·G and k·Hp(P) of this participant's nonces */
  readonly own: readonly NonceCommitments[]
}

/** A challenge, and the factors by which a signer merges its nonces for it. */
export type VerifiedChallenge = { readonly challenge: Uint8Array; readonly factors: readonly Uint8Array[] }

/** Returns the challenge that follows from the nonces in the set, which must contain those of this participant. */
const challengeOfTotals = ({ partial, candidate, position, own }: ContinuedSignature): VerifiedChallenge => {
  const totals = totalNonces(candidate, position)
  if (totals.length !== own.length) refuse(`input ${position} has ${totals.length} sums of nonces`)
  const { sum, factors } = mergeNonces(partial.clsag, totals)
  const { first, real } = clsagChallenges(partial.clsag, sum)
  if (!equalBytes(first, partial.first)) refuse(`the challenge of input ${position} does not follow from its nonces`)
  return { challenge: real, factors }
}

/** Returns the distinct partial key images of participants for an output, or undefined if the info of one is not known. */
const partialsOf = (
  wallet: Wallet,
  account: MultisigAccount,
  { key }: KnownInput,
  signers: readonly Uint8Array[],
): Uint8Array[] | undefined => {
  const self = ownSigner(account)
  const { peers } = outputInfo(wallet, key)
  const lists = signers.map((signer) =>
    equalBytes(signer, self)
      ? partialKeyImages(account, key)
      : peers.find((peer) => equalBytes(peer.signer, signer))?.partialKeyImages,
  )
  return lists.every((list) => list !== undefined) ? distinctKeys(lists) : undefined
}

/** Returns the nonces in a candidate of those who have not signed yet, this participant excluded; undefined if one is not known. */
const remainingNonces = (
  wallet: Wallet,
  { candidate, input, signers, own }: ContinuedSignature,
): NonceCommitments[] | undefined => {
  const { noncesPerSignature } = wallet.network.multisig
  const account = readyAccount(wallet)
  const missing = account.threshold - signers.length - 1
  const waiting = outputInfo(wallet, input.key).peers.filter(({ signer }) => !hasKey(signers, signer))
  const nonces = waiting.flatMap((peer) => peer.nonces.filter(({ L }) => hasKey(candidate.usedNonces, L)))
  const others = nonces.filter(({ L }) => !own.some((one) => equalBytes(one.L, L)))
  return others.length === missing * noncesPerSignature ? others : undefined
}

/** Returns what this participant's shares contribute that no signer has contributed. */
const ownUnsignedShares = (wallet: Wallet, { candidate, input }: ContinuedSignature): UnsignedShares => {
  const { shares, publicKeys } = unsignedShares(readyAccount(wallet), candidate)
  const sum = (keys: readonly Uint8Array[]) => sumPoints(decodePoints(keys))
  return { key: sum(publicKeys), keyImage: sum(partialKeyImages({ shares }, input.key)) }
}

/** Returns what the shares contribute of this participant and of others who have not signed; undefined if the info of a signer is not known. */
const sharesOfRemaining = (wallet: Wallet, { candidate, input, signers }: ContinuedSignature) => {
  const signedPartials = partialsOf(wallet, readyAccount(wallet), input, signers)
  if (signedPartials === undefined) return undefined
  return withSecrets((keep): UnsignedShares => {
    const shared = keep(sharedOutputSecret(wallet.keys, input))
    const minus = (whole: Uint8Array, parts: readonly Uint8Array[]) =>
      subtractPoints(decodePoint(whole), sumPoints(decodePoints(parts)))
    return {
      key: minus(input.key, [publicKeyOf(shared), ...candidate.signingKeys]),
      keyImage: minus(input.keyImage, [keyImage(input.key, shared), ...signedPartials]),
    }
  })
}

/** Returns the sum of all nonces of an input as it follows from the response so far and the nonces of the others. */
const sumOfAllNonces = (
  wallet: Wallet,
  continued: ContinuedSignature,
  challenge: Uint8Array,
): NonceCommitments | undefined => {
  const { partial, signers, own } = continued
  const isLast = signers.length + 1 >= readyAccount(wallet).threshold
  const remaining = isLast ? [] : remainingNonces(wallet, continued)
  const unsigned = isLast ? ownUnsignedShares(wallet, continued) : sharesOfRemaining(wallet, continued)
  if (remaining === undefined || unsigned === undefined) return undefined
  return sumNonces([noncesOfResponse(partial.clsag, challenge, partial.response, unsigned), ...own, ...remaining])
}

/** Returns the challenge in the set if it follows from the transaction and the nonces of all signers, as that of ring member 0 must. */
const challengeOfSet = (wallet: Wallet, continued: ContinuedSignature): Uint8Array => {
  const { partial, candidate, position } = continued
  const { clsag, first } = partial
  const [challenge, coefficient] = [candidate.challenges[position], candidate.coefficients[position]]
  if (challenge === undefined || coefficient === undefined) return refuse(`input ${position} has no challenge`)
  if (!equalBytes(coefficient, clsag.keyCoefficient)) refuse(`the key coefficient of input ${position} is wrong`)
  const sum = sumOfAllNonces(wallet, continued, challenge)
  if (sum === undefined)
    throw new MultisigSetError(
      'unsafe',
      `the challenge of input ${position}, output ${toHex(continued.input.key)}, can only be verified with the multisig infos of all signers: import them first`,
    )
  const computed = clsagChallenges(clsag, sum)
  if (!equalBytes(computed.real, challenge) || !equalBytes(computed.first, first))
    refuse(`the challenge of input ${position} is wrong`)
  return challenge
}

/**
 * Returns the challenge that this participant responds to.
 * @throws MultisigSetError if it does not follow from the transaction; InvalidPointError
 */
export const verifiedChallenge = (wallet: Wallet, continued: ContinuedSignature): VerifiedChallenge =>
  wallet.network.multisig.candidates === 'shared'
    ? challengeOfTotals(continued)
    : { challenge: challengeOfSet(wallet, continued), factors: [ONE] }
