// What the user orders of a name, as plain data: it is shown before anything is signed. No imports: the service worker loads this file.

/** A purchase, renewal or update of a name, as text. */
export type NameOrder = {
  readonly operation: 'buy' | 'renew' | 'update'
  /** a recorded type: session or lokinet */
  readonly type: string
  /** in lower case */
  readonly name: string
  /** burnt, atomic units */
  readonly price: bigint
  /** blocks for which a purchase or renewal lasts; undefined for names that do not expire, and for updates */
  readonly blocks: number | undefined
  /** undefined if it does not change */
  readonly value: string | undefined
  readonly owner: string | undefined
  readonly backupOwner: string | undefined
}
