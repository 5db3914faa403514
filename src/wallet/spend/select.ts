// Input selection. Inputs of one transaction should be unrelated: spending outputs together that arrived together shows an observer
// that they have one owner. The order of preference is that of wallet2, so that payments are alike.

import { compareBytes } from '../../bytes/bytes.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { type RandomSampler, shuffled } from './randomSampler.ts'

/** The properties of a spendable output that selection uses. All outputs belong to one account. */
export type Spendable = Pick<OwnedOutput, 'amount' | 'height' | 'txid' | 'subaddress'>

/** Limits and estimated cost of a transaction. */
export type SelectionRules = {
  /** maximum number of outputs, change included */
  readonly maxOutputs: number
  /** weight from which a transaction takes no further input */
  readonly weightTarget: number
  /** estimated weight */
  readonly weight: (inputs: number, outputs: number) => number
  /** estimated fee in atomic units */
  readonly fee: (inputs: number, outputs: number) => bigint
  /** amount from which an output is preferably kept as a reserve: 2 coins */
  readonly reserveAmount: bigint
}

/** The part of a payment that one transaction pays: the index of the destination in the request, and an amount. */
export type Share = { readonly destination: number; readonly amount: bigint }

/** One transaction to build. The amount of the inputs beyond shares and fee is change. */
export type PlannedTransaction<Output extends Spendable> = {
  readonly inputs: readonly Output[]
  readonly shares: readonly Share[]
}

/** The balance of the account is too low. */
export class NotEnoughMoneyError extends FabaError<{ readonly available: bigint; readonly needed: bigint }> {
  override readonly name = 'NotEnoughMoneyError'
  readonly code = 'not-enough-money'

  constructor(available: bigint, needed: bigint, show: (amount: bigint) => string) {
    super(
      `not enough money: ${show(needed)} are needed with the fee, the balance is ${show(available)}; send less or receive more first`,
      { details: { available, needed } },
    )
  }
}

/** The balance is sufficient, but the unlocked balance is too low. */
export class NotEnoughUnlockedMoneyError extends FabaError<{ readonly unlocked: bigint; readonly needed: bigint }> {
  override readonly name = 'NotEnoughUnlockedMoneyError'
  readonly code = 'not-enough-unlocked-money'

  constructor(unlocked: bigint, needed: bigint, show: (amount: bigint) => string) {
    super(
      `not enough unlocked money: ${show(needed)} are needed with the fee, ${show(unlocked)} can be spent now; wait until more is unlocked or send less`,
      { details: { unlocked, needed } },
    )
  }
}

/** No selection of the outputs pays amounts and fees. */
export class TransactionNotPossibleError extends FabaError<{
  readonly available: bigint
  readonly amount: bigint
  readonly fee: bigint
}> {
  override readonly name = 'TransactionNotPossibleError'
  readonly code = 'transaction-not-possible'

  constructor(available: bigint, amount: bigint, fee: bigint, show: (amount: bigint) => string) {
    super(
      `not possible: ${show(amount)} and a fee of about ${show(fee)} are to be paid from ${show(available)}; send less, or choose a lower priority`,
      { details: { available, amount, fee } },
    )
  }
}

/** Returns how strongly two outputs appear to have one owner: 1 in the same transaction, 0 in blocks far apart (wallet2). */
const relatedness = (a: Spendable, b: Spendable): number => {
  const distance = Math.abs(a.height - b.height)
  if (distance === 0) return compareBytes(a.txid, b.txid) === 0 ? 1 : 0.9
  if (distance === 1) return 0.8
  return distance < 10 ? 0.2 : 0
}

/** Returns all outputs with the lowest relatedness to the chosen ones. */
const leastRelated = <Output extends Spendable>(outputs: readonly Output[], chosen: readonly Output[]): Output[] => {
  let least = Number.POSITIVE_INFINITY
  let best: Output[] = []
  for (const output of outputs) {
    let related = 0
    for (const other of chosen) related = Math.max(related, relatedness(output, other))
    if (related > least) continue
    if (related < least) best = []
    least = related
    best.push(output)
  }
  return best
}

/** Maximum number of pairs compared; a wallet with thousands of outputs has millions of pairs. */
const MAX_PAIRS = 200_000

/** Returns one output that covers `needed`; otherwise the least related pair of one subaddress that does; otherwise none. */
const preferredInputs = <Output extends Spendable>(outputs: readonly Output[], needed: bigint): readonly Output[] => {
  const single = outputs.find(({ amount }) => amount >= needed)
  if (single !== undefined) return [single]
  let best: readonly Output[] = []
  let least = 1
  let pairs = 0
  for (const [i, first] of outputs.entries())
    for (const second of outputs.slice(i + 1)) {
      pairs++
      if (pairs > MAX_PAIRS) return best
      if (first.subaddress.minor !== second.subaddress.minor || first.amount + second.amount < needed) continue
      const related = relatedness(first, second)
      if (related >= least) continue
      least = related
      best = [first, second]
      if (related === 0) return best
    }
  return best
}

/** Groups outputs by subaddress, in descending order of balance and random order among equals. */
const bySubaddress = <Output extends Spendable>(outputs: readonly Output[], sampler: RandomSampler): Output[][] => {
  const groups = new Map<number, Output[]>()
  for (const output of outputs) {
    const group = groups.get(output.subaddress.minor)
    if (group === undefined) groups.set(output.subaddress.minor, [output])
    else group.push(output)
  }
  return shuffled([...groups.values()], sampler)
    .map((group) => ({ group, total: sumAmounts(group) }))
    .sort((a, b) => (a.total > b.total ? -1 : a.total < b.total ? 1 : 0))
    .map(({ group }) => group)
}

