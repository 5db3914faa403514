// A wallet's settings and how they rest.

import { type CborValue, decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import type { Store } from '../../store/store.ts'
import type { NodeSettings, WalletSettings } from './engineApi.ts'

/** Settings that cannot be. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

const TABLE = 'wallet'
const SETTINGS = 'settings'
const DEFAULT_LOCK_MINUTES = 15

/** The settings of a new wallet: locks after 15 minutes, no RPC for pages. */
export const newSettings = (nodes: NodeSettings): WalletSettings => ({
  nodes: checkNodes(nodes),
  lockMinutes: DEFAULT_LOCK_MINUTES,
  rpcEnabled: false,
})

/** Addresses without white space and doubles. */
const checkNodes = ({ urls }: NodeSettings): NodeSettings => {
  const distinct = [...new Set(urls.map((url) => url.trim()).filter((url) => url !== ''))]
  if (distinct.length === 0) throw new SettingsError('give the address of a node')
  return { urls: distinct }
}

/** @throws SettingsError */
export const checkSettings = ({ nodes, lockMinutes, rpcEnabled }: WalletSettings): WalletSettings => {
  if (!Number.isFinite(lockMinutes) || lockMinutes < 0)
    throw new SettingsError(`a wallet locks after some minutes or never (0), not after ${lockMinutes}`)
  return { nodes: checkNodes(nodes), lockMinutes, rpcEnabled }
}

/** Stores settings. Strict about the disk. */
export const putSettings = (store: Store, { nodes, lockMinutes, rpcEnabled }: WalletSettings): Promise<void> => {
  const value = encodeCbor({ urls: [...nodes.urls], lockMinutes, rpcEnabled })
  return store.commit([{ table: TABLE, key: SETTINGS, value }], 'strict')
}

const isTexts = (value: CborValue): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** @throws SettingsError when they are missing or damaged */
export const getSettings = async (store: Store): Promise<WalletSettings> => {
  const bytes = await store.get(TABLE, SETTINGS)
  const record = bytes === undefined ? undefined : decodeCbor(bytes)
  if (typeof record === 'object' && record !== null && 'urls' in record) {
    const { urls, lockMinutes, rpcEnabled } = record
    if (isTexts(urls) && typeof lockMinutes === 'number' && typeof rpcEnabled === 'boolean')
      return { nodes: { urls }, lockMinutes, rpcEnabled }
  }
  throw new SettingsError('the wallet’s settings are missing or damaged')
}
