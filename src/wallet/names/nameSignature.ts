// Records of names as the node has them, and signatures with which an owner changes one.

import { withSecrets } from '../../bytes/bytes.ts'
import { subaddressAt } from '../../coin/addresses/address.ts'
import {
  isSameNameOwner,
  NameOwnerError,
  type NameUpdate,
  nameUpdateHash,
  parseNameOwner,
} from '../../coin/names/nameOwner.ts'
import type { NameOwner } from '../../coin/transactions/nameSystem.ts'
import { signHash } from '../../crypto/signatures/signature.ts'
import type { NameQuery, NodeNameRecord } from '../../daemon/nodeClient.ts'
import type { Wallet } from '../engine/wallet.ts'
import { WatchOnlyError } from '../spend/paymentContext.ts'
import type { SubaddressIndex } from '../state/ledger.ts'
import { isFull, spendSecretAt } from '../state/outputSecrets.ts'

/** Requests the valid record of a name; undefined if there is none. */
export const recordOf = async ({ sync }: Wallet, query: NameQuery): Promise<NodeNameRecord | undefined> =>
  (await sync.node.names([query]))[0]

/** Returns the address of this wallet that an owner is. */
const ownAddressOf = (wallet: Wallet, owner: NameOwner): SubaddressIndex | undefined => {
  if (owner.kind !== 'wallet') return undefined
  const index = wallet.indexOf(owner.spendKey)
  if (index === undefined) return undefined
  const { kind, spendKey, viewKey } = subaddressAt(wallet.keys, index.major, index.minor)
  const own: NameOwner = { kind: 'wallet', spendKey, viewKey, isSubaddress: kind === 'subaddress' }
  return isSameNameOwner(own, owner) ? index : undefined
}

/** Returns whether the text of an owner is an address of this wallet. */
export const isOwnNameOwner = (wallet: Wallet, text: string): boolean => {
  try {
    return ownAddressOf(wallet, parseNameOwner(wallet.network, text)) !== undefined
  } catch (error) {
    if (error instanceof NameOwnerError) return false
    throw error
  }
}

/**
 * Signs a change of a name as its owner.
 * @returns 64 bytes; undefined if the owner is no address of this wallet
 * @throws WatchOnlyError
 */
export const signNameUpdate = (wallet: Wallet, update: NameUpdate, owner: NameOwner): Uint8Array | undefined => {
  const index = ownAddressOf(wallet, owner)
  if (index === undefined || owner.kind !== 'wallet') return undefined
  const { keys, random } = wallet
  if (!isFull(keys)) throw new WatchOnlyError()
  return withSecrets((keep) =>
    signHash(nameUpdateHash(update), owner.spendKey, keep(spendSecretAt(keys, index)), random),
  )
}
