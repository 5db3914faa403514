// The extra of a transaction as JSON.

import { toHex } from '../../../bytes/hex.ts'
import { formatNameOwner } from '../../../coin/names/nameOwner.ts'
import { nameLifetimeBlocks, nameTypeWord } from '../../../coin/names/nameType.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { STAKING_PORTIONS } from '../../../coin/stakes/stakingRequirement.ts'
import type {
  ExtraField,
  OldDeregisterField,
  RegistrationField,
  StateChangeField,
} from '../../../coin/transactions/extraField.ts'
import { paymentIdField } from '../../../coin/transactions/extraPaymentId.ts'
import { findField, txPublicKeys } from '../../../coin/transactions/findExtraField.ts'
import type { NameSystemField } from '../../../coin/transactions/nameSystem.ts'
import type { Transaction } from '../../../coin/transactions/transaction.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import type { ChainRules } from '../../rules/chainRules.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { parseContribution } from '../service-nodes/stakeTransaction.ts'
import { NewState } from '../service-nodes/stateChange.ts'
import { addressText } from './serviceNodeJson.ts'

const toHexList = (keys: readonly Uint8Array[]): string[] => keys.map(toHex)

const hexOf = (key: Uint8Array | undefined): string | undefined => (key === undefined ? undefined : toHex(key))

/** Half of a millionth of all staking portions. */
const HALF = STAKING_PORTIONS / 2_000_000n

/** Converts portions to millionths, rounded half up. */
const millionths = (portions: bigint): bigint => (portions < HALF ? 0n : (portions - HALF) / (2n * HALF) + 1n)

const registrationJson = (network: Network, field: RegistrationField): JsonWritable => ({
  contributors: field.portions.flatMap((portions, i) => {
    const [spendKey, viewKey] = [field.spendKeys[i], field.viewKeys[i]]
    if (spendKey === undefined || viewKey === undefined) return []
    return [{ wallet: addressText(network, { spendKey, viewKey }), portion: millionths(portions) }]
  }),
  fee: millionths(field.operatorPortions),
  expiry: field.expiration,
})

const STATE_CHANGE_NAMES: { readonly [verdict: number]: string } = {
  [NewState.deregister]: 'dereg',
  [NewState.decommission]: 'decom',
  [NewState.recommission]: 'recom',
  [NewState.ipChangePenalty]: 'ip',
}

const newStateChangeJson = (field: StateChangeField): JsonWritable => ({
  type: STATE_CHANGE_NAMES[field.state] ?? '',
  height: field.blockHeight,
  index: field.serviceNodeIndex,
  voters: field.votes.map(({ validatorIndex }) => validatorIndex),
})

const oldDeregisterJson = (field: OldDeregisterField): JsonWritable => ({
  old_dereg: true,
  type: 'dereg',
  height: field.blockHeight,
  index: field.serviceNodeIndex,
  voters: field.votes.map(({ voterIndex }) => voterIndex),
})

const nameOperation = ({ owner, signature, encryptedValue }: NameSystemField): string => {
  if (signature !== undefined) return 'update'
  return owner !== undefined && encryptedValue !== undefined ? 'buy' : 'renew'
}

const nameSystemJson = (network: Network, field: NameSystemField): JsonWritable => ({
  [nameOperation(field)]: true,
  type: nameTypeWord(field.type),
  blocks: nameLifetimeBlocks(network, field.type),
  name_hash: toHex(field.nameHash),
  value: hexOf(field.encryptedValue),
  owner: field.owner && formatNameOwner(network, field.owner),
  backup_owner: field.backupOwner && formatNameOwner(network, field.backupOwner),
})

const stateChangeJson = (fields: readonly ExtraField[]): JsonWritable => {
  const change = findField(fields, 'stateChange')
  if (change !== undefined) return newStateChangeJson(change)
  const old = findField(fields, 'oldDeregister')
  return old && oldDeregisterJson(old)
}

/** Returns the amount that a transaction in the block at `height` stakes, in atomic units; undefined if it stakes nothing. */
export const stakeAmount = ({ network }: ChainRules, transaction: Transaction, height: number): bigint | undefined => {
  const amount = parseContribution(network, transaction, height)?.amount ?? 0n
  return amount === 0n ? undefined : amount
}

/** Returns the known fields of a transaction's extra. */
export const extraJson = ({ network }: ChainRules, transaction: Transaction): JsonWritable => {
  const fields = parseStrictExtra(network, transaction.extra)
  const nonce = findField(fields, 'nonce')
  const paymentId = paymentIdField(fields)
  const mergeMining = findField(fields, 'mergeMining')
  const contributor = findField(fields, 'contributor')
  const registration = findField(fields, 'registration')
  const name = findField(fields, 'nameSystem')
  return {
    pubkey: hexOf(txPublicKeys(fields).at(-1)),
    burn_amount: findField(fields, 'burn')?.amount,
    extra_nonce: paymentId === undefined ? hexOf(nonce?.nonce) : undefined,
    payment_id: hexOf(paymentId?.id),
    mm_depth: mergeMining?.depth,
    mm_root: hexOf(mergeMining?.root),
    additional_pubkeys: toHexList(findField(fields, 'additionalPublicKeys')?.keys ?? []),
    sn_winner: hexOf(findField(fields, 'serviceNodeWinner')?.key),
    sn_pubkey: hexOf(findField(fields, 'serviceNodeKey')?.key),
    sn_registration: registration && registrationJson(network, registration),
    sn_contributor: contributor && addressText(network, contributor),
    sn_state_change: stateChangeJson(fields),
    tx_secret_key: hexOf(findField(fields, 'txSecretKey')?.key),
    locked_key_images: toHexList((findField(fields, 'keyImageProofs')?.proofs ?? []).map(({ keyImage }) => keyImage)),
    key_image_unlock: hexOf(findField(fields, 'keyImageUnlock')?.proof.keyImage),
    lns: name && nameSystemJson(network, name),
  }
}
