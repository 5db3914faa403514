// An input whose ring exists in no chain, for tests that build and verify transactions without one.

import type { Network } from '../../../../src/coin/networks/network.ts'
import { commit } from '../../../../src/crypto/amounts/commitment.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { keyImage, publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import type { Random } from '../../../../src/crypto/random/random.ts'

/** Draws an input of an amount (atomic units), with the secret of its one-time key. */
export const syntheticInput = ({ ringSize }: Pick<Network, 'ringSize'>, amount: bigint, random: Random) => {
  const secret = randomScalar(random)
  const [key, mask] = [publicKeyOf(secret), randomScalar(random)]
  const members = Array.from({ length: ringSize }, (_, j) => ({
    globalIndex: 10 * j,
    key: publicKeyOf(randomScalar(random)),
    commitment: commit(5n, randomScalar(random)),
  }))
  const ring = {
    members: members.with(3, { globalIndex: 30, key, commitment: commit(amount, mask) }),
    realPosition: 3,
  }
  return { secret, input: { amount, mask, key, globalIndex: 30, keyImage: keyImage(key, secret), ring } }
}
