// What of the owned outputs can be spent now, and what an account or an address holds: the reference's rules.

import type { Ledger, OwnedOutput } from './ledger.ts'

/** The present: `height` is the number of known blocks, `now` UNIX seconds. */
export type Moment = { readonly height: number; readonly now: number }

/** Blocks an output must be old to be spent. */
const SPENDABLE_AGE = 10
/** Unlock times below are heights, others UNIX seconds. */
const FIRST_TIMESTAMP = 500_000_000n
/** A lock by time is over this many seconds early. */
const TIMESTAMP_LEEWAY = 120

const isHeight = (unlockTime: bigint): boolean => unlockTime < FIRST_TIMESTAMP

/** Whether a lock is over: heights count the block to come. */
export const isUnlockTimePast = (unlockTime: bigint, { height, now }: Moment): boolean =>
  isHeight(unlockTime) ? BigInt(height) >= unlockTime : BigInt(Math.floor(now) + TIMESTAMP_LEEWAY) >= unlockTime

/** Whether a spend of the output would be accepted now. */
export const isUnlocked = ({ height, unlockTime }: Pick<OwnedOutput, 'height' | 'unlockTime'>, moment: Moment) =>
  isUnlockTimePast(unlockTime, moment) && height + SPENDABLE_AGE <= moment.height

const blocksUntil = (height: number, unlockTime: bigint, moment: Moment): number => {
  const lock = isHeight(unlockTime) ? Number(unlockTime) : 0
  return Math.max(0, Math.max(height + SPENDABLE_AGE, lock) - moment.height)
}

/** Blocks until the output can be spent; 0 when it can, or when a lock by time alone holds it. */
export const blocksToUnlock = (output: Pick<OwnedOutput, 'height' | 'unlockTime'>, moment: Moment): number =>
  isUnlocked(output, moment) ? 0 : blocksUntil(output.height, output.unlockTime, moment)

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

/** Balances of all addresses that hold something, by account and address. Locks by `unlockTime` of the transaction, as the reference counts blocks. */
export const addressBalances = (
  ledger: Ledger,
  moment: Moment,
  strictness: Strictness = 'lenient',
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
  for (const output of ledger.countedOutputs()) {
    if (isSpent(output, strictness)) continue
    const sum = sumOf(output.subaddress.major, output.subaddress.minor)
    sum.unspentOutputs += output.spent === undefined ? 1 : 0
    if (output.frozen) continue
    sum.total += output.amount
    if (isUnlocked(output, moment)) {
      sum.unlocked += output.amount
      continue
    }
    const blocks = blocksUntil(output.height, output.prefixUnlockTime, moment)
    const seconds = isHeight(output.prefixUnlockTime)
      ? 0
      : Math.max(0, Number(output.prefixUnlockTime) - Math.floor(moment.now))
    sum.blocksToUnlock = Math.max(sum.blocksToUnlock, blocks)
    sum.timeToUnlock = Math.max(sum.timeToUnlock, seconds)
  }
  if (strictness === 'lenient')
    for (const { state, account, change } of ledger.payments.values())
      if (state === 'pending' && change > 0n) sumOf(account, 0).total += change
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
