// Service nodes whose operators register them from the page.
import { toHex } from '../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { amountToPortions, STAKING_PORTIONS } from '../../../src/coin/stakes/stakingRequirement.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { registrationCommand } from '../../../src/devnet/oxen/service-nodes/registrationCommand.ts'
import { seededRandom } from '../../support/random.ts'

const REQUIREMENT = 100_000_000_000n

/** Returns a new service node: its key in hex, and the command that registers it with a stake of `percent` by `address`. */
export const newServiceNode = (
  seed: number,
  address: string,
  percent: bigint,
): { readonly key: string; readonly command: string } => {
  const random = seededRandom(seed)
  const secretKey = randomScalar(random)
  const keys = { secretKey, publicKey: publicKeyOf(secretKey) }
  const { command } = registrationCommand({
    network: oxenRegtest,
    args: [
      String(STAKING_PORTIONS / 10n),
      address,
      String(amountToPortions((percent * REQUIREMENT) / 100n, REQUIREMENT)),
    ],
    requirement: REQUIREMENT,
    fork: 17,
    keys,
    now: Math.floor(Date.now() / 1000),
    random,
  })
  return { key: toHex(keys.publicKey), command }
}
