// Transfer history in the fields, buckets and order of wallet2.

import { toHex } from '../bytes/hex.ts'
import type { Network } from '../coin/networks/network.ts'
import type { Wallet } from '../wallet/engine/wallet.ts'
import { isUnlocked } from '../wallet/state/balance.ts'
import {
  type Entry,
  groupByAddress,
  incomingEntries,
  outgoingEntries,
  suggestedConfirmations,
} from '../wallet/state/history.ts'
import type { WalletState } from '../wallet/state/walletState.ts'

export type TransfersFilter = {
  readonly in: boolean
  readonly out: boolean
  readonly stake: boolean
  readonly pending: boolean
  readonly failed: boolean
  readonly pool: boolean
  /** like `in` where it is left out */
  readonly coinbase?: boolean | undefined
  readonly filter_by_height: boolean
  readonly min_height: number
  readonly max_height: number
  readonly account_index: number
  readonly subaddr_indices: readonly number[]
  readonly all_accounts: boolean
}

const HIGHEST = 500_000_000
const SHORT_ID = 8

/** 16 digits where the id is short, or absent. */
const paymentIdText = (id: Uint8Array): string => toHex(id.length === 0 ? new Uint8Array(SHORT_ID) : id)

/** What kind of payment it is, whatever became of it. */
export const payTypeOf = ({ rewardType }: Network, { kind, direction }: Entry): string => {
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

/** Whether it is unmined, or its unlock time holds it. */
export const isLocked = ({ network, moment }: Wallet, { height, unlockTime }: Entry): boolean =>
  height === undefined || !isUnlocked(network, { height, unlockTime }, moment)

/** Received, and as good as in a block: it is listed with what is. */
const isReceivedBlink = (state: WalletState, entry: Entry): boolean =>
  entry.direction === 'in' && isUnminedBlink(state, entry)

/** Whether a quorum confirmed it at once, and no block yet. */
const isUnminedBlink = ({ blinks }: WalletState, { state, txid }: Entry): boolean =>
  (state === 'pool' || state === 'pending') && blinks.has(toHex(txid))

/** The transfer object. Members that are undefined are left out. */
export const transferObject = (wallet: Wallet, entry: Entry) => {
  const { direction, account, minors, amount, fee, height, timestamp, destinations } = entry
  const { state } = wallet
  const confirmations = confirmationsOf(entry, state.height)
  const id = toHex(entry.txid)
  const wasBlink = state.blinks.has(id)
  const suggested = wasBlink ? 0 : suggestedConfirmations(amount, state.lastReward)
  const minor = direction === 'in' ? (minors[0] ?? 0) : 0
  return {
    address: wallet.addressText({ major: account, minor }),
    amount,
    amounts:
      direction === 'in' && wallet.network.receivedPer === 'address'
        ? entry.outputs.map((output) => output.amount)
        : undefined,
    blink_mempool: isUnminedBlink(state, entry),
    checkpointed: height !== undefined && height <= state.immutableHeight ? 1 : 0,
    confirmations: confirmations === 0 ? undefined : confirmations,
    destinations:
      destinations.length === 0 ? undefined : destinations.map(({ address, amount }) => ({ address, amount })),
    double_spend_seen: entry.doubleSpendSeen,
    fee,
    height: height ?? 0,
    locked: isLocked(wallet, entry),
    note: state.notes.get(id) ?? '',
    payment_id: paymentIdText(entry.paymentId),
    subaddr_index: { major: account, minor },
    subaddr_indices: minors.map((used) => ({ major: account, minor: used })),
    suggested_confirmations_threshold: suggested === 0 ? undefined : suggested,
    timestamp,
    txid: id,
    type: entry.state === 'confirmed' || isReceivedBlink(state, entry) ? payTypeOf(wallet.network, entry) : entry.state,
    unlock_time: entry.unlockTime,
    was_blink: wasBlink,
  }
}

/** When nothing at all is asked for, everything is. */
export const withDefaults = (filter: TransfersFilter): TransfersFilter => {
  const { in: incoming, out, stake, pending, failed, pool, coinbase = true } = filter
  if (incoming || out || stake || pending || failed || pool || coinbase) return filter
  return { ...filter, in: true, out: true, stake: true, pending: true, failed: true, pool: true, coinbase: true }
}

/** What came, oldest first: one entry for each output or each address, as clients of the network know it. */
const receivedEntries = ({ state, network }: Wallet): Entry[] => {
  const entries = incomingEntries(state)
  return network.receivedPer === 'address' ? groupByAddress(entries) : entries
}

/** Entries by bucket, each in one, oldest first. */
export const listTransfers = (wallet: Wallet, filter: TransfersFilter) => {
  const highest = filter.filter_by_height
    ? Math.min(HIGHEST, Math.max(filter.max_height, filter.min_height))
    : filter.max_height
  const isAsked = (entry: Entry): boolean => {
    const { account, minors, state, height } = entry
    if (!filter.all_accounts) {
      if (account !== filter.account_index) return false
      if (filter.subaddr_indices.length > 0 && !minors.some((minor) => filter.subaddr_indices.includes(minor)))
        return false
    }
    if (state !== 'confirmed' && !isReceivedBlink(wallet.state, entry)) return true
    return (height ?? 0) >= filter.min_height && (height ?? 0) <= highest
  }
  const incoming = receivedEntries(wallet).filter(isAsked)
  const isWantedIn = ({ kind }: Entry): boolean =>
    filter.in || (filter.coinbase === true && (kind === 'miner' || kind === 'service node'))
  const outgoing = outgoingEntries(wallet.state).filter(isAsked)
  const isWanted = ({ kind }: Entry): boolean => filter.out || (kind === 'stake' && filter.stake)
  const inState = (entries: readonly Entry[], wanted: Entry['state']): Entry[] =>
    entries.filter(({ state }) => state === wanted)
  const pooled = inState(incoming, 'pool')
  const isBlink = (entry: Entry): boolean => isReceivedBlink(wallet.state, entry)
  return {
    in: [...inState(incoming, 'confirmed'), ...pooled.filter(isBlink)].filter(isWantedIn),
    out: inState(outgoing, 'confirmed').filter(isWanted),
    pending: filter.pending ? inState(outgoing, 'pending') : [],
    failed: filter.failed ? inState(outgoing, 'failed') : [],
    pool: filter.pool ? pooled.filter((entry) => !isBlink(entry)) : [],
  }
}

/** All that came to an account, then all that went from it. */
export const entriesOf = (wallet: Wallet, account: number): Entry[] =>
  [...receivedEntries(wallet), ...outgoingEntries(wallet.state)].filter((entry) => entry.account === account)
