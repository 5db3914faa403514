// Transfer history: one entry per received output and one per payment, as wallet2 lists them, and grouped entries for the page.

import { compareBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import type { TransferState } from '../engine/engineViews.ts'
import type { OwnedOutput, Payment, TransactionKeys } from './ledger.ts'
import { changedOutput } from './packedOutput.ts'
import type { TxpoolEntry } from './txpoolView.ts'
import type { WalletState } from './walletState.ts'

export type EntryKind = 'transfer' | 'miner' | 'service node' | 'stake'

/** One transfer. */
export type Entry = {
  readonly direction: 'in' | 'out'
  readonly kind: EntryKind
  readonly state: TransferState
  /** whether a node has accepted it; true for all incoming transfers */
  readonly relayed: boolean
  /** a payment that was in a block which is no longer in the chain */
  readonly reverted: boolean
  readonly txid: Uint8Array
  /** received, or paid without fee and change (`amountPaid`); atomic units */
  readonly amount: bigint
  readonly fee: bigint
  /** undefined while unmined */
  readonly height: number | undefined
  /** UNIX seconds: of the block; while unmined, of its arrival in the txpool or of its creation */
  readonly timestamp: number
  /** when this wallet recorded the payment that it made, UNIX seconds; undefined for all others */
  readonly made: number | undefined
  /** key images of the inputs of a payment */
  readonly keyImages: readonly Uint8Array[]
  readonly account: number
  readonly minors: readonly number[]
  /** 8 or 32 bytes, or empty */
  readonly paymentId: Uint8Array
  readonly unlockTime: bigint
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  readonly keys: TransactionKeys | undefined
  readonly doubleSpendSeen: boolean
  /** received outputs, without those that add nothing to the balance: their one-time key held as much already */
  readonly outputs: readonly OwnedOutput[]
}

const kindOf = ({ coinbase, indexInTx }: OwnedOutput): EntryKind => {
  if (!coinbase) return 'transfer'
  return indexInTx === 0 ? 'miner' : 'service node'
}

/** @param credit what the output adds to the balance, atomic units */
const incomingEntry = (
  output: OwnedOutput,
  credit: bigint,
  { state, doubleSpendSeen }: Pick<Entry, 'state' | 'doubleSpendSeen'>,
): Entry => ({
  direction: 'in',
  kind: kindOf(output),
  state,
  relayed: true,
  reverted: false,
  txid: output.txid,
  amount: credit,
  fee: output.fee,
  height: state === 'pool' ? undefined : output.height,
  timestamp: output.timestamp,
  made: undefined,
  keyImages: [],
  account: output.subaddress.major,
  minors: [output.subaddress.minor],
  paymentId: output.paymentId,
  unlockTime: output.unlockTime,
  destinations: [],
  keys: undefined,
  doubleSpendSeen,
  outputs: credit > 0n ? [output] : [],
})

/** Returns what a payment paid to others, as far as its inputs are known: 0 if the known inputs do not cover change and fee. */
const amountPaid = ({ amountIn, change, fee }: Payment): bigint =>
  amountIn > change + fee ? amountIn - change - fee : 0n

const outgoingEntry = (payment: Payment): Entry => ({
  direction: 'out',
  kind: payment.kind,
  state: payment.state,
  relayed: payment.relayed,
  reverted: payment.reverted,
  txid: payment.txid,
  amount: amountPaid(payment),
  fee: payment.fee,
  height: payment.height,
  timestamp: payment.timestamp ?? payment.created,
  made: payment.isOwn ? payment.created : undefined,
  keyImages: payment.keyImages,
  account: payment.account,
  minors: payment.subaddresses,
  paymentId: payment.paymentId,
  unlockTime: payment.unlockTime,
  destinations: payment.destinations,
  keys: payment.keys,
  doubleSpendSeen: false,
  outputs: [],
})

/** Compares entries for the order of the history, oldest first: mined before unmined, then by height, time and transaction id. */
export const compareEntries = (a: Entry, b: Entry): number => {
  if ((a.height === undefined) !== (b.height === undefined)) return a.height === undefined ? 1 : -1
  return (a.height ?? 0) - (b.height ?? 0) || a.timestamp - b.timestamp || compareBytes(a.txid, b.txid)
}

/** Returns the txpool transactions that are in no known block. */
const unminedEntries = ({ ledger, pool }: Pick<WalletState, 'ledger' | 'pool'>): [string, TxpoolEntry][] => {
  if (pool.entries.size === 0) return []
  const mined = new Set<string>()
  for (const { txid } of ledger.outputs.values()) mined.add(toHex(txid))
  return [...pool.entries].filter(([id]) => !mined.has(id))
}

const receivedOf = (entries: readonly [string, TxpoolEntry][]): OwnedOutput[] =>
  entries.flatMap(([, { received }]) => received)

/** Returns received outputs that are in no block yet, without change. Their amounts are what they add to the balance. */
export const pooledOutputs = (state: Pick<WalletState, 'ledger' | 'pool'>): OwnedOutput[] => {
  const outputs = receivedOf(unminedEntries(state))
  return outputs.flatMap((output) =>
    output.change ? [] : [changedOutput(output, { amount: state.ledger.credit(output, outputs) })],
  )
}

/**
 * Returns received outputs that are in no block yet but confirmed by a quorum (blink), without change. Their amounts are what they add
 * to the balance.
 */
export const approvedOutputs = (state: Pick<WalletState, 'ledger' | 'pool' | 'blinks'>): OwnedOutput[] => {
  const approved = unminedEntries(state).filter(([id]) => state.blinks.has(id))
  const outputs = receivedOf(approved)
  return outputs.flatMap((output) => {
    const amount = state.ledger.credit(output, outputs)
    return output.change || amount === 0n ? [] : [changedOutput(output, { amount })]
  })
}

/**
 * Returns the incoming transfers, oldest first, without change. An output that adds nothing to the balance has amount 0 and no outputs.
 */
export const incomingEntries = (state: Pick<WalletState, 'ledger' | 'pool'>): Entry[] => {
  const { ledger } = state
  const entries: Entry[] = []
  for (const output of ledger.outputs.values())
    if (!output.change)
      entries.push(incomingEntry(output, ledger.credit(output), { state: 'confirmed', doubleSpendSeen: false }))
  const unmined = unminedEntries(state)
  const outputs = receivedOf(unmined)
  for (const [, { received, doubleSpendSeen }] of unmined)
    for (const output of received)
      if (!output.change)
        entries.push(incomingEntry(output, ledger.credit(output, outputs), { state: 'pool', doubleSpendSeen }))
  return entries.sort(compareEntries)
}

/** Returns the incoming transfers that add to the balance. */
export const creditedEntries = (state: Pick<WalletState, 'ledger' | 'pool'>): Entry[] =>
  incomingEntries(state).filter(({ outputs }) => outputs.length > 0)

/** Returns the outgoing transfers, oldest first. */
export const outgoingEntries = ({ ledger }: Pick<WalletState, 'ledger'>): Entry[] =>
  [...ledger.payments.values()].map(outgoingEntry).sort(compareEntries)

/** Merges the entries of one transaction that have the same key. */
const groupEntries = (entries: readonly Entry[], keyOf: (entry: Entry) => string): Entry[] => {
  const groups = new Map<string, Entry>()
  for (const entry of entries) {
    const key = `${toHex(entry.txid)}/${keyOf(entry)}`
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

/** Merges the entries of one transaction to one address. */
export const groupByAddress = (entries: readonly Entry[]): Entry[] =>
  groupEntries(entries, ({ account, minors }) => `${account}/${minors}`)

/** Returns the history as the page shows it: one entry per transaction and account, newest first. */
export const historyEntries = (state: Pick<WalletState, 'ledger' | 'pool'>): Entry[] =>
  [...groupEntries(creditedEntries(state), ({ account }) => String(account)), ...outgoingEntries(state)].sort(
    (a, b) => -compareEntries(a, b),
  )

/**
 * Returns the recommended number of confirmations (wallet2: `suggested_confirmations_threshold`): the number of blocks whose rewards
 * add up to the amount.
 * @param amount atomic units
 * @param lastReward reward of the newest block, atomic units
 */
export const suggestedConfirmations = (amount: bigint, lastReward: bigint): number =>
  lastReward === 0n ? 0 : Number((amount + lastReward - 1n) / lastReward)
