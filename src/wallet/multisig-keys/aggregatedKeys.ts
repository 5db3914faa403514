// The key exchange of monero 0.18 (multisig_account): the keys of the groups of total - threshold + 1 participants are multiplied by
// coefficients that depend on all of them, so that no participant can choose its key to cancel others (MRL-0009). A participant signs all
// messages with one key. In a last round all confirm the same address.

import { compareBytes, equalBytes, utf8, wipe, withSecrets } from '../../bytes/bytes.ts'
import { aggregatedKeyMessages } from '../../coin/multisig/aggregatedKeyMessages.ts'
import {
  type KeyMessage,
  parseKeyMessage,
  type RoundKeyMessage,
  signKeyMessage,
} from '../../coin/multisig/keyMessage.ts'
import { encodePoint, IDENTITY } from '../../crypto/curve/point.ts'
import { hashToScalar } from '../../crypto/curve/scalar.ts'
import { multiplySecrets } from '../../crypto/curve/secretScalar.ts'
import { keyDerivation, multiplyKey, publicKeyOf } from '../../crypto/keys/keys.ts'
import type { Random } from '../../crypto/random/random.ts'
import { areSameKeys, blindSecret, hasKey, keysOfOtherGroups, MAX_PARTICIPANTS, sortKeys, sumKeys } from './keySets.ts'
import { type KeyExchange, keyExchangeError, type MultisigAccount } from './multisigAccount.ts'

const AGGREGATION_SALT = new Uint8Array(32)
AGGREGATION_SALT.set(utf8('Multisig_key_agg'))

/** Returns the spend key of all groups, and this participant's shares of it with their coefficients, in the order of `shares`. */
const aggregateKeys = (shares: readonly Uint8Array[], keysOfOthers: readonly Uint8Array[]) => {
  const own = shares.map(publicKeyOf)
  const all = sortKeys([...own, ...keysOfOthers])
  const coefficient = (key: Uint8Array): Uint8Array => hashToScalar(key, ...all, AGGREGATION_SALT)
  return {
    spendPublic: sumKeys(all.map((key) => multiplyKey(key, coefficient(key)))),
    shares: shares.map((share, i) => multiplySecrets(coefficient(own[i] ?? new Uint8Array()), share)),
  }
}

type Base = Pick<MultisigAccount, 'threshold' | 'total' | 'signers' | 'signerSecret' | 'viewSecret' | 'viewPublic'>

const signRound = ({ signerSecret }: Base, round: number, keys: readonly Uint8Array[], random: Random): string => {
  const message = { kind: 'round', round, signer: publicKeyOf(signerSecret), keys } as const
  return signKeyMessage(aggregatedKeyMessages, message, signerSecret, random)
}

/** Returns the account when all keys are known: its message confirms the address. */
const withAddress = (
  base: Base,
  shares: readonly Uint8Array[],
  keysOfOthers: readonly Uint8Array[],
  random: Random,
): MultisigAccount => {
  const rounds = base.total - base.threshold + 1
  const aggregated = aggregateKeys(shares, keysOfOthers)
  const message = signRound(base, rounds + 1, [aggregated.spendPublic, base.viewPublic], random)
  return { ...base, ...aggregated, rounds, isReady: false, published: [], message }
}

/** Returns the account after a round that makes keys of groups from those of smaller groups. */
const withLargerGroups = (
  base: Base,
  rounds: number,
  keysOfOthers: readonly Uint8Array[],
  random: Random,
): MultisigAccount => {
  const derivations = keysOfOthers.map((key) => keyDerivation(key, base.signerSecret))
  const isLastNext = rounds === base.total - base.threshold
  const shares = isLastNext ? derivations.map(blindSecret) : []
  const published = sortKeys(isLastNext ? shares.map(publicKeyOf) : derivations)
  if (isLastNext) wipe(...derivations)
  const message = signRound(base, rounds + 1, published, random)
  return { ...base, rounds, isReady: false, shares, published, spendPublic: encodePoint(IDENTITY), message }
}

const checkConfiguration = (threshold: number, total: number): void => {
  if (threshold < 1 || threshold > total)
    throw keyExchangeError('threshold', 'multisig account: tried to set invalid threshold.')
  if (total < 2 || total > MAX_PARTICIPANTS)
    throw keyExchangeError('count', 'multisig account: tried to set invalid number of signers.')
}

