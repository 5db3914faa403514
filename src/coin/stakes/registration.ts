// What a service node signs to be registered, and the command with which it asks a wallet to pay for it (oxen-core: register_service_node).

import { u64Bytes } from '../../bytes/bytes.ts'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { verifyHash } from '../../crypto/signatures/signature.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { type Address, AddressError, parseAddress } from '../addresses/address.ts'
import type { Network } from '../networks/network.ts'
import type { RegistrationField } from '../transactions/extraField.ts'
import { arePortionsValid, STAKING_PORTIONS } from './stakingRequirement.ts'

/**
 * Returns the hash that a service node signs for its registration (32 bytes).
 *
 * @example
 * const empty = { operatorPortions: 0n, spendKeys: [], viewKeys: [], portions: [], expiration: 0n }
 * registrationHash(empty).length // 32
 */
export const registrationHash = ({
  operatorPortions,
  spendKeys,
  viewKeys,
  portions,
  expiration,
}: Omit<RegistrationField, 'field' | 'signature'>): Uint8Array =>
  keccak256(
    u64Bytes(operatorPortions),
    ...portions.flatMap((share, i) => [
      spendKeys[i] ?? new Uint8Array(32),
      viewKeys[i] ?? new Uint8Array(32),
      u64Bytes(share),
    ]),
    u64Bytes(expiration),
  )

/** `form`: incomplete or changed; `expired`; `foreign`: the wallet is not that of the operator; `signature`: not of the service node. */
export type RegistrationFault = 'form' | 'expired' | 'foreign' | 'signature'

/** A registration command that cannot be carried out. The message is that of wallet2. */
export class RegistrationCommandError extends FabaError<{ readonly fault: RegistrationFault }> {
  override readonly name = 'RegistrationCommandError'
  readonly code = 'registration-command'
}

/** The parts of a registration command. Its signature is verified. */
export type RegistrationCommand = {
  /** 32 bytes */
  readonly serviceNodeKey: Uint8Array
  /** the operator first; as they were written */
  readonly contributors: readonly { readonly text: string; readonly address: Address; readonly portions: bigint }[]
  readonly field: RegistrationField
}

/** What is read of the present to judge a command. */
export type RegistrationMoment = {
  /** hard fork in force */
  readonly fork: number
  /** UNIX seconds */
  readonly now: number
  /** returns whether the address of the operator belongs to the wallet */
  readonly isOwn: (address: Address) => boolean
}

const COMMAND = 'register_service_node'
/** Cut, address, portions, expiration, key and signature. */
const MIN_ARGUMENTS = 6
const MIN_LIFETIME_SECONDS = 600
const WRONG_COMMAND =
  '\nPrepare this command in the daemon with the prepare_registration command\nThis command must be run from the daemon that will be acting as a service node'

const conversion = (reason: string): RegistrationCommandError =>
  new RegistrationCommandError(`Could not convert registration args, reason: ${reason}`, { details: { fault: 'form' } })

const parsePortions = (text: string): bigint => {
  const portions = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined
  if (portions === undefined || portions > STAKING_PORTIONS) throw conversion(`Invalid portion amount: ${text}`)
  return portions
}

const parseContributor = (network: Network, text: string): Address => {
  try {
    const address = parseAddress(network, text)
    if (address.kind === 'standard') return address
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
  }
  throw conversion(`Could not parse address, or it is no primary address: ${text}`)
}

type Terms = Pick<RegistrationCommand, 'contributors'> & { readonly operatorPortions: bigint }

/** @param words operator cut, then address and portions of each contributor */
const parseTerms = (network: Network, words: readonly string[], fork: number): Terms => {
  const [cut = '', ...rest] = words
  const operatorPortions = parsePortions(cut)
  if (rest.length % 2 !== 0) throw conversion('the number of addresses and portions differs')
  const contributors = rest.flatMap((text, i) =>
    i % 2 === 1 ? [] : [{ text, address: parseContributor(network, text), portions: parsePortions(rest[i + 1] ?? '') }],
  )
  const portions = contributors.map((each) => each.portions)
  if (!arePortionsValid(fork, portions)) throw conversion('a contributor reserves too little, or all together too much')
  const keys = contributors.map(({ address }) => toHex(address.spendKey))
  if (new Set(keys).size < keys.length) throw conversion('a contributor is named twice')
  return { operatorPortions, contributors }
}

const parseExpiration = (text: string, now: number): bigint => {
  if (!/^\d{1,19}$/.test(text))
    throw new RegistrationCommandError(`The registration timestamp failed to parse: ${text}`, {
      details: { fault: 'form' },
    })
  const expiration = BigInt(text)
  if (expiration <= BigInt(now + MIN_LIFETIME_SECONDS))
    throw new RegistrationCommandError('The registration timestamp has expired.', { details: { fault: 'expired' } })
  return expiration
}

const parseBytes = (text: string, length: number, what: string): Uint8Array => {
  try {
    return fromHex(text, length)
  } catch (error) {
    if (!(error instanceof HexError)) throw error
    throw new RegistrationCommandError(`Failed to parse service node ${what}`, { details: { fault: 'form' } })
  }
}

/**
 * Parses the words of a registration command and verifies its signature; the first word may be missing. Order of checks and messages are
 * those of wallet2.
 * @throws RegistrationCommandError
 *
 * @example
 * import { oxenRegtest } from '../networks/oxen.ts'
 * const moment = { fork: 17, now: 0, isOwn: () => true }
 * parseRegistrationCommand(oxenRegtest, ['register_service_node'], moment) // throws RegistrationCommandError
 */
export const parseRegistrationCommand = (
  network: Network,
  words: readonly string[],
  { fork, now, isOwn }: RegistrationMoment,
): RegistrationCommand => {
  const args = words[0] === COMMAND ? words.slice(1) : words
  if (args.length < MIN_ARGUMENTS) throw new RegistrationCommandError(WRONG_COMMAND, { details: { fault: 'form' } })
  const { contributors, operatorPortions } = parseTerms(network, args.slice(0, -3), fork)
  const [operator] = contributors
  if (operator === undefined || !isOwn(operator.address))
    throw new RegistrationCommandError(
      'The first reserved address for this registration does not belong to this wallet.\nService node operator must specify an address owned by this wallet for service node registration.',
      { details: { fault: 'foreign' } },
    )
  const [time = '', keyText = '', signatureText = ''] = args.slice(-3)
  const expiration = parseExpiration(time, now)
  const serviceNodeKey = parseBytes(keyText, 32, 'pubkey')
  const signature = parseBytes(signatureText, 64, 'signature')
  const terms = {
    operatorPortions,
    spendKeys: contributors.map(({ address }) => address.spendKey),
    viewKeys: contributors.map(({ address }) => address.viewKey),
    portions: contributors.map(({ portions }) => portions),
    expiration,
  }
  const hash = registrationHash(terms)
  if (!verifyHash(hash, serviceNodeKey, signature))
    throw new RegistrationCommandError(
      `Failed to validate service node with key:${toHex(serviceNodeKey)} and hash: ${toHex(hash)}`,
      { details: { fault: 'signature' } },
    )
  return { serviceNodeKey, contributors, field: { field: 'registration', ...terms, signature } }
}
