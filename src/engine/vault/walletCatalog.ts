// The list of stored wallets. Its entries are not encrypted, since they are shown before a wallet is opened.

import { utf8 } from '../../bytes/bytes.ts'
import { CborError, decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Store } from '../../store/store.ts'
import type { WalletSummary } from '../api/engineViews.ts'

/** Table of the list. */
export const WALLETS_TABLE = 'wallets'

/** A wallet name is empty or too long. */
export class WalletNameError extends FabaError {
  override readonly name = 'WalletNameError'
  readonly code = 'wallet-name'
}

/** Another wallet has the name. */
export class WalletNameTakenError extends FabaError<{ readonly name: string }> {
  override readonly name = 'WalletNameTakenError'
  readonly code = 'wallet-name-taken'

  constructor(taken: string) {
    super(`another wallet has the name ${taken}; choose another name`, { details: { name: taken } })
  }
}

/** UTF-8 bytes. A file system takes 255 for a name, of which the files of a wallet beside each other need some. */
export const MAX_NAME_LENGTH = 240

/** They mean folders where a name is part of a path. */
const FOLDER_NAMES: ReadonlySet<string> = new Set(['.', '..'])

/**
 * Returns a wallet name without surrounding white space.
 * @throws WalletNameError
 */
export const checkName = (name: string): string => {
  const trimmed = name.trim()
  if (trimmed === '') throw new WalletNameError('give the wallet a name')
  if (FOLDER_NAMES.has(trimmed)) throw new WalletNameError(`"${trimmed}" is a folder, not a name: choose another one`)
  if (utf8(trimmed).length > MAX_NAME_LENGTH)
    throw new WalletNameError(`the name of a wallet has at most ${MAX_NAME_LENGTH} bytes`)
  return trimmed
}

/**
 * Checks that no other wallet has a name. Upper and lower case are the same: people confuse such wallets.
 * @param own id of the wallet that is renamed; undefined for a new one
 * @throws WalletNameTakenError
 */
export const checkNameIsFree = (wallets: readonly WalletSummary[], name: string, own?: string): void => {
  const wanted = name.trim().toLowerCase()
  const taken = wallets.find((wallet) => wallet.id !== own && wallet.name.toLowerCase() === wanted)
  if (taken !== undefined) throw new WalletNameTakenError(taken.name)
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

/**
 * Returns all wallets of a store, sorted by name.
 * @throws CborError if an entry is damaged
 */
export const listWallets = async (store: Store): Promise<WalletSummary[]> => {
  const entries = await store.list(WALLETS_TABLE)
  return entries
    .map(([id, value]) => decodeSummary(id, value))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

/** Adds or replaces a wallet's entry, with strict durability. */
export const putWallet = (store: Store, summary: WalletSummary): Promise<void> =>
  store.commit([{ table: WALLETS_TABLE, key: summary.id, value: encodeSummary(summary) }], 'strict')

/** Removes a wallet's entry from the list, but not the wallet's records. */
export const removeWalletEntry = (store: Store, id: string): Promise<void> =>
  store.commit([{ table: WALLETS_TABLE, key: id }], 'strict')
