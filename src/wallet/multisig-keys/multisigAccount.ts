// The account of a multisig wallet of `total` participants, of which `threshold` must sign: its keys, and the state of the key exchange that
// makes them.

import { wipe } from '../../bytes/bytes.ts'
import type { KeyMessage, KeyMessageForm } from '../../coin/multisig/keyMessage.ts'
import type { Random } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** A participant's account. Keys have 32 bytes. */
export type MultisigAccount = {
  readonly threshold: number
  readonly total: number
  /** completed rounds of the key exchange */
  readonly rounds: number
  /** the key exchange is completed, and the address is final */
  readonly isReady: boolean
  /** public keys by which participants sign messages of the exchange and are named later, this one included, sorted; none until known */
  readonly signers: readonly Uint8Array[]
  /** secret of this participant's key among the signers */
  readonly signerSecret: Uint8Array
  readonly viewSecret: Uint8Array
  readonly viewPublic: Uint8Array
  /** the identity until the last round of keys */
  readonly spendPublic: Uint8Array
  /** this participant's shares of the spend key; other participants have some of them too */
  readonly shares: readonly Uint8Array[]
  /** keys in this participant's message of the current round that others have too; none in the first and after the last round */
  readonly published: readonly Uint8Array[]
  /** this participant's message for the next round; empty if none is needed */
  readonly message: string
}

/** The secrets of a wallet that becomes a multisig wallet. */
export type OwnSecrets = { readonly spendSecret: Uint8Array; readonly viewSecret: Uint8Array }

/** Parses the message at an index of the list, and adds the index to its error. */
export type ParseAt = (index: number, parse: () => KeyMessage) => KeyMessage

/** The key exchange of a family. Secrets in results are copies. */
export type KeyExchange = {
  readonly form: KeyMessageForm
  /** Returns the account after the first round. */
  readonly make: (round: {
    readonly own: OwnSecrets
    readonly messages: readonly string[]
    readonly threshold: number
    readonly random: Random
    readonly parseAt: ParseAt
  }) => MultisigAccount
  /** Returns the account after a later round. */
  readonly exchange: (round: {
    readonly account: MultisigAccount
    readonly messages: readonly string[]
    readonly random: Random
    readonly parseAt: ParseAt
  }) => MultisigAccount
}

/** Why the messages of a round cannot be used. */
export type KeyExchangeFault =
  | 'none'
  | 'threshold'
  | 'count'
  | 'round'
  | 'duplicate'
  | 'missing'
  | 'foreign'
  | 'keys'
  | 'disagreement'
  | 'finished'

/** Valid messages that do not belong together, to this exchange or to its current round. */
export class KeyExchangeError extends FabaError<{ readonly fault: KeyExchangeFault }> {
  override readonly name = 'KeyExchangeError'
  readonly code = 'key-exchange'
}

export const keyExchangeError = (fault: KeyExchangeFault, message: string): KeyExchangeError =>
  new KeyExchangeError(message, { details: { fault } })

/** Overwrites the secrets of an account. */
export const wipeMultisigAccount = ({ signerSecret, viewSecret, shares }: MultisigAccount): void =>
  wipe(signerSecret, viewSecret, ...shares)
