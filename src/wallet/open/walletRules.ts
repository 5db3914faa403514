// The settings of an open wallet. No imports: the service worker loads this file.

/** The value of `compactUrl` for the compact chain of the host that serves the page, if it has one. */
export const BESIDE_PAGE = 'beside-page'

/** The settings that decide what an open wallet does, not who may use it. */
export type WalletRules = {
  /** how many times the ordinary fees of the network a node may request; a whole number */
  readonly maxFeeRatio: number
  /** blocks that a reorganisation replaces at most without the user (wallet2: max-reorg-depth) */
  readonly maxReorgDepth: number
  /** output lists and unsigned sets are written in the form that Monero before 0.18.1.1 reads */
  readonly olderTransferSets: boolean
  /** address of the compact chain that older blocks come from, or BESIDE_PAGE; empty: all blocks come from nodes */
  readonly compactUrl: string
}
