// What the user orders of a service node, as plain data: it is shown before anything is signed. No imports: the service worker loads this
// file.

/** A stake, or the registration of a service node with the stake of its operator. Amounts in atomic units. */
export type StakeOrder = {
  readonly operation: 'stake' | 'register'
  /** hex */
  readonly serviceNodeKey: string
  /** locked until the service node expires, or longer if it is deregistered */
  readonly amount: bigint
  /** what the service node needs in total */
  readonly requirement: bigint
  /** blocks between a request to unlock and the unlock */
  readonly unlockBlocks: number
  /** of a registration; undefined for a stake */
  readonly registration: RegistrationTerms | undefined
}

/** The terms that a registration publishes. */
export type RegistrationTerms = {
  /** of the rewards, which the operator takes before they are divided; percent */
  readonly operatorCut: number
  /** the operator first; what each may stake, atomic units */
  readonly reserved: readonly { readonly address: string; readonly amount: bigint }[]
  /** the last time at which a block may contain the registration, UNIX seconds */
  readonly expiration: bigint
}

/** What a request to unlock a stake would do. */
export type UnlockOrder = {
  /** hex */
  readonly serviceNodeKey: string
  /** key image of the stake, hex */
  readonly keyImage: string
  /** atomic units */
  readonly amount: bigint
  /** estimated height at which all stakes of the node are free */
  readonly unlockHeight: number
  /** contributors whose stakes are unlocked at the same time */
  readonly otherContributors: number
}

/**
 * Why a stake cannot be unlocked: the node does not respond, knows no such service node, or no stake of this wallet in it; the stake has no
 * key here; or the unlock was requested, for a height.
 */
export type UnlockObstacle =
  | { readonly fault: 'node' | 'unknown' | 'none' | 'foreign' }
  | { readonly fault: 'requested'; readonly height: number }
