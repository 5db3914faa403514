// The inputs of a transfer and its division into transactions, as in wallet2 (create_transactions_2): outputs are taken one after the
// other and pay what they can; a transaction ends when everything is paid or it is full, and its inputs cover the fee.

import { sumAmounts } from '../../coin/amount.ts'
import type { RandomSampler } from '../../crypto/random/randomSampler.ts'
import {
  type Candidates,
  createCandidates,
  leastRelated,
  relatedness,
  relateTo,
  removeAt,
  type Spendable,
  takeLeastRelated,
} from './relatedness.ts'
import { outputCount, type PlannedTransaction, type SelectionRules, TransactionNotPossibleError } from './select.ts'

/** Maximum number of pairs compared; a wallet with thousands of outputs has millions of pairs. */
const MAX_PAIRS = 200_000

/** Returns one output that covers `needed`; otherwise the least related pair of one subaddress that does; otherwise none. */
const preferredInputs = <Output extends Spendable>(outputs: readonly Output[], needed: bigint): readonly Output[] => {
  const single = outputs.find(({ amount }) => amount >= needed)
  if (single !== undefined) return [single]
  let best: readonly Output[] = []
  let least = 1
  let pairs = 0
  for (const [i, first] of outputs.entries()) {
    const { amount, subaddress } = first
    for (let j = i + 1; j < outputs.length; j++) {
      const second = outputs[j] as Output // j is in range
      pairs++
      if (pairs > MAX_PAIRS) return best
      if (subaddress.minor !== second.subaddress.minor || amount + second.amount < needed) continue
      const related = relatedness(first, second)
      if (related >= least) continue
      least = related
      best = [first, second]
      if (related === 0) return best
    }
  }
  return best
}

/** The outputs of a subaddress, and what they hold, in atomic units. */
type Group<Output extends Spendable> = { readonly minor: number; readonly outputs: Output[]; total: bigint }

/** Groups outputs by subaddress, in descending order of balance. */
const bySubaddress = <Output extends Spendable>(outputs: readonly Output[]): Group<Output>[] => {
  const groups = new Map<number, Group<Output>>()
  for (const output of outputs) {
    const { minor } = output.subaddress
    let group = groups.get(minor)
    if (group === undefined) {
      group = { minor, outputs: [], total: 0n }
      groups.set(minor, group)
    }
    group.outputs.push(output)
    group.total += output.amount
  }
  return [...groups.values()].sort((a, b) => (a.total > b.total ? -1 : a.total < b.total ? 1 : 0))
}

const RESERVE_COUNT = 5

/** A transaction during planning. */
type Draft<Output extends Spendable> = {
  readonly inputs: Output[]
  readonly shares: { destination: number; amount: bigint }[]
}

/** A transfer during planning. */
type Planning<Output extends Spendable> = {
  readonly rules: SelectionRules
  readonly sampler: RandomSampler
  /** what is still to be paid */
  readonly queue: { readonly destination: number; amount: bigint }[]
  /** inputs to be used first, the next one last */
  readonly preferred: Output[]
  /** outputs of the subaddresses after the one that is spent now */
  readonly groups: Group<Output>[]
  candidates: Candidates<Output>
  /** the last one is being filled */
  readonly drafts: Draft<Output>[]
  /** further inputs go towards the fee, not to destinations */
  addingFee: boolean
  neededFee: bigint
  /** what wallet2 counts as available for the fee; it carries over to the next transaction */
  availableForFee: bigint
}

const startPlanning = <Output extends Spendable>(
  outputs: readonly Output[],
  amounts: readonly bigint[],
  rules: SelectionRules,
  sampler: RandomSampler,
): Planning<Output> => {
  const needed = amounts.reduce((total, amount) => total + amount, 0n)
  const groups = bySubaddress(outputs)
  const preferred = preferredInputs(outputs, needed + rules.fee(2, 2))
  const first = groups.findIndex(({ minor }) => minor === preferred[0]?.subaddress.minor)
  // wallet2 exchanges the subaddress of the preferred inputs with the richest.
  const [richest, chosen] = [groups[0], groups[first]]
  if (richest !== undefined && chosen !== undefined) {
    groups[first] = richest
    groups[0] = chosen
  }
  return {
    rules,
    sampler,
    queue: amounts.map((amount, destination) => ({ destination, amount })),
    preferred: [...preferred],
    candidates: createCandidates(groups.shift()?.outputs ?? []),
    groups,
    drafts: [{ inputs: [], shares: [] }],
    addingFee: false,
    neededFee: 0n,
    availableForFee: 0n,
  }
}

/** Takes the next input of a transfer: a preferred one, or one of the least related. */
const takeInput = <Output extends Spendable>(planning: Planning<Output>): Output | undefined => {
  const { candidates, preferred, sampler } = planning
  const input = preferred.pop()
  if (input === undefined) return takeLeastRelated(candidates, sampler)
  const position = candidates.outputs.indexOf(input)
  if (position >= 0) removeAt(candidates, position)
  relateTo(candidates, input)
  return input
}

/**
 * Takes a second input for a transaction that needs only one, since most transactions have two: the smallest of the least related
 * outputs; undefined if it is related to the first or one of a few large outputs.
 */
