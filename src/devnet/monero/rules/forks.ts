// Forks of the monero family. A development chain is at the newest fork from height 1 on.

export const Fork = {
  first: 1,
  /** view tags, Bulletproofs+, ring size 16 */
  newest: 16,
} as const
