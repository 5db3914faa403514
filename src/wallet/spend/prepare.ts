// A payment from request to signed transactions, ready to be recorded and sent. Nothing here records or relays.

import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { formatShortAmount, sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import { isSpendable } from '../../coin/transactions/unlockTime.ts'
import { estimateTransactionWeight } from '../../coin/transactions/weight.ts'
import { commit } from '../../crypto/amounts/commitment.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { type Ring, selectRings } from './decoys.ts'
import { checkFeeEstimate } from './feeBounds.ts'
import { checkFeeFrom, splitError } from './feeFrom.ts'
import { PAYMENT, purposeSize } from './purpose.ts'
import { createSampler, type RandomSampler, shuffled } from './randomSampler.ts'
import {
  commonPaymentId,
  DestinationError,
  discardPrepared,
  NothingToSweepError,
  type PreparedTransaction,
  parseRecipient,
  type Recipient,
  type SpendContext,
  type SpendSource,
  type SweepOutputRequest,
  type SweepRequest,
  type TransferEstimate,
  type TransferRequest,
  WatchOnlyError,
} from './request.ts'
import {
  NotEnoughMoneyError,
  NotEnoughUnlockedMoneyError,
  planSweep,
  planTransfer,
  type SelectionRules,
  TransactionNotPossibleError,
} from './select.ts'
import { feeOf, type Job, pay, payAll, type ReadyInput } from './transact.ts'

const startJob = async (context: SpendContext, source: SpendSource): Promise<Job> => {
  const { network, keys } = context
  const { spendSecret } = keys
  if (spendSecret === undefined) throw new WatchOnlyError()
  const estimate = await context.node.feeEstimate()
  checkFeeEstimate(network, estimate)
  return {
    ...context,
    source,
    spendSecret,
    sampler: createSampler(context.random),
    estimate,
    show: (amount) => `${formatShortAmount(amount, network.decimals)} ${network.ticker}`,
  }
}

/** Bytes of extra that a transaction will have at most: keys, payment id, burn. */
const extraSize = (outputs: number): number => 33 + (outputs > 2 ? 2 + 32 * outputs : 11) + 9

const TARGET_SHARE = 2 / 3

/** @param margin what to add to estimated fees, after an estimate turned out too low */
const selectionRules = (job: Job, margin: bigint): SelectionRules => {
  const { network, source } = job
  const more = purposeSize(source.purpose ?? PAYMENT)
  const weight = (inputs: number, outputs: number): number =>
    estimateTransactionWeight({ ...network, inputs, outputs, extra: extraSize(outputs) + more })
  return {
    maxOutputs: network.maxOutputs,
    weightTarget: Math.floor(network.maxTransactionWeight * TARGET_SHARE),
    weight,
    fee: (inputs, outputs) => feeOf(job, weight(inputs, outputs), outputs).total + margin,
    reserveAmount: 2n * 10n ** BigInt(network.decimals),
  }
}

/** Whether an output belongs to what is to be spent from. */
const isOfSource = (
  { account, subaddresses }: SpendSource,
  { subaddress: { major, minor } }: Pick<OwnedOutput, 'subaddress'>,
): boolean => major === account && (subaddresses.length === 0 || subaddresses.includes(minor))

/** Outputs that belong to what is to be spent from, locked ones too. */
const ownedBySource = ({ outputs, source }: Job): OwnedOutput[] =>
  outputs.filter(
    (output) =>
      isOfSource(source, output) &&
      output.spent === undefined &&
      !output.frozen &&
      output.confidential &&
      output.keyImage !== undefined,
  )

/** Those of them that can be spent now. */
const unlocked = (job: Job): OwnedOutput[] =>
  ownedBySource(job).filter((output) => isSpendable(job.network, output, job.height, job.now))

/** Those of outputs that are worth more than their part of the fee. */
const worthwhile = (outputs: readonly OwnedOutput[], rules: SelectionRules): OwnedOutput[] => {
  const inputFee = rules.fee(2, 2) - rules.fee(1, 2)
  return outputs.filter(({ amount }) => amount > inputFee)
}

/** What a transfer may spend; oldest first. */
const spendable = (job: Job, rules: SelectionRules): OwnedOutput[] =>
  worthwhile(unlocked(job), rules).sort((a, b) => a.height - b.height || a.globalIndex - b.globalIndex)

/** Outputs with their rings. `drawn` remembers rings by key image, so that a second plan asks for the same ones again. */
const withRings = async (
  job: Job,
  outputs: readonly OwnedOutput[],
  drawn: Map<string, Ring>,
): Promise<Map<OwnedOutput, ReadyInput>> => {
  const ready = outputs.map((output) => ({
    output,
    keyImage: output.keyImage ?? new Uint8Array(),
    commitment: commit(output.amount, output.mask),
  }))
  const missing = ready.filter(({ keyImage }) => !drawn.has(toHex(keyImage)))
  if (missing.length > 0) {
    const own = new Set(job.outputs.filter(({ confidential }) => confidential).map(({ globalIndex }) => globalIndex))
    const wishes = missing.map(({ output, keyImage, commitment }) => ({
      real: { ...output, commitment },
      earlierRing: job.earlierRings.get(toHex(keyImage)) ?? [],
    }))
    const rings = await selectRings(job.node, job.network, wishes, own, job.sampler, job.asked)
    for (const [i, { keyImage }] of missing.entries()) {
      const ring = rings[i]
      if (ring !== undefined) drawn.set(toHex(keyImage), ring)
    }
  }
  const inputs = new Map<OwnedOutput, ReadyInput>()
  for (const { output, keyImage } of ready) {
    const ring = drawn.get(toHex(keyImage))
    if (ring !== undefined)
      inputs.set(output, {
        output,
        ring,
        keyImage,
        amount: output.amount,
        mask: output.mask,
        key: output.key,
        globalIndex: output.globalIndex,
      })
  }
  return inputs
}

const LARGEST_AMOUNT = 2n ** 64n - 1n

const checkAmounts = (destinations: readonly { readonly amount: bigint }[]): void => {
  if (destinations.length === 0) throw new DestinationError('a payment needs a destination')
  for (const { amount } of destinations)
    if (amount <= 0n || amount > LARGEST_AMOUNT)
      throw new DestinationError(`an amount of ${amount} atomic units cannot be paid; give a positive one`)
}

/** Refuses early what cannot work out: `least` is what is needed at least. */
const checkFunds = (job: Job, least: bigint): void => {
  const coming = (job.coming ?? []).filter((output) => isOfSource(job.source, output))
  const balance = sumAmounts([...ownedBySource(job), ...coming])
  const available = sumAmounts(unlocked(job))
  if (least > balance) throw new NotEnoughMoneyError(balance, least, job.show)
  if (least > available) throw new NotEnoughUnlockedMoneyError(available, least, job.show)
}

/** Which outputs would pay what. */
const plan = (job: Job, { destinations, feeFrom = [] }: TransferRequest, rules: SelectionRules) => {
  const needed = sumAmounts(destinations)
  const amounts = destinations.map(({ amount }) => amount)
  if (feeFrom.length === 0) {
    checkFunds(job, needed + rules.fee(1, 2))
    return planTransfer(spendable(job, rules), amounts, rules, job.sampler, job.show)
  }
  checkFunds(job, needed)
  // The amounts hold the fee: inputs that cover them cover it.
  const plans = planTransfer(spendable(job, rules), amounts, { ...rules, fee: () => 0n }, job.sampler, job.show)
  if (plans.length !== 1) throw splitError()
  return plans
}

/**
 * Refuses what no wallet could pay.
 * @returns the recipients, understood, and their payment id
 */
const checkTransfer = ({ network }: SpendContext, { destinations, feeFrom = [] }: TransferRequest) => {
  checkAmounts(destinations)
  checkFeeFrom(destinations.length, feeFrom, network.maxOutputs)
  const recipients = destinations.map(({ address }) => parseRecipient(network, address))
  return { recipients, paymentId: commonPaymentId(recipients) }
}

/** Plans made anew with a higher fee margin before giving up. */
const ATTEMPTS = 4

/**
 * Builds, signs and checks the transactions of a transfer.
 * @throws NotEnoughMoneyError, NotEnoughUnlockedMoneyError, TransactionNotPossibleError, WatchOnlyError, DestinationError,
 * AmbiguousPaymentIdError, FeeFromError, FeeEstimateError, FeeError, the errors of addresses, of `selectRings`, of the node, SelfCheckError
 */
export const prepareTransfer = async (
  context: SpendContext,
  request: TransferRequest,
): Promise<readonly PreparedTransaction[]> => {
  const { recipients, paymentId } = checkTransfer(context, request)
  const job = await startJob(context, request)
  const needed = sumAmounts(request.destinations)
  const drawn = new Map<string, Ring>()
  let margin = 0n
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const rules = selectionRules(job, margin)
    const plans = plan(job, request, rules)
    const ready = await withRings(
      job,
      plans.flatMap(({ inputs }) => inputs),
      drawn,
    )
    const prepared: PreparedTransaction[] = []
    let shortage = 0n
    for (const { inputs, shares } of plans) {
      const order = {
        inputs: inputs.flatMap((output) => ready.get(output) ?? []),
        recipients: shares.flatMap(({ destination }) => recipients[destination] ?? []),
        paymentId,
      }
      const result = pay(
        job,
        order,
        shares.map(({ amount }) => amount),
        request.feeFrom ?? [],
      )
      if (typeof result === 'bigint') {
        shortage = result
        discardPrepared(prepared)
        break
      }
      prepared.push(result)
    }
    if (shortage === 0n) return prepared
    margin += shortage
  }
  throw new TransactionNotPossibleError(sumAmounts(spendable(job, selectionRules(job, 0n))), needed, margin, job.show)
}

