// The key exchange of oxen-core (wallet2: make_multisig, exchange_multisig_keys): the spend key of the wallet is the sum of the keys of all
// groups of total - threshold + 1 participants. Messages of middle rounds are signed by keys that no earlier message names, so the keys
// themselves must show that they belong to this exchange.

import { equalBytes, wipe, withSecrets } from '../../bytes/bytes.ts'
import { parseKeyMessage, type RoundKeyMessage, signKeyMessage } from '../../coin/multisig/keyMessage.ts'
import { summedKeyMessages } from '../../coin/multisig/summedKeyMessages.ts'
import { encodePoint, IDENTITY } from '../../crypto/curve/point.ts'
import { multiplyKey, publicKeyOf } from '../../crypto/keys/keys.ts'
import type { Random } from '../../crypto/random/random.ts'
import {
  areSameKeys,
  binomial,
  blindSecret,
  hasKey,
  keysOfOtherGroups,
  MAX_PARTICIPANTS,
  sortKeys,
  sumKeys,
  sumSecrets,
} from './keySets.ts'
import { type KeyExchange, keyExchangeError, type MultisigAccount, type ParseAt } from './multisigAccount.ts'

type Participant = { readonly signer: Uint8Array; readonly viewShare: Uint8Array }

/** Returns the other participants. As in wallet2, messages of this participant and repeated ones are dropped. */
const participantsIn = (own: Participant, messages: readonly string[], parseAt: ParseAt): Participant[] => {
  const others: Participant[] = []
  messages.forEach((text, index) => {
    const message = parseAt(index, () => parseKeyMessage(summedKeyMessages, text, 'first'))
    if (message.kind !== 'first') return
    const known = [own, ...others].find(
      ({ signer, viewShare }) => equalBytes(signer, message.signer) || equalBytes(viewShare, message.viewShare),
    )
    if (known === undefined) others.push(message)
    else if (!equalBytes(known.signer, message.signer) || !equalBytes(known.viewShare, message.viewShare))
      throw keyExchangeError('duplicate', 'two different messages have a key in common: ask their senders for new ones')
  })
  return others
}

const make: KeyExchange['make'] = ({ own, messages, threshold, random, parseAt }) =>
  withSecrets((keep) => {
    const secret = keep(blindSecret(own.spendSecret))
    const self = { signer: publicKeyOf(secret), viewShare: keep(blindSecret(own.viewSecret)) }
    const others = participantsIn(self, messages, parseAt)
    for (const { viewShare } of others) keep(viewShare)
    const total = others.length + 1
    if (others.length === 0) throw keyExchangeError('none', 'empty view keys')
    if (threshold < 2 || threshold > total) throw keyExchangeError('threshold', 'Invalid threshold')
    if (total > MAX_PARTICIPANTS)
      throw keyExchangeError('count', `a multisig wallet has at most ${MAX_PARTICIPANTS} participants`)
    const signers = others.map(({ signer }) => signer)
    const viewSecret = sumSecrets([self.viewShare, ...others.map(({ viewShare }) => viewShare)])
    const account = { threshold, total, rounds: 1, viewSecret, viewPublic: publicKeyOf(viewSecret) }
    if (threshold === total) {
      const all = sortKeys([self.signer, ...signers])
      return {
        ...account,
        ...{ isReady: true, signers: all, signerSecret: secret.slice(), shares: [secret.slice()] },
        ...{ spendPublic: sumKeys(all), published: [], message: '' },
      }
    }
    return { ...account, ...nextRound(account, own.spendSecret, signers, random) }
  })

