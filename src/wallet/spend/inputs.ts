// Which owned outputs a payment may spend, and whether they can suffice.

import { equalBytes } from '../../bytes/bytes.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { serializeExtra } from '../../coin/transactions/serializeExtra.ts'
import { estimateTransactionWeight } from '../../coin/transactions/weight.ts'
import { type RandomSampler, shuffled } from '../../crypto/random/randomSampler.ts'
import { isFree } from '../state/balance.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { isWatchOnly } from '../state/outputSecrets.ts'
import { hasKeyImage, isSpent } from '../state/packedOutput.ts'
import type { PaymentSource } from './intent.ts'
import { burns, feeOf, type PaymentJob } from './paymentContext.ts'
import { PAYMENT } from './purpose.ts'
import { NotEnoughMoneyError, NotEnoughUnlockedMoneyError, type SelectionRules } from './select.ts'

/** Bytes of an encrypted payment id and of a burnt amount in extra. */
const PAYMENT_ID_SIZE = 11
const BURN_SIZE = 9

/**
 * Returns the weight that wallet2 estimates before it builds a transaction. Of extra it counts only what it is given: payment id, burnt
 * amount and the fields of a stake or a name, not the transaction keys.
 */
export const estimatedWeight = (job: PaymentJob, paymentId: Uint8Array, inputs: number, outputs: number): number => {
  const { network, source } = job
  const extra =
    (paymentId.length > 0 ? PAYMENT_ID_SIZE : 0) +
    (burns(job) ? BURN_SIZE : 0) +
    serializeExtra((source.purpose ?? PAYMENT).fields).length
  return estimateTransactionWeight({ ...network, inputs, outputs, extra })
}

const TARGET_SHARE = 2 / 3

const NO_PAYMENT_ID = new Uint8Array()

/** @param margin added to estimated fees after an estimate turned out too low, atomic units */
export const selectionRules = (job: PaymentJob, paymentId: Uint8Array = NO_PAYMENT_ID, margin = 0n): SelectionRules => {
  const { network } = job
  const weight = (inputs: number, outputs: number): number => estimatedWeight(job, paymentId, inputs, outputs)
  return {
    maxOutputs: network.maxOutputs,
    weightTarget: Math.floor(network.maxTransactionWeight * TARGET_SHARE),
    weight,
    fee: (inputs, outputs) => feeOf(job, weight(inputs, outputs), outputs).total,
    margin,
    carvesFee: network.inputSelection.carvesFee,
    reserveAmount: 2n * 10n ** BigInt(network.decimals),
  }
}

const belongsToSource = (
  { account, subaddresses }: PaymentSource,
  { subaddress: { major, minor } }: Pick<OwnedOutput, 'subaddress'>,
): boolean => major === account && (subaddresses.length === 0 || subaddresses.includes(minor))

/** Returns whether an output is among those that the user chose to spend from, or the user chose none. */
const isChosen = ({ coins }: PaymentSource, output: Pick<OwnedOutput, 'key'>): boolean =>
  coins === undefined || coins.some((coin) => equalBytes(coin, output.key))

/** Returns whether a payment may spend an output once it is unlocked. A watch-only wallet may not know key images. */
const isEligible = ({ source, keys }: PaymentJob, output: OwnedOutput): boolean =>
  !isSpent(output) &&
  !output.frozen &&
  output.confidential &&
  belongsToSource(source, output) &&
  isChosen(source, output) &&
  (hasKeyImage(output) || isWatchOnly(keys))

/** What the source of a payment holds: the sums in atomic units. */
type Funds = {
  readonly unlocked: readonly OwnedOutput[]
  readonly unlockedAmount: bigint
  readonly lockedAmount: bigint
}

const readFunds = (job: PaymentJob): Funds => {
  const unlocked: OwnedOutput[] = []
  let unlockedAmount = 0n
  let lockedAmount = 0n
  for (const output of job.outputs) {
    if (!isEligible(job, output)) continue
    if (isFree(job.network, output, job)) {
      unlocked.push(output)
      unlockedAmount += output.amount
    } else lockedAmount += output.amount
  }
  return { unlocked, unlockedAmount, lockedAmount }
}

/** The funds of payments that are being made: they are read once, since a wallet may have a hundred thousand outputs. */
const knownFunds = new WeakMap<PaymentJob, Funds>()

const fundsOf = (job: PaymentJob): Funds => {
  const known = knownFunds.get(job) ?? readFunds(job)
  knownFunds.set(job, known)
  return known
}

/** Returns the outputs of the payment's source that can be spent now. */
export const unlockedOutputs = (job: PaymentJob): readonly OwnedOutput[] => fundsOf(job).unlocked

/** Returns the outputs that are worth the fee of spending them; all of them on networks whose wallets spend the others as well. */
export const worthwhileOutputs = (
  { network }: PaymentJob,
  outputs: readonly OwnedOutput[],
  rules: SelectionRules,
): readonly OwnedOutput[] => {
  if (!network.inputSelection.skipsDust) return outputs
  const inputFee = rules.fee(2, 2) - rules.fee(1, 2)
  return outputs.filter(({ amount }) => amount >= inputFee)
}

/** Returns the outputs that a transfer may spend, oldest first. */
export const transferInputs = (job: PaymentJob, rules: SelectionRules): OwnedOutput[] =>
  worthwhileOutputs(job, unlockedOutputs(job), rules).toSorted(
    (a, b) => a.height - b.height || a.globalIndex - b.globalIndex,
  )

/** Returns the outputs of one subaddress drawn at random; of the base address only if no other has any (wallet2). */
export const outputsOfOneAddress = (outputs: readonly OwnedOutput[], sampler: RandomSampler): OwnedOutput[] => {
  const minors = [...new Set(outputs.map(({ subaddress }) => subaddress.minor))]
  const others = minors.filter((minor) => minor !== 0)
  const [drawn] = shuffled(others.length > 0 ? others : minors, sampler)
  return outputs.filter(({ subaddress }) => subaddress.minor === drawn)
}

/**
 * Rejects a payment that cannot succeed.
 * @param needed the least that it takes, atomic units
 * @throws NotEnoughMoneyError, NotEnoughUnlockedMoneyError
 */
export const checkFunds = (job: PaymentJob, needed: bigint): void => {
  const isAnyCoin = job.source.coins === undefined
  const coming = (job.coming ?? []).filter((output) => isAnyCoin && belongsToSource(job.source, output))
  const { unlockedAmount: available, lockedAmount } = fundsOf(job)
  const balance = available + lockedAmount + sumAmounts(coming)
  if (needed > balance) throw new NotEnoughMoneyError(balance, needed, job.network)
  if (needed > available) throw new NotEnoughUnlockedMoneyError(available, needed, job.network)
}