/**
 * What a transfer would cost, a little more rather than less. Nothing is signed, and the node is asked for fees only.
 * @throws what `prepareTransfer` throws of the request and of funds
 */
export const estimateTransfer = async (context: SpendContext, request: TransferRequest): Promise<TransferEstimate> => {
  checkTransfer(context, request)
  const job = await startJob(context, request)
  const rules = selectionRules(job, 0n)
  const plans = plan(job, request, rules)
  return {
    transactions: plans.length,
    fee: plans.reduce((sum, { inputs, shares }) => sum + rules.fee(inputs.length, shares.length + 1), 0n),
    weight: plans.reduce((sum, { inputs, shares }) => sum + rules.weight(inputs.length, shares.length + 1), 0),
  }
}

const requireCount = (network: Network, count: number): void => {
  if (!Number.isInteger(count) || count < 1 || count > network.maxOutputs)
    throw new DestinationError(`a sweep makes 1 to ${network.maxOutputs} outputs, not ${count}`)
}

/** Sends outputs, all of them, to one recipient. */
const sweep = async (
  job: Job,
  outputs: readonly OwnedOutput[],
  recipient: Recipient,
  count: number,
): Promise<readonly PreparedTransaction[]> => {
  const rules = selectionRules(job, 0n)
  const plans = planSweep(outputs, Math.max(count, job.network.minOutputs), rules, job.sampler)
  const ready = await withRings(job, outputs, new Map())
  return plans.map((inputs) =>
    payAll(job, {
      inputs: inputs.flatMap((output) => ready.get(output) ?? []),
      recipients: Array.from({ length: count }, () => recipient),
      paymentId: recipient.payee.paymentId ?? new Uint8Array(),
    }),
  )
}

