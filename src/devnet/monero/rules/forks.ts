// Forks of the monero family that rules of a development chain depend on. Such a chain is at the newest from its first block on.

export const Fork = {
  first: 1,
  /** view tags and Bulletproofs+ on everything, rings of 16 */
  newest: 16,
} as const
