// Proof of work in the monero family, which is not reckoned here yet.

import { type FamilyWork, WorkNotLoadedError } from '../work.ts'

export const moneroWork: FamilyWork = {
  open: async () => {
    throw new WorkNotLoadedError('RandomX is not reckoned here')
  },
  isOwed: () => true,
  unprovenDifficulty: 1n,
}
