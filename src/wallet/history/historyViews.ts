// The plain data of the history: its filter, its lines and its months. Amounts are bigint in atomic units, times are UNIX seconds.

/** A locked stake: its amount in atomic units, and its unlock height; undefined if no unlock was requested. */
export type StakeLockView = {
  readonly amount: bigint
  readonly unlockHeight: number | undefined
  /** of the service node, hex; undefined if it was deregistered */
  readonly serviceNodeKey: string | undefined
}

export type TransferState = 'pool' | 'confirmed' | 'pending' | 'failed'

/**
 * What a transfer is: received, mined, a reward; a payment to others, or one to the paying account itself (`self`); or an order, which pays
 * no one.
 */
export type TransferKind = 'transfer' | 'self' | 'miner' | 'service node' | 'stake' | 'registration' | 'name' | 'burn'

/** What an order is about. */
export type OrderView =
  | {
      readonly kind: 'name'
      readonly operation: 'buy' | 'update' | 'renew'
      /** session, lokinet or wallet */
      readonly type: string
      /** empty if this wallet does not know it: the chain has its hash only */
      readonly name: string
    }
  /** `serviceNodeKey`: hex */
  | { readonly kind: 'stake' | 'registration'; readonly serviceNodeKey: string }
  | { readonly kind: 'burn' }

/**
 * Why a payment failed: another transaction spent its inputs, it was in a block that is no longer in the chain, or a node refused it.
 * Only the user sends a reverted one again.
 */
export type TransferFailure = 'spent' | 'reverted' | 'refused'

export type TransferView = {
  /** unique in the wallet */
  readonly id: string
  readonly txid: string
  readonly direction: 'in' | 'out'
  readonly kind: TransferKind
  /** undefined if it is none */
  readonly order: OrderView | undefined
  readonly state: TransferState
  /** undefined unless it failed */
  readonly failure: TransferFailure | undefined
  /** a node has accepted it; false for a payment that was recorded but not yet accepted by a node */
  readonly relayed: boolean
  /** received, or sent without fee and change; of an order what it burns or stakes */
  readonly amount: bigint
  /** without what an order burns */
  readonly fee: bigint
  /** 0 while unmined */
  readonly height: number
  /** when it was made, if this wallet made it, else when it was mined; while unmined, when it was first seen */
  readonly timestamp: number
  /** of its block; 0 while unmined */
  readonly blockTimestamp: number
  readonly confirmations: number
  /** blocks until an incoming amount can be spent; 0 if it can be spent */
  readonly blocksToUnlock: number
  /** of a stake that the network locks */
  readonly stakeLock: StakeLockView | undefined
  readonly account: number
  readonly subaddresses: readonly number[]
  readonly addresses: readonly string[]
  readonly paymentId: string
  readonly note: string
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** transaction secret key if this wallet made the transaction; otherwise empty */
  readonly txKey: string
  readonly doubleSpendSeen: boolean
  /** of an unmined one: a quorum has approved it (blink), or has not although it was sent to one; undefined for all others */
  readonly approval: 'approved' | 'missing' | undefined
}

/** Which transfers a list shows. A member that is undefined, or an empty search, excludes nothing. */
export type HistoryFilter = {
  readonly show: 'all' | 'incoming' | 'outgoing' | 'unconfirmed'
  /** text that the note, a contact, a label, an address or an id contains, in upper or lower case */
  readonly search: string
  readonly kind: TransferView['kind'] | undefined
  readonly account: number | undefined
  /** index of the receiving address in its account */
  readonly address: number | undefined
  /** first time */
  readonly from: number | undefined
  /** first time that is too late */
  readonly until: number | undefined
  readonly minAmount: bigint | undefined
  readonly maxAmount: bigint | undefined
}

/** The filter that excludes nothing. */
export const ALL_TRANSFERS: HistoryFilter = {
  show: 'all',
  search: '',
  kind: undefined,
  account: undefined,
  address: undefined,
  from: undefined,
  until: undefined,
  minAmount: undefined,
  maxAmount: undefined,
}

/** A recipient of a payment. `returns`: the address belongs to the paying account, so that the amount stayed in it. */
export type RecipientView = { readonly address: string; readonly amount: bigint; readonly returns: boolean }

/** A line of the history: a transfer, or one recipient of a payment to several. */
export type HistoryLine = TransferView & {
  /** unique in the wallet */
  readonly lineId: string
  /** set if the payment has several recipients */
  readonly recipient: RecipientView | undefined
  /** position among the lines of the transfer, from 0, and their number */
  readonly part: number
  readonly parts: number
  /** balance after the transfer, of the account if the filter selects one; undefined if it does not count, or not yet */
  readonly balance: bigint | undefined
  /** labels of the own addresses that received, in the order of `subaddresses`; empty texts without one */
  readonly labels: readonly string[]
}

/** A part of the lines that pass a filter, newest first, and the numbers of all such lines and transfers. */
export type HistoryPage = {
  readonly lines: readonly HistoryLine[]
  readonly lineCount: number
  readonly transferCount: number
}

/** By what a table of the history is sorted. Amounts and fees are compared without their sign; transfers without a fee are last. */
export type HistoryOrder = { readonly by: 'date' | 'amount' | 'fee'; readonly isDescending: boolean }

/** How a table of the history is arranged. */
export type HistoryArrangement = {
  readonly order: HistoryOrder
  /** ids of the payments whose recipients have rows of their own, below the row of the payment */
  readonly opened: readonly string[]
  /** a row before the transfers of each month; only in the order of dates */
  readonly withMonths: boolean
}

/** A row of a table of the history. `id`: unique in the table. */
export type HistoryRow =
  | { readonly kind: 'month'; readonly id: string; readonly month: HistoryMonth }
  /** `payment`: a transfer, with all its recipients; `recipient`: one of them */
  | { readonly kind: 'payment' | 'recipient'; readonly id: string; readonly line: HistoryLine }

/** A part of the rows that pass a filter, and the numbers of all such rows and transfers. */
export type HistoryRowsPage = {
  readonly rows: readonly HistoryRow[]
  readonly rowCount: number
  readonly transferCount: number
}

/** The balance of the wallet from a time on, in atomic units. */
export type BalancePoint = { readonly time: number; readonly balance: bigint }

/** What a calendar month (local time) brought and took, in atomic units. Fees are included in `sent`. */
export type HistoryMonth = { readonly start: number; readonly received: bigint; readonly sent: bigint }

/** A payment that an own address received. `amount`: what this address received of it, in atomic units. */
export type AddressPayment = Pick<
  TransferView,
  'txid' | 'amount' | 'confirmations' | 'paymentId' | 'timestamp' | 'doubleSpendSeen'
> & {
  readonly account: number
  readonly index: number
  readonly state: Extract<TransferState, 'pool' | 'confirmed'>
  /** a quorum of service nodes has confirmed it (blink): it can be relied on before it is in a block */
  readonly isApproved: boolean
}

/** The history of a private chain that was started anew. */
export type EarlierChain = {
  readonly id: string
  /** UNIX seconds: when the user began anew */
  readonly endedAt: number
  /** number of blocks that the wallet had scanned */
  readonly height: number
  readonly balance: bigint
  /** newest first */
  readonly transfers: readonly EarlierTransfer[]
}

/** A transfer of a chain that no longer exists: what remains readable of it. `addresses`: paid, or those that received. */
export type EarlierTransfer = Pick<
  TransferView,
  'txid' | 'direction' | 'kind' | 'amount' | 'fee' | 'height' | 'timestamp' | 'note' | 'addresses'
>
