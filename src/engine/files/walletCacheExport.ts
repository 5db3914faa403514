// What an open wallet writes to the cache of wallet2: what its user typed, what it recorded of its payments, by which wallet2 proves them,
// and the chain that it has scanned.

import { utf8 } from '../../bytes/bytes.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { parseAddress } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import { parseTransaction, serializePrefix } from '../../coin/transactions/transactionBytes.ts'
import type { CachedContact, WalletCache, WrittenCache, WrittenPayment } from '../../coin/wallet-caches/walletCache.ts'
import { formatWalletCache } from '../../coin/wallet-files/cacheFile.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { AccountTags } from '../../wallet/state/accountTags.ts'
import type { AddressBookEntry } from '../../wallet/state/addressBook.ts'
import type { Payment } from '../../wallet/state/ledger.ts'
import { isFull } from '../../wallet/state/outputSecrets.ts'
import { chosenLabels } from '../../wallet/state/subaddressTable.ts'
import type { WalletState } from '../../wallet/state/walletState.ts'
import { cachedPaymentId, frozenMarks, writtenChain } from './walletCacheChain.ts'

const contactOf = (network: Network, { address, description }: AddressBookEntry): CachedContact => {
  const { kind, spendKey, viewKey, paymentId } = parseAddress(network, address)
  return { spendKey, viewKey, isSubaddress: kind === 'subaddress', paymentId, description }
}

const tagsOf = ({ ofAccounts, descriptions }: AccountTags): WalletCache['tags'] => {
  const used = new Set(ofAccounts.filter((tag) => tag !== ''))
  return { ofAccounts, descriptions: Array.from(used, (tag) => ({ tag, description: descriptions.get(tag) ?? '' })) }
}

const recipientOf = (network: Network, { address, amount }: Payment['destinations'][number]) => {
  const { kind, spendKey, viewKey } = parseAddress(network, address)
  const kinds = { isSubaddress: kind === 'subaddress', isIntegrated: kind === 'integrated' }
  return { original: utf8(address), amount, spendKey, viewKey, ...kinds }
}

/** Returns where a payment is; undefined if it is in no block, and this wallet does not have its transaction. */
const placeOf = async (
  network: Network,
  state: WalletState,
  { txid, height, state: stage, relayed }: Payment,
): Promise<WrittenPayment['place'] | undefined> => {
  if (height !== undefined) return { height }
  const blob = await state.readTransaction(toHex(txid))
  if (blob === undefined) return undefined
  const prefix = serializePrefix(parseTransaction(network, blob))
  return { prefix, state: stage === 'failed' ? 'failed' : relayed ? 'relayed' : 'pending' }
}

/** Returns the payments, without those that wallet2 finds itself: in the txpool, and in blocks that are not written. */
const paymentsOf = async ({ network, state }: Wallet, chain: WrittenCache['chain']): Promise<WrittenPayment[]> => {
  const written: WrittenPayment[] = []
  for (const payment of state.ledger.payments.values()) {
    const isWritten = chain !== undefined || payment.destinations.length > 0
    const place = isWritten ? await placeOf(network, state, payment) : undefined
    if (place === undefined) continue
    const { txid, fee, change, unlockTime, account, subaddresses, timestamp, created } = payment
    // Not all inputs may be known. wallet2 computes the amount as what is left.
    const paid = payment.amountIn - fee - change
    const amountIn = fee + change + (paid > 0n ? paid : 0n)
    const paymentId = cachedPaymentId(payment.paymentId)
    const destinations = payment.destinations.map((to) => recipientOf(network, to))
    const amounts = { amountIn, fee, change, unlockTime, account, subaddresses, timestamp: timestamp ?? created }
    written.push({ txid, destinations, paymentId, ...amounts, place })
  }
  return written
}

const contentOf = async (wallet: Wallet): Promise<WrittenCache> => {
  const { network, state } = wallet
  const { spendPublic, viewPublic } = wallet.keys
  const chain = writtenChain(wallet)
  const keys = Array.from(state.allTransactionKeys(), ([txid, known]) => ({ txid: fromHex(txid), ...known }))
  return {
    ...{ spendPublic, viewPublic, chain, frozen: frozenMarks(state), payments: await paymentsOf(wallet, chain) },
    transactionKeys: keys.map(({ txid, main }) => ({ txid, key: main })),
    additionalKeys: keys.flatMap(({ txid, additional }) => (additional.length > 0 ? [{ txid, keys: additional }] : [])),
    notes: Array.from(state.notes, ([txid, text]) => ({ txid: fromHex(txid), text })),
    contacts: state.addressBook.map((entry) => contactOf(network, entry)),
    attributes: Array.from(state.attributes, ([key, value]) => ({ key, value })),
    ...{ labels: state.labels, tags: tagsOf(state.tags), addresses: wallet.watchedAddresses() },
  }
}

/** Returns the number of key images that were imported, which another copy of the wallet computed. */
const importedKeyImages = ({ keys, state }: Wallet): number => {
  if (isFull(keys)) return 0
  const { outputs, removedOutputs } = state.ledger
  return [...outputs.values(), ...removedOutputs.values()].filter(({ keyImage }) => keyImage !== undefined).length
}

/**
 * Returns a digest of what the user made: it changes with labels, notes, contacts, tags, attributes, payments, frozen marks and imported key
 * images, and not with a scan.
 */
export const userDataDigest = (wallet: Wallet): string => {
  const { state } = wallet
  const { payments, removedPayments } = state.ledger
  const paid = [...payments, ...removedPayments].flatMap(([txid, { destinations }]) =>
    destinations.map(({ address, amount }) => `${txid} ${address} ${amount}`),
  )
  const { ofAccounts, descriptions } = state.tags
  const typed = [
    ...[chosenLabels(state.labels), ofAccounts, [...descriptions], [...state.notes], [...state.attributes]],
    state.addressBook.map(({ address, description }) => [address, description]),
  ]
  const made = [paid.sort(), [...state.allTransactionKeys().keys()].sort()]
  const frozen = Array.from(frozenMarks(state), ([key, isFrozen]) => (isFrozen ? [key] : [])).flat()
  return toHex(keccak256(utf8(JSON.stringify([typed, made, frozen.sort(), importedKeyImages(wallet)]))))
}

/**
 * Writes the cache of an open wallet.
 * @param before the file that is replaced, undefined for none
 * @param key of the cache
 * @returns undefined for a family whose caches are only read
 * @throws WalletCacheError if `before` has another key or format
 */
export const writeWalletCache = async (
  wallet: Wallet,
  before: Uint8Array | undefined,
  key: Uint8Array,
): Promise<Uint8Array | undefined> => formatWalletCache(wallet.network, await contentOf(wallet), before, key)
