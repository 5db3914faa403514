// What transactions say about service nodes: registrations and the stakes that come with them. A transaction that says it badly is
// mined all the same, and changes nothing.

import { equalBytes, u64Bytes } from '../../bytes/bytes.ts'
import { findField, type RegistrationField, type SignedKeyImage } from '../../coin/extra.ts'
import type { Network } from '../../coin/network.ts'
import type { Transaction } from '../../coin/transaction.ts'
import { commit } from '../../crypto/commitment.ts'
import { keccak256 } from '../../crypto/keccak.ts'
import { derivationToScalar, deriveOutputKey, keyDerivation } from '../../crypto/keys.ts'
import { InvalidPointError } from '../../crypto/point.ts'
import { verifyKeyImage } from '../../crypto/ringSignature.ts'
import { verifyHash } from '../../crypto/signature.ts'
import { openAmount } from '../../wallet/receive.ts'
import type { PublicKeys } from '../records.ts'
import { PORTIONS, portionsFit } from './stakes.ts'
import { parseWholeExtra } from './wholeExtra.ts'

/** An output that is locked by its key image. */
export type LockedOutput = {
  /** one-time key */
  readonly key: Uint8Array
  readonly keyImage: Uint8Array
  /** atomic units */
  readonly amount: bigint
}

/** A stake as a transaction shows it. */
export type Contribution = {
  readonly serviceNodeKey: Uint8Array
  readonly contributor: PublicKeys
  readonly locked: readonly LockedOutput[]
}

export type Registration = {
  readonly serviceNodeKey: Uint8Array
  readonly operatorPortions: bigint
  readonly reserved: readonly { readonly address: PublicKeys; readonly portions: bigint }[]
  /** UNIX seconds */
  readonly expiration: bigint
}

/** What a service node signs to be registered (32 bytes). */
export const registrationHash = ({
  operatorPortions,
  spendKeys,
  viewKeys,
  portions,
  expiration,
}: Omit<RegistrationField, 'field' | 'signature'>): Uint8Array =>
  keccak256(
    u64Bytes(operatorPortions),
    ...portions.flatMap((share, i) => [
      spendKeys[i] ?? new Uint8Array(32),
      viewKeys[i] ?? new Uint8Array(32),
      u64Bytes(share),
    ]),
    u64Bytes(expiration),
  )

/** Whether two addresses are one. */
export const isSame = (a: PublicKeys, b: PublicKeys): boolean =>
  equalBytes(a.spendKey, b.spendKey) && equalBytes(a.viewKey, b.viewKey)

/** The registration that a transaction carries, with a signature that holds; undefined where there is none. */
export const registrationOf = (network: Network, { extra }: Transaction): Registration | undefined => {
  const fields = parseWholeExtra(network, extra)
  const field = findField(fields, 'registration')
  const serviceNodeKey = findField(fields, 'serviceNodeKey')?.key
  if (field === undefined || serviceNodeKey === undefined) return undefined
  const { spendKeys, viewKeys, portions, operatorPortions, expiration, signature } = field
  if (spendKeys.length !== portions.length || viewKeys.length !== portions.length) return undefined
  if (operatorPortions > PORTIONS || !portionsFit(portions)) return undefined
  if (!verifyHash(registrationHash(field), serviceNodeKey, signature)) return undefined
  const reserved = portions.flatMap((share, i) => {
    const [spendKey, viewKey] = [spendKeys[i], viewKeys[i]]
    return spendKey === undefined || viewKey === undefined ? [] : [{ address: { spendKey, viewKey }, portions: share }]
  })
  const isTwice = reserved.some(({ address }, i) =>
    reserved.slice(0, i).some((other) => isSame(other.address, address)),
  )
  return isTwice ? undefined : { serviceNodeKey, operatorPortions, reserved, expiration }
}

const openOutput = (
  transaction: Transaction,
  index: number,
  derivation: Uint8Array,
  { spendKey }: PublicKeys,
  proofs: readonly SignedKeyImage[],
): LockedOutput | undefined => {
  const key = transaction.outputs[index]?.key
  if (key === undefined || !equalBytes(key, deriveOutputKey(derivation, index, spendKey))) return undefined
  const opened = openAmount(transaction, index, derivationToScalar(derivation, index))
  if (opened?.commitment === undefined || opened.amount === 0n) return undefined
  const { amount, mask, commitment } = opened
  if (!equalBytes(commit(amount, mask), commitment)) return undefined
  const proof = proofs.find(({ keyImage, signature }) => verifyKeyImage(keyImage, key, signature))
  return proof === undefined ? undefined : { key, keyImage: proof.keyImage, amount }
}

/** The stake that a transaction carries; undefined where there is none. */
export const contributionOf = (network: Network, transaction: Transaction): Contribution | undefined => {
  const fields = parseWholeExtra(network, transaction.extra)
  const serviceNodeKey = findField(fields, 'serviceNodeKey')?.key
  const contributor = findField(fields, 'contributor')
  const secret = findField(fields, 'txSecretKey')?.key
  const proofs = findField(fields, 'keyImageProofs')?.proofs ?? []
  if (serviceNodeKey === undefined || contributor === undefined || secret === undefined) return undefined
  try {
    const derivation = keyDerivation(contributor.viewKey, secret)
    const locked = transaction.outputs.flatMap((_, i) => {
      const output = openOutput(transaction, i, derivation, contributor, proofs)
      return output === undefined ? [] : [output]
    })
    return { serviceNodeKey, contributor, locked }
  } catch (error) {
    // Anybody's bytes may stand for keys.
    if (error instanceof InvalidPointError) return undefined
    throw error
  }
}
