// Proof of work of oxen fakechains: CryptoNight Turtle Lite, variant 2, at every fork.

import { openCryptonight, TURTLE_LITE } from '../../../crypto/hash/cryptonight.ts'
import type { FamilyProofOfWork } from '../../rules/proofOfWork.ts'
import { isPulseBlock } from '../service-nodes/quorums.ts'

export const oxenWork: FamilyProofOfWork = {
  open: async () => {
    const cryptonight = await openCryptonight()
    return function* (blob) {
      yield
      return cryptonight.hash2(blob, TURTLE_LITE)
    }
  },
  isRequired: (block) => !isPulseBlock(block),
  unminedDifficulty: 1_000_000n,
}
