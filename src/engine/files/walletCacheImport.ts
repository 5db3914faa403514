// Imports the cache of wallet2 into the state of a new wallet: what its user typed, and what it recorded of its payments. The chain is
// scanned again.

import { equalBytes, isZero } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { AddressError, formatAddress, parseAddress } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { CachedContact, CachedDestination, WalletCache } from '../../coin/wallet-caches/walletCache.ts'
import { parseWalletCache, WalletCacheError } from '../../coin/wallet-files/cacheFile.ts'
import type { RemovedPaymentData, TransactionKeys, WalletKeys } from '../../wallet/state/ledger.ts'
import { isFull } from '../../wallet/state/outputSecrets.ts'
import { newLabels } from '../../wallet/state/subaddressTable.ts'
import type { StateImport } from '../vault/walletVault.ts'

const SHORT_PAYMENT_ID = 8

/** Returns a payment id without the zeros after a short one; empty if there is none. */
const paymentIdOf = (paymentId: Uint8Array): Uint8Array => {
  if (isZero(paymentId)) return new Uint8Array()
  return isZero(paymentId.subarray(SHORT_PAYMENT_ID)) ? paymentId.slice(0, SHORT_PAYMENT_ID) : paymentId
}

const isAddress = (network: Network, text: string): boolean => {
  try {
    parseAddress(network, text)
    return true
  } catch (error) {
    if (error instanceof AddressError) return false
    throw error
  }
}

/** Returns the address to which a payment was sent, as the user typed it if that is an address. */
const addressOf = (network: Network, { typed, spendKey, viewKey, isSubaddress }: CachedDestination): string => {
  if (isAddress(network, typed)) return typed
  const kind = isSubaddress ? 'subaddress' : 'standard'
  return formatAddress(network, { kind, spendKey, viewKey, paymentId: undefined })
}

const contactOf = (network: Network, { spendKey, viewKey, isSubaddress, paymentId, description }: CachedContact) => {
  const kind = isSubaddress ? 'subaddress' : paymentId === undefined ? 'standard' : 'integrated'
  const address = { kind, spendKey, viewKey, paymentId: isSubaddress ? undefined : paymentId } as const
  return { address: formatAddress(network, address), paymentId: new Uint8Array(), description }
}

/** Returns the keys of the transactions that the wallet made, by id. */
const transactionKeysOf = ({ transactionKeys, additionalKeys }: WalletCache): Map<string, TransactionKeys> => {
  const additional = new Map(additionalKeys.map(({ txid, keys }) => [toHex(txid), keys]))
  return new Map(
    transactionKeys.map(({ txid, key }) => [toHex(txid), { main: key, additional: additional.get(toHex(txid)) ?? [] }]),
  )
}

/** Returns what the cache contains of payments, by transaction id. */
const paymentsOf = (network: Network, cache: WalletCache): Map<string, RemovedPaymentData> => {
  const payments = new Map<string, RemovedPaymentData>()
  const keys = transactionKeysOf(cache)
  for (const { txid, destinations, paymentId, created } of cache.payments) {
    const id = toHex(txid)
    const recipients = destinations.map((to) => ({ address: addressOf(network, to), amount: to.amount }))
    payments.set(id, { destinations: recipients, paymentId: paymentIdOf(paymentId), keys: keys.get(id), created })
  }
  for (const [id, known] of keys)
    if (!payments.has(id))
      payments.set(id, { destinations: [], paymentId: new Uint8Array(), keys: known, created: undefined })
  return payments
}

/** Every account has its base address. */
const withBaseAddress = (labels: readonly string[]): readonly string[] => (labels.length === 0 ? [''] : labels)

const tagsOf = ({ tags, labels }: WalletCache) => {
  const ofAccounts = tags.ofAccounts.slice(0, labels.length)
  const used = tags.descriptions.filter(({ tag, description }) => description !== '' && ofAccounts.includes(tag))
  return { ofAccounts, descriptions: new Map(used.map(({ tag, description }) => [tag, description])) }
}

/** Decrypts a cache and verifies that it belongs to the wallet. */
const readCache = async (
  network: Network,
  keys: WalletKeys,
  bytes: Uint8Array,
  password: string,
): Promise<WalletCache> => {
  const cache = await parseWalletCache(network, bytes, password)
  if (!equalBytes(cache.spendPublic, keys.spendPublic) || !equalBytes(cache.viewPublic, keys.viewPublic))
    throw new WalletCacheError('keys', 'this cache belongs to another wallet than the keys file')
  return cache
}

/**
 * Reads a cache, and returns its import.
 * @param password that of the keys file
 * @throws WalletCacheError
 */
export const walletCacheImport = async (
  network: Network,
  keys: WalletKeys,
  bytes: Uint8Array,
  password: string,
): Promise<StateImport> => {
  const cache = await readCache(network, keys, bytes, password)
  const payments = paymentsOf(network, cache)
  const change = {
    labels: cache.labels.length === 0 ? newLabels() : cache.labels.map(withBaseAddress),
    watched: cache.watched,
    tags: tagsOf(cache),
    notes: cache.notes.map(({ txid, text }) => ({ txid: toHex(txid), text })).filter(({ text }) => text !== ''),
    addressBook: cache.contacts.map((contact) => contactOf(network, contact)),
    ...{ attributes: cache.attributes, knownNames: cache.names },
  }
  return (state) =>
    state.update('strict', (draft) => {
      for (const { key, keyImage, frozen } of cache.outputs) {
        // Wallets with a spend key compute their key images. Participants of multisig wallets would have to exchange infos again.
        const imported = isFull(keys) ? undefined : keyImage
        if (frozen || imported !== undefined) draft.retainOutput(key, { frozen, keyImage: imported })
      }
      for (const [txid, data] of payments) draft.retainPayment(txid, data)
      return change
    })
}
