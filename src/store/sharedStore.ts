// The store of a wallet that several processes have open: one of them, the leader, writes; the others read what it has committed.

import type { Store } from './store.ts'

export type SharedStore = Store & {
  /** whether this process is the leader; commits throw StoreReadOnlyError if it is not, or did not accept that */
  readonly leads: boolean
  /** whether it is, and has accepted that */
  readonly hasAcceptedLead: boolean
  /**
   * Allows commits, after the leader has read the wallet again. A commit before that, which could rest on an earlier state, throws
   * StoreReadOnlyError.
   */
  acceptLead(): void
  /** Returns whether there are commits of another process since the last snapshot. */
  isStale(): Promise<boolean>
  /** Runs `read`, whose reads are of one commit: that of the moment. */
  withSnapshot<T>(read: () => Promise<T>): Promise<T>
  /** Sets the listener that is called when this process becomes the leader, or is no longer the leader, until the store is closed. */
  watch(changed: (leads: boolean) => void): void
  /** Returns the error of calls that only the leader can serve. */
  notLeading(): Error
}
