// Proofs that a wallet holds at least so much: outputs with their key images, which tell whether they were spent since.

import { concat, utf8, wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { type Address, subaddressAt } from '../../coin/addresses/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
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
import type { Wallet } from '../engine/wallet.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { type FullKeys, isFull, outputSecret, spendSecretAt } from '../state/outputSecrets.ts'
import { amountOf, fetchTransactions, ProofError, type ProvenTransaction } from './provenTransaction.ts'

/** Everything, or at least an amount out of one account. Atomic units. */
export type ReserveRequest = 'all' | { readonly account: number; readonly amount: bigint }

/** What a checked proof shows. Sums cover the outputs up to the first that is not proven; atomic units. */
export type Reserve = { readonly good: boolean; readonly total: bigint; readonly spent: bigint }

/** The keys by which a proof knows its maker. */
type AddressKeys = { readonly spendKey: Uint8Array; readonly viewKey: Uint8Array }

const hashOf = (
  message: string,
  { spendKey, viewKey }: AddressKeys,
  entries: readonly Pick<ReserveEntry, 'keyImage'>[],
) => keccak256(concat(utf8(message), spendKey, viewKey, ...entries.map(({ keyImage }) => keyImage)))

/** What an output's key signs, to prove its key image. */
const keyImageHash = ({ proofs }: Network, keyImage: Uint8Array, hash: Uint8Array): Uint8Array =>
  proofs.keyImagesSign === 'proof' ? hash : keyImage

/** An output that can be told from spent ones. */
type Provable = OwnedOutput & { readonly keyImage: Uint8Array }

/** Outputs that no block says are spent. */
const unspentOf = ({ state }: Wallet): Provable[] =>
  [...state.ledger.countedOutputs()].flatMap((output) => {
    const { keyImage, spent, frozen } = output
    return keyImage === undefined || spent?.height !== undefined || frozen ? [] : [{ ...output, keyImage }]
  })

/** The fewest outputs that hold an amount, and no larger ones than that takes. */
const smallestSufficient = (outputs: readonly Provable[], amount: bigint): Provable[] => {
  const rest = outputs.toSorted((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
  while ((rest[1]?.amount ?? -1n) >= amount) rest.shift()
  let sum = 0n
  let count = 0
  for (const { amount: held } of rest) {
    if (sum >= amount) break
    sum += held
    count++
  }
  return rest.slice(0, count)
}

const selectOutputs = (wallet: Wallet, request: ReserveRequest): Provable[] => {
  const outputs = unspentOf(wallet)
  if (sumAmounts(outputs) === 0n) throw new ProofError('Zero balance')
  if (request === 'all') return outputs
  const { account, amount } = request
  const own = outputs.filter(({ subaddress }) => subaddress.major === account)
  if (sumAmounts(own) < amount)
    throw new ProofError('Not enough balance in this account for the requested minimum reserve amount')
  if (amount === 0n) throw new ProofError('Proved amount must be greater than 0')
  return smallestSufficient(own, amount)
}

const entryOf = (wallet: Wallet, keys: FullKeys, hash: Uint8Array, output: Provable): ReserveEntry => {
  const { txid, indexInTx, keyImage, key, txPublicKey } = output
  const { network, random } = wallet
  const sharedSecret = multiplyKey(txPublicKey, keys.viewSecret)
  const statement = { hash, publicKey: keys.viewPublic, otherKey: txPublicKey, sharedSecret }
  const secret = outputSecret(keys, output)
  const entry = {
    txid,
    indexInTx,
    sharedSecret,
    keyImage,
    sharedSecretProof: proveSharedSecret(statement, network.proofs.version, keys.viewSecret, random),
    keyImageProof: concat(...signRing(keyImageHash(network, keyImage, hash), keyImage, [key], 0, secret, random)),
  }
  wipe(secret)
  return entry
}

const PRIMARY = { major: 0, minor: 0 }

const signSpendKeys = (
  { random }: Wallet,
  keys: FullKeys,
  hash: Uint8Array,
  outputs: readonly OwnedOutput[],
): ReserveProof['spendKeys'] => {
  const owners = new Map(
    [PRIMARY, ...outputs.map(({ subaddress }) => subaddress)].map((owner) => [`${owner.major}/${owner.minor}`, owner]),
  )
  return Array.from(owners.values(), (owner) => {
    const { spendKey } = subaddressAt(keys, owner.major, owner.minor)
    const secret = spendSecretAt(keys, owner)
    const signature = signHash(hash, spendKey, secret, random)
    wipe(secret)
    return { key: spendKey, signature }
  })
}

/**
 * Proves that this wallet holds something; whoever checks the proof sees which outputs it names.
 * @throws ProofError when it does not hold so much, or cannot spend
 */
export const proveReserve = (wallet: Wallet, request: ReserveRequest, message: string): string => {
  const { keys, network } = wallet
  if (!isFull(keys)) throw new ProofError('Reserve proof can only be generated by a full wallet')
  const outputs = selectOutputs(wallet, request)
  const hash = hashOf(message, { spendKey: keys.spendPublic, viewKey: keys.viewPublic }, outputs)
  return formatReserveProof({
    version: network.proofs.version,
    entries: outputs.map((output) => entryOf(wallet, keys, hash, output)),
    spendKeys: signSpendKeys(wallet, keys, hash, outputs),
  })
}

/** What all entries of a proof are checked with. */
type VerificationContext = {
  readonly network: Network
  readonly version: ReserveProof['version']
  readonly hash: Uint8Array
}

/** Whether an entry shows the output's shared secret and its key image. */
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
    // A key image with a torsion part would pass for one that was never spent.
    const imageHash = keyImageHash(network, keyImage, hash)
    return (
      isShared &&
      inPrimeSubgroup(decodePoint(keyImage)) &&
      verifyRing(imageHash, keyImage, [output.key], [keyImageProof])
    )
  })

/**
 * What a proven output holds.
 * @throws ProofError when it is addressed to none of the spend keys
 */
const provenAmount = (
  { indexInTx, sharedSecret }: ReserveEntry,
  { transaction }: ProvenTransaction,
  spendKeys: ReadonlySet<string>,
): bigint => {
  const derivation = encodePoint(multiplyBy8(decodePoint(sharedSecret)))
  const { key = new Uint8Array() } = transaction.outputs[indexInTx] ?? {}
  if (!spendKeys.has(toHex(deriveSpendKey(derivation, indexInTx, key))))
    throw new ProofError("The address doesn't seem to have received the fund")
  return amountOf(transaction, indexInTx, derivationToScalar(derivation, indexInTx))
}

/**
 * Checks a proof that the holder of an address had something. An output counts once, and only with the amount that its commitment holds.
 * @param address a standard one
 * @throws ProofTextError when the text is no reserve proof; ProofError, NodeError
 */
export const checkReserve = async (
  wallet: Wallet,
  address: Address,
  message: string,
  text: string,
): Promise<Reserve> => {
  if (address.kind === 'subaddress') throw new ProofError('Address must not be a subaddress')
  const proof = parseReserveProof(wallet.network, text)
  const { version, entries, spendKeys } = proof
  const owners = new Set(spendKeys.map(({ key }) => toHex(key)))
  if (!owners.has(toHex(address.spendKey))) throw new ProofError("The given address isn't found in the proof")
  if (spendKeys.length > entries.length + 1)
    throw new ProofError(`The proof has ${spendKeys.length} spend keys for ${entries.length} outputs`)
  const hash = hashOf(message, address, entries)
  const circumstances = { network: wallet.network, version, hash }
  const unique = [...new Map(entries.map(({ txid }) => [toHex(txid), txid])).values()]
  const transactions = new Map(
    (await fetchTransactions(wallet, unique)).map((transaction) => [toHex(transaction.txid), transaction]),
  )
  const statuses = await wallet.sync.node.keyImageStatus(entries.map(({ keyImage }) => keyImage))
  const seen = new Set<string>()
  let total = 0n
  let spent = 0n
  for (const [i, entry] of entries.entries()) {
    const proven = transactions.get(toHex(entry.txid))
    if (proven === undefined || proven.inPool) throw new ProofError('Tx is unconfirmed')
    const image = toHex(entry.keyImage)
    if (seen.has(image) || !isProven(entry, proven, address, circumstances)) return { good: false, total, spent }
    seen.add(image)
    const amount = provenAmount(entry, proven, owners)
    total += amount
    if (statuses[i] !== 'unspent') spent += amount
  }
  const good = spendKeys.every(({ key, signature }) => verifyHash(hash, key, signature))
  return { good, total, spent }
}
