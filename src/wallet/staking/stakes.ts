// Stakes and registrations of service nodes become intents of the payment pipeline. Order of checks and messages are those of wallet2
// (check_stake_allowed, create_register_service_node_tx).

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { type Address, AddressError, parseAddress, subaddressAt } from '../../coin/addresses/address.ts'
import { formatAmount } from '../../coin/amount.ts'
import { hardForkAt } from '../../coin/networks/network.ts'
import { parseRegistrationCommand, type RegistrationCommand } from '../../coin/stakes/registration.ts'
import {
  MAX_CONTRIBUTIONS,
  minContribution,
  portionsToAmount,
  STAKING_PORTIONS,
  stakingRequirement,
  unlockDelayBlocks,
} from '../../coin/stakes/stakingRequirement.ts'
import type { ExtraField } from '../../coin/transactions/extraField.ts'
import type { NodeServiceNode } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import type { PaymentSource, StakeIntent } from '../spend/intent.ts'
import { stakePurpose } from '../spend/purpose.ts'
import type { StakeOrder } from '../spend/stakeOrder.ts'

/**
 * - `full`, `contributors`: the service node takes no more coins from this wallet, or no more contributors
 * - `minimum`: the amount is too low; `minimum` is the lowest one in atomic units of `decimals` digits
 * - `unknown`: no service node has the key; `key`: the text is no key
 * - `registered`: the service node is registered already
 * - `unlock`: the stake cannot be unlocked
 * - `options`: an address index or a priority that is not possible
 */
export type StakeFault = 'full' | 'contributors' | 'minimum' | 'unknown' | 'key' | 'registered' | 'unlock' | 'options'

type StakeErrorDetails =
  | { readonly fault: Exclude<StakeFault, 'minimum'> }
  | { readonly fault: 'minimum'; readonly minimum: bigint; readonly decimals: number; readonly ticker: string }

/** A stake or a registration that cannot be made. The message is that of wallet2. */
export class StakeError extends FabaError<StakeErrorDetails> {
  override readonly name = 'StakeError'
  readonly code = 'stake'
}

/** Atomic units by which a stake may miss its minimum: portions are rounded. */
const DUST = 4n

/** Which outputs pay for a stake. */
export type StakeSource = Pick<PaymentSource, 'subaddresses' | 'priority'>

export type StakeRequest = StakeSource & {
  /** of the service node, 32 bytes */
  readonly serviceNodeKey: Uint8Array
  /** atomic units */
  readonly amount: bigint
}

/** Returns whether a priority is that of blink, the only one that stakes do not have. */
const isBlink = ({ network: { fees } }: Wallet, priority: number): boolean =>
  fees.priorities.some(({ value }) => value === priority) &&
  !fees.orderPriorities.some(({ value }) => value === priority)

const primaryAddress = ({ keys }: Wallet): Address => subaddressAt(keys, 0, 0)

const isSameAddress = (a: Address, b: Address): boolean =>
  equalBytes(a.spendKey, b.spendKey) && equalBytes(a.viewKey, b.viewKey)

/** Returns whether the text of a node is the primary address of the wallet. */
export const isPrimaryAddress = (wallet: Wallet, text: string): boolean => {
  try {
    return isSameAddress(parseAddress(wallet.network, text), primaryAddress(wallet))
  } catch (error) {
    if (error instanceof AddressError) return false
    throw error
  }
}

const stakeIntent = (
  wallet: Wallet,
  { subaddresses, priority }: StakeSource,
  fields: readonly ExtraField[],
  order: StakeOrder,
): StakeIntent => {
  const payee = primaryAddress(wallet)
  return {
    kind: 'stake',
    ...{ account: 0, subaddresses, priority, unlockTime: 0n },
    purpose: stakePurpose(fields),
    recipients: [{ text: wallet.addressText({ major: 0, minor: 0 }), payee, amount: order.amount }],
    paymentId: new Uint8Array(),
    feeFrom: [],
    order,
  }
}

const contributorField = (wallet: Wallet): ExtraField => {
  const { spendKey, viewKey } = primaryAddress(wallet)
  return { field: 'contributor', spendKey, viewKey }
}

/** What this wallet may stake, atomic units. `min` is undefined if the node takes no further contribution. */
type Room = { readonly min: bigint | undefined; readonly max: bigint; readonly isContributor: boolean }

const roomIn = (wallet: Wallet, { contributors, requirement, reserved }: NodeServiceNode): Room => {
  const taken = contributors.reduce((sum, each) => sum + each.locked.length + (each.reserved > each.amount ? 1 : 0), 0)
  const fork = hardForkAt(wallet.network, wallet.state.height)
  const min = minContribution(fork, requirement, reserved, taken)
  const open = requirement - reserved
  const own = contributors.find(({ address }) => isPrimaryAddress(wallet, address))
  if (own === undefined) return { min, max: open, isContributor: false }
  const promised = own.reserved - own.amount
  return {
    min: min === undefined || promised > min ? promised : min,
    max: open + promised,
    isContributor: true,
  }
}

/**
 * Returns the amount to stake: the requested one, within what the service node takes.
 * @throws StakeError
 */
