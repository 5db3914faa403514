// What accounts and addresses hold, and how much of it can be spent now: the reference's rules.

import type { Network } from '../../coin/networks/network.ts'
import { blocksToUnlock as blocksUntil, isSpendable, secondsToUnlock } from '../../coin/transactions/unlockTime.ts'
import type { Ledger, OwnedOutput } from './ledger.ts'

/** The present: `height` is the number of known blocks, `now` UNIX seconds. */
export type Moment = { readonly height: number; readonly now: number }

type Locked = Pick<OwnedOutput, 'height' | 'unlockTime'>

/** Whether a spend of the output would be accepted now. */
export const isUnlocked = (network: Network, output: Locked, { height, now }: Moment): boolean =>
  isSpendable(network, output, height, now)

/** Blocks until the output can be spent; 0 when it can, or when a lock by time alone holds it. */
export const blocksToUnlock = (network: Network, output: Locked, moment: Moment): number =>
  isUnlocked(network, output, moment) ? 0 : blocksUntil(network, output, moment.height)

/** What an address holds. The two `toUnlock` figures are the largest of its outputs. */
export type AddressBalance = {
  readonly major: number
  readonly minor: number
  readonly total: bigint
  readonly unlocked: bigint
  readonly blocksToUnlock: number
  /** seconds */
  readonly timeToUnlock: number
  readonly unspentOutputs: number
}

type Sum = { -readonly [Field in keyof AddressBalance]: AddressBalance[Field] }

/**
 * What counts as spent: `lenient` takes pending payments for done, and their change for received; `strict` looks at blocks only.
 */
export type Strictness = 'lenient' | 'strict'

const isSpent = ({ spent }: OwnedOutput, strictness: Strictness): boolean =>
  spent !== undefined && (strictness === 'lenient' || spent.height !== undefined)

/** Change of pending payments, where it will be; nothing of it is in a block yet. */
export const pendingChange = ({
  pending,
  payments,
}: Pick<Ledger, 'pending' | 'payments'>): readonly Pick<OwnedOutput, 'subaddress' | 'amount'>[] =>
  [...pending].flatMap((id) => {
    const { account, change } = payments.get(id) ?? { account: 0, change: 0n }
    return change > 0n ? [{ subaddress: { major: account, minor: 0 }, amount: change }] : []
  })

/**
 * Balances of all addresses that hold something, by account and address. How long they are locked is told by the unlock time of
 * the transaction, not of the output, as the reference has it.
 * @param outputs those that count
 * @param approved outputs of the pool that a quorum confirmed: they are there, as if the next block brought them
 */
export const addressBalances = (
  network: Network,
  ledger: Pick<Ledger, 'pending' | 'payments'>,
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
    const sum: Sum = { major, minor, total: 0n, unlocked: 0n, blocksToUnlock: 0, timeToUnlock: 0, unspentOutputs: 0 }
    sums.set(key, sum)
    return sum
  }
  const awaited = strictness === 'strict' ? [] : approved.map((output) => ({ ...output, height: moment.height }))
  for (const output of [...outputs, ...awaited]) {
    if (isSpent(output, strictness)) continue
    const sum = sumOf(output.subaddress.major, output.subaddress.minor)
    if (output.spent === undefined) sum.unspentOutputs++
    if (output.frozen) continue
    sum.total += output.amount
    if (isUnlocked(network, output, moment)) {
      sum.unlocked += output.amount
      continue
    }
    const shown = { height: output.height, unlockTime: output.prefixUnlockTime }
    sum.blocksToUnlock = Math.max(sum.blocksToUnlock, blocksUntil(network, shown, moment.height))
    sum.timeToUnlock = Math.max(sum.timeToUnlock, secondsToUnlock(shown, moment.now))
  }
  if (strictness === 'lenient')
    for (const { subaddress, amount } of pendingChange(ledger))
      sumOf(subaddress.major, subaddress.minor).total += amount
  return [...sums.values()].sort((a, b) => a.major - b.major || a.minor - b.minor)
}

/** A sum of balances. */
export type BalanceSum = Omit<AddressBalance, 'major' | 'minor' | 'unspentOutputs'>

/** Adds balances up; of the waits the longest counts. */
export const sumBalances = (balances: Iterable<BalanceSum>): BalanceSum => {
  const sum = { total: 0n, unlocked: 0n, blocksToUnlock: 0, timeToUnlock: 0 }
  for (const balance of balances) {
    sum.total += balance.total
    sum.unlocked += balance.unlocked
    sum.blocksToUnlock = Math.max(sum.blocksToUnlock, balance.blocksToUnlock)
    sum.timeToUnlock = Math.max(sum.timeToUnlock, balance.timeToUnlock)
  }
  return sum
}
