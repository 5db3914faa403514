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
  type Point,
  sumPoints,
} from '../../crypto/curve/point.ts'
import { multiplyH } from '../../crypto/curve/scalarMultiplication.ts'
import type { Random } from '../../crypto/random.ts'
import { verifyBulletproofs } from '../../crypto/range-proofs/bulletproof.ts'
import { verifyBulletproofsPlus } from '../../crypto/range-proofs/bulletproofPlus.ts'
import { verifyRangeSignature } from '../../crypto/signatures/borromean.ts'
import type { ParsedTransaction } from '../chain/chainRecords.ts'
import { type Refusal, refusal } from './refusal.ts'
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

const inputFault = ({ inputs }: Transaction): string | undefined => {
  const images = new Map<string, Uint8Array>()
  let sum = 0n
  for (const input of inputs) {
    if (input.kind !== 'key') return 'an input is not a key input'
    sum += input.amount
    if (sum >= U64) return 'the input amounts exceed 64 bits'
    const image = toHex(input.keyImage)
    if (images.has(image)) return `key image ${image} is used twice`
    images.set(image, input.keyImage)
    if (input.keyOffsets.slice(1).some((offset) => offset === 0n)) return 'a ring has the same member twice'
  }
  const sound = arePrimePoints([...images.values()])
  for (const [i, image] of [...images.keys()].entries())
    if (!sound[i]) return `key image ${image} is not in the prime-order group`
  return undefined
}

const outputFault = ({ outputs }: Transaction): string | undefined => {
  let sum = 0n
  const sound = arePoints(outputs.map(({ key }) => key))
  for (const [i, { key, amount }] of outputs.entries()) {
    if (!sound[i]) return `output key ${toHex(key)} is not a point`
    sum += amount
    if (sum >= U64) return 'the output amounts exceed 64 bits'
  }
  return undefined
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

const balanceFault = (transaction: Transaction): string | undefined => {
  const { rct, prunable } = transaction
  if (rct === undefined || prunable === undefined || rct.type === RctType.null) return 'a transfer needs RingCT data'
  const malformed = proofFormFault(rct, prunable)
  // The ring signature of RingCT type full also proves the balance.
  if (malformed !== undefined || rct.type === RctType.full) return malformed
  const spent = sumOf(pseudoOutsOf(transaction))
  const paid = sumOf(rct.commitments)
  if (spent === undefined || paid === undefined) return 'a commitment is not a point'
  if (!equalPoints(spent, addPoints(paid, multiplyH(rct.fee)))) return 'inputs and outputs do not balance'
  return undefined
}

/**
 * Checks form and balance; range proofs are verified in batches by `verifyRangeProofs`.
 * @param limit maximum weight of a block
 */
export const checkSemantics = ({ transaction, weight }: ParsedTransaction, limit: number): Refusal | undefined => {
  if (!isTransfer(transaction))
    return transaction.inputs.length === 0 && transaction.outputs.length === 0
      ? undefined
      : refusal('a transaction of this type has neither inputs nor outputs')
  if (transaction.inputs.length === 0) return refusal('it has no inputs')
  if (weight >= limit - COINBASE_RESERVE)
    return refusal(`it weighs ${weight}, a block can hold ${limit - COINBASE_RESERVE}`)
  const fault = inputFault(transaction) ?? outputFault(transaction) ?? balanceFault(transaction)
  return fault === undefined ? undefined : refusal(fault)
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
