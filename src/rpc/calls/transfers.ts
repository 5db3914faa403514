// Transfer history in the fields, buckets and order of wallet2.

import { toHex } from '../../bytes/hex.ts'
import { wrapAmount } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import {
  creditedEntries,
  type Entry,
  groupByAddress,
  incomingEntries,
  outgoingEntries,
  suggestedConfirmations,
} from '../../wallet/history/history.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { blocksOfUnlockTime, isUnlocked } from '../../wallet/state/balance.ts'
import type { SubaddressIndex } from '../../wallet/state/outputFields.ts'
import type { WalletState } from '../../wallet/state/walletState.ts'

type TransferFlags = {
  readonly in: boolean
  readonly out: boolean
  readonly stake: boolean
  readonly pending: boolean
  readonly failed: boolean
  readonly pool: boolean
}

/** The parameters of a request for transfers. */
export type TransfersRequest = { readonly [Flag in keyof TransferFlags]?: boolean | undefined } & Omit<
  TransfersFilter,
  keyof TransferFlags
>

export type TransfersFilter = TransferFlags & {
  /** includes mined coins and service node rewards; like `in` if omitted */
  readonly coinbase?: boolean | undefined
  readonly filter_by_height: boolean
  readonly min_height: number
  readonly max_height: number
  readonly account_index: number
  readonly subaddr_indices: readonly number[]
  readonly all_accounts: boolean
}

const MAX_HEIGHT = 500_000_000
const SHORT_PAYMENT_ID_BYTES = 8

/** Returns the payment id in hex; 16 zeros if there is none. */
const paymentIdText = (id: Uint8Array): string => toHex(id.length === 0 ? new Uint8Array(SHORT_PAYMENT_ID_BYTES) : id)

/** Returns the pay type of wallet2 for a transfer, regardless of its state. */
export const payTypeOf = ({ walletRpc: { rewardType } }: Network, { kind, direction }: Entry): string => {
  if (kind === 'miner') return rewardType
  if (kind === 'stake') return kind
  if (kind === 'service node') return 'snode'
  return direction
}

/** Returns confirmations as wallet2 counts them: a failed payment has as many as the chain has blocks. */
const confirmationsOf = ({ state, height }: Entry, chainHeight: number): number => {
  if (state === 'failed') return chainHeight
  return height === undefined || height >= chainHeight ? 0 : chainHeight - height
}

/** What transfer objects need of a wallet. */
export type TransferSource = Pick<Wallet, 'network' | 'moment' | 'addressText'> & {
  readonly state: Pick<WalletState, 'height' | 'lastReward' | 'immutableHeight' | 'blinks' | 'notes'>
}

/** Returns the address that a transfer object shows: of received coins the first one, of payments that of the account. */
const shownAddress = ({ direction, account, minors }: Entry): SubaddressIndex => ({
  major: account,
  minor: direction === 'in' ? (minors[0] ?? 0) : 0,
})

/**
 * Returns the wallet as it is now, for objects of these entries that are made later: all at one height, and also after the wallet closes.
 * @throws WalletClosedError if the wallet is closed already
 */
export const sourceNow = (wallet: TransferSource, entries: readonly Entry[]): TransferSource => {
  // The wallet remembers the texts of addresses, which are derived from its keys.
  for (const entry of entries) wallet.addressText(shownAddress(entry))
  const { height, lastReward, immutableHeight, blinks, notes } = wallet.state
  return {
    network: wallet.network,
    moment: wallet.moment,
    addressText: (index) => wallet.addressText(index),
    state: { height, lastReward, immutableHeight, blinks, notes },
  }
}

/** Returns whether a transfer is unmined or still locked by its unlock time. */
export const isLocked = ({ network, moment }: TransferSource, { height, unlockTime }: Entry): boolean =>
  height === undefined || !isUnlocked(network, { height, unlockTime }, moment)

/** Returns whether a transfer was received as a blink. wallet2 reports this of received transfers only. */
const wasReceivedAsBlink = ({ blinks }: Pick<WalletState, 'blinks'>, { direction, txid }: Entry): boolean =>
  direction === 'in' && blinks.has(toHex(txid))

/** Returns whether a transfer is an approved incoming blink in the txpool, which is listed among the confirmed ones. */
export const isUnminedBlink = (state: Pick<WalletState, 'blinks'>, entry: Entry): boolean =>
  entry.state === 'pool' && wasReceivedAsBlink(state, entry)

/** Returns the transfer object of wallet2. Undefined members are omitted from the response. */
export const transferObject = (wallet: TransferSource, entry: Entry) => {
  const { direction, account, minors, fee, height, timestamp, destinations } = entry
  const amount = wrapAmount(entry.amount)
  const { state } = wallet
  const confirmations = confirmationsOf(entry, state.height)
  const id = toHex(entry.txid)
  const wasBlink = wasReceivedAsBlink(state, entry)
  const suggested = wasBlink ? 0n : suggestedConfirmations(amount, state.lastReward)
  const { blinkFields, suggestsUnlockTime } = wallet.network.walletRpc.transfers
  const untilUnlock = suggestsUnlockTime ? blocksOfUnlockTime(wallet.network, entry.unlockTime, wallet.moment) : 0n
  const threshold = suggested > untilUnlock ? suggested : untilUnlock
  const subaddress = shownAddress(entry)
  return {
    address: wallet.addressText(subaddress),
    amount,
    amounts:
      direction === 'in' && wallet.network.walletRpc.receivedPer === 'address' && entry.outputs.length > 0
        ? entry.outputs.map((output) => output.amount)
        : undefined,
    ...(blinkFields
      ? {
          blink_mempool: isUnminedBlink(state, entry),
          checkpointed: height !== undefined && height <= state.immutableHeight ? 1 : 0,
          was_blink: wasBlink,
        }
      : {}),
    confirmations: confirmations === 0 ? undefined : confirmations,
    destinations:
      destinations.length === 0 ? undefined : destinations.map(({ address, amount }) => ({ address, amount })),
    double_spend_seen: entry.doubleSpendSeen,
    fee,
    height: height ?? 0,
    locked: isLocked(wallet, entry),
    note: state.notes.get(id) ?? '',
    payment_id: paymentIdText(entry.paymentId),
    subaddr_index: subaddress,
    subaddr_indices: minors.map((used) => ({ major: account, minor: used })),
    suggested_confirmations_threshold: threshold === 0n ? undefined : threshold,
    timestamp,
    txid: id,
    type: entry.state === 'confirmed' || isUnminedBlink(state, entry) ? payTypeOf(wallet.network, entry) : entry.state,
    unlock_time: entry.unlockTime,
  }
}

