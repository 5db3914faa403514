// The names that a wallet knows: those that it ordered, and those that the user added. The chain has hashes only, so no scan finds them.

import { toHex } from '../../bytes/hex.ts'
import { formatNameOwner, NameOwnerError, parseNameOwner } from '../../coin/names/nameOwner.ts'
import { nameHash } from '../../coin/names/nameText.ts'
import { nameTypeWord } from '../../coin/names/nameType.ts'
import { decryptedNameValue, formatNameValue } from '../../coin/names/nameValue.ts'
import type { Network } from '../../coin/networks/network.ts'
import { DecryptionError } from '../../crypto/ciphers/cipher.ts'
import type { NodeNameRecord } from '../../daemon/nodeClient.ts'
import type { Wallet } from '../open/wallet.ts'
import type { KnownName } from '../state/userRecords.ts'
import type { WalletState } from '../state/walletState.ts'

/** A name with its record, as text. */
export type KnownNameRecord = {
  /** session or lokinet */
  readonly type: string
  readonly name: string
  readonly hash: Uint8Array
  readonly owner: string
  readonly backupOwner: string | undefined
  readonly encryptedValue: Uint8Array
  /** undefined unless requested, or if it cannot be decrypted */
  readonly value: string | undefined
  readonly updateHeight: number
  /** last valid height; undefined for names that do not expire */
  readonly expirationHeight: number | undefined
  readonly expired: boolean
  readonly txid: string
}

const isSame = (a: KnownName, b: KnownName): boolean => a.type === b.type && a.name === b.name

/** Adds names that are not known yet. */
export const addKnownNames = (state: WalletState, names: readonly KnownName[]): Promise<void> =>
  state.update('strict', () => {
    const known = [...state.knownNames]
    for (const name of names) if (!known.some((other) => isSame(other, name))) known.push(name)
    return known.length === state.knownNames.length ? undefined : { knownNames: known }
  })

const decryptedValue = async (
  { type, name }: KnownName,
  { encryptedValue }: NodeNameRecord,
): Promise<string | undefined> => {
  try {
    return formatNameValue(type, await decryptedNameValue(type, name, encryptedValue))
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
  }
}

/** Returns an owner as this wallet writes it; other texts of a node as they are. */
const ownerText = (network: Network, text: string): string => {
  try {
    return formatNameOwner(network, parseNameOwner(network, text))
  } catch (error) {
    if (error instanceof NameOwnerError) return text
    throw error
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Whether values are decrypted, and whether expired records are included. */
type RecordOptions = { readonly decrypt: boolean; readonly includeExpired: boolean }

/**
 * Requests the records of names, sorted by name and type. Names without a record are omitted.
 * @throws NodeError
 */
export const nameRecords = async (
  { network, state, sync }: Wallet,
  requested: readonly KnownName[],
  { decrypt, includeExpired }: RecordOptions,
): Promise<KnownNameRecord[]> => {
  const names = new Map(requested.map((known) => [`${known.type}/${toHex(nameHash(known.name))}`, known] as const))
  if (names.size === 0) return []
  const queries = [...names.values()].map(({ type, name }) => ({ type, nameHash: nameHash(name) }))
  const found: KnownNameRecord[] = []
  for (const record of await sync.node.names(queries, { includeExpired })) {
    const known = names.get(`${record.type}/${toHex(record.nameHash)}`)
    if (known === undefined) continue
    const { expirationHeight, updateHeight, encryptedValue, owner, backupOwner } = record
    found.push({
      type: nameTypeWord(known.type),
      name: known.name,
      hash: record.nameHash,
      owner: ownerText(network, owner),
      backupOwner: backupOwner === undefined ? undefined : ownerText(network, backupOwner),
      ...{ encryptedValue, updateHeight, expirationHeight, txid: toHex(record.txid) },
      value: decrypt ? await decryptedValue(known, record) : undefined,
      expired: expirationHeight !== undefined && expirationHeight < state.height,
    })
  }
  return found.sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.type, b.type))
}

/** Requests the records of the known names. @throws NodeError */
export const knownNameRecords = (wallet: Wallet, options: RecordOptions): Promise<KnownNameRecord[]> =>
  nameRecords(wallet, wallet.state.knownNames, options)
