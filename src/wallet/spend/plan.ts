// From an intent to the transactions that carry it out: the outputs that each spends, its recipients, and their amounts. Each kind of payment
// has its function here; the steps after this one know no kinds.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { splitError } from './feeFrom.ts'
import {
  checkFunds,
  outputsOfOneAddress,
  selectionRules,
  transferInputs,
  unlockedOutputs,
  worthwhileOutputs,
} from './inputs.ts'
import type {
  PaymentIntent,
  PaymentSource,
  Recipient,
  StakeIntent,
  SweepIntent,
  SweepOutputIntent,
  TransferIntent,
} from './intent.ts'
import type { PaymentJob, SpendContext } from './paymentContext.ts'
import { type PlannedTransaction, planSweep, type SelectionRules } from './select.ts'
import { planTransfer } from './selectTransfer.ts'

/** One transaction to build. */
export type TransactionPlan = {
  readonly inputs: readonly OwnedOutput[]
  readonly recipients: readonly Recipient[]
  /** one per recipient, atomic units; `everything` divides what the inputs hold, less the fee, equally */
  readonly amounts: readonly bigint[] | 'everything'
  /** indices of recipients out of whose amounts the fee is paid; empty if the sender pays it */
  readonly feeFrom: readonly number[]
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
}

export type PaymentPlan = { readonly transactions: readonly TransactionPlan[] }

/**
 * Why there is nothing to sweep: nothing can be spent now in the account or in the given subaddresses, nothing of it is below the
 * amount, no spendable output has the key image, or the outputs do not pay their fee.
 */
export type SweepObstacle = 'locked' | 'locked-subaddresses' | 'below-amount' | 'key-image' | 'fee'

/** A sweep of nothing, or of outputs worth less than the fee. */
export class NothingToSweepError extends FabaError<{ readonly obstacle: SweepObstacle }> {
  override readonly name = 'NothingToSweepError'
  readonly code = 'nothing-to-sweep'

  constructor(obstacle: SweepObstacle, message: string) {
    super(message, { details: { obstacle } })
  }
}

const outputWithKeyImage = (
  { outputs }: Pick<SpendContext, 'outputs'>,
  keyImage: Uint8Array,
): OwnedOutput | undefined =>
  outputs.find((output) => output.keyImage !== undefined && equalBytes(output.keyImage, keyImage))

/** Returns the source of an intent; that of a single output is the account that owns it. */
export const sourceOf = (context: SpendContext, intent: PaymentIntent): PaymentSource => {
  if (intent.kind !== 'sweep-output') return intent
  const account = outputWithKeyImage(context, intent.keyImage)?.subaddress.major ?? 0
  return { ...intent, account, subaddresses: [] }
}

/**
 * Selects the outputs of a transfer.
 * @throws NotEnoughMoneyError, NotEnoughUnlockedMoneyError, TransactionNotPossibleError, FeeFromError
 */
export const selectForTransfer = (
  job: PaymentJob,
  { recipients, feeFrom }: Pick<TransferIntent, 'recipients' | 'feeFrom'>,
  rules: SelectionRules,
): readonly PlannedTransaction<OwnedOutput>[] => {
  const needed = sumAmounts(recipients)
  const amounts = recipients.map(({ amount }) => amount)
  if (feeFrom.length === 0) {
    checkFunds(job, needed + rules.fee(1, 2))
    return planTransfer(transferInputs(job, rules), amounts, rules, job.sampler, job.show)
  }
  checkFunds(job, needed)
  // The amounts include the fee: inputs that cover them cover it.
  const withoutFees = { ...rules, fee: () => 0n, margin: 0n }
  const plans = planTransfer(transferInputs(job, rules), amounts, withoutFees, job.sampler, job.show)
  if (plans.length !== 1) throw splitError('split')
  return plans
}

