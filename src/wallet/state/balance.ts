// Balances of accounts and addresses, total and unlocked, by the rules of wallet2.

import {
  blocksToUnlock as blocksUntil,
  isSpendable,
  MAX_BLOCK_NUMBER,
  secondsToUnlock,
} from '../../coin/blocks/unlockTime.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { Ledger, OwnedOutput } from './ledger.ts'
import { changedOutput } from './packedOutput.ts'
import { isStakeLocked, type StakeLocks } from './stakeLocks.ts'

/** What locks are compared with: `height` is the number of known blocks, `now` is in UNIX seconds. */
export type Moment = { readonly height: number; readonly now: number; readonly stakeLocks: StakeLocks }

type Locked = Pick<OwnedOutput, 'height' | 'unlockTime'>

/** Returns whether age and unlock time of an output allow a spend at this moment. */
export const isUnlocked = (network: Network, output: Locked, { height, now }: Omit<Moment, 'stakeLocks'>): boolean =>
  isSpendable(network, output, height, now)

/** Returns whether the network accepts a spend of the output at this moment: it is unlocked, and no locked stake. */
export const isFree = (network: Network, output: Locked & Pick<OwnedOutput, 'keyImage'>, moment: Moment): boolean =>
  isUnlocked(network, output, moment) && !isStakeLocked(moment.stakeLocks, output)

/** Returns the number of blocks until the output can be spent; 0 if it is unlocked or locked only by a time. */
export const blocksToUnlock = (network: Network, output: Locked, moment: Omit<Moment, 'stakeLocks'>): number =>
  isUnlocked(network, output, moment) ? 0 : blocksUntil(network, output, moment.height)

/** Returns the number of blocks, at the target block time, until an unlock time is reached; 0 if it is reached. */
export const blocksOfUnlockTime = (
  { blockTarget }: Pick<Network, 'blockTarget'>,
  unlockTime: bigint,
  { height, now }: Pick<Moment, 'height' | 'now'>,
): bigint => {
  if (unlockTime < MAX_BLOCK_NUMBER) return unlockTime > height ? unlockTime - BigInt(height) : 0n
  const target = BigInt(blockTarget)
  return (secondsToUnlock({ unlockTime }, now) + target - 1n) / target
}

/** The balance of an address in atomic units. `blocksToUnlock` and `timeToUnlock` are the maximum over its outputs. */
export type AddressBalance = {
  readonly major: number
  readonly minor: number
  readonly total: bigint
  readonly unlocked: bigint
  readonly blocksToUnlock: number
  /** seconds; up to 2^64, since anyone can send outputs with any unlock time */
  readonly timeToUnlock: bigint
  readonly unspentOutputs: number
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

type Sum = { -readonly [Field in keyof AddressBalance]: AddressBalance[Field] }

/**
 * Which spends count, as the parameter `strict` of wallet2's balance: `lenient` counts pending payments as made and their change as
 * received; `strict` counts only what is in a block.
 */
export type Strictness = 'lenient' | 'strict'

const isSpent = ({ spent }: OwnedOutput, strictness: Strictness): boolean =>
  spent !== undefined && (strictness === 'lenient' || spent.height !== undefined)

/** An amount that is in no block yet, with the address that receives it. `change`: it returns from a payment of the same account. */
export type ComingAmount = Pick<OwnedOutput, 'subaddress' | 'amount' | 'change'>

/** Returns the change of pending payments. */
export const pendingChange = ({ pending, payments }: Pick<Ledger, 'pending' | 'payments'>): readonly ComingAmount[] =>
  [...pending].flatMap((id) => {
    const { account, change } = payments.get(id) ?? { account: 0, change: 0n }
    return change > 0n ? [{ subaddress: { major: account, minor: 0 }, amount: change, change: true }] : []
  })

/**
 * Returns the balances of all addresses that have outputs, sorted by account and address index. As in wallet2, `blocksToUnlock` and
 * `timeToUnlock` use the unlock time of the transaction, not of the output, and ignore locks of stakes.
 * @param coming amounts that count although they are in no block yet; not in strict balances
 * @param outputs the outputs that count (`Ledger.countedOutputs`)
 * @param approved txpool outputs confirmed by a quorum (blink); counted as if the next block contained them
 */
export const addressBalances = (
  network: Network,
  coming: readonly ComingAmount[],
  outputs: readonly OwnedOutput[],
  moment: Moment,
  strictness: Strictness = 'lenient',
  approved: readonly OwnedOutput[] = [],
): readonly AddressBalance[] => {
  const sums = new Map<string, Sum>()
  const sumOf = (major: number, minor: number): Sum => {
    const key = `${major}/${minor}`
    const known = sums.get(key)
    if (known !== undefined) return known
    const sum: Sum = { major, minor, total: 0n, unlocked: 0n, blocksToUnlock: 0, timeToUnlock: 0n, unspentOutputs: 0 }
    sums.set(key, sum)
    return sum
  }
  const approvedOutputs =
    strictness === 'strict' ? [] : approved.map((output) => changedOutput(output, { height: moment.height }))
  for (const output of [...outputs, ...approvedOutputs]) {
    if (isSpent(output, strictness)) continue
    const sum = sumOf(output.subaddress.major, output.subaddress.minor)
    if (output.spent === undefined) sum.unspentOutputs++
    if (output.frozen) continue
    sum.total += output.amount
    if (isFree(network, output, moment)) {
      sum.unlocked += output.amount
      continue
    }
    const locked = { height: output.height, unlockTime: output.prefixUnlockTime }
    sum.blocksToUnlock = Math.max(sum.blocksToUnlock, blocksUntil(network, locked, moment.height))
    sum.timeToUnlock = larger(sum.timeToUnlock, secondsToUnlock(locked, moment.now))
  }
  if (strictness === 'lenient')
    for (const { subaddress, amount } of coming) sumOf(subaddress.major, subaddress.minor).total += amount
  return [...sums.values()].sort((a, b) => a.major - b.major || a.minor - b.minor)
}

/** The sum of several balances. */
export type BalanceSum = Omit<AddressBalance, 'major' | 'minor' | 'unspentOutputs'>

/** Returns the sum of balances; `blocksToUnlock` and `timeToUnlock` are the maximum. */
export const sumBalances = (balances: Iterable<BalanceSum>): BalanceSum => {
  const sum = { total: 0n, unlocked: 0n, blocksToUnlock: 0, timeToUnlock: 0n }
  for (const balance of balances) {
    sum.total += balance.total
    sum.unlocked += balance.unlocked
    sum.blocksToUnlock = Math.max(sum.blocksToUnlock, balance.blocksToUnlock)
    sum.timeToUnlock = larger(sum.timeToUnlock, balance.timeToUnlock)
  }
  return sum
}
