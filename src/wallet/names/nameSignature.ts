// Records of names as the node has them, and signatures with which an owner changes one.

import { equalBytes, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { subaddressAt } from '../../coin/addresses/address.ts'
import { isSameNameOwner, NameOwnerError, nameUpdateHash, parseNameOwner } from '../../coin/names/nameOwner.ts'
import { recordedNameType } from '../../coin/names/nameType.ts'
import { findField } from '../../coin/transactions/findExtraField.ts'
import type { NameOwner, NameSystemField } from '../../coin/transactions/nameSystem.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import { signHash } from '../../crypto/signatures/signature.ts'
import type { NameQuery, NodeNameRecord } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import { fetchTransaction } from '../proofs/provenTransaction.ts'
import { requireFullKeys } from '../spend/paymentContext.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import { spendSecretAt } from '../state/outputSecrets.ts'

/** The node reports a transaction of another name as the last one of a name. Nothing was signed. */
export class ForeignNameError extends FabaError {
  override readonly name = 'ForeignNameError'
  readonly code = 'foreign-name'
}

/** Requests the valid record of a name; undefined if there is none. */
export const recordOf = async ({ sync }: Wallet, query: NameQuery): Promise<NodeNameRecord | undefined> =>
  (await sync.node.names([query]))[0]

/**
 * Verifies that a transaction is one of the name. An update signature covers the id of the last transaction of its name, but not the name:
 * a node that reports the id of another name of the same owner would have that one signed for.
 * @throws ForeignNameError, ProofError, NodeError
 */
const checkLastTransaction = async (wallet: Wallet, { nameHash, type, previousId }: NameSystemField): Promise<void> => {
  const { transaction } = await fetchTransaction(wallet, previousId)
  const field = findField(parseExtra(wallet.network, transaction.extra), 'nameSystem')
  if (field !== undefined && recordedNameType(field.type) === type && equalBytes(field.nameHash, nameHash)) return
  const error = new ForeignNameError(
    `the node reports ${toHex(previousId)} as the last transaction of the name, which is one of another; use another node`,
  )
  wallet.sync.node.distrust?.(error.message)
  throw error
}

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
 * @throws WatchOnlyError, MultisigUnsupportedError, ForeignNameError, ProofError, NodeError
 */
export const signNameUpdate = async (
  wallet: Wallet,
  update: NameSystemField,
  owner: NameOwner,
): Promise<Uint8Array | undefined> => {
  const index = ownAddressOf(wallet, owner)
  if (index === undefined || owner.kind !== 'wallet') return undefined
  const { random } = wallet
  const keys = requireFullKeys(wallet.keys)
  await checkLastTransaction(wallet, update)
  return withSecrets((keep) =>
    signHash(nameUpdateHash(update), owner.spendKey, keep(spendSecretAt(keys, index)), random),
  )
}