const remove = <Item>(items: Item[], item: Item): void => {
  const place = items.indexOf(item)
  if (place >= 0) items.splice(place, 1)
}

const RESERVE_COUNT = 5

/**
 * Returns a second input for a transaction that needs only one, since most transactions have two: the smallest of the least related
 * outputs; undefined if it is related to the first or one of a few large outputs.
 */
const secondInput = <Output extends Spendable>(
  group: readonly Output[],
  first: Output,
  { reserveAmount }: SelectionRules,
): Output | undefined => {
  const [head, ...others] = leastRelated(group, [first])
  if (head === undefined || relatedness(head, first) > 0) return undefined
  const smallest = others.reduce((least, output) => (output.amount < least.amount ? output : least), head)
  const reserve = group.filter(({ amount }) => amount >= reserveAmount).length
  return smallest.amount >= reserveAmount && reserve < RESERVE_COUNT ? undefined : smallest
}

/** A transaction during planning. */
type Draft<Output extends Spendable> = { readonly inputs: Output[]; readonly shares: Share[]; total: bigint }

/**
 * Distributes payments over as few transactions as the limits allow and selects their inputs.
 * @param outputs spendable outputs, oldest first, since the oldest of equally good ones are preferred
 * @param amounts atomic units per destination, positive
 * @throws TransactionNotPossibleError
 */
export const planTransfer = <Output extends Spendable>(
  outputs: readonly Output[],
  amounts: readonly bigint[],
  rules: SelectionRules,
  sampler: RandomSampler,
  show: (amount: bigint) => string,
): readonly PlannedTransaction<Output>[] => {
  const needed = amounts.reduce((total, amount) => total + amount, 0n)
  const groups = bySubaddress(outputs, sampler)
  const preferred = [
    ...preferredInputs(outputs, needed + rules.fee(2, Math.min(rules.maxOutputs, amounts.length + 1))),
  ].reverse()
  const preferredGroup = groups.find((group) => preferred.some((output) => group.includes(output)))
  if (preferredGroup !== undefined) {
    remove(groups, preferredGroup)
    groups.unshift(preferredGroup)
    for (const output of preferred) remove(preferredGroup, output)
  }

  const queue = amounts.map((amount, destination) => ({ destination, amount }))
  const plans: PlannedTransaction<Output>[] = []
  const takeInput = (draft: Draft<Output>): void => {
    const ready = preferred.pop()
    const group = groups.find(({ length }) => length > 0)
    const input = ready ?? shuffled(leastRelated(group ?? [], draft.inputs), sampler)[0]
    if (input === undefined) {
      const all = sumAmounts(outputs)
      const fee = plans.reduce(
        (total, { inputs, shares }) => total + rules.fee(inputs.length, shares.length + 1),
        rules.fee(Math.max(1, draft.inputs.length), draft.shares.length + 2),
      )
      throw new TransactionNotPossibleError(all, needed, fee, show)
    }
    if (group !== undefined) remove(group, input)
    draft.inputs.push(input)
    draft.total += input.amount
  }

  while (queue.length > 0) {
    const draft: Draft<Output> = { inputs: [], shares: [], total: 0n }
    takeInput(draft)
    while (!fill(draft, queue, rules)) takeInput(draft)
    const [first] = draft.inputs
    const group = groups.find(({ length }) => length > 0)
    if (draft.inputs.length === 1 && first !== undefined && group !== undefined) {
      const second = secondInput(group, first, rules)
      if (second !== undefined) {
        remove(group, second)
        draft.inputs.push(second)
      }
    }
    plans.push({ inputs: draft.inputs, shares: draft.shares })
  }
  return plans
}

/**
 * Moves the payments that the draft can pay from the queue into its shares.
 * @returns whether the draft is full: everything is paid, or no further output or input fits
 */
const fill = <Output extends Spendable>(
  draft: Draft<Output>,
  queue: { readonly destination: number; amount: bigint }[],
  { maxOutputs, fee, weight, weightTarget }: SelectionRules,
): boolean => {
  const { inputs, shares } = draft
  // The amount left after the shares so far and the fee with one more share and change.
  const left = (): bigint => draft.total - sumAmounts(shares) - fee(inputs.length, shares.length + 2)
  for (let next = queue[0]; next !== undefined && shares.length + 2 <= maxOutputs; next = queue[0]) {
    const heavy = weight(inputs.length, shares.length + 2) >= weightTarget
    if (heavy && shares.length > 0) return true
    const rest = left()
    if (rest >= next.amount) {
      shares.push({ destination: next.destination, amount: next.amount })
      queue.shift()
      continue
    }
    if (weight(inputs.length + 1, shares.length + 2) < weightTarget) return false
    // No further input fits: this transaction pays a part, and the next one continues.
    if (rest > 0n) {
      shares.push({ destination: next.destination, amount: rest })
      next.amount -= rest
    }
    return shares.length > 0
  }
  return true
}

/** Returns the inputs of the transactions that together spend everything, distributed evenly within the weight limit. */
export const planSweep = <Output extends Spendable>(
  outputs: readonly Output[],
  outputCount: number,
  { weight, weightTarget }: SelectionRules,
  sampler: RandomSampler,
): readonly (readonly Output[])[] => {
  let most = 1
  while (most < outputs.length && weight(most + 1, outputCount) < weightTarget) most++
  const transactions = Math.ceil(outputs.length / most)
  const mixed = shuffled(outputs, sampler)
  const plans: Output[][] = []
  for (let i = 0; i < transactions; i++)
    plans.push(
      mixed.slice(Math.floor((i * mixed.length) / transactions), Math.floor(((i + 1) * mixed.length) / transactions)),
    )
  return plans
}
