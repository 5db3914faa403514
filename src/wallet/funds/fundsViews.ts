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

/** An unspent output of the wallet. */
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
  readonly kind: 'received' | 'change' | 'mined' | 'stake'
  readonly height: number
  readonly timestamp: number
  readonly frozen: boolean
  /** it can be spent now, unless it is frozen */
  readonly isUnlocked: boolean
  /** blocks until it can be spent; 0 if it can, or if no height ends the lock */
  readonly blocks: number
}

export type CoinOrder = 'largest' | 'oldest' | 'newest'

/** Which coins of an account are listed, and in which order. `search`: part of the label or transaction id; empty excludes nothing. */
export type CoinQuery = { readonly account: number; readonly order: CoinOrder; readonly search: string }

/** A part of the listed coins. */
export type CoinPage = {
  readonly coins: readonly CoinView[]
  /** number of coins that pass the search */
  readonly coinCount: number
  /** number of coins of the account */
  readonly allCount: number
}
