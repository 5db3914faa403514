// The plain data of balances and coins. Amounts are bigint in atomic units, times are UNIX seconds.

/** What a wallet or an account has, by the rules of wallet2: `total` leaves out frozen coins. */
export type Balance = { readonly total: bigint; readonly unlocked: bigint; readonly blocksToUnlock: number } & CoinSums

/** Unspent coins that need a line or a word of their own beside the balance. */
export type CoinSums = {
  /** not in `total` */
  readonly frozen: bigint
  /** in `total`, but without a key image, as in a watch-only wallet: another copy of the wallet may have spent them already */
  readonly unverified: bigint
}

/** Coins that count in the total balance but cannot be spent yet. */
export type WaitingCoins = {
  readonly account: number
  readonly amount: bigint
  /** change of a payment, received coins, or a stake that the network locks */
  readonly kind: 'change' | 'received' | 'stake'
  /** blocks until they can be spent; 0 if no height ends the lock: it ends at a time, or when the user unlocks the stake */
  readonly blocks: number
}

/** Whether a coin can be spent now, waits for a lock to end, is frozen, or was spent. A frozen coin that is locked as well is frozen. */
export type CoinState = 'available' | 'waiting' | 'frozen' | 'spent'

/** An output of the wallet. */
export type CoinView = {
  /** the one-time key, hex */
  readonly id: string
  /** hex; empty if it is not known, so that the coin cannot be frozen */
  readonly keyImage: string
  readonly txid: string
  readonly amount: bigint
  readonly account: number
  /** index and label of the address that received it */
  readonly subaddress: number
  readonly label: string
  /** label of the coin itself; empty for none */
  readonly name: string
  readonly kind: 'received' | 'change' | 'mined' | 'stake'
  /** id of the payment in the history that brought it; empty if the history does not have it */
  readonly payment: string
  /** note of that payment */
  readonly note: string
  /** of change: the addresses that the payment paid, as far as they are known */
  readonly paidTo: readonly string[]
  /** id of the payment in the history that spent it; empty if it is unspent, or if the history does not have that payment */
  readonly spentBy: string
  readonly height: number
  readonly timestamp: number
  readonly state: CoinState
  /** it can be spent now, unless it is frozen or was spent */
  readonly isUnlocked: boolean
  /** blocks until it can be spent; 0 if it can, or if no height ends the lock */
  readonly blocks: number
}

/** What is known of a coin beyond its row in a list. */
export type CoinDetails = CoinView & {
  /** the address that received it */
  readonly address: string
  /** among all confidential outputs of the chain; of an output with a visible amount, among those of the same amount */
  readonly globalIndex: number
}

/** Which coins of an account a list shows; `all`: those that are not spent. */
export type CoinShow = 'all' | CoinState

/**
 * By what a list of coins is sorted: amount, name (the label of the coin, or else the note of its payment), address (its label, then its index), date, or state (available, waiting by the
 * number of blocks, frozen). Equal ones are newest first; those without a name or a label come after those with one.
 */
export type CoinOrder = {
  readonly by: 'amount' | 'name' | 'address' | 'date' | 'state'
  readonly isDescending: boolean
}

/**
 * Which coins of an account are listed, and in which order. `search`: part of a label, the note, the amount, the transaction id or the key image;
 * empty excludes nothing.
 */
export type CoinQuery = {
  readonly account: number
  readonly show: CoinShow
  readonly order: CoinOrder
  readonly search: string
}

/** A part of the listed coins. */
export type CoinPage = {
  readonly coins: readonly CoinView[]
  /** number and sum of the coins that the query finds */
  readonly coinCount: number
  readonly sum: bigint
  /** numbers of coins of the account, whether the search finds them or not */
  readonly counts: { readonly [show in CoinShow]: number }
}
