// A wallet's settings: validation and storage.

import { type CborValue, decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import { parseNodeUrl } from '../../daemon/nodeUrl.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Store } from '../../store/store.ts'
import { BESIDE_PAGE } from '../../wallet/open/walletRules.ts'
import { DEFAULT_MAX_FEE_RATIO, MAX_FEE_RATIO } from '../../wallet/spend/feeBounds.ts'
import { DEFAULT_MAX_REORG_DEPTH } from '../../wallet/sync/reorganisation.ts'
import type { NodeSettings, WalletSettings } from '../api/engineViews.ts'

/** Settings are invalid, missing or damaged. */
export class SettingsError extends FabaError {
  override readonly name = 'SettingsError'
  readonly code = 'settings'
}

const TABLE = 'wallet'
const SETTINGS = 'settings'
const DEFAULT_LOCK_MINUTES = 15

/** Returns the settings of a new wallet: it locks after 15 minutes, serves no RPC to pages, and pays at most 10 times the ordinary fee. */
export const newSettings = (nodes: NodeSettings): WalletSettings => ({
  nodes: checkNodes(nodes),
  relayTo: 'one',
  lockMinutes: DEFAULT_LOCK_MINUTES,
  rpcEnabled: false,
  maxFeeRatio: DEFAULT_MAX_FEE_RATIO,
  maxReorgDepth: DEFAULT_MAX_REORG_DEPTH,
  offline: false,
  olderTransferSets: false,
  compactUrl: BESIDE_PAGE,
  hiddenLockSeconds: 0,
})

/**
 * Returns the node addresses without white space and duplicates. Trusted addresses that are not among the nodes are dropped: a node that
 * leaves the list, by whatever change, is not trusted when it returns.
 */
const checkNodes = ({ urls, choice, trusted }: NodeSettings): NodeSettings => {
  const distinct = [...new Set(urls.map((url) => url.trim()).filter((url) => url !== ''))]
  if (distinct.length === 0) throw new SettingsError('give the address of a node')
  const own = new Set(trusted.map((url) => url.trim()))
  return { urls: distinct, choice, trusted: distinct.filter((url) => own.has(url)) }
}

const checkCompactUrl = (url: string): string => (url === '' || url === BESIDE_PAGE ? url : parseNodeUrl(url))

/**
 * Validates settings.
 * @throws SettingsError; NodeUrlError if the address of the compact chain is not a URL, or contains a login
 */
export const checkSettings = (settings: WalletSettings): WalletSettings => {
  const { nodes, lockMinutes, maxFeeRatio, maxReorgDepth, hiddenLockSeconds, compactUrl } = settings
  if (!Number.isFinite(lockMinutes) || lockMinutes < 0)
    throw new SettingsError(`a wallet locks after a whole number of minutes, or never (0), not after ${lockMinutes}`)
  if (!Number.isFinite(hiddenLockSeconds) || hiddenLockSeconds < 0)
    throw new SettingsError(
      `a hidden wallet locks after some seconds, or not for that (0), not after ${hiddenLockSeconds}`,
    )
  if (!Number.isInteger(maxFeeRatio) || maxFeeRatio < 1 || maxFeeRatio > MAX_FEE_RATIO)
    throw new SettingsError(`fees are limited to 1 to ${MAX_FEE_RATIO} times the ordinary ones, not ${maxFeeRatio}`)
  if (!Number.isSafeInteger(maxReorgDepth) || maxReorgDepth < 1)
    throw new SettingsError(`a reorganisation replaces at least one block, not ${maxReorgDepth}`)
  return { ...settings, nodes: checkNodes(nodes), compactUrl: checkCompactUrl(compactUrl) }
}

/** Writes settings with strict durability. */
export const putSettings = (store: Store, { nodes, ...settings }: WalletSettings): Promise<void> => {
  const value = encodeCbor({
    urls: [...nodes.urls],
    nodeChoice: nodes.choice,
    trusted: [...nodes.trusted],
    ...settings,
  })
  return store.commit([{ table: TABLE, key: SETTINGS, value }], 'strict')
}

const isStringArray = (value: CborValue): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/**
 * Reads the settings of a wallet.
 * @throws SettingsError if they are missing or damaged
 */
export const getSettings = async (store: Store): Promise<WalletSettings> => {
  const bytes = await store.get(TABLE, SETTINGS)
  const record = bytes === undefined ? undefined : decodeCbor(bytes)
  if (typeof record === 'object' && record !== null && 'urls' in record) {
    const { urls, lockMinutes, rpcEnabled } = record
    // Older records have none of them.
    const {
      nodeChoice = 'order',
      relayTo = 'one',
      trusted = [],
      maxFeeRatio = DEFAULT_MAX_FEE_RATIO,
      maxReorgDepth = DEFAULT_MAX_REORG_DEPTH,
      offline = false,
      olderTransferSets = false,
      compactUrl = BESIDE_PAGE,
      hiddenLockSeconds = 0,
    } = record
    if (
      isStringArray(urls) &&
      (nodeChoice === 'order' || nodeChoice === 'fastest') &&
      (relayTo === 'one' || relayTo === 'all') &&
      isStringArray(trusted) &&
      typeof lockMinutes === 'number' &&
      typeof rpcEnabled === 'boolean' &&
      typeof maxFeeRatio === 'number' &&
      typeof maxReorgDepth === 'number' &&
      typeof offline === 'boolean' &&
      typeof olderTransferSets === 'boolean' &&
      typeof compactUrl === 'string' &&
      typeof hiddenLockSeconds === 'number'
    )
      return {
        nodes: { urls, choice: nodeChoice, trusted },
        relayTo,
        lockMinutes,
        rpcEnabled,
        maxFeeRatio,
        maxReorgDepth,
        offline,
        olderTransferSets,
        compactUrl,
        hiddenLockSeconds,
      }
  }
  throw new SettingsError('the wallet’s settings are missing or damaged')
}
