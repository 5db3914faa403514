// The payment pipeline up to signed transactions that passed the wallet's own check:
//
//   PaymentIntent (intent.ts) → plan: which outputs pay what (plan.ts, select.ts) → rings (readyInputs.ts, rings.ts, decoys.ts)
//   → build: outputs, change, exact fee (build.ts, draft.ts) → sign (sign.ts) → verify (verify.ts) → PreparedTransaction
//
// Nothing here records or relays: `Payments` (payments.ts) does. Each step is a function over plain data and returns its result.

import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Fee } from '../../coin/networks/fees.ts'
import type { ConstructionData } from '../../coin/transfer-sets/transferSet.ts'
import { publicKeyOf } from '../../crypto/keys/keys.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Ring } from '../rings/ring.ts'
import { orderOf } from '../scan/paymentOrder.ts'
import type { OwnedOutput, Payment, TransactionKeys } from '../state/ledger.ts'
import { outputSecret } from '../state/outputSecrets.ts'
import { type BuiltTransaction, buildTransaction, type Shortage } from './build.ts'
import { constructionOf } from './construction.ts'
import { discardDraft } from './draft.ts'
import { estimatedWeight, selectionRules, transferInputs } from './inputs.ts'
import { type Destination, type PaymentIntent, type TransferIntent, transferAmount } from './intent.ts'
import { feeOf, type PaymentJob, requireFullKeys, type SpendContext, startJob } from './paymentContext.ts'
import { type PaymentPlan, planPayment, selectForTransfer, sourceOf } from './plan.ts'
import type { Purpose } from './purpose.ts'
import { attachRings, type ReadyInput } from './readyInputs.ts'
import { TransactionNotPossibleError } from './select.ts'
import { type SignedTransaction, signDraft } from './sign.ts'
import { SelfCheckError, verifyOwnTransaction } from './verify.ts'

/** A signed transaction that passed its check. Amounts in atomic units. */
export type PreparedTransaction = {
  readonly txid: Uint8Array
  readonly blob: Uint8Array
  readonly weight: number
  /** what the transaction pays, `burn` included */
  readonly fee: bigint
  readonly burn: bigint
  readonly kind: Payment['kind']
  readonly order?: Payment['order']
  /** at which it was made; 0: the default of the network */
  readonly priority: number
  /** to be submitted as a blink */
  readonly blink: boolean
  readonly account: number
  /** in the transaction's order, as are the rings */
  readonly inputs: readonly OwnedOutput[]
  readonly rings: readonly Ring[]
  readonly destinations: readonly Destination[]
  readonly change: bigint
  /** secrets that prove the payment; the holder of the transaction wipes them if it is not committed */
  readonly keys: TransactionKeys
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
  /** the transaction's own; 0 if each output has one */
  readonly unlockTime: bigint
  /** Returns what it was made from. Only metadata needs it. */
  readonly construction: () => ConstructionData
}

/** The transactions that carry out one intent. */
export type PreparedPayment = readonly PreparedTransaction[]

/** Estimated cost of a transfer, summed over its transactions. `fee`: atomic units. */
export type TransferEstimate = { readonly transactions: number; readonly fee: bigint; readonly weight: number }

/** Wipes the secrets of a payment that is not committed. */
export const discardPrepared = (prepared: PreparedPayment): void => {
  for (const { keys } of prepared) wipe(keys.main, ...keys.additional)
}

/** The wallet's keys do not open an output that the ledger lists as owned. */
export class OutputKeyError extends FabaError {
  override readonly name = 'OutputKeyError'
  readonly code = 'output-key'
}

/**
 * Derives the one-time secret of an input.
 * @throws WatchOnlyError, OutputKeyError
 */
const inputSecret = ({ keys }: PaymentJob, { output }: ReadyInput): Uint8Array => {
  const secret = outputSecret(requireFullKeys(keys), output)
  if (!equalBytes(publicKeyOf(secret), output.key))
    throw new OutputKeyError(`the keys of this wallet do not open output ${toHex(output.key)}; rescan the wallet`)
  return secret
}

const sign = (job: PaymentJob, { draft, amounts, change, fee }: BuiltTransaction): SignedTransaction =>
  signDraft(
    draft,
    { destinations: amounts, change, fee: fee.total, burn: fee.burn },
    (input) => inputSecret(job, input),
    job.random,
  )