const ALL = { in: true, out: true, stake: true, pending: true, failed: true, pool: true, coinbase: true }

/**
 * Returns the filter of a request.
 * @param omitted value of omitted flags; if it is true, a request that selects nothing selects everything
 */
export const filterOf = (request: TransfersRequest, omitted: boolean): TransfersFilter => {
  const { in: incoming = omitted, out = omitted, stake = omitted } = request
  const { pending = omitted, failed = omitted, pool = omitted, coinbase = omitted } = request
  const filter = { ...request, in: incoming, out, stake, pending, failed, pool }
  const selectsNothing = !(incoming || out || stake || pending || failed || pool || coinbase)
  return omitted && selectsNothing ? { ...filter, ...ALL } : filter
}

/**
 * Returns the incoming entries, oldest first: one per output or one per address, depending on the network. Of the outputs that add
 * nothing to the balance, wallet2 lists those summed per address, with amount 0, and omits single ones.
 */
const receivedEntries = ({ state, network }: Wallet): Entry[] =>
  network.walletRpc.receivedPer === 'address'
    ? groupByAddress(incomingEntries(network, state))
    : creditedEntries(network, state)

/** Returns whether the filter's account and addresses contain an entry. */
const isInAccounts = (filter: TransfersFilter, { account, minors }: Entry): boolean => {
  if (filter.all_accounts) return true
  const { subaddr_indices } = filter
  return (
    account === filter.account_index &&
    (subaddr_indices.length === 0 || minors.some((minor) => subaddr_indices.includes(minor)))
  )
}

/** Returns whether the filter's heights contain an entry: unmined and failed entries are in all ranges, approved blinks have height 0. */
const isInHeights = (filter: TransfersFilter, { state, network }: Wallet, entry: Entry): boolean => {
  if (entry.state !== 'confirmed' && !isUnminedBlink(state, entry)) return true
  const { min_height, max_height } = filter
  if (network.walletRpc.transfers.heights === 'exclusive on request')
    return (
      !filter.filter_by_height ||
      (entry.height !== undefined && entry.height > min_height && entry.height <= max_height)
    )
  const highest = filter.filter_by_height ? Math.min(MAX_HEIGHT, Math.max(max_height, min_height)) : max_height
  const height = entry.height ?? 0
  return height >= min_height && height <= highest
}

const isSelectedIncoming = (filter: TransfersFilter, { kind }: Entry): boolean =>
  filter.in || (filter.coinbase === true && (kind === 'miner' || kind === 'service node'))

const isSelectedOutgoing = (filter: TransfersFilter, { kind }: Entry): boolean =>
  filter.out || (kind === 'stake' && filter.stake)

const inState = (entries: readonly Entry[], state: Entry['state']): Entry[] =>
  entries.filter((entry) => entry.state === state)

/**
 * Returns whether wallet2 has forgotten a payment together with its block, which is no longer in the chain, since no txpool has had it
 * again.
 */
const isForgotten = ({ state, reverted, relayed }: Entry): boolean => state === 'failed' && reverted && !relayed

/** Returns the outgoing entries that wallet2 lists, oldest first. */
const paidEntries = (state: Pick<WalletState, 'ledger'>): Entry[] =>
  outgoingEntries(state).filter((entry) => !isForgotten(entry))

/** Returns the entries by bucket, oldest first. Every entry is in one bucket at most. */
export const listTransfers = (wallet: Wallet, filter: TransfersFilter) => {
  const { state } = wallet
  const isInScope = (entry: Entry): boolean => isInAccounts(filter, entry) && isInHeights(filter, wallet, entry)
  const incoming = receivedEntries(wallet).filter(isInScope)
  const outgoing = paidEntries(state).filter(isInScope)
  const pool = inState(incoming, 'pool')
  const received = [...inState(incoming, 'confirmed'), ...pool.filter((entry) => isUnminedBlink(state, entry))]
  return {
    in: received.filter((entry) => isSelectedIncoming(filter, entry)),
    out: inState(outgoing, 'confirmed').filter((entry) => isSelectedOutgoing(filter, entry)),
    pending: filter.pending ? inState(outgoing, 'pending') : [],
    failed: filter.failed ? inState(outgoing, 'failed') : [],
    pool: filter.pool ? pool.filter((entry) => !isUnminedBlink(state, entry)) : [],
  }
}

/** Returns all incoming entries of an account, then all outgoing ones. */
export const entriesOf = (wallet: Wallet, account: number): Entry[] =>
  [...receivedEntries(wallet), ...paidEntries(wallet.state)].filter((entry) => entry.account === account)
