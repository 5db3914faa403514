// The tables and keys under which the parts of a wallet's state are stored.

import type { Store, StoreChange } from '../../store/store.ts'

export const OUTPUTS = 'outputs'
export const PAYMENTS = 'payments'
/** Transactions of payments made here, which are read when one is relayed again or shown. */
export const TRANSACTIONS = 'transactions'
export const REMOVED_OUTPUTS = 'marks'
export const REMOVED_PAYMENTS = 'removed-payments'
export const BLINKS = 'blinks'
export const CHAIN = 'chain'
export const LABELS = 'labels'
export const NOTES = 'notes'
/** Labels of coins by one-time key. */
export const COIN_LABELS = 'coin-labels'
export const PROGRESS = 'progress'
export const LISTS = 'lists'
export const ATTRIBUTES = 'attributes'
/** Remembered rings, which are read when a payment needs them. */
export const RINGS = 'rings'
/** Output counts of old blocks, which are read when a payment needs them. Any node has them, so that backups do not contain them. */
export const DISTRIBUTION = 'distribution'
export const OUTPUT_INFOS = 'multisig'
export const SIGNED_KEYS = 'signed-keys'
export const IMPORTED_INFOS = 'infos'

/** Keys in the table `progress`. */
export const HEIGHT = 'height'
export const ANCHORS = 'anchors'
export const DATE = 'date'

/** Keys in the table `lists`. */
export const TAGS = 'tags'
export const ADDRESSES = 'addresses'
export const IMPORTED = 'imported'
export const STAKES = 'stakes'
export const NAMES = 'names'
export const NONCE_TOKEN = 'nonce-token'
export const WATCHED = 'watched'
export const CONTACT_NOTES = 'contact-notes'
export const ADDRESS_MARKS = 'address-marks'

/** Records that belong to the keys of the wallet: all but attributes and the address book. */
const RECORDS_OF_KEYS = [
  OUTPUTS,
  PAYMENTS,
  TRANSACTIONS,
  REMOVED_OUTPUTS,
  REMOVED_PAYMENTS,
  BLINKS,
  CHAIN,
  LABELS,
  NOTES,
  COIN_LABELS,
  PROGRESS,
  RINGS,
  DISTRIBUTION,
  LISTS,
  OUTPUT_INFOS,
  SIGNED_KEYS,
  IMPORTED_INFOS,
]

/** Returns the changes that remove all records that belong to the keys of the wallet, for new keys. */
export const forgottenRecords = async (store: Store): Promise<StoreChange[]> => {
  const tables = await Promise.all(
    RECORDS_OF_KEYS.map(async (table) => (await store.list(table)).map(([key]) => ({ table, key }))),
  )
  return tables.flat().filter(({ table, key }) => table !== LISTS || ![ADDRESSES, CONTACT_NOTES].includes(key))
}
