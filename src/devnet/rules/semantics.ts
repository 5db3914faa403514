// Transaction checks without the chain (monerod: `check_tx_semantic`): form, balance, range proofs.

import { toHex } from '../../bytes/hex.ts'
import { type RctBase, type RctPrunable, RctType } from '../../coin/transactions/ringct.ts'
import { pseudoOutsOf, type Transaction, TransactionType } from '../../coin/transactions/transaction.ts'
import {
  addPoints,
  arePoints,
  arePrimePoints,
  decodePoints,
  equalPoints,
  InvalidPointError,
  isPoint,
  type Point,
  sumPoints,
} from '../../crypto/curve/point.ts'
import { multiplyH } from '../../crypto/curve/scalarMultiplication.ts'
import type { Random } from '../../crypto/random/random.ts'
import { verifyBulletproofs } from '../../crypto/range-proofs/bulletproof.ts'
import { verifyBulletproofsPlus } from '../../crypto/range-proofs/bulletproofPlus.ts'
import { verifyRangeSignature } from '../../crypto/signatures/borromean.ts'
import type { ParsedTransaction } from '../records/chainRecords.ts'
import { type Flag, type Refusal, refusal, semanticRefusal } from './refusal.ts'
import { COINBASE_RESERVE } from './weights.ts'

const MAX_PROVED_OUTPUTS = 16
const U64 = 1n << 64n

/** Returns whether a transaction has inputs and outputs; state changes and key image unlocks have neither. */
export const isTransfer = ({ type }: Transaction): boolean =>
  type !== TransactionType.stateChange && type !== TransactionType.keyImageUnlock

const sumOf = (keys: readonly Uint8Array[]): Point | undefined => {
  try {
    return sumPoints(decodePoints(keys))
  } catch (error) {
    // Untrusted bytes need not encode a point.
    if (error instanceof InvalidPointError) return undefined
    throw error
  }
}

/** Returns what is wrong with the sums of visible amounts. */
const amountFault = ({ inputs, outputs }: Transaction): string | undefined => {
  const spent = inputs.reduce((sum, input) => sum + (input.kind === 'key' ? input.amount : 0n), 0n)
  if (spent >= U64) return 'the input amounts exceed 64 bits'
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n)
  return paid >= U64 ? 'the output amounts exceed 64 bits' : undefined
}

const inputKindFault = ({ inputs }: Transaction): string | undefined =>
  inputs.some(({ kind }) => kind !== 'key') ? 'an input is not a key input' : undefined

const keyImagesIn = ({ inputs }: Transaction): readonly Uint8Array[] =>
  inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : []))

const repetitionFault = (transaction: Transaction): string | undefined => {
  const images = keyImagesIn(transaction).map(toHex)
  const repeated = images.find((image, i) => images.indexOf(image) < i)
  if (repeated !== undefined) return `key image ${repeated} is used twice`
  return transaction.inputs.some(
    (input) => input.kind === 'key' && input.keyOffsets.slice(1).some((offset) => offset === 0n),
  )
    ? 'a ring has the same member twice'
    : undefined
}

/** Returns the refusal of key images outside the prime-order group; monerod has no flag for bytes that do not encode a point. */
const refuseKeyImages = (transaction: Transaction): Refusal | undefined => {
  const images = keyImagesIn(transaction)
  const sound = arePrimePoints(images)
  const wrong = images.find((_, i) => !sound[i])
  if (wrong === undefined) return undefined
  const reason = `key image ${toHex(wrong)} is not in the prime-order group`
  return isPoint(wrong) ? semanticRefusal(reason, 'invalidInput') : semanticRefusal(reason)
}

const outputFault = ({ outputs }: Transaction): string | undefined => {
  const sound = arePoints(outputs.map(({ key }) => key))
  const wrong = outputs.find((_, i) => !sound[i])
  return wrong === undefined ? undefined : `output key ${toHex(wrong.key)} is not a point`
}