/** Returns the state after a round that was not the last: the keys of this participant's groups, made from those of smaller groups. */
const nextRound = (
  { threshold, total, rounds }: Pick<MultisigAccount, 'threshold' | 'total' | 'rounds'>,
  baseSecret: Uint8Array,
  keysOfOthers: readonly Uint8Array[],
  random: Random,
) =>
  withSecrets((keep) => {
    const secret = keep(blindSecret(baseSecret))
    const derivations = keysOfOthers.map((key) => multiplyKey(key, secret))
    const isLastNext = rounds === total - threshold
    const shares = isLastNext ? derivations.map(blindSecret) : []
    const published = isLastNext ? shares.map(publicKeyOf) : derivations
    if (isLastNext) wipe(...derivations)
    const signerSecret = isLastNext ? sumSecrets(shares) : baseSecret.slice()
    const message = { kind: 'round', round: undefined, signer: publicKeyOf(signerSecret), keys: published } as const
    return {
      ...{ isReady: false, signers: [], signerSecret, shares, published, spendPublic: encodePoint(IDENTITY) },
      message: signKeyMessage(summedKeyMessages, message, signerSecret, random),
    }
  })

/** Returns the messages of the other participants. As in wallet2, messages of this participant and repeated ones are dropped. */
const roundMessages = (account: MultisigAccount, messages: readonly string[], parseAt: ParseAt): RoundKeyMessage[] => {
  const self = { signer: publicKeyOf(account.signerSecret), keys: account.published }
  const others: RoundKeyMessage[] = []
  messages.forEach((text, index) => {
    const message = parseAt(index, () => parseKeyMessage(summedKeyMessages, text, 'round'))
    if (message.kind !== 'round') return
    const known = [self, ...others].find(({ signer }) => equalBytes(signer, message.signer))
    if (known === undefined) others.push(message)
    else if (!areSameKeys(known.keys, message.keys))
      throw keyExchangeError('duplicate', 'two different messages of one participant: use those of this round only')
  })
  if (others.length < account.total - 1) throw keyExchangeError('missing', 'Bad signers size')
  if (others.length > account.total - 1) throw keyExchangeError('foreign', 'Bad signers size')
  return others
}

/** @throws KeyExchangeError unless each message has the keys of the groups of both its sender and this participant */
const checkCommonKeys = ({ total, rounds, published }: MultisigAccount, others: readonly RoundKeyMessage[]): void => {
  for (const { keys } of others) {
    const common = published.filter((key) => hasKey(keys, key)).length
    if (common !== binomial(total - 2, rounds - 1) || keys.length !== binomial(total - 1, rounds))
      throw keyExchangeError('foreign', 'a message is of another round or of another multisig wallet')
  }
}

const exchange: KeyExchange['exchange'] = ({ account, messages, random, parseAt }) => {
  const { total, threshold, published, signerSecret } = account
  if (account.isReady) throw keyExchangeError('finished', 'Multisig wallet creation process has already been finished')
  if (messages.length === 0) throw keyExchangeError('none', 'Empty multisig info')
  const others = roundMessages(account, messages, parseAt)
  checkCommonKeys(account, others)
  const round = account.rounds + 1
  const keysOfOthers = keysOfOtherGroups({ round, total }, published, others)
  const secrets = { viewSecret: account.viewSecret.slice(), viewPublic: account.viewPublic }
  const next = { threshold, total, rounds: round, ...secrets }
  if (round <= total - threshold) return { ...next, ...nextRound(next, signerSecret, keysOfOthers, random) }
  for (const { signer, keys } of others)
    if (!equalBytes(sumKeys(keys), signer))
      throw keyExchangeError('keys', 'a participant published keys that are not its own')
  return {
    ...next,
    ...{ isReady: true, signerSecret: signerSecret.slice(), shares: account.shares.map((share) => share.slice()) },
    signers: sortKeys([publicKeyOf(signerSecret), ...others.map(({ signer }) => signer)]),
    ...{ spendPublic: sumKeys([...published, ...keysOfOthers]), published: [], message: '' },
  }
}

/** The key exchange of oxen-core. */
export const summedKeys: KeyExchange = { form: summedKeyMessages, make, exchange }
