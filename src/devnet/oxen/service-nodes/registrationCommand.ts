// The wallet command that registers a service node: contributors, portions, expiration, signature (oxen-core: `prepare_registration`).

import { toHex } from '../../../bytes/hex.ts'
import { AddressError, parseAddress } from '../../../coin/addresses/address.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { registrationHash } from '../../../coin/stakes/registration.ts'
import {
  amountToPortions,
  MAX_CONTRIBUTIONS,
  minContribution,
  portionsToAmount,
  STAKING_PORTIONS,
} from '../../../coin/stakes/stakingRequirement.ts'
import type { Random } from '../../../crypto/random/random.ts'
import { signHash } from '../../../crypto/signatures/signature.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import type { PublicKeys } from '../../records/chainRecords.ts'
import type { KeyPair } from './nodeKeys.ts'

/** The terms of a registration are invalid. */
export class RegistrationError extends FabaError {
  override readonly name = 'RegistrationError'
  readonly code = 'registration'
}

export type RegistrationTerms = {
  readonly operatorPortions: bigint
  /** the operator first */
  readonly reserved: readonly { readonly address: PublicKeys; readonly portions: bigint }[]
}

const REGISTRATION_LIFETIME_SECONDS = 14 * 24 * 60 * 60
/** Atomic units by which a contribution may be below its minimum, because amounts are rounded to portions. */
const DUST = 10n

/** Parses an operator cut such as `10%` or `12.5` to portions; undefined if the text is not a percentage. Uses doubles, as oxen-core. */
export const parseOperatorCut = (text: string): bigint | undefined => {
  const number = text.endsWith('%') ? text.slice(0, -1) : text
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(number)) return undefined
  const percent = Number(number)
  if (percent < 0 || percent > 100) return undefined
  return percent === 100 ? STAKING_PORTIONS : BigInt(Math.trunc((percent / 100) * Number(STAKING_PORTIONS)))
}

const parsePortions = (text: string): bigint => {
  const portions = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined
  if (portions === undefined || portions > STAKING_PORTIONS)
    throw new RegistrationError(`portions must be a number up to ${STAKING_PORTIONS}, not ${text}`)
  return portions
}

const parseContributor = (network: Network, text: string): PublicKeys => {
  try {
    const { kind, spendKey, viewKey } = parseAddress(network, text)
    if (kind !== 'standard')
      throw new RegistrationError(`a contributor needs a primary address; ${text} is of another kind`)
    return { spendKey, viewKey }
  } catch (error) {
    if (error instanceof AddressError) throw new RegistrationError(`${text} is not an address: ${error.message}`)
    throw error
  }
}

const minPortions = (fork: number, requirement: bigint, reserved: bigint, contributions: number): bigint =>
  amountToPortions(minContribution(fork, requirement, reserved, contributions) ?? requirement, requirement)

/** Adds the missing dust to a share: from other shares above their minimum, or from unreserved portions. */
const topUp = (shares: bigint[], at: number, lacking: bigint, spare: bigint[]): void => {
  let needed = lacking
  for (const [i, more] of spare.entries()) {
    if (i === at || needed === 0n) continue
    let taken = more
    if (taken > needed) taken = needed
    spare[i] = more - taken
    shares[i] = (shares[i] ?? 0n) - taken
    needed -= taken
  }
  const given = shares.length < MAX_CONTRIBUTIONS ? lacking : lacking - needed
  shares[at] = (shares[at] ?? 0n) + given
}

/** Returns the final shares; undefined for those that are dropped because they are far too small. */
const settleShares = (requested: readonly bigint[], requirement: bigint, fork: number): (bigint | undefined)[] => {
  const shares = [...requested]
  let reserved = 0n
  const spare = requested.map((share, i) => {
    const least = minPortions(fork, requirement, reserved, i)
    reserved += portionsToAmount(share, requirement)
    return share > least ? share - least : 0n
  })
  const dropped = new Set<number>()
  reserved = 0n
  for (const i of requested.keys()) {
    const least = minPortions(fork, requirement, reserved, i)
    const lacking = least - (shares[i] ?? 0n)
    if (lacking > (STAKING_PORTIONS / requirement) * DUST) {
      // Wallets reject such a command.
      dropped.add(i)
      continue
    }
    if (lacking > 0n) topUp(shares, i, lacking, spare)
    if ((shares[i] ?? 0n) < least) throw new RegistrationError(`contributor ${i + 1} contributes too little`)
    reserved += portionsToAmount(shares[i] ?? 0n, requirement)
  }
  const kept = shares.map((share, i) => (dropped.has(i) ? undefined : share))
  if (kept.reduce<bigint>((sum, share) => sum + (share ?? 0n), 0n) > STAKING_PORTIONS)
    throw new RegistrationError('the contributions exceed the staking requirement')
  return kept
}

