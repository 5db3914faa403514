// What a payment would cost at each priority, before it is prepared.

import { sumAmounts } from '../../coin/amount.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { selectionRules, unlockedOutputs, worthwhileOutputs } from './inputs.ts'
import { type SweepIntent, type TransferIntent, transferAmount } from './intent.ts'
import { type PaymentJob, type SpendContext, startJob } from './paymentContext.ts'
import { selectForTransfer } from './plan.ts'
import { planSweep, type SelectionRules } from './select.ts'

/** What a payment costs at one priority. Amounts in atomic units. */
export type FeeQuote = {
  readonly priority: number
  /** what 0 stands for at present */
  readonly isDefault: boolean
  /** rather a little high; of an ordinary transaction if the payment is not possible */
  readonly fee: bigint
  readonly transactions: number
  /** what the recipients receive */
  readonly arrives: bigint
  /** the outputs that can be spent now suffice */
  readonly isPossible: boolean
}

type Cost = Omit<FeeQuote, 'priority' | 'isDefault'>

/** Errors of a shortage, for which an ordinary transaction is quoted. */
const SHORTAGES = ['not-enough-money', 'not-enough-unlocked-money', 'transaction-not-possible', 'fee-from']

const sumFees = (
  plans: readonly { readonly inputs: number; readonly outputs: number }[],
  { fee }: SelectionRules,
): bigint => plans.reduce((sum, { inputs, outputs }) => sum + fee(inputs, outputs), 0n)

const costOfTransfer = (job: PaymentJob, intent: TransferIntent): Cost => {
  const rules = selectionRules(job, intent.paymentId)
  const amount = transferAmount(intent)
  const plans = selectForTransfer(job, intent, rules).map(({ inputs, shares }) => ({
    inputs: inputs.length,
    outputs: shares.length + 1,
  }))
  const fee = sumFees(plans, rules)
  const arrives = intent.feeFrom.length === 0 ? amount : amount - fee
  return { fee, transactions: plans.length, arrives, isPossible: arrives > 0n }
}

const costOfSweep = (job: PaymentJob, { recipient }: SweepIntent): Cost => {
  const rules = selectionRules(job, recipient.payee.paymentId)
  const outputs = worthwhileOutputs(job, unlockedOutputs(job), rules)
  // wallet2 estimates two outputs.
  const plans = planSweep(outputs, rules, job.sampler).map((inputs) => ({ inputs: inputs.length, outputs: 2 }))
  const fee = sumFees(plans, rules)
  const arrives = sumAmounts(outputs) - fee
  return { fee, transactions: plans.length, arrives: arrives > 0n ? arrives : 0n, isPossible: arrives > 0n }
}

/** Returns the cost of an ordinary transaction: two inputs, two outputs. */
const ordinaryCost = (job: PaymentJob): Cost => ({
  fee: selectionRules(job).fee(2, 2),
  transactions: 1,
  arrives: 0n,
  isPossible: false,
})

const costOf = (job: PaymentJob, intent: TransferIntent | SweepIntent): Cost => {
  try {
    const cost = intent.kind === 'transfer' ? costOfTransfer(job, intent) : costOfSweep(job, intent)
    return cost.transactions === 0 ? ordinaryCost(job) : cost
  } catch (error) {
    if (!(error instanceof FabaError) || !SHORTAGES.includes(error.code)) throw error
    return ordinaryCost(job)
  }
}

/**
 * Returns what a payment costs at each priority, cheapest first. The node is requested its fee estimate once, and the space in blocks if
 * the intent has no priority; nothing is signed.
 * @throws FeeEstimateError, NodeError
 */
export const quoteFees = async (
  context: SpendContext,
  intent: TransferIntent | SweepIntent,
): Promise<readonly FeeQuote[]> => {
  const job = await startJob(context, intent)
  const { priorities, defaultPriority } = context.network.fees
  const chosen = job.source.priority === 0 ? defaultPriority : job.source.priority
  return priorities.map(({ value: priority }) => ({
    priority,
    isDefault: priority === chosen,
    ...costOf({ ...job, source: { ...intent, priority } }, intent),
  }))
}