/** By how much a fee may exceed that of the weight, which includes the length of an earlier fee. */
const FEE_TOLERANCE_PERCENT = 1n

/**
 * Returns the account whose outputs a transaction spends.
 * @throws SelfCheckError
 */
const accountOf = ({ inputs }: BuiltTransaction['draft']): number => {
  const [account, ...others] = new Set(inputs.map(({ output }) => output.subaddress.major))
  if (account === undefined || others.length > 0) throw new SelfCheckError('it does not spend coins of one account')
  return account
}

/** @throws SelfCheckError */
const verify = (job: PaymentJob, built: BuiltTransaction, signed: SignedTransaction): void => {
  const { plan, draft, amounts, changePayee, change, fee } = built
  const outputs = draft.outputs.length
  const lowestFee = feeOf(job, signed.weight, outputs).total
  // The estimate may be higher than the weight, counts change also if the fee leaves none, and two outputs at least.
  const counted = Math.max(2, change > 0n ? outputs : outputs + 1)
  const estimate = estimatedWeight(job, plan.paymentId, draft.inputs.length, counted)
  const highestFee = feeOf(job, Math.max(signed.weight, estimate), counted).total
  verifyOwnTransaction(
    signed,
    {
      network: job.network,
      inputs: draft.inputs,
      outputs: draft.outputs.map(({ destination }) => {
        const recipient = destination === undefined ? undefined : plan.recipients[destination]
        const payee = recipient?.payee ?? changePayee
        if (payee === undefined) throw new SelfCheckError(`it pays a destination ${destination} that was not requested`)
        return {
          payee,
          amount: destination === undefined ? change : (amounts[destination] ?? -1n),
          change: destination === undefined,
        }
      }),
      keys: draft.keys,
      wallet: job.keys,
      account: accountOf(draft),
      fee: fee.total,
      burn: fee.burn,
      lowestFee,
      highestFee: highestFee + (highestFee * FEE_TOLERANCE_PERCENT) / 100n,
      paymentId: plan.paymentId,
      unlockTime: job.source.unlockTime,
      ...(job.source.purpose === undefined ? {} : { purpose: job.source.purpose }),
    },
    job.random,
  )
}

/** Returns what a transaction of this wallet orders. What a blink burns is no order. */
const ownOrder = (purpose: Purpose | undefined, fee: Fee): PreparedTransaction['order'] => {
  if (purpose === undefined || purpose.fields.length === 0) return undefined
  return orderOf([...purpose.fields, { field: 'burn', amount: fee.burn }], fee.total)
}

const preparedTransaction = (
  job: PaymentJob,
  built: BuiltTransaction,
  { txid, blob, weight, transaction }: SignedTransaction,
): PreparedTransaction => {
  const { source, outputs } = job
  const { plan, draft, amounts, change, fee } = built
  return {
    txid,
    blob,
    weight,
    fee: fee.total,
    burn: fee.burn,
    kind: source.purpose?.outputs === 'locked' ? 'stake' : 'transfer',
    order: ownOrder(source.purpose, fee),
    priority: source.priority,
    blink: fee.blink,
    account: source.account,
    inputs: draft.inputs.map(({ output }) => output),
    rings: draft.inputs.map(({ ring }) => ring),
    destinations: plan.recipients.map(({ text }, i) => ({ address: text, amount: amounts[i] ?? 0n })),
    change,
    keys: draft.keys,
    paymentId: plan.paymentId,
    unlockTime: transaction.unlockTime,
    construction: () => constructionOf(job, built, transaction.extra, (output) => outputs.indexOf(output)),
  }
}

/** The last step of the pipeline for each built transaction. `discard` wipes what it made if the payment is planned anew. */
type LastStep<Made> = {
  readonly finish: (job: PaymentJob, built: BuiltTransaction) => Made
  readonly discard: (made: readonly Made[]) => void
}

/** Signs and verifies. */
const SIGN: LastStep<PreparedTransaction> = {
  finish: (job, built) => {
    const signed = sign(job, built)
    verify(job, built, signed)
    return preparedTransaction(job, built, signed)
  },
  discard: discardPrepared,
}

/** Wipes the secrets of built transactions. */
export const discardBuilt = (built: readonly BuiltTransaction[]): void => {
  for (const { draft } of built) discardDraft(draft)
}

/** Leaves signatures to another copy of the wallet. */
const BUILD: LastStep<BuiltTransaction> = { finish: (_job, built) => built, discard: discardBuilt }

