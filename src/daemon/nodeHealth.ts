// Data about nodes that pages show, and pass to them. It has no imports: the API of the engine contains it.

/** How a client of several nodes selects one: the first one that works, or the fastest, after those on this device. */
export type NodeSelection = 'order' | 'fastest'

/** To which of several nodes a transaction is submitted: to one, or to all that can be used. */
export type RelayTarget = 'one' | 'all'

/** A node that did not take a transaction which another one accepted. */
export type SubmitFailure = {
  readonly url: string
  /** `late`: it has not responded yet */
  readonly kind: 'refused' | 'failed' | 'late'
  /** in the words of the node, or of the failed request; may be empty */
  readonly reason: string
}

/** State of a node of a client with several ones. */
export type NodeHealth = {
  readonly url: string
  readonly inUse: boolean
  /** why the node is paused, as a message for the user; empty if it is not paused */
  readonly problem: string
}

/** Parameters of a method of a development node. */
export type DevelopmentParams = Readonly<Record<string, string | number | boolean>>
