// What no chain exceeds. Larger numbers in blocks, and in what nodes report, are false.

/** No chain reaches this height: the block targets of all networks are 60 seconds and more. */
export const MAX_HEIGHT = 1_000_000_000

/** No block or transaction is as late, UNIX seconds: 20 November 2286. */
export const MAX_TIME = 10_000_000_000
