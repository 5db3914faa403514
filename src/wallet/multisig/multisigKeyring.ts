// The keys of a wallet that becomes a multisig wallet, round by round.

import type { Network } from '../../coin/networks/network.ts'
import type { Random } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { exchangeMultisigKeys, firstMultisigMessage, makeMultisigAccount } from '../multisig-keys/keyExchange.ts'
import type { MultisigAccount, OwnSecrets } from '../multisig-keys/multisigAccount.ts'
import type { Keyring } from '../open/keyring.ts'
import type { Wallet } from '../open/wallet.ts'
import { WatchOnlyError } from '../spend/paymentContext.ts'
import type { MultisigFirstRound } from './multisigViews.ts'

/** The operation requires a multisig wallet. */
export class NotMultisigError extends FabaError {
  override readonly name = 'NotMultisigError'
  readonly code = 'not-multisig'

  constructor() {
    super('this wallet is not a multisig wallet')
  }
}

type Participant = { readonly network: Network; readonly random: Random }

const copyOf = ({ spendSecret, viewSecret }: OwnSecrets): OwnSecrets => ({
  spendSecret: spendSecret.slice(),
  viewSecret: viewSecret.slice(),
})

/** Returns the keyring of an account; all fields but the keys are those of the previous keyring. */
const keyringOf = (
  account: MultisigAccount,
  { language, lookAhead, priorities }: Keyring,
  original: OwnSecrets | undefined,
): Keyring => {
  const { spendPublic, viewSecret, viewPublic } = account
  const keys = { spendSecret: undefined, spendPublic, viewSecret, viewPublic, multisig: account }
  return { keys, language, lookAhead, priorities, original: original === undefined ? undefined : copyOf(original) }
}

/**
 * Returns the message for the other participants, for the next round; empty if none is needed.
 * @throws WatchOnlyError
 */
export const multisigMessageOf = ({ network, keys, random }: Wallet): string => {
  const { multisig, spendSecret, viewSecret } = keys
  if (multisig !== undefined) return multisig.message
  if (spendSecret === undefined) throw new WatchOnlyError()
  return firstMultisigMessage(network, { spendSecret, viewSecret }, random)
}

/**
 * Returns the keys of a wallet after the first round.
 * @throws WatchOnlyError, KeyMessageError, KeyExchangeError
 */
export const makeMultisigKeyring = (
  { network, random }: Participant,
  keyring: Keyring,
  round: MultisigFirstRound,
): Keyring => {
  const { spendSecret, viewSecret } = keyring.keys
  if (spendSecret === undefined) throw new WatchOnlyError()
  const own = { spendSecret, viewSecret }
  return keyringOf(makeMultisigAccount(network, own, round, random), keyring, own)
}

/**
 * Returns the keys of a multisig wallet after the next round.
 * @throws NotMultisigError, KeyMessageError, KeyExchangeError
 */
export const exchangeMultisigKeyring = (
  { network, random }: Participant,
  keyring: Keyring,
  messages: readonly string[],
): Keyring => {
  const { multisig } = keyring.keys
  if (multisig === undefined) throw new NotMultisigError()
  return keyringOf(exchangeMultisigKeys(network, multisig, messages, random), keyring, keyring.original)
}
