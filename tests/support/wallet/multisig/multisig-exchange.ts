// Runs key exchanges between several participants.

import type { Network } from '../../../../src/coin/networks/network.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { viewSecretOf } from '../../../../src/crypto/keys/keys.ts'
import type { Random } from '../../../../src/crypto/random/random.ts'
import {
  exchangeMultisigKeys,
  firstMultisigMessage,
  makeMultisigAccount,
} from '../../../../src/wallet/multisig-keys/keyExchange.ts'
import type { MultisigAccount, OwnSecrets } from '../../../../src/wallet/multisig-keys/multisigAccount.ts'

export const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index)

/** Returns random secrets of participants. */
export const participants = (count: number, random: Random): OwnSecrets[] =>
  Array.from({ length: count }, () => {
    const spendSecret = randomScalar(random)
    return { spendSecret, viewSecret: viewSecretOf(spendSecret) }
  })

/** Returns the accounts of all participants after each round. */
export const accountsByRound = (
  network: Network,
  owners: readonly OwnSecrets[],
  threshold: number,
  random: Random,
): MultisigAccount[][] => {
  const firsts = owners.map((own) => firstMultisigMessage(network, own, random))
  const rounds = [
    owners.map((own, i) => makeMultisigAccount(network, own, { messages: without(firsts, i), threshold }, random)),
  ]
  for (let last = rounds.at(-1); last?.some(({ isReady }) => !isReady); last = rounds.at(-1)) {
    const messages = last.map(({ message }) => message)
    rounds.push(last.map((account, i) => exchangeMultisigKeys(network, account, without(messages, i), random)))
  }
  return rounds
}
