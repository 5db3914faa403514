// Selection of inputs as wallet2 does it, written for reading: every step goes through all outputs anew. The product's selection must choose
// the same inputs with the same random draws.

import { compareBytes } from '../../../../src/bytes/bytes.ts'
import { sumAmounts } from '../../../../src/coin/amount.ts'
import type { RandomSampler } from '../../../../src/crypto/random/randomSampler.ts'
import type { PaymentJob } from '../../../../src/wallet/spend/paymentContext.ts'
import type { Spendable } from '../../../../src/wallet/spend/relatedness.ts'
import { outputCount, type PlannedTransaction, type SelectionRules } from '../../../../src/wallet/spend/select.ts'
import { isFree } from '../../../../src/wallet/state/balance.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'

const relatedness = (a: Spendable, b: Spendable): number => {
  const distance = Math.abs(a.height - b.height)
  if (distance === 0) return compareBytes(a.txid, b.txid) === 0 ? 1 : 0.9
  if (distance === 1) return 0.8
  return distance < 10 ? 0.2 : 0
}

const highestRelatedness = (output: Spendable, chosen: readonly Spendable[]): number =>
  Math.max(0, ...chosen.map((each) => relatedness(output, each)))

const without = <Output>(outputs: readonly Output[], taken: Output): readonly Output[] => {
  const position = outputs.indexOf(taken)
  if (position === -1) return outputs
  const last = outputs[outputs.length - 1] as Output // there is one
  return outputs.slice(0, -1).map((output, i) => (i === position ? last : output))
}

const leastRelated = <Output extends Spendable>(
  outputs: readonly Output[],
  chosen: readonly Spendable[],
): readonly Output[] => {
  const related = outputs.map((output) => highestRelatedness(output, chosen))
  return outputs.filter((_, i) => related[i] === Math.min(...related))
}

const drawLeastRelated = <Output extends Spendable>(
  outputs: readonly Output[],
  chosen: readonly Spendable[],
  sampler: RandomSampler,
): Output | undefined => {
  const least = leastRelated(outputs, chosen)
  return least.length === 0 ? undefined : least[sampler.below(least.length)]
}

/** Without the limit of the pairs that are compared, which only wallets of several hundred outputs reach. */
const preferredInputs = <Output extends Spendable>(outputs: readonly Output[], needed: bigint): readonly Output[] => {
  const single = outputs.find(({ amount }) => amount >= needed)
  if (single !== undefined) return [single]
  const pairs = outputs.flatMap((first, i) =>
    outputs
      .slice(i + 1)
      .filter(
        (second) =>
          first.subaddress.minor === second.subaddress.minor &&
          first.amount + second.amount >= needed &&
          relatedness(first, second) < 1,
      )
      .map((second) => [first, second] as const),
  )
  const least = Math.min(...pairs.map(([first, second]) => relatedness(first, second)))
  return pairs.find(([first, second]) => relatedness(first, second) === least) ?? []
}

/** Returns the outputs of each subaddress, the richest first, but that of the preferred inputs in the place of the richest. */
const groupsOf = <Output extends Spendable>(
  outputs: readonly Output[],
  preferred: readonly Output[],
): readonly (readonly Output[])[] => {
  const minors = [...new Set(outputs.map(({ subaddress }) => subaddress.minor))]
  const groups = minors
    .map((minor) => outputs.filter(({ subaddress }) => subaddress.minor === minor))
    .sort((a, b) => Number(sumAmounts(b) - sumAmounts(a)))
  const chosen = groups.findIndex((group) => group.some((output) => output === preferred[0]))
  if (chosen === -1) return groups
  return groups.map((group, i) => (i === 0 ? groups[chosen] : i === chosen ? groups[0] : group) ?? [])
}

const RESERVE_COUNT = 5

const secondInput = <Output extends Spendable>(
  outputs: readonly Output[],
  chosen: readonly Output[],
  { reserveAmount }: SelectionRules,
): Output | undefined => {
  const [first, ...others] = leastRelated(outputs, chosen)
  if (first === undefined) return undefined
  const smallest = others.reduce((least, each) => (each.amount < least.amount ? each : least), first)
  if (highestRelatedness(smallest, chosen) > 0) return undefined
  const large = outputs.filter(({ amount }) => amount >= reserveAmount)
  return large.includes(smallest) && large.length < RESERVE_COUNT ? undefined : smallest
}