/** Builds and finishes planned transactions one by one; returns them, or by how much the inputs of one fall short. */
const finishTransactions = <Made>(
  job: PaymentJob,
  { transactions }: PaymentPlan,
  rings: ReadonlyMap<OwnedOutput, ReadyInput>,
  { finish, discard }: LastStep<Made>,
): readonly Made[] | Shortage => {
  const finished: Made[] = []
  for (const [i, plan] of transactions.entries()) {
    job.onStep?.({ step: 'sign', transaction: i + 1, transactions: transactions.length })
    const built = buildTransaction(job, plan, rings)
    if ('shortage' in built) {
      discard(finished)
      return built
    }
    finished.push(finish(job, built))
  }
  return finished
}

/**
 * Builds, signs and verifies planned transactions one by one.
 * @returns the transactions, or by how much the inputs of one fall short
 * @throws WatchOnlyError, NothingToSweepError, FeeFromError, TransactionNotPossibleError, OutputKeyError, SelfCheckError
 */
export const makeTransactions = (
  job: PaymentJob,
  plan: PaymentPlan,
  rings: ReadonlyMap<OwnedOutput, ReadyInput>,
): PreparedPayment | Shortage => finishTransactions(job, plan, rings, SIGN)

/** Plans made with a higher fee margin before the payment fails. */
const MAX_ATTEMPTS = 4

/** Carries an intent through the pipeline up to a last step. */
const carryOut = async <Made>(
  job: PaymentJob,
  intent: PaymentIntent,
  step: LastStep<Made>,
): Promise<readonly Made[]> => {
  const drawn = new Map<string, Ring>()
  let margin = 0n
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const plan = planPayment(job, intent, margin)
    job.onStep?.({ step: 'decoys' })
    const rings = await attachRings(
      job,
      plan.transactions.map(({ inputs }) => inputs),
      drawn,
    )
    const made = finishTransactions(job, plan, rings, step)
    if (!('shortage' in made)) return made
    margin += made.shortage
  }
  const available = sumAmounts(transferInputs(job, selectionRules(job)))
  const needed = 'recipients' in intent ? transferAmount(intent) : 0n
  throw new TransactionNotPossibleError(available, needed, margin, job.show)
}

/**
 * Carries an intent through the pipeline.
 * @throws WatchOnlyError, FeeEstimateError, NotEnoughMoneyError, NotEnoughUnlockedMoneyError, TransactionNotPossibleError,
 * NothingToSweepError, FeeFromError, FeeError, OutputKeyError, SelfCheckError, what `selectRings` throws, NodeError
 */
export const preparePayment = async (context: SpendContext, intent: PaymentIntent): Promise<PreparedPayment> => {
  requireFullKeys(context.keys)
  return await carryOut(await startJob(context, sourceOf(context, intent)), intent, SIGN)
}

/** Transactions that lack amounts, proofs and signatures, with the payment that they are built for. */
export type BuiltPayment = { readonly job: PaymentJob; readonly transactions: readonly BuiltTransaction[] }

/**
 * Carries an intent through the pipeline up to the point where the spend key is needed. The caller wipes the secrets.
 * @throws what `preparePayment` throws, except WatchOnlyError
 */
export const buildPayment = async (context: SpendContext, intent: PaymentIntent): Promise<BuiltPayment> => {
  // Stakes prove key images, which needs the spend key before they are built. Signers of multisig wallets sign payments only.
  if (intent.kind === 'stake' || (intent.kind === 'name' && context.keys.multisig !== undefined))
    requireFullKeys(context.keys)
  const job = await startJob(context, sourceOf(context, intent))
  return { job, transactions: await carryOut(job, intent, BUILD) }
}

/**
 * Estimates the cost of a transfer, rather a little high. Nothing is signed; the node is requested its fee estimate only.
 * @throws what `preparePayment` throws of funds and fees
 */
export const estimateTransfer = async (context: SpendContext, intent: TransferIntent): Promise<TransferEstimate> => {
  const job = await startJob(context, intent)
  const rules = selectionRules(job, intent.paymentId)
  const plans = selectForTransfer(job, intent, rules)
  return {
    transactions: plans.length,
    fee: plans.reduce((sum, { inputs, shares }) => sum + rules.fee(inputs.length, shares.length + 1), 0n),
    weight: plans.reduce((sum, { inputs, shares }) => sum + rules.weight(inputs.length, shares.length + 1), 0),
  }
}
