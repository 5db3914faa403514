// Signs a draft: fills in amounts, range proofs and ring signatures.

import { u64Bytes, utf8, wipe, withSecrets } from '../../bytes/bytes.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { type RctPrunable, RctType } from '../../coin/transactions/ringct.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { serializeTransaction } from '../../coin/transactions/transactionBytes.ts'
import { ringSignatureMessage, transactionId } from '../../coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../coin/transactions/weight.ts'
import { commitmentMask, encryptAmount } from '../../crypto/amounts/amountEncryption.ts'
import { commit } from '../../crypto/amounts/commitment.ts'
import { addSecrets, randomScalar, subtractSecrets } from '../../crypto/curve/secretScalar.ts'
import { withHedgedRandom } from '../../crypto/random/hedgedRandom.ts'
import type { Random } from '../../crypto/random/random.ts'
import { proveBulletproof } from '../../crypto/range-proofs/bulletproof.ts'
import { proveBulletproofPlus } from '../../crypto/range-proofs/bulletproofPlus.ts'
import { type Clsag, signClsag } from '../../crypto/signatures/clsag.ts'
import type { ClsagStatement } from '../../crypto/signatures/clsagRing.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Draft, SpentInput } from './draft.ts'

export type SignedTransaction = {
  readonly transaction: Transaction
  readonly blob: Uint8Array
  readonly txid: Uint8Array
  readonly weight: number
}

/** The inputs of a draft do not equal its outputs and fee. */
export class UnbalancedTransactionError extends FabaError {
  override readonly name = 'UnbalancedTransactionError'
  readonly code = 'unbalanced-transaction'
}

/** Output amounts in atomic units; with the fee they must equal the amount of the inputs */
export type Amounts = {
  /** one per destination */
  readonly destinations: readonly bigint[]
  readonly change: bigint
  readonly fee: bigint
  /** the burnt part of the fee; ignored if the draft does not burn */
  readonly burn: bigint
}

/** Returns the extra with the burnt amount in its last field, which the draft reserved. */
const fillBurn = (extra: Uint8Array, burn: bigint): Uint8Array => {
  const filled = extra.slice()
  filled.set(u64Bytes(burn), filled.length - 8)
  return filled
}

/**
 * Returns the masks of the pseudo outputs: random except the last, which balances the commitments. They are hedged by the output masks and
 * the key images: a repeated mask would reveal the difference of two amounts.
 */
const pseudoMasks = (
  inputs: readonly SpentInput[],
  outputMasks: readonly Uint8Array[],
  random: Random,
): Uint8Array[] => {
  const hedge = [utf8('pseudo output masks'), ...outputMasks, ...inputs.map(({ keyImage }) => keyImage)]
  return withHedgedRandom(random, hedge, (hedged) =>
    withSecrets((keep) => {
      const masks = inputs.slice(1).map(() => randomScalar(hedged))
      const total = outputMasks.reduce((sum, mask) => keep(addSecrets(sum, mask)), new Uint8Array(32))
      const rest = masks.reduce((left, mask) => keep(subtractSecrets(left, mask)), total)
      return [...masks, rest.slice()]
    }),
  )
}

/**
 * Returns the amount of each output.
 * @throws UnbalancedTransactionError
 */
const outputAmounts = ({ inputs, outputs }: Draft<SpentInput>, amounts: Amounts): bigint[] => {
  const values = outputs.map(({ destination }) =>
    destination === undefined ? amounts.change : (amounts.destinations[destination] ?? -1n),
  )
  const paid = values.reduce((total, value) => total + value, amounts.fee)
  const available = sumAmounts(inputs)
  if (values.some((value) => value < 0n) || amounts.fee < 0n || paid !== available)
    throw new UnbalancedTransactionError(`inputs of ${available} cannot pay outputs and a fee of ${paid}`)
  return values
}