/** Plans a transfer as `planTransfer` does. Returns undefined if it is not possible. */
export const planTransferPlainly = <Output extends Spendable>(
  all: readonly Output[],
  amounts: readonly bigint[],
  rules: SelectionRules,
  sampler: RandomSampler,
): readonly PlannedTransaction<Output>[] | undefined => {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  const preferred = [...preferredInputs(all, total + rules.fee(2, 2))]
  const [group = [], ...groups] = groupsOf(all, preferred)
  let outputs = group
  /** what the candidates are related to: the inputs of the transaction, without those of subaddresses that are used up */
  let chosen: Output[] = []
  const queue = amounts.map((amount, destination) => ({ destination, amount }))
  const drafts: { inputs: Output[]; shares: { destination: number; amount: bigint }[] }[] = [{ inputs: [], shares: [] }]
  let addingFee = false
  let neededFee = 0n
  let availableForFee = 0n

  const carve = (available: bigint): bigint => {
    const [next] = queue
    const share = drafts.at(-1)?.shares.find(({ destination }) => destination === next?.destination)
    if (neededFee <= available || next === undefined || share === undefined || share.amount <= neededFee)
      return available
    share.amount -= neededFee
    next.amount += neededFee
    return neededFee
  }

  for (;;) {
    const draft = drafts.at(-1)
    if (draft === undefined) return undefined
    const { inputs, shares } = draft
    const isPaid = queue.length === 0 && !addingFee && preferred.length === 0
    if (isPaid && inputs.length > 1) return drafts
    const input = isPaid
      ? secondInput(outputs, chosen, rules)
      : (preferred.pop() ?? drawLeastRelated(outputs, chosen, sampler))
    if (input === undefined) return isPaid ? drafts : undefined
    outputs = without(outputs, input)
    if (!isPaid) chosen = [...chosen, input]
    inputs.push(input)
    if (addingFee) availableForFee += input.amount

    let available = addingFee ? 0n : input.amount
    let isFull = false
    for (let next = queue[0]; next !== undefined && available > 0n && !isFull; next = queue[0]) {
      const { destination } = next
      if (rules.weight(inputs.length, shares.length + 1) >= rules.weightTarget) break
      isFull = shares.every((share) => share.destination !== destination) && shares.length >= rules.maxOutputs - 1
      if (isFull) break
      if (shares.at(-1)?.destination !== destination) shares.push({ destination, amount: 0n })
      const share = shares.at(-1)
      if (share === undefined) break
      const part = next.amount < available ? next.amount : available
      share.amount += part
      next.amount -= part
      available -= part
      if (next.amount === 0n) queue.shift()
    }

    const isReady =
      preferred.length === 0 &&
      (addingFee
        ? availableForFee >= neededFee
        : queue.length === 0 || rules.weight(inputs.length, shares.length + 1) >= rules.weightTarget)
    if (isFull || isReady) {
      const held = sumAmounts(inputs)
      const paid = shares.map(({ amount }) => amount)
      neededFee = rules.fee(inputs.length, outputCount(held, paid))
      if (rules.carvesFee) availableForFee = carve(availableForFee)
      addingFee = true
      if (held >= sumAmounts(shares) + neededFee) {
        neededFee += rules.margin
        availableForFee = carve(held - sumAmounts(shares))
        if (neededFee <= availableForFee) {
          addingFee = false
          if (queue.length > 0) {
            drafts.push({ inputs: [], shares: [] })
            chosen = []
          }
        }
      }
    }
    if ((queue.length > 0 || addingFee) && outputs.length === 0 && groups.length > 0) {
      outputs = groups[0] ?? []
      groups.shift()
      chosen = [...(drafts.at(-1)?.inputs ?? [])]
    }
  }
}

/** Plans a sweep as `planSweep` does. */
export const planSweepPlainly = <Output extends Spendable>(
  all: readonly Output[],
  { weight, weightTarget }: SelectionRules,
  sampler: RandomSampler,
): readonly (readonly Output[])[] => {
  const plans: Output[][] = []
  let outputs = all
  while (outputs.length > 0) {
    const inputs: Output[] = []
    plans.push(inputs)
    do {
      const input = drawLeastRelated(outputs, inputs, sampler)
      if (input === undefined) break
      outputs = without(outputs, input)
      inputs.push(input)
    } while (weight(inputs.length, 2) < weightTarget)
  }
  return plans
}

/** Returns the outputs that a payment may spend, locked ones too. */
export const unspentPlainly = ({ outputs, source, keys }: PaymentJob): readonly OwnedOutput[] =>
  outputs
    .filter(({ spent }) => spent === undefined)
    .filter(({ frozen, confidential }) => !frozen && confidential)
    .filter(({ subaddress: { major, minor } }) => {
      const { account, subaddresses } = source
      return major === account && (subaddresses.length === 0 || subaddresses.includes(minor))
    })
    .filter(({ key }) => source.coins === undefined || source.coins.some((coin) => compareBytes(coin, key) === 0))
    .filter(({ keyImage }) => keyImage !== undefined || keys.spendSecret === undefined)

/** Returns those of them that can be spent now. */
export const unlockedPlainly = (job: PaymentJob): readonly OwnedOutput[] =>
  unspentPlainly(job).filter((output) => isFree(job.network, output, job))