const planTransferIntent = (job: PaymentJob, intent: TransferIntent | StakeIntent, margin: bigint): PaymentPlan => {
  const plans = selectForTransfer(job, intent, selectionRules(job, intent.paymentId, margin))
  return {
    transactions: plans.map(({ inputs, shares }) => ({
      inputs,
      recipients: shares.flatMap(({ destination }) => intent.recipients[destination] ?? []),
      amounts: shares.map(({ amount }) => amount),
      feeFrom: intent.feeFrom,
      paymentId: intent.paymentId,
    })),
  }
}

/**
 * Plans a change of a name as wallet2 does: like a transfer of nothing to one destination, of which only change is left.
 */
const planNameIntent = (job: PaymentJob, margin: bigint): PaymentPlan => {
  const rules = selectionRules(job, new Uint8Array(), margin)
  checkFunds(job, rules.fee(1, 2))
  const plans = planTransfer(transferInputs(job, rules), [0n], rules, job.sampler, job.show)
  return {
    transactions: plans.map(({ inputs }) => ({
      ...{ inputs, recipients: [], amounts: [], feeFrom: [] },
      paymentId: new Uint8Array(),
    })),
  }
}

/** Plans to send whole outputs to one recipient. */
const planOutputs = (
  job: PaymentJob,
  outputs: readonly OwnedOutput[],
  { recipient, outputs: count }: Pick<SweepIntent, 'recipient' | 'outputs'>,
): PaymentPlan => {
  const paymentId = recipient.payee.paymentId ?? new Uint8Array()
  const plans = planSweep(outputs, selectionRules(job, paymentId), job.sampler)
  return {
    transactions: plans.map((inputs) => ({
      inputs,
      recipients: Array.from({ length: count }, () => recipient),
      amounts: 'everything',
      feeFrom: [],
      paymentId,
    })),
  }
}

const planSweepIntent = (job: PaymentJob, intent: SweepIntent): PaymentPlan => {
  const { belowAmount, addresses } = intent
  const unlocked = unlockedOutputs(job)
  if (unlocked.length === 0)
    throw new NothingToSweepError(
      intent.subaddresses.length > 0 ? 'locked-subaddresses' : 'locked',
      'there is nothing to sweep: no output can be spent now; wait until more is unlocked',
    )
  const below = unlocked.filter(({ amount }) => belowAmount === undefined || amount < belowAmount)
  if (below.length === 0)
    throw new NothingToSweepError(
      'below-amount',
      `there is nothing to sweep: no output is below ${job.show(belowAmount ?? 0n)}`,
    )
  const outputs = worthwhileOutputs(job, below, selectionRules(job))
  if (outputs.length === 0)
    throw new NothingToSweepError(
      'fee',
      'there is nothing to sweep: no output that can be spent now is worth its fee; choose a lower priority or receive more first',
    )
  return planOutputs(job, addresses === 'one' ? outputsOfOneAddress(outputs, job.sampler) : outputs, intent)
}

const planSweepOutputIntent = (job: PaymentJob, intent: SweepOutputIntent): PaymentPlan => {
  const { keyImage } = intent
  const owned = outputWithKeyImage(job, keyImage)
  const output = unlockedOutputs(job).find((candidate) => candidate === owned)
  if (output === undefined)
    throw new NothingToSweepError(
      'key-image',
      `no output with the key image ${toHex(keyImage)} can be spent now: it is unknown, spent, frozen or locked`,
    )
  return planOutputs(job, [output], intent)
}

/**
 * Plans the transactions of a payment.
 * @param margin added to estimated fees after an estimate turned out too low, atomic units
 * @throws NotEnoughMoneyError, NotEnoughUnlockedMoneyError, TransactionNotPossibleError, FeeFromError, NothingToSweepError
 */
export const planPayment = (job: PaymentJob, intent: PaymentIntent, margin: bigint): PaymentPlan => {
  switch (intent.kind) {
    case 'transfer':
      return planTransferIntent(job, intent, margin)
    case 'sweep':
      return planSweepIntent(job, intent)
    case 'sweep-output':
      return planSweepOutputIntent(job, intent)
    case 'stake':
      return planTransferIntent(job, intent, margin)
    case 'name':
      return planNameIntent(job, margin)
  }
}
