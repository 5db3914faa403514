// What an open wallet writes to the cache of wallet2: what its user typed, and what it recorded of its payments, by which wallet2 proves
// them. The chain is scanned again there.

import { utf8 } from '../../bytes/bytes.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { parseAddress } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import { parseTransaction, serializePrefix } from '../../coin/transactions/transactionBytes.ts'
import { formatWalletCache } from '../../coin/wallet-files/cacheFile.ts'
import type { CachedContact, WalletCache, WrittenCache, WrittenPayment } from '../../coin/wallet-files/walletCache.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import type { AccountTags } from '../accounts/accountTags.ts'
import type { AddressBookEntry } from '../accounts/addressBook.ts'
import { chosenLabels } from '../accounts/subaddressTable.ts'
import type { Payment } from '../state/ledger.ts'
import type { WalletState } from '../state/walletState.ts'
import type { Wallet } from './wallet.ts'

const LONG_PAYMENT_ID = 32

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

/** Returns the payments whose recipients are known. wallet2 finds the others itself. */
const paymentsOf = async ({ network, state }: Wallet): Promise<WrittenPayment[]> => {
  const written: WrittenPayment[] = []
  for (const payment of state.ledger.payments.values()) {
    const place = payment.destinations.length === 0 ? undefined : await placeOf(network, state, payment)
    if (place === undefined) continue
    const { txid, fee, change, unlockTime, account, subaddresses, timestamp, created } = payment
    // Not all inputs may be known. wallet2 computes the amount as what is left.
    const paid = payment.amountIn - fee - change
    const amountIn = fee + change + (paid > 0n ? paid : 0n)
    const paymentId = new Uint8Array(LONG_PAYMENT_ID)
    paymentId.set(payment.paymentId)
    const destinations = payment.destinations.map((to) => recipientOf(network, to))
    const amounts = { amountIn, fee, change, unlockTime, account, subaddresses, timestamp: timestamp ?? created }
    written.push({ txid, destinations, paymentId, ...amounts, place })
  }
  return written
}

const contentOf = async (wallet: Wallet): Promise<WrittenCache> => {
  const { network, state } = wallet
  const { spendPublic, viewPublic } = wallet.keys
  const keys = Array.from(state.allTransactionKeys(), ([txid, known]) => ({ txid: fromHex(txid), ...known }))
  return {
    ...{ spendPublic, viewPublic, payments: await paymentsOf(wallet) },
    transactionKeys: keys.map(({ txid, main }) => ({ txid, key: main })),
    additionalKeys: keys.flatMap(({ txid, additional }) => (additional.length > 0 ? [{ txid, keys: additional }] : [])),
    notes: Array.from(state.notes, ([txid, text]) => ({ txid: fromHex(txid), text })),
    contacts: state.addressBook.map((entry) => contactOf(network, entry)),
    attributes: Array.from(state.attributes, ([key, value]) => ({ key, value })),
    ...{ labels: state.labels, tags: tagsOf(state.tags), addresses: wallet.watchedAddresses() },
  }
}

/** Returns a digest of what the user made: it changes with labels, notes, contacts, tags, attributes and payments, and not with a scan. */
export const userDataDigest = ({ state }: Wallet): string => {
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
  return toHex(keccak256(utf8(JSON.stringify([typed, made]))))
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