const make: KeyExchange['make'] = ({ own, messages, threshold, random, parseAt }) =>
  withSecrets((keep) => {
    const secret = keep(blindSecret(own.spendSecret))
    const self = publicKeyOf(secret)
    const signers: Uint8Array[] = []
    const viewShares = [keep(blindSecret(own.viewSecret))]
    messages.forEach((text, index) => {
      const message = parseAt(index, () => parseKeyMessage(aggregatedKeyMessages, text, 'first'))
      if (message.kind !== 'first')
        throw keyExchangeError(
          'round',
          "Trying to make multisig with message that has invalid multisig kex round (should be '1').",
        )
      keep(message.viewShare)
      if (hasKey(signers, message.signer))
        throw keyExchangeError('duplicate', 'Duplicate signers not allowed when converting a wallet to multisig.')
      if (equalBytes(message.signer, self)) return
      signers.push(message.signer)
      viewShares.push(message.viewShare)
    })
    const total = signers.length + 1
    checkConfiguration(threshold, total)
    const viewSecret = hashToScalar(...viewShares.toSorted(compareBytes))
    const keys = { viewSecret, viewPublic: publicKeyOf(viewSecret) }
    const base = { threshold, total, signers: sortKeys([self, ...signers]), signerSecret: secret.slice(), ...keys }
    const others = sortKeys(signers)
    return threshold === total ? withAddress(base, [secret], others, random) : withLargerGroups(base, 1, others, random)
  })

/** Returns the messages of a round by other participants. */
const roundMessages = (account: MultisigAccount, messages: readonly KeyMessage[]): RoundKeyMessage[] => {
  const expected = account.rounds + 1
  if (messages.length === 0) throw keyExchangeError('none', 'At least one input message expected.')
  const rounds = messages.map((message) => (message.kind === 'first' ? 1 : message.round))
  if (rounds[0] !== expected) throw keyExchangeError('round', "Messages don't have the expected kex round number.")
  if (rounds.some((round) => round !== expected))
    throw keyExchangeError('round', 'All messages must have the same kex round number.')
  const self = publicKeyOf(account.signerSecret)
  const others: RoundKeyMessage[] = []
  for (const message of messages) {
    if (message.kind === 'first' || equalBytes(message.signer, self)) continue
    if (!hasKey(account.signers, message.signer))
      throw keyExchangeError('foreign', 'Multisig kex message with unexpected signer encountered.')
    const known = others.find(({ signer }) => equalBytes(signer, message.signer))
    if (known === undefined) others.push(message)
    else if (!areSameKeys(known.keys, message.keys))
      throw keyExchangeError('duplicate', 'two different messages of one participant: use those of this round only')
  }
  return others
}

/** @throws KeyExchangeError unless all participants confirm the address of this one */
const checkConfirmed = (account: MultisigAccount, others: readonly RoundKeyMessage[]): void => {
  const expected = [account.spendPublic, account.viewPublic]
  for (const { keys } of others) {
    if (keys.length !== expected.length)
      throw keyExchangeError(
        'disagreement',
        'Multisig post-kex round messages from other signers did not all contain two pubkeys.',
      )
    if (!areSameKeys(keys, expected))
      throw keyExchangeError(
        'disagreement',
        "Multisig post-kex round: expected multisig pubkey wasn't found in other signers' messages.",
      )
  }
  if (others.length < account.total - 1)
    throw keyExchangeError('missing', "Multisig post-kex round message origins don't line up with multisig signer set.")
}

const exchange: KeyExchange['exchange'] = ({ account, messages, random, parseAt }) => {
  const { threshold, total, rounds, published } = account
  if (account.isReady)
    throw keyExchangeError('finished', 'multisig account: tried to update kex, but kex is already complete.')
  const parsed = messages.map((text, index) =>
    parseAt(index, () => parseKeyMessage(aggregatedKeyMessages, text, 'round')),
  )
  const others = roundMessages(account, parsed)
  const base = { ...account, signerSecret: account.signerSecret.slice(), viewSecret: account.viewSecret.slice() }
  if (rounds === total - threshold + 1) {
    checkConfirmed(account, others)
    return { ...base, rounds: rounds + 1, isReady: true, shares: account.shares.map((share) => share.slice()) }
  }
  const round = rounds + 1
  const isLast = round === total - threshold + 1
  if (others.length < total - 1)
    throw keyExchangeError(
      'missing',
      'Number of unique other signers does not equal number of other signers that recommended pubkeys.',
    )
  // In a wallet of which any participant can spend, all have the key of the last round.
  if (isLast && threshold === 1) {
    if (others.some(({ keys }) => !areSameKeys(keys, published)))
      throw keyExchangeError(
        'keys',
        'A pubkey recommended by multisig kex messages had an unexpected number of recommendations.',
      )
    return withAddress(base, account.shares, [], random)
  }
  const keysOfOthers = keysOfOtherGroups({ round, total }, published, others)
  return isLast
    ? withAddress(base, account.shares, keysOfOthers, random)
    : withLargerGroups(base, round, keysOfOthers, random)
}

/** The key exchange of monero 0.18. */
export const aggregatedKeys: KeyExchange = { form: aggregatedKeyMessages, make, exchange }