const allowedAmount = (wallet: Wallet, node: NodeServiceNode, amount: bigint): bigint => {
  const { min, max, isContributor } = roomIn(wallet, node)
  if (max <= 0n)
    throw new StakeError('The service node cannot receive any more Loki from this wallet', {
      details: { fault: 'full' },
    })
  if (min === undefined || (node.contributors.length >= MAX_CONTRIBUTIONS && !isContributor))
    throw new StakeError(
      'The service node already has the maximum number of participants and this wallet is not one of them',
      { details: { fault: 'contributors' } },
    )
  if (amount + DUST < min)
    throw new StakeError(
      `You must contribute at least ${formatAmount(min, wallet.network.decimals)} oxen to become a contributor for this service node.`,
      { details: { fault: 'minimum', minimum: min, decimals: wallet.network.decimals, ticker: wallet.network.ticker } },
    )
  if (amount > max) return max
  return amount < min ? min : amount
}

/**
 * Orders a stake.
 * @throws StakeError, NodeError
 */
export const orderStake = async (wallet: Wallet, request: StakeRequest): Promise<StakeIntent> => {
  const { serviceNodeKey, priority } = request
  const node = await wallet.sync.node.serviceNode(serviceNodeKey)
  if (node === undefined)
    throw new StakeError('Could not find service node in service node list, please make sure it is registered first.', {
      details: { fault: 'unknown' },
    })
  const amount = allowedAmount(wallet, node, request.amount)
  if (isBlink(wallet, priority))
    throw new StakeError('Service node stakes cannot use blink priority', { details: { fault: 'options' } })
  const fields: readonly ExtraField[] = [{ field: 'serviceNodeKey', key: serviceNodeKey }, contributorField(wallet)]
  return stakeIntent(wallet, request, fields, {
    operation: 'stake',
    serviceNodeKey: toHex(serviceNodeKey),
    amount,
    requirement: node.requirement,
    unlockBlocks: unlockDelayBlocks(wallet.network),
    registration: undefined,
  })
}

const PRIORITY_WORDS: readonly string[] = ['default', 'unimportant', 'normal', 'elevated', 'priority', 'blink']

/** Splits off the optional first words of a registration: indices of addresses, and a priority. */
const withoutOptions = (
  wallet: Wallet,
  words: readonly string[],
): StakeSource & { readonly rest: readonly string[] } => {
  let rest = words
  let subaddresses: readonly number[] = []
  const [first = ''] = rest
  if (first.startsWith('index=')) {
    const list = first.slice('index='.length)
    if (!/^\d{1,9}(,\d{1,9})*$/.test(list))
      throw new StakeError(`Could not parse subaddress indices argument: ${first}`, { details: { fault: 'options' } })
    subaddresses = list.split(',').map(Number)
    rest = rest.slice(1)
  }
  const priority = PRIORITY_WORDS.indexOf(rest[0] ?? '')
  if (priority >= 0) rest = rest.slice(1)
  if (isBlink(wallet, priority))
    throw new StakeError('Service node registrations cannot use blink priority', { details: { fault: 'options' } })
  return { subaddresses, priority: Math.max(0, priority), rest }
}

/** Returns the stake of the operator: its portions, and what rounding leaves of the whole. */
const operatorAmount = ({ field }: RegistrationCommand, requirement: bigint): bigint => {
  const amounts = field.portions.map((portions) => portionsToAmount(portions, requirement))
  const left = requirement - amounts.reduce((sum, amount) => sum + amount, 0n)
  return (amounts[0] ?? 0n) + (left <= DUST ? left : 0n)
}

/** Returns portions in percent, rounded to two decimals. */
const percentOf = (portions: bigint): number =>
  Math.round(Number((portions * 1_000_000n) / STAKING_PORTIONS) / 100) / 100

/**
 * Orders the registration of a service node, by the command that the service node has prepared.
 * @param text the command
 * @throws StakeError, RegistrationCommandError, NodeError
 */
export const orderRegistration = async (wallet: Wallet, text: string): Promise<StakeIntent> => {
  const { network, state } = wallet
  const words = text.split(' ').filter((word) => word !== '')
  const source = withoutOptions(wallet, words[0] === 'register_service_node' ? words.slice(1) : words)
  const command = parseRegistrationCommand(network, source.rest, {
    fork: hardForkAt(network, state.height),
    now: wallet.moment.now,
    isOwn: (address) => isSameAddress(address, primaryAddress(wallet)),
  })
  const { serviceNodeKey, field, contributors } = command
  if ((await wallet.sync.node.serviceNode(serviceNodeKey)) !== undefined)
    throw new StakeError('This service node is already registered', { details: { fault: 'registered' } })
  const requirement = stakingRequirement(network, state.height)
  const fields = [field, { field: 'serviceNodeKey', key: serviceNodeKey } as const, contributorField(wallet)]
  return stakeIntent(wallet, source, fields, {
    operation: 'register',
    serviceNodeKey: toHex(serviceNodeKey),
    amount: operatorAmount(command, requirement),
    requirement,
    unlockBlocks: unlockDelayBlocks(network),
    registration: {
      operatorCut: percentOf(field.operatorPortions),
      reserved: contributors.map(({ text: address, portions }) => ({
        address,
        amount: portionsToAmount(portions, requirement),
      })),
      expiration: field.expiration,
    },
  })
}
