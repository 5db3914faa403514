// Selection of inputs: the limits of a transaction, the errors of a shortage, and sweeps. Which outputs are chosen, and how a payment is
// divided into transactions, is as in wallet2, so that payments are alike.

import { formatShortAmount } from '../../coin/amount.ts'
import type { RandomSampler } from '../../crypto/random/randomSampler.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { createCandidates, type Spendable, takeLeastRelated } from './relatedness.ts'

/** Limits and estimated cost of a transaction. */
export type SelectionRules = {
  /** maximum number of outputs, change included */
  readonly maxOutputs: number
  /** weight from which a transaction takes no further input */
  readonly weightTarget: number
  /** weight as wallet2 estimates it before a transaction is built */
  readonly weight: (inputs: number, outputs: number) => number
  /** fee of the estimated weight, in atomic units */
  readonly fee: (inputs: number, outputs: number) => bigint
  /** by how much fees of built transactions exceeded the estimated ones, in atomic units */
  readonly margin: bigint
  /** a transaction that pays a part of a destination takes its fee out of this part; otherwise it takes a further input for it */
  readonly carvesFee: boolean
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

/** How amounts of a coin are written. */
export type CoinUnit = { readonly decimals: number; readonly ticker: string }

/** Returns a function that formats amounts for error messages. */
export const formatterOf =
  ({ decimals, ticker }: CoinUnit): ((amount: bigint) => string) =>
  (amount) =>
    `${formatShortAmount(amount, decimals)} ${ticker}`

/** The balance of the account is too low. */
export class NotEnoughMoneyError extends FabaError<{ readonly available: bigint; readonly needed: bigint } & CoinUnit> {
  override readonly name = 'NotEnoughMoneyError'
  readonly code = 'not-enough-money'

  constructor(available: bigint, needed: bigint, { decimals, ticker }: CoinUnit) {
    const show = formatterOf({ decimals, ticker })
    super(
      `not enough money: ${show(needed)} are needed with the fee, the balance is ${show(available)}; send less or receive more first`,
      { details: { available, needed, decimals, ticker } },
    )
  }
}

/** The balance is sufficient, but the unlocked balance is too low. */
export class NotEnoughUnlockedMoneyError extends FabaError<
  { readonly unlocked: bigint; readonly needed: bigint } & CoinUnit
> {
  override readonly name = 'NotEnoughUnlockedMoneyError'
  readonly code = 'not-enough-unlocked-money'

  constructor(unlocked: bigint, needed: bigint, { decimals, ticker }: CoinUnit) {
    const show = formatterOf({ decimals, ticker })
    super(
      `not enough unlocked money: ${show(needed)} are needed with the fee, ${show(unlocked)} can be spent now; wait until more is unlocked or send less`,
      { details: { unlocked, needed, decimals, ticker } },
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

/**
 * Returns the number of outputs of a transaction: one for each amount, change, and a dummy if it would have one only (wallet2:
 * get_num_outputs).
 */
export const outputCount = (held: bigint, amounts: readonly bigint[]): number =>
  Math.max(2, amounts.length + (held === amounts.reduce((sum, amount) => sum + amount, 0n) ? 0 : 1))

/**
 * Returns the inputs of the transactions that together spend everything: each takes the least related ones until it is full (wallet2:
 * create_transactions_from).
 */
export const planSweep = <Output extends Spendable>(
  outputs: readonly Output[],
  { weight, weightTarget }: SelectionRules,
  sampler: RandomSampler,
): readonly (readonly Output[])[] => {
  const plans: Output[][] = []
  let candidates = createCandidates(outputs)
  let inputs: Output[] = []
  for (let input = takeLeastRelated(candidates, sampler); input !== undefined; ) {
    inputs.push(input)
    // wallet2 estimates two outputs, however many there will be.
    if (weight(inputs.length, 2) >= weightTarget || candidates.outputs.length === 0) {
      plans.push(inputs)
      inputs = []
      candidates = createCandidates(candidates.outputs)
    }
    input = takeLeastRelated(candidates, sampler)
  }
  return plans
}
