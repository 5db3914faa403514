// Payment proofs: transaction secret keys (`tx_key`), and proofs that do not reveal them (OutProof, InProof).

import { concat, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { encodeText, type TextEncoding, withEncodings } from '../../bytes/text.ts'
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
import type { Wallet } from '../open/wallet.ts'
import type { TransactionKeys } from '../state/ledger.ts'
import {
  fetchTransaction,
  ProofError,
  type ProvenTransaction,
  receivedBy,
  type TransactionStatus,
  transactionStatus,
} from './provenTransaction.ts'

/** The amount that an address received, atomic units, and the status of the transaction. */
export type ReceivedPayment = TransactionStatus & { readonly received: bigint }

/** Returns the secret keys of a transaction that this wallet made or signed; undefined if they are unknown. */
export const transactionKeysOf = ({ state }: Wallet, txid: Uint8Array): TransactionKeys | undefined =>
  state.transactionKeys(toHex(txid))

/**
 * Returns the amount that an address received by a transaction, computed from the transaction secret keys.
 * @param keys the main key, then the additional keys
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
    throw new ProofError('form', 'The size of additional derivations is wrong')
  const received = withSecrets((keep) =>
    receivedBy(
      proven,
      address,
      keys.map((key) => keep(keyDerivation(address.viewKey, key))),
    ),
  )
  return { received, ...(await transactionStatus(wallet, proven)) }
}

/** The statement that a proof makes for one key of the transaction, with the secret to prove it. */
type ProvableStatement = SharedSecretStatement & { readonly secret: Uint8Array }

/** Returns the base point of a statement: the spend key for a subaddress, else G by default. */
const baseOf = ({ kind, spendKey }: Address) => (kind === 'subaddress' ? { base: spendKey } : {})

/** Returns the statements of the sender, who knows the transaction secret keys. */
const senderStatements = (
  hash: Uint8Array,
  address: Address,
  { main, additional }: TransactionKeys,
): ProvableStatement[] =>
  [main, ...additional].map((secret) => ({
    hash,
    publicKey: address.kind === 'subaddress' ? multiplyKey(address.spendKey, secret) : publicKeyOf(secret),
    otherKey: address.viewKey,
    ...baseOf(address),
    sharedSecret: multiplyKey(address.viewKey, secret),
    secret,
  }))

/** Returns the tx public keys in the order of proofs: the main key, then the additional keys. */
const publicKeysOf = ({ mainKeys, additionalKeys }: ProvenTransaction): Uint8Array[] => {
  const [main] = mainKeys
  if (main === undefined) throw new ProofError('form', 'Tx pubkey was not found')
  return [main, ...additionalKeys]
}

/** Returns the statements of the receiver, who knows the view secret of the address. */
const receiverStatements = (
  hash: Uint8Array,
  address: Address,
  proven: ProvenTransaction,
  viewSecret: Uint8Array,
): ProvableStatement[] =>
  publicKeysOf(proven).map((key) => ({
    hash,
    publicKey: address.viewKey,
    otherKey: key,
    ...baseOf(address),
    sharedSecret: multiplyKey(key, viewSecret),
    secret: viewSecret,
  }))

/** Returns the key derivation: 8 times the shared secret. */
const derivationOf = (sharedSecret: Uint8Array): Uint8Array => encodePoint(multiplyBy8(decodePoint(sharedSecret)))

const hashOf = ({ proofId }: ProvenTransaction, message: Uint8Array): Uint8Array => keccak256(concat(proofId, message))

/**
 * Proves that a transaction paid an address: as the receiver (InProof) if the address belongs to this wallet, else as the sender
 * (OutProof).
 * @throws ProofError if the address received nothing or the secret keys are unknown; NodeError
 */
export const provePayment = async (
  wallet: Wallet,
  txid: Uint8Array,
  address: Address,
  message: string,
  encoding: TextEncoding = 'utf-8',
): Promise<string> => {
  const { network, random } = wallet
  const proven = await fetchTransaction(wallet, txid)
  const hash = hashOf(proven, encodeText(message, encoding))
  const direction: ProofDirection = wallet.indexOf(address.spendKey) === undefined ? 'out' : 'in'
  const keys = transactionKeysOf(wallet, txid)
  if (direction === 'out' && keys === undefined)
    throw new ProofError('no-key', "Tx secret key wasn't found in the wallet file.")
  const statements =
    keys !== undefined && direction === 'out'
      ? senderStatements(hash, address, keys)
      : receiverStatements(hash, address, proven, wallet.keys.viewSecret)
  const derivations = statements.map(({ sharedSecret }) => derivationOf(sharedSecret))
  if (receivedBy(proven, address, derivations) === 0n)
    throw new ProofError('nothing-received', 'No funds received in this tx.')
  const { version } = network.proofs
  return formatPaymentProof({
    direction,
    version,
    secrets: statements.map(({ secret, ...statement }) => ({
      sharedSecret: statement.sharedSecret,
      proof: proveSharedSecret(statement, version, secret, random),
    })),
  })
}

/** Returns the key derivation for each valid proof, undefined for each invalid one. */
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
 * Verifies a payment proof, for any encoding of the message. Only outputs with a valid proof count as received.
 * @returns undefined if no proof is valid
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
  if (proof.secrets.length !== keys.length)
    throw new ProofError('form', 'Signature size mismatch with additional tx pubkeys')
  const derivations = withEncodings(message, (bytes) => {
    const found = provenDerivations(proof, keys, address, hashOf(proven, bytes))
    return found.some((derivation) => derivation !== undefined) ? found : undefined
  })
  if (derivations === undefined) return undefined
  return { received: receivedBy(proven, address, derivations), ...(await transactionStatus(wallet, proven)) }
}
