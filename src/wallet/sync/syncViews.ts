// The plain data of the sync.

export type SyncState = {
  readonly phase: 'connecting' | 'syncing' | 'synced' | 'offline'
  /** number of blocks scanned, genesis included */
  readonly height: number
  /** number of blocks of the node's chain, as far as it is longer than ours */
  readonly target: number
  /** number of blocks that the node reported last; 0 while unknown */
  readonly nodeHeight: number
  readonly blocksPerSecond: number
  /** undefined while unknown */
  readonly secondsLeft: number | undefined
  /** why the node cannot be used, as text for the user; empty without a problem */
  readonly problem: string
  /** code of the error behind the problem, `internal` for an internal one; empty without a problem */
  readonly problemCode: string
  /** height at which the node's chain leaves ours, if it would replace more blocks than without the user; a rescan from there follows it */
  readonly splitHeight: number | undefined
  /** first block of a hard fork that this program does not know: it and later blocks are not scanned, and nothing is paid, until an update */
  readonly unknownFork: { readonly version: number; readonly height: number } | undefined
  /** milliseconds between two polls of the node; undefined: on request only */
  readonly pollInterval: number | undefined
  /**
   * the host of the compact chain that older blocks come from: how many blocks it has, 0 while unknown, and why it cannot be used now, empty if it can;
   * undefined without one
   */
  readonly compact: { readonly url: string; readonly blocks: number; readonly problem: string } | undefined
}

/** Where a restored wallet starts to scan: a height, a date (UNIX seconds), or the beginning of the chain. */
export type RestoreFrom =
  | { readonly from: 'height'; readonly height: number }
  | { readonly from: 'date'; readonly timestamp: number }
  | { readonly from: 'beginning' }