/** Returns what is wrong with the number and size of the range proofs; undefined if they are valid. */
const proofFormFault = (
  { type, commitments: { length: outputs } }: RctBase,
  prunable: RctPrunable,
): string | undefined => {
  if (type < RctType.bulletproof)
    return prunable.rangeSignatures.length === outputs
      ? undefined
      : `it has ${prunable.rangeSignatures.length} range signatures for ${outputs} outputs`
  const proofs = [...prunable.bulletproofs, ...prunable.bulletproofsPlus]
  const [proof] = proofs
  if (proof === undefined || proofs.length !== 1) return `it has ${proofs.length} range proofs instead of one`
  if (outputs === 0 || outputs > MAX_PROVED_OUTPUTS) return `${outputs} amounts cannot be proved together`
  const rounds = 6 + Math.ceil(Math.log2(outputs))
  if (proof.L.length !== rounds || proof.R.length !== rounds)
    return `its range proof has ${proof.L.length} rounds instead of ${rounds}`
  return undefined
}

const refuseBalance = (transaction: Transaction): Refusal | undefined => {
  const { rct, prunable } = transaction
  if (rct === undefined || prunable === undefined || rct.type === RctType.null)
    return semanticRefusal('a transfer needs RingCT data', 'invalidInput')
  const malformed = proofFormFault(rct, prunable)
  if (malformed !== undefined) return semanticRefusal(malformed, 'invalidInput')
  // The ring signature of RingCT type full also proves the balance.
  if (rct.type === RctType.full) return undefined
  const spent = sumOf(pseudoOutsOf(transaction))
  const paid = sumOf(rct.commitments)
  if (paid === undefined) return refusal('a commitment is not a point')
  if (spent === undefined) return semanticRefusal('the commitment of an input is not a point', 'invalidInput')
  return equalPoints(spent, addPoints(paid, multiplyH(rct.fee)))
    ? undefined
    : semanticRefusal('inputs and outputs do not balance', 'invalidInput')
}

type SemanticCheck = (transaction: Transaction) => Refusal | undefined

const flagged =
  (flag: Flag, faultOf: (transaction: Transaction) => string | undefined): SemanticCheck =>
  (transaction) => {
    const fault = faultOf(transaction)
    return fault === undefined ? undefined : semanticRefusal(fault, flag)
  }

/** In the order of monerod. */
const SEMANTIC_CHECKS: readonly SemanticCheck[] = [
  flagged('invalidInput', inputKindFault),
  flagged('invalidOutput', outputFault),
  flagged('overspend', amountFault),
  flagged('invalidInput', repetitionFault),
  refuseKeyImages,
  refuseBalance,
]

/**
 * Checks form and balance; range proofs are verified in batches by `verifyRangeProofs`.
 * @param limit maximum weight of a block
 */
export const checkSemantics = ({ transaction, weight }: ParsedTransaction, limit: number): Refusal | undefined => {
  if (!isTransfer(transaction))
    return transaction.inputs.length === 0 && transaction.outputs.length === 0
      ? undefined
      : refusal('a transaction of this type has neither inputs nor outputs')
  if (transaction.inputs.length === 0) return semanticRefusal('it has no inputs', 'invalidInput')
  if (weight >= limit - COINBASE_RESERVE)
    return refusal(`it weighs ${weight}, a block can hold ${limit - COINBASE_RESERVE}`)
  for (const check of SEMANTIC_CHECKS) {
    const refused = check(transaction)
    if (refused !== undefined) return refused
  }
  return undefined
}

/** Verifies the range proofs of all transfers: one batch for Bulletproofs, one for Bulletproofs+. */
export const verifyRangeProofs = (transactions: readonly ParsedTransaction[], random: Random): boolean => {
  const proved = transactions.flatMap(({ transaction: { prunable, rct } }) =>
    prunable === undefined ? [] : [{ ...prunable, commitments: rct?.commitments ?? [] }],
  )
  return (
    proved.every(({ rangeSignatures, commitments }) =>
      rangeSignatures.every((proof, i) => verifyRangeSignature(commitments[i] ?? new Uint8Array(), proof)),
    ) &&
    verifyBulletproofs(
      proved.flatMap(({ bulletproofs, commitments }) => bulletproofs.map((proof) => ({ proof, commitments }))),
      random,
    ) &&
    verifyBulletproofsPlus(
      proved.flatMap(({ bulletproofsPlus, commitments }) => bulletproofsPlus.map((proof) => ({ proof, commitments }))),
      random,
    )
  )
}
