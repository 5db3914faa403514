// One planned transaction, built as far as it can be without the spend key: outputs, change and the exact fee.

import { utf8, wipe, withSecrets } from '../../bytes/bytes.ts'
import { subaddressAt } from '../../coin/addresses/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Fee } from '../../coin/networks/fees.ts'
import type { SignedKeyImage } from '../../coin/transactions/extraField.ts'
import { withHedgedRandom } from '../../crypto/hedgedRandom.ts'
import { generateKeys, keyImage, secretAdd } from '../../crypto/keys/keys.ts'
import { type Random, randomBytes } from '../../crypto/random.ts'
import { signKeyImage } from '../../crypto/signatures/ringSignature.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { type Draft, type DraftOutput, discardDraft, draftTransaction, draftWeight } from './draft.ts'
import { withoutFee } from './feeFrom.ts'
import type { Payee } from './payee.ts'
import { feeOf, type PaymentJob } from './paymentContext.ts'
import { NothingToSweepError, type TransactionPlan } from './plan.ts'
import { PAYMENT } from './purpose.ts'
import type { ReadyInput } from './readyInputs.ts'

/** A transaction that lacks amounts, proofs and signatures only. Amounts in atomic units. */
export type BuiltTransaction = {
  readonly plan: TransactionPlan
  readonly draft: Draft<ReadyInput>
  /** one per recipient */
  readonly amounts: readonly bigint[]
  /** where the output without a recipient goes: the change address, or a random address for an empty one */
  readonly changePayee: Payee | undefined
  readonly change: bigint
  readonly fee: Fee
}

/** By how much inputs fall short of amounts and fee, atomic units. */
export type Shortage = { readonly shortage: bigint }

/** Returns an address with unknown keys, for the dummy output of a payment without change. */
const dummyPayee = (random: Random): Payee =>
  withSecrets((keep) => {
    const { spendSecret, viewSecret, spendPublic, viewPublic } = generateKeys(keep(randomBytes(random, 32)))
    wipe(spendSecret, viewSecret)
    return { kind: 'standard', spendKey: spendPublic, viewKey: viewPublic }
  })

/** Proves the key image of an output to the wallet's base address. */
const proveKeyImage = ({ keys, random }: PaymentJob, { key, sharedScalar }: DraftOutput): SignedKeyImage =>
  withSecrets((keep) => {
    const secret = keep(secretAdd(sharedScalar, keys.spendSecret))
    const image = keyImage(key, secret)
    return { keyImage: image, signature: signKeyImage(image, key, secret, random) }
  })

const draftPlan = (
  job: PaymentJob,
  plan: TransactionPlan,
  inputs: readonly ReadyInput[],
  change: Payee | undefined,
): Draft<ReadyInput> => {
  const { type, fields, outputs } = job.source.purpose ?? PAYMENT
  // Hedged: a repeated transaction key would pay the same one-time key again, and the receiver could spend one of the outputs only.
  const hedge = [utf8('transaction keys'), job.keys.viewSecret, ...inputs.map(({ keyImage }) => keyImage)]
  const request = {
    form: job.network,
    inputs,
    destinations: plan.recipients.map(({ payee }) => payee),
    change,
    paymentId: plan.paymentId,
    burns: feeOf(job, 0, plan.recipients.length).blink,
    unlockTime: job.source.unlockTime,
    viewSecret: job.keys.viewSecret,
    type,
    fields,
    ...(outputs === 'locked' ? { lock: (output: DraftOutput) => proveKeyImage(job, output) } : {}),
  }
  return withHedgedRandom(job.random, hedge, (hedged) => draftTransaction(request, hedged, job.sampler))
}

/** Returns the exact fee of a draft, whose weight depends on the fee a little. */
const exactFee = (job: PaymentJob, draft: Draft<ReadyInput>): Fee => {
  let fee = feeOf(job, draftWeight(draft, 0n), draft.outputs.length)
  for (;;) {
    const next = feeOf(job, draftWeight(draft, fee.total), draft.outputs.length)
    if (next.total <= fee.total) return fee
    fee = next
  }
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Builds a transaction that pays amounts and returns the rest to the account. */
const buildPayment = (
  job: PaymentJob,
  plan: TransactionPlan,
  inputs: readonly ReadyInput[],
  requested: readonly bigint[],
): BuiltTransaction | Shortage => {
  const own = subaddressAt(job.keys, job.source.account, 0)
  const draft = draftPlan(job, plan, inputs, own)
  const fee = exactFee(job, draft)
  let amounts = requested
  try {
    if (plan.feeFrom.length > 0) amounts = withoutFee(requested, plan.feeFrom, fee.total, job.show)
  } catch (error) {
    discardDraft(draft)
    throw error
  }
  const available = sumAmounts(inputs) - total(amounts)
  const change = available - fee.total
  if (change > 0n) return { plan, draft, amounts, changePayee: own, change, fee }
  discardDraft(draft)
  if (change < 0n) return { shortage: -change }
  const dummy = dummyPayee(job.random)
  return { plan, draft: draftPlan(job, plan, inputs, dummy), amounts, changePayee: dummy, change, fee }
}

/** Builds a transaction that divides all that its inputs hold, less the fee, among the recipients. */
const buildSweep = (job: PaymentJob, plan: TransactionPlan, inputs: readonly ReadyInput[]): BuiltTransaction => {
  const count = plan.recipients.length
  const changePayee = count < job.network.minOutputs ? dummyPayee(job.random) : undefined
  const draft = draftPlan(job, plan, inputs, changePayee)
  const fee = exactFee(job, draft)
  const held = sumAmounts(inputs)
  const rest = held - fee.total
  if (rest < BigInt(count)) {
    discardDraft(draft)
    throw new NothingToSweepError(
      'fee',
      `the outputs are worth ${job.show(held)}, the fee alone is ${job.show(fee.total)}; choose a lower priority or receive more first`,
    )
  }
  const part = rest / BigInt(count)
  const amounts = plan.recipients.map((_, i) => (i === 0 ? rest - part * BigInt(count - 1) : part))
  return { plan, draft, amounts, changePayee, change: 0n, fee }
}

/**
 * Builds a planned transaction.
 * @param rings the inputs of the plan with their rings
 * @returns the transaction, or by how much the inputs fall short
 * @throws FeeFromError, TransactionNotPossibleError, NothingToSweepError
 */
export const buildTransaction = (
  job: PaymentJob,
  plan: TransactionPlan,
  rings: ReadonlyMap<OwnedOutput, ReadyInput>,
): BuiltTransaction | Shortage => {
  const inputs = plan.inputs.flatMap((output) => rings.get(output) ?? [])
  return plan.amounts === 'everything' ? buildSweep(job, plan, inputs) : buildPayment(job, plan, inputs, plan.amounts)
}
