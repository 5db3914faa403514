// The wallets there are: what is shown of each before it is opened, unsealed and no more than needed.

import { utf8 } from '../../bytes/bytes.ts'
import { CborError, decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import type { Store } from '../../store/store.ts'
import type { WalletSummary } from './engineApi.ts'

const WALLETS = 'wallets'

/** A name nobody could tell from nothing, or too long to show. */
export class WalletNameError extends Error {
  override readonly name = 'WalletNameError'
}

const LONGEST_NAME = 100

/**
 * A name without white space around it.
 * @throws WalletNameError
 */
export const checkName = (name: string): string => {
  const trimmed = name.trim()
  if (trimmed === '') throw new WalletNameError('give the wallet a name')
  if (utf8(trimmed).length > LONGEST_NAME) throw new WalletNameError(`a name has at most ${LONGEST_NAME} bytes`)
  return trimmed
}

const encodeSummary = ({ name, networkId, viewOnly }: WalletSummary): Uint8Array =>
  encodeCbor({ name, networkId, viewOnly })

const decodeSummary = (id: string, bytes: Uint8Array): WalletSummary => {
  const record = decodeCbor(bytes)
  if (typeof record === 'object' && record !== null && 'name' in record) {
    const { name, networkId, viewOnly } = record
    if (typeof name === 'string' && typeof networkId === 'string' && typeof viewOnly === 'boolean')
      return { id, name, networkId, viewOnly }
  }
  throw new CborError(`the entry of wallet ${id} is damaged`)
}

/** All wallets of a store, by name. */
export const listWallets = async (store: Store): Promise<WalletSummary[]> => {
  const entries = await store.list(WALLETS)
  return entries
    .map(([id, value]) => decodeSummary(id, value))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

/** Adds a wallet to the list, or changes its entry. Strict about the disk. */
export const putWallet = (store: Store, summary: WalletSummary): Promise<void> =>
  store.commit([{ table: WALLETS, key: summary.id, value: encodeSummary(summary) }], 'strict')

/** Takes a wallet off the list; its records are not touched. */
export const removeWalletEntry = (store: Store, id: string): Promise<void> =>
  store.commit([{ table: WALLETS, key: id }], 'strict')
