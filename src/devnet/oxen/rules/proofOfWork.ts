// Proof of work on fake chains of the oxen family: CryptoNight turtle lite, variant 2, whatever the fork.

import { openCryptonight, TURTLE_LITE } from '../../../crypto/hash/cryptonight.ts'
import type { FamilyWork } from '../../rules/proofOfWork.ts'
import { isPulse } from '../quorums/quorums.ts'

export const oxenWork: FamilyWork = {
  open: async () => {
    const cryptonight = await openCryptonight()
    return (blob) => cryptonight.hash2(blob, TURTLE_LITE)
  },
  isOwed: (block) => !isPulse(block),
  unprovenDifficulty: 1_000_000n,
}
