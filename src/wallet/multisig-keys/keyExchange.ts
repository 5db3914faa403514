// The key exchange that turns wallets into one multisig wallet: each participant makes messages from its keys and the messages of the
// others, until all have the same address. Functions over plain data; the caller stores the account of each round before its message
// leaves the wallet.

import { withSecrets } from '../../bytes/bytes.ts'
import { KeyMessageError, signKeyMessage } from '../../coin/multisig/keyMessage.ts'
import type { Network } from '../../coin/networks/network.ts'
import { publicKeyOf } from '../../crypto/keys/keys.ts'
import type { Random } from '../../crypto/random/random.ts'
import { aggregatedKeys } from './aggregatedKeys.ts'
import { blindSecret } from './keySets.ts'
import type { KeyExchange, MultisigAccount, OwnSecrets, ParseAt } from './multisigAccount.ts'
import { summedKeys } from './summedKeys.ts'

const EXCHANGES: { readonly [keys in Network['multisig']['keys']]: KeyExchange } = {
  summed: summedKeys,
  aggregated: aggregatedKeys,
}

const parseAt: ParseAt = (index, parse) => {
  try {
    return parse()
  } catch (error) {
    if (error instanceof KeyMessageError)
      throw new KeyMessageError(error.message, { details: { ...error.details, index } })
    throw error
  }
}

type ExchangeNetwork = Pick<Network, 'multisig'>

/** Returns the first message of a wallet, which contains a secret: the participants must exchange it over private channels. */
export const firstMultisigMessage = (
  { multisig }: ExchangeNetwork,
  { spendSecret, viewSecret }: OwnSecrets,
  random: Random,
): string =>
  withSecrets((keep) => {
    const secret = keep(blindSecret(spendSecret))
    const message = { kind: 'first', signer: publicKeyOf(secret), viewShare: keep(blindSecret(viewSecret)) } as const
    return signKeyMessage(EXCHANGES[multisig.keys].form, message, secret, random)
  })

/**
 * Returns the account of a wallet after the first round.
 * @param messages first messages of all other participants
 * @throws KeyMessageError, KeyExchangeError
 */
export const makeMultisigAccount = (
  { multisig }: ExchangeNetwork,
  own: OwnSecrets,
  { messages, threshold }: { readonly messages: readonly string[]; readonly threshold: number },
  random: Random,
): MultisigAccount => EXCHANGES[multisig.keys].make({ own, messages, threshold, random, parseAt })

/**
 * Returns the account after the next round.
 * @param messages of all other participants for this round
 * @throws KeyMessageError, KeyExchangeError
 */
export const exchangeMultisigKeys = (
  { multisig }: ExchangeNetwork,
  account: MultisigAccount,
  messages: readonly string[],
  random: Random,
): MultisigAccount => EXCHANGES[multisig.keys].exchange({ account, messages, random, parseAt })
