// Proof of work of the monero family: CryptoNight before fork 7, variant 1 at fork 7, variant 2 at forks 8 and 9, RandomX from fork 12 on.
// Forks 10 and 11 are not supported; development chains use only the first and the newest fork.

import { FULL, openCryptonight } from '../../../crypto/hash/cryptonight.ts'
import { type FamilyProofOfWork, UnsupportedProofOfWorkError } from '../../rules/proofOfWork.ts'

const RANDOMX_FORK = 12

export const moneroWork: FamilyProofOfWork = {
  open: async (seed) => {
    // Loaded on demand.
    const { openRandomx } = await import('../../../crypto/hash/randomx/randomx.ts')
    const [cryptonight, randomx] = await Promise.all([openCryptonight(), openRandomx()])
    await randomx.prepare(seed)
    return function* (blob, fork, seed) {
      if (fork >= RANDOMX_FORK) return yield* randomx.hashSteps(seed, blob)
      if (fork < 7) return cryptonight.hash(blob)
      if (fork === 7) return cryptonight.hash1(blob)
      if (fork === 8 || fork === 9) return cryptonight.hash2(blob, FULL)
      throw new UnsupportedProofOfWorkError(`the proof of work of fork ${fork} is not implemented`)
    }
  },
  isRequired: () => true,
  unminedDifficulty: 1n,
}
