// One transaction: from outputs with their rings and recipients to signed bytes that passed the wallet's own check.

import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { subaddressAt } from '../../coin/addresses/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Fee, FeeEstimate } from '../../coin/networks/fees.ts'
import { hardForkAt } from '../../coin/networks/network.ts'
import type { SignedKeyImage } from '../../coin/transactions/extra.ts'
import { keyImage, publicKeyOf, secretAdd } from '../../crypto/keys/keys.ts'
import { signKeyImage } from '../../crypto/signatures/ringSignature.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { outputSecret } from '../state/outputSecrets.ts'
import { type Draft, type DraftOutput, discardDraft, draftTransaction, draftWeight, type SpentInput } from './draft.ts'
import { withoutFee } from './feeFrom.ts'
import type { Payee } from './payee.ts'
import { PAYMENT } from './purpose.ts'
import type { RandomSampler } from './randomSampler.ts'
import {
  DestinationError,
  dummyPayee,
  NothingToSweepError,
  type PreparedTransaction,
  type Recipient,
  type SpendContext,
  type SpendSource,
} from './request.ts'
import { signDraft } from './sign.ts'
import { verifyOwnTransaction } from './verify.ts'

/** An owned output made ready to be spent. */
export type ReadyInput = SpentInput & {
  readonly output: OwnedOutput
  readonly key: Uint8Array
  readonly globalIndex: number
}

/** The work on one payment: the context, and what was found out on the way. */
export type Job = SpendContext & {
  readonly source: SpendSource
  readonly spendSecret: Uint8Array
  readonly sampler: RandomSampler
  readonly estimate: FeeEstimate
  /** amounts for people */
  readonly show: (amount: bigint) => string
}

/** One transaction to make. */
export type Order = {
  readonly inputs: readonly ReadyInput[]
  readonly recipients: readonly Recipient[]
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
}

/** A record says that an output is ours, but the wallet's keys do not open it. */
export class OutputKeyError extends Error {
  override readonly name = 'OutputKeyError'
}

/** The fee of a transaction at the job's priority. */
export const feeOf = ({ network, estimate, height, source }: Job, weight: number, outputs: number): Fee =>
  network.fees.fee(estimate, {
    weight,
    outputs,
    priority: source.priority,
    kind: (source.purpose ?? PAYMENT).kind,
    hardFork: hardForkAt(network, height),
    fixedBurn: 0n,
  })

/** The exact fee of a draft; the weight depends on it a little. */
const exactFee = (job: Job, draft: Draft<ReadyInput>): Fee => {
  let fee = feeOf(job, draftWeight(draft, 0n), draft.outputs.length)
  for (;;) {
    const next = feeOf(job, draftWeight(draft, fee.total), draft.outputs.length)
    if (next.total <= fee.total) return fee
    fee = next
  }
}

/** The one-time secret of an output. */
const secretOf = ({ keys, spendSecret }: Job, { output }: ReadyInput): Uint8Array => {
  const secret = outputSecret({ ...keys, spendSecret }, output)
  if (!equalBytes(publicKeyOf(secret), output.key))
    throw new OutputKeyError(`the keys of this wallet do not open output ${toHex(output.key)}; rescan the wallet`)
  return secret
}

/** The key image of an output to the base address, proven. */
const proveKeyImage = ({ spendSecret, random }: Job, { key, sharedScalar }: DraftOutput): SignedKeyImage => {
  const secret = secretAdd(sharedScalar, spendSecret)
  const image = keyImage(key, secret)
  const signature = signKeyImage(image, key, secret, random)
  wipe(secret)
  return { keyImage: image, signature }
}

