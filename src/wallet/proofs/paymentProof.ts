// Proofs that an address was paid: the secret keys of a transaction, and proofs that show what was paid without telling them.

import { concat, utf8, wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Address } from '../../coin/addresses/address.ts'
import {
  formatPaymentProof,
  type PaymentProof,
  type ProofDirection,
  parsePaymentProof,
} from '../../coin/proofs/paymentProof.ts'
import { decodePoint, encodePoint, multiplyBy8 } from '../../crypto/curve/point.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { keyDerivation, multiplyKey, publicKeyOf } from '../../crypto/keys/keys.ts'
import {
  proveSharedSecret,
  type SharedSecretStatement,
  verifySharedSecret,
} from '../../crypto/signatures/sharedSecretProof.ts'
import type { Wallet } from '../engine/wallet.ts'
import type { TransactionKeys } from '../state/ledger.ts'
import {
  fetchTransaction,
  ProofError,
  type ProvenTransaction,
  receivedBy,
  type TransactionStatus,
  transactionStatus,
} from './provenTransaction.ts'

/** What an address received, atomic units. */
export type ReceivedPayment = TransactionStatus & { readonly received: bigint }

/** The secret keys of a transaction that this wallet made; undefined where they are not known. */
export const transactionKeysOf = ({ state }: Wallet, txid: Uint8Array): TransactionKeys | undefined =>
  state.ledger.payments.get(toHex(txid))?.keys

/**
 * What an address received by a transaction, for who has its secret keys.
 * @param keys the main one, then the additional ones
 * @throws ProofError, NodeError
 */
export const checkTransactionKeys = async (
  wallet: Wallet,
  txid: Uint8Array,
  keys: readonly Uint8Array[],
  address: Address,
): Promise<ReceivedPayment> => {
  const proven = await fetchTransaction(wallet, txid)
  if (keys.length > 1 && keys.length - 1 !== proven.transaction.outputs.length)
    throw new ProofError('The size of additional derivations is wrong')
  const derivations = keys.map((key) => keyDerivation(address.viewKey, key))
  const received = receivedBy(proven, address, derivations)
  wipe(...derivations)
  return { received, ...(await transactionStatus(wallet, proven)) }
}

/** What is proved of one key of the transaction. */
type Claim = SharedSecretStatement & { readonly secret: Uint8Array }

/** A subaddress has its spend key as the base. */
const baseOf = ({ kind, spendKey }: Address) => (kind === 'subaddress' ? { base: spendKey } : {})

/** The claims of a sender, who knows the secret keys of the transaction. */
const senderClaims = (hash: Uint8Array, address: Address, { main, additional }: TransactionKeys): Claim[] =>
  [main, ...additional].map((secret) => ({
    hash,
    publicKey: address.kind === 'subaddress' ? multiplyKey(address.spendKey, secret) : publicKeyOf(secret),
    otherKey: address.viewKey,
    ...baseOf(address),
    sharedSecret: multiplyKey(address.viewKey, secret),
    secret,
  }))

/** Public keys of a transaction as proofs count them: the main one, then the additional ones. */
const publicKeysOf = ({ mainKeys, additionalKeys }: ProvenTransaction): Uint8Array[] => {
  const [main] = mainKeys
  if (main === undefined) throw new ProofError('Tx pubkey was not found')
  return [main, ...additionalKeys]
}

/** The claims of a receiver, who knows the view secret of the address. */
const receiverClaims = (
  hash: Uint8Array,
  address: Address,
  proven: ProvenTransaction,
  viewSecret: Uint8Array,
): Claim[] =>
  publicKeysOf(proven).map((key) => ({
    hash,
    publicKey: address.viewKey,
    otherKey: key,
    ...baseOf(address),
    sharedSecret: multiplyKey(key, viewSecret),
    secret: viewSecret,
  }))

/** 8 times a shared secret. */
const derivationOf = (sharedSecret: Uint8Array): Uint8Array => encodePoint(multiplyBy8(decodePoint(sharedSecret)))

const hashOf = ({ proofId }: ProvenTransaction, message: string): Uint8Array =>
  keccak256(concat(proofId, utf8(message)))

/**
 * Proves that an address was paid by a transaction: as its receiver where the address is ours, as its sender otherwise.
 * @throws ProofError when there is nothing to prove, or the keys are not known; NodeError
 */
export const provePayment = async (
  wallet: Wallet,
  txid: Uint8Array,
  address: Address,
  message: string,
): Promise<string> => {
  const { network, random } = wallet
  const proven = await fetchTransaction(wallet, txid)
  const hash = hashOf(proven, message)
  const direction: ProofDirection = wallet.indexOf(address.spendKey) === undefined ? 'out' : 'in'
  const keys = transactionKeysOf(wallet, txid)
  if (direction === 'out' && keys === undefined) throw new ProofError("Tx secret key wasn't found in the wallet file.")
  const claims =
    keys !== undefined && direction === 'out'
      ? senderClaims(hash, address, keys)
      : receiverClaims(hash, address, proven, wallet.keys.viewSecret)
  const derivations = claims.map(({ sharedSecret }) => derivationOf(sharedSecret))
  if (receivedBy(proven, address, derivations) === 0n) throw new ProofError('No funds received in this tx.')
  const { version } = network.proofs
  return formatPaymentProof({
    direction,
    version,
    secrets: claims.map(({ secret, ...statement }) => ({
      sharedSecret: statement.sharedSecret,
      proof: proveSharedSecret(statement, version, secret, random),
    })),
  })
}

/** The derivation of each secret whose proof holds, in their places. */
const provenDerivations = (
  { direction, version, secrets }: PaymentProof,
  keys: readonly Uint8Array[],
  address: Address,
  hash: Uint8Array,
): (Uint8Array | undefined)[] =>
  secrets.map(({ sharedSecret, proof }, i) => {
    const key = keys[i]
    if (key === undefined) return undefined
    const statement = {
      hash,
      publicKey: direction === 'out' ? key : address.viewKey,
      otherKey: direction === 'out' ? address.viewKey : key,
      ...baseOf(address),
      sharedSecret,
    }
    return verifySharedSecret(statement, version, proof) ? derivationOf(sharedSecret) : undefined
  })

/**
 * Checks a proof that an address was paid; what it received counts only where a proof holds.
 * @returns undefined when none holds
 * @throws ProofError, ProofTextError, NodeError
 */
export const checkPayment = async (
  wallet: Wallet,
  txid: Uint8Array,
  address: Address,
  message: string,
  text: string,
): Promise<ReceivedPayment | undefined> => {
  const proven = await fetchTransaction(wallet, txid)
  const proof = parsePaymentProof(wallet.network, text)
  const keys = publicKeysOf(proven)
  if (proof.secrets.length !== keys.length) throw new ProofError('Signature size mismatch with additional tx pubkeys')
  const derivations = provenDerivations(proof, keys, address, hashOf(proven, message))
  if (derivations.every((derivation) => derivation === undefined)) return undefined
  return { received: receivedBy(proven, address, derivations), ...(await transactionStatus(wallet, proven)) }
}