/** Outputs of one subaddress, drawn at random; of the base address only where no other has any. */
const ofOneAddress = (outputs: readonly OwnedOutput[], sampler: RandomSampler): OwnedOutput[] => {
  const minors = [...new Set(outputs.map(({ subaddress }) => subaddress.minor))]
  const others = minors.filter((minor) => minor !== 0)
  const [drawn] = shuffled(others.length > 0 ? others : minors, sampler)
  return outputs.filter(({ subaddress }) => subaddress.minor === drawn)
}

/**
 * Builds, signs and checks the transactions that send everything to one address.
 * @throws NothingToSweepError, and what `prepareTransfer` throws
 */
export const prepareSweep = async (
  context: SpendContext,
  request: SweepRequest,
): Promise<readonly PreparedTransaction[]> => {
  const { address, outputs: count, belowAmount, addresses = 'all' } = request
  requireCount(context.network, count)
  const recipient = parseRecipient(context.network, address)
  const job = await startJob(context, request)
  const there = unlocked(job)
  if (there.length === 0)
    throw new NothingToSweepError(
      'locked',
      'there is nothing to sweep: no output can be spent now; wait until more is unlocked',
    )
  const small = there.filter(({ amount }) => belowAmount === undefined || amount < belowAmount)
  if (small.length === 0)
    throw new NothingToSweepError(
      'amount',
      `there is nothing to sweep: no output is below ${job.show(belowAmount ?? 0n)}`,
    )
  const outputs = worthwhile(small, selectionRules(job, 0n))
  if (outputs.length === 0)
    throw new NothingToSweepError(
      'fee',
      'there is nothing to sweep: no output that can be spent now is worth its fee; choose a lower priority or receive more first',
    )
  return await sweep(job, addresses === 'one' ? ofOneAddress(outputs, job.sampler) : outputs, recipient, count)
}

/**
 * Builds, signs and checks the transaction that sends one output to one address.
 * @throws NothingToSweepError, and what `prepareTransfer` throws
 */
export const prepareSweepOutput = async (
  context: SpendContext,
  request: SweepOutputRequest,
): Promise<PreparedTransaction> => {
  const { keyImage, address, outputs: count, priority, unlockTime } = request
  requireCount(context.network, count)
  const recipient = parseRecipient(context.network, address)
  const owned = context.outputs.find((output) => output.keyImage !== undefined && equalBytes(output.keyImage, keyImage))
  const account = owned?.subaddress.major ?? 0
  const job = await startJob(context, { account, subaddresses: [], priority, unlockTime })
  const output = unlocked(job).find((candidate) => candidate === owned)
  if (output === undefined)
    throw new NothingToSweepError(
      'key image',
      `no output with the key image ${toHex(keyImage)} can be spent now: it is unknown, spent, frozen or locked`,
    )
  const [prepared] = await sweep(job, [output], recipient, count)
  if (prepared === undefined) throw new NothingToSweepError('key image', 'a single output makes a single transaction')
  return prepared
}