const takeSecondInput = <Output extends Spendable>({
  candidates,
  rules: { reserveAmount },
}: Planning<Output>): Output | undefined => {
  const { outputs, related } = candidates
  let smallest = -1
  let least = 0n
  for (const position of leastRelated(candidates)) {
    const amount = outputs[position]?.amount ?? 0n
    if (smallest >= 0 && least <= amount) continue
    smallest = position
    least = amount
  }
  if (smallest < 0 || (related[smallest] ?? 0) > 0) return undefined
  const isLarge = ({ amount }: Spendable): boolean => amount >= reserveAmount
  if (least >= reserveAmount && outputs.filter(isLarge).length < RESERVE_COUNT) return undefined
  const output = outputs[smallest]
  removeAt(candidates, smallest)
  return output
}

/**
 * Pays from one input what it can: whole destinations, then a part of the next.
 * @returns whether a destination did not fit because the transaction has all its outputs
 */
const fill = <Output extends Spendable>(
  { queue, rules: { maxOutputs, weight, weightTarget } }: Planning<Output>,
  { inputs, shares }: Draft<Output>,
  amount: bigint,
): boolean => {
  let available = amount
  for (let next = queue[0]; next !== undefined && available > 0n; next = queue[0]) {
    const { destination } = next
    if (weight(inputs.length, shares.length + 1) >= weightTarget) return false
    let share = shares.find((each) => each.destination === destination)
    if (share === undefined) {
      if (shares.length >= maxOutputs - 1) return true
      share = { destination, amount: 0n }
      shares.push(share)
    }
    let part = next.amount
    if (part > available) part = available
    share.amount += part
    next.amount -= part
    available -= part
    if (next.amount === 0n) queue.shift()
  }
  return false
}

/** Takes the fee out of a destination that is paid in part: the next transaction pays the rest. Returns what is available then. */
const carveFee = <Output extends Spendable>(
  { queue }: Planning<Output>,
  { shares }: Draft<Output>,
  needed: bigint,
  available: bigint,
): bigint => {
  const [next] = queue
  const share = shares.find(({ destination }) => destination === next?.destination)
  if (needed <= available || next === undefined || share === undefined || share.amount <= needed) return available
  share.amount -= needed
  next.amount += needed
  return needed
}

/** Ends the last draft if its inputs pay its fee; otherwise further inputs are needed for the fee. */
const tryTransaction = <Output extends Spendable>(planning: Planning<Output>, draft: Draft<Output>): void => {
  const { rules, queue, drafts } = planning
  const held = sumAmounts(draft.inputs)
  planning.neededFee = rules.fee(
    draft.inputs.length,
    outputCount(
      held,
      draft.shares.map(({ amount }) => amount),
    ),
  )
  if (rules.carvesFee)
    planning.availableForFee = carveFee(planning, draft, planning.neededFee, planning.availableForFee)
  planning.addingFee = true
  if (held < sumAmounts(draft.shares) + planning.neededFee) return
  planning.neededFee += rules.margin
  planning.availableForFee = carveFee(planning, draft, planning.neededFee, held - sumAmounts(draft.shares))
  if (planning.neededFee > planning.availableForFee) return
  planning.addingFee = false
  if (queue.length === 0) return
  drafts.push({ inputs: [], shares: [] })
  planning.candidates = createCandidates(planning.candidates.outputs)
}

/** Returns whether the last draft has all that fits, or all that is to be paid. */
const isReady = <Output extends Spendable>(
  { preferred, addingFee, availableForFee, neededFee, queue, rules }: Planning<Output>,
  { inputs, shares }: Draft<Output>,
): boolean => {
  if (preferred.length > 0) return false
  if (addingFee) return availableForFee >= neededFee
  return queue.length === 0 || rules.weight(inputs.length, shares.length + 1) >= rules.weightTarget
}

/**
 * Distributes payments over transactions and selects their inputs.
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
  const planning = startPlanning(outputs, amounts, rules, sampler)
  const { queue, preferred, drafts, groups } = planning
  for (;;) {
    const draft = drafts[drafts.length - 1]
    if (draft === undefined) break
    const isPaid = queue.length === 0 && !planning.addingFee && preferred.length === 0
    if (isPaid && draft.inputs.length > 1) break
    const input = isPaid ? takeSecondInput(planning) : takeInput(planning)
    if (input === undefined) {
      if (isPaid) break
      const needed = amounts.reduce((total, amount) => total + amount, 0n)
      throw new TransactionNotPossibleError(sumAmounts(outputs), needed, planning.neededFee, show)
    }
    draft.inputs.push(input)
    if (planning.addingFee) planning.availableForFee += input.amount
    const isFull = !planning.addingFee && fill(planning, draft, input.amount)
    if (isFull || isReady(planning, draft)) tryTransaction(planning, draft)
    if ((queue.length > 0 || planning.addingFee) && planning.candidates.outputs.length === 0 && groups.length > 0)
      planning.candidates = createCandidates(groups.shift()?.outputs ?? [], drafts[drafts.length - 1]?.inputs ?? [])
  }
  return drafts
}
