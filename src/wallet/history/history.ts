// Transfer history: one entry per received output and one per payment, as wallet2 lists them, and grouped entries for the page.

import { compareBytes, equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { wrapAmount } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { PaymentOrder } from '../scan/paymentOrder.ts'
import type { OwnedOutput, Payment, TransactionKeys } from '../state/ledger.ts'
import { changedOutput } from '../state/packedOutput.ts'
import type { TxpoolEntry } from '../state/txpoolView.ts'
import type { WalletState } from '../state/walletState.ts'
import type { TransferState } from './historyViews.ts'

export type EntryKind = 'transfer' | 'miner' | 'service node' | 'stake'

/** The members of a transfer. */
export type EntryFields = {
  readonly direction: 'in' | 'out'
  readonly kind: EntryKind
  /** what a payment is for, if it is no ordinary one */
  readonly order: PaymentOrder | undefined
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
  /** received outputs, with what each adds to the balance, without those that add nothing: their one-time key held as much already */
  readonly outputs: readonly OwnedOutput[]
}

/** What entries need of the network. */
type EntryNetwork = Pick<Network, 'hasServiceNodes'>

/** Returns the kind of a received output. Coinbases pay service nodes after the first output; those of other networks pay miners only. */
const kindOf = ({ hasServiceNodes }: EntryNetwork, { coinbase, indexInTx }: OwnedOutput): EntryKind => {
  if (!coinbase) return 'transfer'
  return hasServiceNodes && indexInTx > 0 ? 'service node' : 'miner'
}

const NO_KEY_IMAGES: EntryFields['keyImages'] = []
const NO_DESTINATIONS: EntryFields['destinations'] = []

/** The transfer of a received output, whose members it reads: a long history has a hundred thousand entries. */
class ReceivedEntry implements EntryFields {
  readonly #network: EntryNetwork
  readonly #output: OwnedOutput
  /** what the output adds to the balance, atomic units; undefined if that is its amount */
  readonly #credit: bigint | undefined
  /** undefined if the output is in a block */
  readonly #pooled: Pick<TxpoolEntry, 'doubleSpendSeen'> | undefined

  constructor(
    network: EntryNetwork,
    output: OwnedOutput,
    credit: bigint,
    pooled?: Pick<TxpoolEntry, 'doubleSpendSeen'>,
  ) {
    this.#network = network
    this.#output = output
    this.#credit = credit === output.amount ? undefined : credit
    this.#pooled = pooled
  }

  get direction(): EntryFields['direction'] {
    return 'in'
  }

  get kind(): EntryKind {
    return kindOf(this.#network, this.#output)
  }

  get order(): undefined {
    return undefined
  }

  get state(): TransferState {
    return this.#pooled === undefined ? 'confirmed' : 'pool'
  }

  get relayed(): boolean {
    return true
  }

  get reverted(): boolean {
    return false
  }

  get txid(): Uint8Array {
    return this.#output.txid
  }

  get amount(): bigint {
    return this.#credit ?? this.#output.amount
  }

  get fee(): bigint {
    return this.#output.fee
  }

  get height(): number | undefined {
    return this.#pooled === undefined ? this.#output.height : undefined
  }

  get timestamp(): number {
    return this.#output.timestamp
  }

  get made(): undefined {
    return undefined
  }

  get keyImages(): EntryFields['keyImages'] {
    return NO_KEY_IMAGES
  }

  get account(): number {
    return this.#output.subaddress.major
  }

  get minors(): readonly number[] {
    return [this.#output.subaddress.minor]
  }

  get paymentId(): Uint8Array {
    return this.#output.paymentId
  }

  get unlockTime(): bigint {
    return this.#output.unlockTime
  }

  get destinations(): EntryFields['destinations'] {
    return NO_DESTINATIONS
  }

  get keys(): undefined {
    return undefined
  }

  get doubleSpendSeen(): boolean {
    return this.#pooled?.doubleSpendSeen ?? false
  }

  get outputs(): readonly OwnedOutput[] {
    const { amount } = this
    if (amount === 0n) return []
    return [this.#credit === undefined ? this.#output : changedOutput(this.#output, { amount })]
  }
}

/** One transfer: an object, or one that reads an output. `changedEntry` copies both; the compiler refuses copies by spreading. */
export type Entry = EntryFields | ReceivedEntry

/** Returns a copy of an entry with some other members. */
export const changedEntry = (entry: Entry, changes: Partial<EntryFields>): EntryFields => ({
  direction: entry.direction,
  kind: entry.kind,
  order: entry.order,
  state: entry.state,
  relayed: entry.relayed,
  reverted: entry.reverted,
  txid: entry.txid,
  amount: entry.amount,
  fee: entry.fee,
  height: entry.height,
  timestamp: entry.timestamp,
  made: entry.made,
  keyImages: entry.keyImages,
  account: entry.account,
  minors: entry.minors,
  paymentId: entry.paymentId,
  unlockTime: entry.unlockTime,
  destinations: entry.destinations,
  keys: entry.keys,
  doubleSpendSeen: entry.doubleSpendSeen,
  outputs: entry.outputs,
  ...changes,
})

/** Returns what a payment paid to others, as far as its inputs are known: 0 if the known inputs do not cover change and fee. */
const amountPaid = ({ amountIn, change, fee }: Payment): bigint =>
  amountIn > change + fee ? amountIn - change - fee : 0n

const outgoingEntry = (payment: Payment): Entry => ({
  direction: 'out',
  kind: payment.kind,
  order: payment.order,
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
export const incomingEntries = (network: EntryNetwork, state: Pick<WalletState, 'ledger' | 'pool'>): Entry[] => {
  const { ledger } = state
  const entries: Entry[] = []
  for (const output of ledger.outputs.values())
    if (!output.change) entries.push(new ReceivedEntry(network, output, ledger.credit(output)))
  const unmined = unminedEntries(state)
  const outputs = receivedOf(unmined)
  for (const [, pooled] of unmined)
    for (const output of pooled.received)
      if (!output.change) entries.push(new ReceivedEntry(network, output, ledger.credit(output, outputs), pooled))
  return entries.sort(compareEntries)
}

/** Returns the incoming transfers that add to the balance. */
export const creditedEntries = (network: EntryNetwork, state: Pick<WalletState, 'ledger' | 'pool'>): Entry[] =>
  incomingEntries(network, state).filter(({ outputs }) => outputs.length > 0)

/** Returns the outgoing transfers, oldest first. */
export const outgoingEntries = ({ ledger }: Pick<WalletState, 'ledger'>): Entry[] =>
  [...ledger.payments.values()].map(outgoingEntry).sort(compareEntries)

/** Returns an entry with what another one of its transaction received. */
const withReceived = (group: Entry, { amount, minors, outputs }: Entry): EntryFields =>
  changedEntry(group, {
    amount: group.amount + amount,
    minors: [...new Set([...group.minors, ...minors])].sort((a, b) => a - b),
    outputs: [...group.outputs, ...outputs],
  })

/**
 * Merges the entries of one transaction that have the same key.
 * @param entries in the order of the history, in which those of a transaction follow each other
 */
const groupEntries = (entries: readonly Entry[], keyOf: (entry: Entry) => string | number): Entry[] => {
  const groups: Entry[] = []
  /** position of the first group of the last transaction */
  let first = 0
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last === undefined || !equalBytes(last.txid, entry.txid)) first = groups.length
    const among = groups.slice(first).findIndex((group) => keyOf(group) === keyOf(entry))
    const group = groups[first + among]
    if (among === -1 || group === undefined) groups.push(entry)
    else groups[first + among] = withReceived(group, entry)
  }
  return groups
}

/** Merges the entries of one transaction to one address. */
export const groupByAddress = (entries: readonly Entry[]): Entry[] =>
  groupEntries(entries, ({ account, minors }) => `${account}/${minors}`)

/** Returns the history as the page shows it: one entry per transaction and account, newest first. */
export const historyEntries = (network: EntryNetwork, state: Pick<WalletState, 'ledger' | 'pool'>): Entry[] =>
  [...groupEntries(creditedEntries(network, state), ({ account }) => account), ...outgoingEntries(state)].sort(
    (a, b) => -compareEntries(a, b),
  )

/**
 * Returns the recommended number of confirmations (wallet2: `suggested_confirmations_threshold`): the number of blocks whose rewards
 * add up to the amount. The sum wraps at 2^64 as in wallet2.
 * @param amount atomic units
 * @param lastReward reward of the newest block, atomic units
 */
export const suggestedConfirmations = (amount: bigint, lastReward: bigint): bigint =>
  lastReward === 0n ? 0n : wrapAmount(amount + lastReward - 1n) / lastReward