/**
 * Parses the terms of a registration.
 * @param args operator cut in portions, then address and portions of each contributor
 * @param requirement staking requirement in atomic units
 * @param fork of the registration
 * @throws RegistrationError
 */
export const parseRegistrationTerms = (
  network: Network,
  args: readonly string[],
  requirement: bigint,
  fork: number,
): RegistrationTerms => {
  const [cut, ...rest] = args
  if (cut === undefined || rest.length < 2 || rest.length % 2 !== 0)
    throw new RegistrationError('a registration needs a cut, and an address with portions for each contributor')
  if (rest.length / 2 > MAX_CONTRIBUTIONS)
    throw new RegistrationError(`a service node has ${MAX_CONTRIBUTIONS} contributors at most`)
  if (requirement === 0n) throw new RegistrationError('the staking requirement is 0')
  const addresses = rest.filter((_, i) => i % 2 === 0).map((text) => parseContributor(network, text))
  const requested = rest.filter((_, i) => i % 2 === 1).map(parsePortions)
  const shares = settleShares(requested, requirement, fork)
  const reserved = addresses.flatMap((address, i) => {
    const portions = shares[i]
    return portions === undefined ? [] : [{ address, portions }]
  })
  return { operatorPortions: parsePortions(cut), reserved }
}

/** Returns the hash that the node signs (32 bytes). `expiration`: UNIX seconds. */
export const registrationTermsHash = (
  { operatorPortions, reserved }: RegistrationTerms,
  expiration: bigint,
): Uint8Array =>
  registrationHash({
    operatorPortions,
    spendKeys: reserved.map(({ address }) => address.spendKey),
    viewKeys: reserved.map(({ address }) => address.viewKey),
    portions: reserved.map(({ portions }) => portions),
    expiration,
  })

export type CommandRequest = {
  readonly network: Network
  readonly args: readonly string[]
  /** atomic units */
  readonly requirement: bigint
  /** that will hold */
  readonly fork: number
  /** of the service node */
  readonly keys: KeyPair
  /** UNIX seconds */
  readonly now: number
  readonly random: Random
}

export type RegistrationCommand = { readonly command: string /** UNIX seconds */; readonly expiration: number }

/**
 * Builds the registration command of a wallet.
 * @throws RegistrationError
 */
export const registrationCommand = (request: CommandRequest): RegistrationCommand => {
  const { network, args, requirement, fork, keys, now, random } = request
  const terms = parseRegistrationTerms(network, args, requirement, fork)
  const expiration = now + REGISTRATION_LIFETIME_SECONDS
  const hash = registrationTermsHash(terms, BigInt(expiration))
  const signature = signHash(hash, keys.publicKey, keys.secretKey, random)
  const parts = ['register_service_node', ...args, expiration, toHex(keys.publicKey), toHex(signature)]
  return { command: parts.join(' '), expiration }
}

const formatTwelveHours = (date: Date): string => {
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  const hour = date.getUTCHours()
  const half = hour < 12 ? 'AM' : 'PM'
  return `${day} ${String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')}${time.slice(2)} ${half} UTC`
}

/** Returns the command with oxen-core's instructions for the user. */
export const withInstructions = ({ command, expiration }: RegistrationCommand): string =>
  [
    'Run this command in the wallet that will fund this registration:\n\n',
    command,
    `\n\nThis registration expires at ${formatTwelveHours(new Date(expiration * 1000))}.\n`,
    "This should be in about 2 weeks, if it isn't, check this computer's clock.\n",
    'Please submit your registration into the blockchain before this time or it will be invalid.',
  ].join('')