const draft = (job: Job, order: Order, change: Payee | undefined): Draft<ReadyInput> => {
  const { type, fields, outputs } = job.source.purpose ?? PAYMENT
  return draftTransaction(
    {
      form: job.network,
      inputs: order.inputs,
      destinations: order.recipients.map(({ payee }) => payee),
      change,
      paymentId: order.paymentId,
      burns: feeOf(job, 0, order.recipients.length).blink,
      unlockTime: job.source.unlockTime,
      viewSecret: job.keys.viewSecret,
      type,
      fields,
      ...(outputs === 'locked' ? { lock: (output) => proveKeyImage(job, output) } : {}),
    },
    job.random,
    job.sampler,
  )
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

const held = ({ inputs }: Order): bigint => sumAmounts(inputs)

/** By how much a fee may exceed what the rules make of the final weight: its own length is part of that. */
const LEEWAY_PERCENT = 1n

/** Signs a draft and checks the result. */
const finish = (
  job: Job,
  order: Order,
  drafted: Draft<ReadyInput>,
  lastPayee: Payee | undefined,
  amounts: readonly bigint[],
  fee: Fee,
): PreparedTransaction => {
  const change = held(order) - total(amounts) - fee.total
  const { inputs, outputs, keys } = drafted
  const signed = signDraft(
    drafted,
    { destinations: amounts, change, fee: fee.total, burn: fee.burn },
    (input) => secretOf(job, input),
    job.random,
  )
  const lowestFee = feeOf(job, signed.weight, outputs.length).total
  verifyOwnTransaction(
    signed,
    {
      network: job.network,
      inputs,
      outputs: outputs.map(({ destination }) => {
        const recipient = destination === undefined ? undefined : order.recipients[destination]
        const payee = recipient?.payee ?? lastPayee
        if (payee === undefined) throw new DestinationError(`no destination ${destination} was asked for`)
        return {
          payee,
          amount: destination === undefined ? change : (amounts[destination] ?? -1n),
          change: destination === undefined,
        }
      }),
      keys,
      viewSecret: job.keys.viewSecret,
      fee: fee.total,
      burn: fee.burn,
      lowestFee,
      highestFee: lowestFee + (lowestFee * LEEWAY_PERCENT) / 100n,
      paymentId: order.paymentId,
      unlockTime: job.source.unlockTime,
      ...(job.source.purpose === undefined ? {} : { purpose: job.source.purpose }),
    },
    job.random,
  )
  return {
    txid: signed.txid,
    blob: signed.blob,
    weight: signed.weight,
    fee: fee.total,
    burn: fee.burn,
    blink: fee.blink,
    account: job.source.account,
    inputs: inputs.map(({ output }) => output),
    rings: inputs.map(({ ring }) => ring),
    destinations: order.recipients.map(({ text }, i) => ({ address: text, amount: amounts[i] ?? 0n })),
    change,
    keys,
    paymentId: order.paymentId,
    unlockTime: signed.transaction.unlockTime,
  }
}

/**
 * Pays amounts and sends what is left to the account.
 * @param asked amounts, one per recipient
 * @param feeFrom indices of those out of whose amounts the fee is taken; empty where it comes on top
 * @returns the transaction, or by how much the inputs fall short of amounts and fee
 * @throws FeeFromError, TransactionNotPossibleError, SelfCheckError, OutputKeyError
 */
export const pay = (
  job: Job,
  order: Order,
  asked: readonly bigint[],
  feeFrom: readonly number[] = [],
): PreparedTransaction | bigint => {
  const own = subaddressAt(job.keys, job.source.account, 0)
  const drafted = draft(job, order, own)
  const fee = exactFee(job, drafted)
  let amounts = asked
  try {
    if (feeFrom.length > 0) amounts = withoutFee(asked, feeFrom, fee.total, job.show)
  } catch (error) {
    discardDraft(drafted)
    throw error
  }
  const available = held(order) - total(amounts)
  if (available > fee.total) return finish(job, order, drafted, own, amounts, fee)
  discardDraft(drafted)
  if (available === fee.total) {
    const nobody = dummyPayee(job.random)
    return finish(job, order, draft(job, order, nobody), nobody, amounts, fee)
  }
  return fee.total - available
}

/**
 * Pays all that the inputs hold, less the fee, in equal parts to the recipients.
 * @throws NothingToSweepError, SelfCheckError, OutputKeyError
 */
export const payAll = (job: Job, order: Order): PreparedTransaction => {
  const count = order.recipients.length
  const nobody = count < job.network.minOutputs ? dummyPayee(job.random) : undefined
  const drafted = draft(job, order, nobody)
  const fee = exactFee(job, drafted)
  const rest = held(order) - fee.total
  if (rest < BigInt(count)) {
    discardDraft(drafted)
    throw new NothingToSweepError(
      'fee',
      `the outputs hold ${job.show(held(order))}, the fee alone is ${job.show(fee.total)}; choose a lower priority or receive more first`,
    )
  }
  const part = rest / BigInt(count)
  const amounts = order.recipients.map((_, i) => (i === 0 ? rest - part * BigInt(count - 1) : part))
  return finish(job, order, drafted, nobody, amounts, fee)
}
