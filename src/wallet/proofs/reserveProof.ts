// Reserve proofs: they show that a wallet has at least an amount, by outputs with their key images. The key images show whether the
// outputs have been spent since.

import { every } from '../../async/timeSlices.ts'
import { concat, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { encodeText, encodingsOf, type TextEncoding } from '../../bytes/text.ts'
import { type Address, subaddressAt } from '../../coin/addresses/address.ts'
import { sumAmounts, wrapAmount } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import {
  formatReserveProof,
  parseReserveProof,
  type ReserveEntry,
  type ReserveProof,
} from '../../coin/proofs/reserveProof.ts'
import {
  decodePoint,
  encodePoint,
  falseForInvalidPoints,
  inPrimeSubgroup,
  multiplyBy8,
} from '../../crypto/curve/point.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { derivationToScalar, deriveSpendKey, multiplyKey } from '../../crypto/keys/keys.ts'
import { signRing, verifyRing } from '../../crypto/signatures/ringSignature.ts'
import { proveSharedSecret, verifySharedSecret } from '../../crypto/signatures/sharedSecretProof.ts'
import { signHash, verifyHash } from '../../crypto/signatures/signature.ts'
import type { SpentStatus } from '../../daemon/nodeClient.ts'
import type { Wallet } from '../open/wallet.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { type FullKeys, isFull, isWatchOnly, outputSecret, spendSecretAt } from '../state/outputSecrets.ts'
import { changedOutput } from '../state/packedOutput.ts'
import { amountOf, fetchTransactions, ProofError, type ProvenTransaction } from './provenTransaction.ts'

/** All outputs, or outputs of one account worth at least an amount in atomic units. */
export type ReserveRequest = 'all' | { readonly account: number; readonly amount: bigint }

/** Result of a verification. The sums cover the outputs before the first invalid one; atomic units. */
export type Reserve = { readonly good: boolean; readonly total: bigint; readonly spent: bigint }

/** The public keys of the address that a proof is made for. */
type AddressKeys = { readonly spendKey: Uint8Array; readonly viewKey: Uint8Array }

const hashOf = (
  message: Uint8Array,
  { spendKey, viewKey }: AddressKeys,
  entries: readonly Pick<ReserveEntry, 'keyImage'>[],
) => keccak256(concat(message, spendKey, viewKey, ...entries.map(({ keyImage }) => keyImage)))

/** Returns the hash that the output key signs to prove its key image. */
const keyImageHash = ({ proofs }: Network, keyImage: Uint8Array, hash: Uint8Array): Uint8Array =>
  proofs.keyImagesSign === 'proof' ? hash : keyImage

/** An output with a known key image. */
type Provable = OwnedOutput & { readonly keyImage: Uint8Array }

/** Returns the outputs that can be proven: with a key image, not frozen and not spent in a block. */
const unspentOf = ({ state }: Wallet): Provable[] =>
  [...state.ledger.countedOutputs()].flatMap((output) => {
    const { keyImage, spent, frozen } = output
    return keyImage === undefined || spent?.height !== undefined || frozen ? [] : [changedOutput(output, { keyImage })]
  })

/** Selects as few outputs as possible worth at least an amount; skips larger outputs if one smaller output is enough. */
const smallestSufficient = (outputs: readonly Provable[], amount: bigint): Provable[] => {
  const rest = outputs.toSorted((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
  while ((rest[1]?.amount ?? -1n) >= amount) rest.shift()
  let sum = 0n
  let count = 0
  for (const output of rest) {
    if (sum >= amount) break
    sum += output.amount
    count++
  }
  return rest.slice(0, count)
}

const selectOutputs = (wallet: Wallet, request: ReserveRequest): Provable[] => {
  const outputs = unspentOf(wallet)
  if (sumAmounts(outputs) === 0n) throw new ProofError('no-balance', 'Zero balance')
  if (request === 'all') return outputs
  const { account, amount } = request
  const own = outputs.filter(({ subaddress }) => subaddress.major === account)
  if (sumAmounts(own) < amount)
    throw new ProofError('balance', 'Not enough balance in this account for the requested minimum reserve amount')
  if (amount === 0n) throw new ProofError('amount', 'Proved amount must be greater than 0')
  return smallestSufficient(own, amount)
}

const entryOf = (wallet: Wallet, keys: FullKeys, hash: Uint8Array, output: Provable): ReserveEntry => {
  const { txid, indexInTx, keyImage, key, txPublicKey } = output
  const { network, random } = wallet
  const sharedSecret = multiplyKey(txPublicKey, keys.viewSecret)
  const statement = { hash, publicKey: keys.viewPublic, otherKey: txPublicKey, sharedSecret }
  return withSecrets((keep) => {
    const secret = keep(outputSecret(keys, output))
    return {
      txid,
      indexInTx,
      sharedSecret,
      keyImage,
      sharedSecretProof: proveSharedSecret(statement, network.proofs.version, keys.viewSecret, random),
      keyImageProof: concat(...signRing(keyImageHash(network, keyImage, hash), keyImage, [key], 0, secret, random)),
    }
  })
}

const PRIMARY = { major: 0, minor: 0 }

const signSpendKeys = (
  wallet: Wallet,
  keys: FullKeys,
  hash: Uint8Array,
  outputs: readonly OwnedOutput[],
): Promise<ReserveProof['spendKeys']> => {
  const owners = new Map(
    [PRIMARY, ...outputs.map(({ subaddress }) => subaddress)].map((owner) => [`${owner.major}/${owner.minor}`, owner]),
  )
  return wallet.mapInSlices([...owners.values()], (owner) => {
    const { spendKey } = subaddressAt(keys, owner.major, owner.minor)
    return withSecrets((keep) => ({
      key: spendKey,
      signature: signHash(hash, spendKey, keep(spendSecretAt(keys, owner)), wallet.random),
    }))
  })
}

/**
 * Creates a reserve proof. It reveals the listed outputs and their key images to the verifier.
 * @throws ProofError if the balance is too low or the wallet is watch-only
 */
export const proveReserve = async (
  wallet: Wallet,
  request: ReserveRequest,
  message: string,
  encoding: TextEncoding = 'utf-8',
): Promise<string> => {
  const { keys, network } = wallet
  if (!isFull(keys))
    throw new ProofError(
      isWatchOnly(keys) ? 'watch-only' : 'shared',
      'Reserve proof can only be generated by a full wallet',
    )
  const outputs = selectOutputs(wallet, request)
  const address = { spendKey: keys.spendPublic, viewKey: keys.viewPublic }
  const hash = hashOf(encodeText(message, encoding), address, outputs)
  return formatReserveProof({
    version: network.proofs.version,
    entries: await wallet.mapInSlices(outputs, (output) => entryOf(wallet, keys, hash, output)),
    spendKeys: await signSpendKeys(wallet, keys, hash, outputs),
  })
}

/** Values that are the same for all entries of a proof. */
type VerificationContext = {
  readonly network: Network
  readonly version: ReserveProof['version']
  readonly hash: Uint8Array
}

/** Returns whether an entry proves the shared secret and the key image of its output. */
const isProven = (
  { indexInTx, sharedSecret, keyImage, sharedSecretProof, keyImageProof }: ReserveEntry,
  { transaction, mainKeys, additionalKeys }: ProvenTransaction,
  { viewKey }: AddressKeys,
  { network, version, hash }: VerificationContext,
): boolean =>
  falseForInvalidPoints(() => {
    const output = transaction.outputs[indexInTx]
    if (output === undefined) return false
    const additional = additionalKeys[indexInTx]
    const isShared = [...mainKeys, ...(additional === undefined ? [] : [additional])].some((otherKey) =>
      verifySharedSecret({ hash, publicKey: viewKey, otherKey, sharedSecret }, version, sharedSecretProof),
    )
    // The node does not know a key image with a torsion component as spent.
    const imageHash = keyImageHash(network, keyImage, hash)
    return (
      isShared &&
      inPrimeSubgroup(decodePoint(keyImage)) &&
      verifyRing(imageHash, keyImage, [output.key], [keyImageProof])
    )
  })

/**
 * Returns the amount of a proven output, atomic units.
 * @throws ProofError if it belongs to none of the spend keys
 */
const provenAmount = (
  { indexInTx, sharedSecret }: ReserveEntry,
  { transaction }: ProvenTransaction,
  spendKeys: ReadonlySet<string>,
): bigint => {
  const derivation = encodePoint(multiplyBy8(decodePoint(sharedSecret)))
  const { key = new Uint8Array() } = transaction.outputs[indexInTx] ?? {}
  if (!spendKeys.has(toHex(deriveSpendKey(derivation, indexInTx, key))))
    throw new ProofError('address', "The address doesn't seem to have received the fund")
  return amountOf(transaction, indexInTx, derivationToScalar(derivation, indexInTx))
}

/** Returns the hash that all spend keys of a proof signed; undefined if there is none. One signature a step. */
function* signedHash(
  { spendKeys }: ReserveProof,
  hashes: readonly Uint8Array[],
): Generator<undefined, Uint8Array | undefined> {
  for (const hash of hashes)
    if (yield* every(spendKeys, ({ key, signature }) => verifyHash(hash, key, signature))) return hash
  return undefined
}

/** What the node knows of the entries of a proof. */
type NodeView = {
  /** by transaction id, hex */
  readonly transactions: ReadonlyMap<string, ProvenTransaction>
  readonly statuses: readonly SpentStatus[]
}

const fetchNodeView = async (wallet: Wallet, entries: ReserveProof['entries']): Promise<NodeView> => {
  const unique = [...new Map(entries.map(({ txid }) => [toHex(txid), txid])).values()]
  const transactions = new Map(
    (await fetchTransactions(wallet, unique)).map((transaction) => [toHex(transaction.txid), transaction]),
  )
  return { transactions, statuses: await wallet.sync.node.keyImageStatus(entries.map(({ keyImage }) => keyImage)) }
}

/**
 * Adds up the entries of a proof until the first invalid one, one entry a step.
 * @throws ProofError
 */
function* sumEntries(
  { entries }: ReserveProof,
  { transactions, statuses }: NodeView,
  owners: ReadonlySet<string>,
  address: AddressKeys,
  context: VerificationContext,
): Generator<undefined, Reserve> {
  const seen = new Set<string>()
  let total = 0n
  let spent = 0n
  for (const [i, entry] of entries.entries()) {
    const proven = transactions.get(toHex(entry.txid))
    if (proven === undefined || proven.inPool) throw new ProofError('unconfirmed', 'Tx is unconfirmed')
    const image = toHex(entry.keyImage)
    if (seen.has(image) || !isProven(entry, proven, address, context)) return { good: false, total, spent }
    seen.add(image)
    const amount = provenAmount(entry, proven, owners)
    total = wrapAmount(total + amount)
    if (statuses[i] !== 'unspent') spent = wrapAmount(spent + amount)
    yield
  }
  return { good: true, total, spent }
}

/**
 * Verifies a reserve proof of an address, for any encoding of the message. An output counts once, and only if its amount matches its commitment.
 * @param address not a subaddress
 * @throws ProofTextError if the text is not a reserve proof; ProofError, NodeError
 */
export const checkReserve = async (
  wallet: Wallet,
  address: Address,
  message: string,
  text: string,
): Promise<Reserve> => {
  if (address.kind === 'subaddress') throw new ProofError('subaddress', 'Address must not be a subaddress')
  const proof = parseReserveProof(wallet.network, text)
  const { version, entries, spendKeys } = proof
  const owners = new Set(spendKeys.map(({ key }) => toHex(key)))
  if (!owners.has(toHex(address.spendKey)))
    throw new ProofError('address', "The given address isn't found in the proof")
  if (spendKeys.length > entries.length + 1)
    throw new ProofError('form', `The proof has ${spendKeys.length} spend keys for ${entries.length} outputs`)
  const hashes = encodingsOf(message).map((encoding) => hashOf(encodeText(message, encoding), address, entries))
  const signed = await wallet.inSlices(signedHash(proof, hashes))
  const hash = signed ?? hashOf(encodeText(message, 'utf-8'), address, entries)
  const view = await fetchNodeView(wallet, entries)
  const context = { network: wallet.network, version, hash }
  const sums = await wallet.inSlices(sumEntries(proof, view, owners, address, context))
  return { ...sums, good: sums.good && signed !== undefined }
}
