// One planned transaction, built as far as it can be without the spend key: outputs, change and the exact fee.

import { utf8, wipe, withSecrets } from '../../bytes/bytes.ts'
import { subaddressAt } from '../../coin/addresses/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Fee } from '../../coin/networks/fees.ts'
import type { SignedKeyImage } from '../../coin/transactions/extraField.ts'
import { randomScalar } from '../../crypto/curve/secretScalar.ts'
import { generateKeys, keyImage, secretAdd } from '../../crypto/keys/keys.ts'
import { withHedgedRandom } from '../../crypto/random/hedgedRandom.ts'
import { type Random, randomBytes } from '../../crypto/random/random.ts'
import { signKeyImage } from '../../crypto/signatures/ringSignature.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { type Draft, type DraftOutput, discardDraft, draftTransaction, draftWeight } from './draft.ts'
import { withoutFee } from './feeFrom.ts'
import { estimatedWeight } from './inputs.ts'
import type { Payee } from './payee.ts'
import { burns, feeOf, type PaymentJob, requireFullKeys } from './paymentContext.ts'
import { NothingToSweepError, type TransactionPlan } from './plan.ts'
import { PAYMENT } from './purpose.ts'
import type { ReadyInput } from './readyInputs.ts'
import { outputCount } from './select.ts'

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
    const secret = keep(secretAdd(sharedScalar, requireFullKeys(keys).spendSecret))
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
    burns: burns(job),
    unlockTime: job.source.unlockTime,
    viewSecret: job.keys.viewSecret,
    type,
    fields,
    ...(outputs === 'locked' ? { lock: (output: DraftOutput) => proveKeyImage(job, output) } : {}),
  }
  return withHedgedRandom(job.random, hedge, (hedged) => {
    const derivesKeys = job.keys.multisig !== undefined && job.network.multisig.derivesTransactionKeys
    const keyEntropy = derivesKeys ? randomScalar(hedged) : undefined
    return draftTransaction({ ...request, keyEntropy }, hedged, job.sampler)
  })
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Returns the fee that wallet2 estimates before it builds the transaction. */
const estimatedFee = (job: PaymentJob, { paymentId }: TransactionPlan, inputs: number, outputs: number): Fee =>
  feeOf(job, estimatedWeight(job, paymentId, inputs, outputs), outputs)

/** Returns the fee of the weight that a draft has with another fee in it. */
const feeOfDraft = (job: PaymentJob, draft: Draft<ReadyInput>, { total: included }: Fee): Fee =>
  feeOf(job, draftWeight(draft, included), draft.outputs.length)

/** Where the output without a recipient goes: own for change, a random address for the dummy of a single recipient, or nowhere. */
const changePayeeOf = (job: PaymentJob, change: bigint, recipients: number, own: Payee): Payee | undefined => {
  if (change > 0n) return own
  return recipients < job.network.minOutputs ? dummyPayee(job.random) : undefined
}

/**
 * Builds a transaction that pays amounts and returns the rest to the account. The inputs must cover the fee of the estimated weight. What
 * is paid is the fee of the built transaction, or that of the estimate if the network charges it at least (`ChargedWeight`).
 */
const buildPayment = (
  job: PaymentJob,
  plan: TransactionPlan,
  inputs: readonly ReadyInput[],
  requested: readonly bigint[],
): BuiltTransaction | Shortage => {
  const own = subaddressAt(job.keys, job.source.account, 0)
  const held = sumAmounts(inputs)
  let fee = estimatedFee(job, plan, inputs.length, outputCount(held, requested))
  let built: BuiltTransaction | undefined
  try {
    for (let mayEnd = job.network.fees.chargedWeight === 'at least estimated'; ; mayEnd = true) {
      const amounts = plan.feeFrom.length > 0 ? withoutFee(requested, plan.feeFrom, fee.total, job.show) : requested
      const change = held - total(amounts) - fee.total
      if (change < 0n) {
        if (built !== undefined) discardDraft(built.draft)
        return { shortage: -change }
      }
      if (built === undefined || built.change > 0n !== change > 0n) {
        if (built !== undefined) discardDraft(built.draft)
        const changePayee = changePayeeOf(job, change, amounts.length, own)
        built = { plan, draft: draftPlan(job, plan, inputs, changePayee), amounts, changePayee, change, fee }
      }
      built = { ...built, amounts, change, fee }
      const needed = feeOfDraft(job, built.draft, fee)
      if (mayEnd && needed.total <= fee.total) return built
      fee = needed
    }
  } catch (error) {
    if (built !== undefined) discardDraft(built.draft)
    throw error
  }
}

/** Number of outputs for which wallet2 estimates the fee of a sweep, however many there will be. */
const SWEEP_OUTPUTS = 2

/**
 * Builds a transaction that divides all that its inputs hold, less the fee, among the recipients; the first ones receive one atomic unit
 * more if it does not divide evenly. The fee is that of the actual weight.
 */
const buildSweep = (job: PaymentJob, plan: TransactionPlan, inputs: readonly ReadyInput[]): BuiltTransaction => {
  const count = plan.recipients.length
  const changePayee = count < job.network.minOutputs ? dummyPayee(job.random) : undefined
  const draft = draftPlan(job, plan, inputs, changePayee)
  let fee = feeOfDraft(job, draft, estimatedFee(job, plan, inputs.length, SWEEP_OUTPUTS))
  for (let needed = feeOfDraft(job, draft, fee); needed.total > fee.total; needed = feeOfDraft(job, draft, fee))
    fee = needed
  const held = sumAmounts(inputs)
  const rest = held - fee.total
  if (rest < BigInt(count)) {
    discardDraft(draft)
    throw new NothingToSweepError(
      'fee',
      `the outputs are worth ${job.show(held)}, the fee alone is ${job.show(fee.total)}; choose a lower priority or receive more first`,
    )
  }
  const [part, residue] = [rest / BigInt(count), rest % BigInt(count)]
  const amounts = plan.recipients.map((_, i) => part + (BigInt(i) < residue ? 1n : 0n))
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
