// What came and what went: one entry per received output, one per payment, as the reference lists them; and grouped for people.

import { compareBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { TransferState } from '../engine/engineApi.ts'
import type { OwnedOutput, Payment, TransactionKeys } from './ledger.ts'
import type { TxpoolEntry } from './txpoolView.ts'
import type { WalletState } from './walletState.ts'

export type EntryKind = 'transfer' | 'miner' | 'service node' | 'stake'

/** One line of a wallet's history. */
export type Entry = {
  readonly direction: 'in' | 'out'
  readonly kind: EntryKind
  readonly state: TransferState
  /** some node has it, or had it; incoming ones were seen there */
  readonly relayed: boolean
  readonly txid: Uint8Array
  /** received; or paid, without fee and change */
  readonly amount: bigint
  readonly fee: bigint
  /** undefined while unmined */
  readonly height: number | undefined
  /** of the block; while unmined, of the arrival or the sending */
  readonly timestamp: number
  readonly account: number
  readonly minors: readonly number[]
  /** 8 or 32 bytes, or empty */
  readonly paymentId: Uint8Array
  readonly unlockTime: bigint
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  readonly keys: TransactionKeys | undefined
  readonly doubleSpendSeen: boolean
  /** received outputs: from which it is known when they can be spent */
  readonly outputs: readonly OwnedOutput[]
}

const kindOf = ({ coinbase, indexInTx }: OwnedOutput): EntryKind => {
  if (!coinbase) return 'transfer'
  return indexInTx === 0 ? 'miner' : 'service node'
}

const incomingEntry = (output: OwnedOutput, state: TransferState, doubleSpendSeen: boolean): Entry => ({
  direction: 'in',
  kind: kindOf(output),
  state,
  relayed: true,
  txid: output.txid,
  amount: output.amount,
  fee: output.fee,
  height: state === 'pool' ? undefined : output.height,
  timestamp: output.timestamp,
  account: output.subaddress.major,
  minors: [output.subaddress.minor],
  paymentId: output.paymentId,
  unlockTime: output.unlockTime,
  destinations: [],
  keys: undefined,
  doubleSpendSeen,
  outputs: [output],
})

const outgoingEntry = (payment: Payment): Entry => ({
  direction: 'out',
  kind: payment.kind,
  state: payment.state,
  relayed: payment.relayed,
  txid: payment.txid,
  amount: payment.amountIn - payment.change - payment.fee,
  fee: payment.fee,
  height: payment.height,
  timestamp: payment.timestamp ?? payment.created,
  account: payment.account,
  minors: payment.subaddresses,
  paymentId: payment.paymentId,
  unlockTime: payment.unlockTime,
  destinations: payment.destinations,
  keys: payment.keys,
  doubleSpendSeen: false,
  outputs: [],
})

/** The order of history, oldest first: mined before unmined, then by height, time and id. */
export const compareEntries = (a: Entry, b: Entry): number => {
  if ((a.height === undefined) !== (b.height === undefined)) return a.height === undefined ? 1 : -1
  return (a.height ?? 0) - (b.height ?? 0) || a.timestamp - b.timestamp || compareBytes(a.txid, b.txid)
}

/** Transactions of the pool that are in no block that we know. */
const unminedEntries = ({ ledger, pool }: Pick<WalletState, 'ledger' | 'pool'>): [string, TxpoolEntry][] => {
  if (pool.entries.size === 0) return []
  const mined = new Set<string>()
  for (const { txid } of ledger.outputs.values()) mined.add(toHex(txid))
  return [...pool.entries].filter(([id]) => !mined.has(id))
}

/** Outputs that others sent us, in no block yet but confirmed by a quorum. */
export const approvedOutputs = (state: Pick<WalletState, 'ledger' | 'pool' | 'blinks'>): OwnedOutput[] =>
  unminedEntries(state).flatMap(([id, { received: outputs }]) =>
    state.blinks.has(id) ? outputs.filter(({ change }) => !change) : [],
  )

/** What was received, oldest first; change is not. */
export const incomingEntries = (state: Pick<WalletState, 'ledger' | 'pool'>): Entry[] => {
  const entries: Entry[] = []
  for (const output of state.ledger.countedOutputs())
    if (!output.change) entries.push(incomingEntry(output, 'confirmed', false))
  for (const [, { received: outputs, doubleSpendSeen }] of unminedEntries(state))
    for (const output of outputs) if (!output.change) entries.push(incomingEntry(output, 'pool', doubleSpendSeen))
  return entries.sort(compareEntries)
}

/** What was paid, oldest first. */
export const outgoingEntries = ({ ledger }: Pick<WalletState, 'ledger'>): Entry[] =>
  [...ledger.payments.values()].map(outgoingEntry).sort(compareEntries)

/** Joins what one transaction brought to the same place. */
const groupEntries = (entries: readonly Entry[], placeOf: (entry: Entry) => string): Entry[] => {
  const groups = new Map<string, Entry>()
  for (const entry of entries) {
    const key = `${toHex(entry.txid)}/${placeOf(entry)}`
    const group = groups.get(key)
    groups.set(
      key,
      group === undefined
        ? entry
        : {
            ...group,
            amount: group.amount + entry.amount,
            minors: [...new Set([...group.minors, ...entry.minors])].sort((a, b) => a - b),
            outputs: [...group.outputs, ...entry.outputs],
          },
    )
  }
  return [...groups.values()]
}

/** Joins what one transaction brought to one address. */
export const groupByAddress = (entries: readonly Entry[]): Entry[] =>
  groupEntries(entries, ({ account, minors }) => `${account}/${minors}`)

/** History for people: one entry per transaction and account, newest first. */
export const historyEntries = (state: Pick<WalletState, 'ledger' | 'pool'>): Entry[] =>
  [...groupEntries(incomingEntries(state), ({ account }) => String(account)), ...outgoingEntries(state)].sort(
    (a, b) => -compareEntries(a, b),
  )

/**
 * Confirmations that a receiver should wait for: as many blocks as it takes to be paid the amount for mining.
 * @param lastReward what the newest coinbase paid
 */
export const suggestedConfirmations = (amount: bigint, lastReward: bigint): number =>
  lastReward === 0n ? 0 : Number((amount + lastReward - 1n) / lastReward)