/** Returns the transaction with amounts, commitments and range proofs, without ring signatures. */
const fillAmounts = (
  { form, outputs, skeleton, burns }: Draft<SpentInput>,
  { fee, burn }: Amounts,
  values: readonly bigint[],
  masks: readonly Uint8Array[],
  random: Random,
): Transaction & { readonly prunable: RctPrunable } => {
  const isPlus = form.rctType === RctType.bulletproofPlus
  return {
    ...skeleton,
    extra: burns ? fillBurn(skeleton.extra, burn) : skeleton.extra,
    rct: {
      type: form.rctType,
      fee,
      pseudoOuts: [],
      ecdhInfo: outputs.map(({ sharedScalar }, i) => ({
        mask: undefined,
        amount: encryptAmount(values[i] ?? 0n, sharedScalar),
      })),
      commitments: masks.map((mask, i) => commit(values[i] ?? 0n, mask)),
    },
    prunable: {
      rangeSignatures: [],
      bulletproofs: isPlus ? [] : [proveBulletproof(values, masks, random)],
      bulletproofsPlus: isPlus ? [proveBulletproofPlus(values, masks, random)] : [],
      mlsags: [],
      clsags: [],
      pseudoOuts: [],
    },
  }
}

/** A draft with amounts, range proofs and pseudo outputs: what the ring signatures sign. */
export type FilledDraft = {
  readonly transaction: Transaction & { readonly prunable: RctPrunable }
  /** the hash that the ring signatures sign */
  readonly message: Uint8Array
  /** masks of the pseudo outputs, one per input; the caller wipes them */
  readonly pseudoMasks: readonly Uint8Array[]
}

/**
 * Fills in amounts, range proofs and pseudo outputs. Wipes the secrets of the outputs.
 * @throws UnbalancedTransactionError
 */
export const fillDraft = (draft: Draft<SpentInput>, amounts: Amounts, random: Random): FilledDraft => {
  const { inputs, outputs } = draft
  const values = outputAmounts(draft, amounts)
  return withSecrets((keep) => {
    const masks = outputs.map(({ sharedScalar }) => keep(commitmentMask(keep(sharedScalar))))
    const filled = fillAmounts(draft, amounts, values, masks, random)
    const pseudo = pseudoMasks(inputs, masks, random)
    const pseudoOuts = inputs.map(({ amount }, i) => commit(amount, pseudo[i] ?? new Uint8Array()))
    const transaction = { ...filled, prunable: { ...filled.prunable, pseudoOuts } }
    return { transaction, message: ringSignatureMessage(filled), pseudoMasks: pseudo }
  })
}

/** Returns what the ring signature of an input proves. */
export const statementOf = (
  { ring, keyImage }: Pick<SpentInput, 'ring' | 'keyImage'>,
  message: Uint8Array,
  pseudoOut: Uint8Array,
): ClsagStatement => ({
  message,
  ringKeys: ring.members.map(({ key }) => key),
  ringCommitments: ring.members.map(({ commitment }) => commitment),
  pseudoOut,
  keyImage,
})

/** Signs the ring of each input. */
const signRings = <Input extends SpentInput>(
  inputs: readonly Input[],
  { transaction, message, pseudoMasks }: FilledDraft,
  secretOf: (input: Input) => Uint8Array,
  random: Random,
): Clsag[] =>
  inputs.map((input, i) =>
    withSecrets((keep) => {
      const statement = statementOf(input, message, transaction.prunable.pseudoOuts[i] ?? new Uint8Array())
      const { ring, mask } = input
      const witness = { index: ring.realPosition, secret: keep(secretOf(input)), mask }
      return signClsag(statement, { ...witness, pseudoMask: pseudoMasks[i] ?? new Uint8Array() }, random)
    }),
  )

/**
 * Fills in amounts and proofs, and signs.
 * @param secretOf returns the one-time secret key of an input's output; it is wiped after use
 * @throws UnbalancedTransactionError
 */
export const signDraft = <Input extends SpentInput>(
  draft: Draft<Input>,
  amounts: Amounts,
  secretOf: (input: Input) => Uint8Array,
  random: Random,
): SignedTransaction => {
  const filled = fillDraft(draft, amounts, random)
  try {
    const clsags = signRings(draft.inputs, filled, secretOf, random)
    const transaction: Transaction = { ...filled.transaction, prunable: { ...filled.transaction.prunable, clsags } }
    const blob = serializeTransaction(transaction)
    return { transaction, blob, txid: transactionId(transaction), weight: transactionWeight(transaction, blob.length) }
  } finally {
    wipe(...filled.pseudoMasks)
  }
}
