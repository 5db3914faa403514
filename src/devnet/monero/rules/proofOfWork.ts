// Proof of work in the monero family: CryptoNight before fork 7, its variant 1 there and variant 2 at forks 8 and 9, RandomX from fork 12
// on. What was at forks 10 and 11 is not reckoned here; chains of this node have only the first fork and the newest.

import { FULL, openCryptonight } from '../../../crypto/hash/cryptonight.ts'
import { type FamilyProofOfWork, UnsupportedProofOfWorkError } from '../../rules/proofOfWork.ts'

const RANDOMX_FORK = 12

export const moneroWork: FamilyProofOfWork = {
  open: async (seed) => {
    // Only who asks for it loads it.
    const { openRandomx } = await import('../../../crypto/hash/randomx/randomx.ts')
    const [cryptonight, randomx] = await Promise.all([openCryptonight(), openRandomx()])
    await randomx.prepare(seed)
    return (blob, fork, seed) => {
      if (fork >= RANDOMX_FORK) return randomx.hash(seed, blob)
      if (fork < 7) return cryptonight.hash(blob)
      if (fork === 7) return cryptonight.hash1(blob)
      if (fork === 8 || fork === 9) return cryptonight.hash2(blob, FULL)
      throw new UnsupportedProofOfWorkError(`the proof of work of fork ${fork} is not reckoned here`)
    }
  },
  isRequired: () => true,
  unminedDifficulty: 1n,
}
