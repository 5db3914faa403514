// A transfer of the history in the form that the page shows.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { nameHash } from '../../coin/names/nameText.ts'
import { nameTypeWord, recordedNameType } from '../../coin/names/nameType.ts'
import type { Network } from '../../coin/networks/network.ts'
import { blocksToUnlock, type Moment } from '../state/balance.ts'
import type { OwnedOutput, TransactionKeys } from '../state/ledger.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import { isStakeLocked } from '../state/stakeLocks.ts'
import type { WalletState } from '../state/walletState.ts'
import type { Entry } from './history.ts'
import type { StakeLockView, TransferFailure, TransferView } from './historyViews.ts'
import { type BelongsTo, costOf, transferKindOf } from './transferKind.ts'

export type ViewContext = {
  readonly network: Network
  readonly moment: Moment
  readonly note: string
  readonly stakeLock: StakeLockView | undefined
  /** what a mined stake stakes, atomic units */
  readonly staked: bigint | undefined
  readonly failure: TransferFailure | undefined
  readonly approval: TransferView['approval']
  readonly addressText: (index: SubaddressIndex) => string
  readonly belongsTo: BelongsTo
  /** returns a name that the wallet knows by its hash; empty if it does not */
  readonly nameOf: (hash: Uint8Array, type: number) => string
}

/** Returns a name that the wallet knows by its hash; empty if it does not. */
export const knownNameOf = (
  { knownNames }: Pick<WalletState, 'knownNames'>,
  hash: Uint8Array,
  type: number,
): string => {
  const recorded = recordedNameType(type)
  return knownNames.find((known) => known.type === recorded && equalBytes(nameHash(known.name), hash))?.name ?? ''
}

/** Returns what an order is about. */
const orderView = (order: Entry['order'], nameOf: ViewContext['nameOf']): TransferView['order'] => {
  if (order === undefined) return undefined
  const { kind } = order
  if (kind === 'burn') return { kind }
  if (kind !== 'name') return { kind, serviceNodeKey: toHex(order.serviceNodeKey) }
  const { operation, type, nameHash } = order
  return { kind, operation, type: nameTypeWord(type), name: nameOf(nameHash, type) }
}

/** Returns whether a quorum approved an unmined transfer. */
export const approvalOf = (
  { ledger, blinks }: Pick<WalletState, 'ledger' | 'blinks'>,
  { txid, height, state, relayed, direction }: Pick<Entry, 'txid' | 'height' | 'state' | 'relayed' | 'direction'>,
): TransferView['approval'] => {
  if (height !== undefined || state === 'failed') return undefined
  const id = toHex(txid)
  if (blinks.has(id)) return 'approved'
  return direction === 'out' && relayed && ledger.payments.get(id)?.blink === true ? 'missing' : undefined
}

const stakedOutputs = ({ ledger }: Pick<WalletState, 'ledger'>, { txid }: Pick<Entry, 'txid'>): OwnedOutput[] =>
  [...ledger.outputs.values()].filter((output) => output.stake && equalBytes(output.txid, txid))

/** Returns what a stake stakes, which stays in the wallet; undefined if the entry is none, or not mined. */
export const stakedAmountOf = (
  state: Pick<WalletState, 'ledger'>,
  entry: Pick<Entry, 'kind' | 'txid'>,
): bigint | undefined => {
  if (entry.kind !== 'stake') return undefined
  const outputs = stakedOutputs(state, entry)
  return outputs.length === 0 ? undefined : sumAmounts(outputs)
}

/** Returns the lock of the stake that a history entry made; undefined if it is no stake or not locked. */
export const stakeLockOf = (
  { ledger, stakeLocks }: Pick<WalletState, 'ledger' | 'stakeLocks'>,
  { kind, txid }: Pick<Entry, 'kind' | 'txid'>,
): StakeLockView | undefined => {
  if (kind !== 'stake' || stakeLocks.size === 0) return undefined
  const locked = stakedOutputs({ ledger }, { txid }).find((output) => isStakeLocked(stakeLocks, output))
  if (locked?.keyImage === undefined) return undefined
  const lock = stakeLocks.get(toHex(locked.keyImage))
  return { amount: locked.amount, unlockHeight: lock?.unlockHeight, serviceNodeKey: lock?.serviceNodeKey }
}

/** Returns why a payment failed; undefined if it did not. */
export const failureOf = (
  { ledger }: Pick<WalletState, 'ledger'>,
  { state, reverted, txid, keyImages }: Pick<Entry, 'state' | 'reverted' | 'txid' | 'keyImages'>,
): TransferFailure | undefined => {
  if (state !== 'failed') return undefined
  const inputs = keyImages.flatMap((keyImage) => ledger.withKeyImage(toHex(keyImage)))
  const isSpent = inputs.some((id) => {
    const spent = ledger.outputs.get(id)?.spent
    return spent !== undefined && !equalBytes(spent.txid, txid)
  })
  if (isSpent) return 'spent'
  return reverted ? 'reverted' : 'refused'
}

/** Returns transaction secret keys in the form of wallet2's `tx_key`: the main key, then the additional keys, concatenated hex. */
export const transactionKeyText = (keys: TransactionKeys | undefined): string =>
  keys === undefined ? '' : [keys.main, ...keys.additional].map(toHex).join('')

/** Returns the id of a transfer, which is unique in the wallet. */
export const transferId = ({ direction, account }: Pick<Entry, 'direction' | 'account'>, txid: string): string =>
  direction === 'in' ? `in/${txid}/${account}` : `out/${txid}`

/** Converts a history entry to the form that the page shows. */
export const transferView = (
  entry: Entry,
  { network, moment, note, stakeLock, staked, failure, approval, addressText, belongsTo, nameOf }: ViewContext,
): TransferView => {
  const { direction, state, relayed, height, timestamp, account, minors, destinations } = entry
  const txid = toHex(entry.txid)
  const blocksToWait = entry.outputs.map((output) => blocksToUnlock(network, output, moment))
  const isUnmined = height === undefined
  return {
    id: transferId(entry, txid),
    txid,
    direction,
    kind: transferKindOf(entry, belongsTo),
    order: orderView(entry.order, nameOf),
    state,
    failure,
    relayed,
    ...costOf(entry),
    ...(staked === undefined ? {} : { amount: staked }),
    height: height ?? 0,
    timestamp: entry.made ?? timestamp,
    blockTimestamp: isUnmined ? 0 : timestamp,
    confirmations: isUnmined ? 0 : Math.max(0, moment.height - height),
    blocksToUnlock: isUnmined && direction === 'in' ? network.spendableAge : Math.max(0, ...blocksToWait),
    stakeLock,
    account,
    subaddresses: minors,
    addresses: minors.map((minor) => addressText({ major: account, minor })),
    paymentId: toHex(entry.paymentId),
    note,
    destinations,
    txKey: transactionKeyText(entry.keys),
    doubleSpendSeen: entry.doubleSpendSeen,
    approval,
  }
}
