// Parses registrations and stakes from transactions. A transaction with an invalid one is mined all the same and has no effect.

import { equalBytes } from '../../../bytes/bytes.ts'
import { sumAmounts } from '../../../coin/amount.ts'
import { MAX_BLOCK_NUMBER } from '../../../coin/blocks/unlockTime.ts'
import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import { registrationHash } from '../../../coin/stakes/registration.ts'
import { arePortionsValid, STAKING_PORTIONS, stakingLockBlocks } from '../../../coin/stakes/stakingRequirement.ts'
import type { SignedKeyImage } from '../../../coin/transactions/extraField.ts'
import { findField } from '../../../coin/transactions/findExtraField.ts'
import { openAmount } from '../../../coin/transactions/openAmount.ts'
import { outputUnlockTime, type Transaction } from '../../../coin/transactions/transaction.ts'
import { commit } from '../../../crypto/amounts/commitment.ts'
import { InvalidPointError, isPoint } from '../../../crypto/curve/point.ts'
import { derivationToScalar, deriveOutputKey, keyDerivation } from '../../../crypto/keys/keys.ts'
import { verifyKeyImage } from '../../../crypto/signatures/ringSignature.ts'
import { verifyHash } from '../../../crypto/signatures/signature.ts'
import type { PublicKeys } from '../../records/chainRecords.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { Fork } from '../rules/forks.ts'

/** A staked output, locked by its key image. */
export type LockedOutput = {
  /** one-time key */
  readonly key: Uint8Array
  readonly keyImage: Uint8Array
  /** atomic units */
  readonly amount: bigint
}

/** A contribution of a transaction. */
export type Contribution = {
  readonly serviceNodeKey: Uint8Array
  readonly contributor: PublicKeys
  /** atomic units */
  readonly amount: bigint
  /** empty before fork 11, when stakes were locked by unlock time */
  readonly locked: readonly LockedOutput[]
}

export type Registration = {
  readonly serviceNodeKey: Uint8Array
  readonly operatorPortions: bigint
  readonly reserved: readonly { readonly address: PublicKeys; readonly portions: bigint }[]
  /** UNIX seconds */
  readonly expiration: bigint
}

/** Returns whether two addresses are equal. */
export const isSameAddress = (a: PublicKeys, b: PublicKeys): boolean =>
  equalBytes(a.spendKey, b.spendKey) && equalBytes(a.viewKey, b.viewKey)

/** Returns the registration of a transaction at a fork, with verified signature; undefined if there is no valid one. */
export const parseRegistration = (network: Network, { extra }: Transaction, fork: number): Registration | undefined => {
  const fields = parseStrictExtra(network, extra)
  const field = findField(fields, 'registration')
  const serviceNodeKey = findField(fields, 'serviceNodeKey')?.key
  if (field === undefined || serviceNodeKey === undefined) return undefined
  const { spendKeys, viewKeys, portions, operatorPortions, expiration, signature } = field
  if (spendKeys.length !== portions.length || viewKeys.length !== portions.length) return undefined
  if (operatorPortions > STAKING_PORTIONS || !arePortionsValid(fork, portions)) return undefined
  if (!verifyHash(registrationHash(field), serviceNodeKey, signature)) return undefined
  const reserved = portions.flatMap((share, i) => {
    const [spendKey, viewKey] = [spendKeys[i], viewKeys[i]]
    return spendKey === undefined || viewKey === undefined ? [] : [{ address: { spendKey, viewKey }, portions: share }]
  })
  const isTwice = reserved.some(({ address }, i) =>
    reserved.slice(0, i).some((other) => isSameAddress(other.address, address)),
  )
  return isTwice ? undefined : { serviceNodeKey, operatorPortions, reserved, expiration }
}

/** Returns the result of `make`; undefined if untrusted bytes used as keys are not valid points. */
export const undefinedIfInvalidPoint = <T>(make: () => T): T | undefined => {
  try {
    return make()
  } catch (error) {
    if (error instanceof InvalidPointError) return undefined
    throw error
  }
}

/** Returns the amount of an output in atomic units; 0 if it does not match the commitment. */
const amountOf = (transaction: Transaction, index: number, derivation: Uint8Array): bigint => {
  const opened = openAmount(transaction, index, derivationToScalar(derivation, index))
  if (opened?.commitment === undefined) return 0n
  return equalBytes(commit(opened.amount, opened.mask), opened.commitment) ? opened.amount : 0n
}

/** Returns an output to a contributor with a proven key image; undefined for other outputs. */
const lockedOutput = (
  transaction: Transaction,
  index: number,
  derivation: Uint8Array,
  { spendKey }: PublicKeys,
  proofs: readonly SignedKeyImage[],
): LockedOutput | undefined => {
  const key = transaction.outputs[index]?.key
  const own = undefinedIfInvalidPoint(() => deriveOutputKey(derivation, index, spendKey))
  if (key === undefined || own === undefined || !equalBytes(key, own)) return undefined
  const amount = amountOf(transaction, index, derivation)
  if (amount === 0n) return undefined
  // As in oxen-core, a key image with a torsion component counts: `check_ring_signature` does not test for the prime-order subgroup. Such a
  // stake is not locked (its output is spent under another key image); a network can only change this with a hard fork.
  const proof = proofs.find(({ keyImage, signature }) => verifyKeyImage(keyImage, key, signature))
  return proof === undefined ? undefined : { key, keyImage: proof.keyImage, amount }
}

/** Returns whether the unlock time locks an output for the whole registration period of a node registered at `height`. */
const isLockedByTime = (network: Network, transaction: Transaction, index: number, height: number): boolean => {
  const until = outputUnlockTime(transaction, index)
  return until < MAX_BLOCK_NUMBER && until >= BigInt(height + stakingLockBlocks(network))
}

/** Returns the contribution of a transaction in the block at a height; undefined if there is none. */
export const parseContribution = (
  network: Network,
  transaction: Transaction,
  height: number,
): Contribution | undefined => {
  const fields = parseStrictExtra(network, transaction.extra)
  const serviceNodeKey = findField(fields, 'serviceNodeKey')?.key
  const contributor = findField(fields, 'contributor')
  const secret = findField(fields, 'txSecretKey')?.key
  if (serviceNodeKey === undefined || contributor === undefined || secret === undefined) return undefined
  const derivation = undefinedIfInvalidPoint(() => keyDerivation(contributor.viewKey, secret))
  if (derivation === undefined) return undefined
  const indices = [...transaction.outputs.keys()]
  if (hardForkAt(network, height) < Fork.infiniteStaking) {
    // The receiver is not checked: a sufficient unlock time is enough. oxen-core also counts contributors with invalid keys, and can build no
    // more blocks once such a contributor is to be paid.
    if (!isPoint(contributor.spendKey)) return undefined
    const counted = indices.filter((i) => isLockedByTime(network, transaction, i, height))
    const amounts = counted.map((i) => ({ amount: amountOf(transaction, i, derivation) }))
    return { serviceNodeKey, contributor, amount: sumAmounts(amounts), locked: [] }
  }
  const proofs = findField(fields, 'keyImageProofs')?.proofs
  if (proofs === undefined) return undefined
  const locked = indices.flatMap((i) => lockedOutput(transaction, i, derivation, contributor, proofs) ?? [])
  return { serviceNodeKey, contributor, amount: sumAmounts(locked), locked }
}
