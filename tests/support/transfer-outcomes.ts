// What comes of a transfer whose fields are changed one by one, and why: every field is under its ring signatures at least.

import type { Expectations, Outcome } from './changed-transactions.ts'

const failed = (reason: RegExp): Outcome => ({ flags: ['failed'], reason })
/** Of checks beside the chain, which are all about inputs for the pool. */
const badInput = (reason: RegExp, ...flags: readonly ('lowMixin' | 'invalidVersion' | 'doubleSpend')[]): Outcome => ({
  flags: ['failed', ...flags, 'invalidInput'],
  reason,
})

export const TRANSFER_OUTCOMES = {
  unreadable: failed(/^its bytes are not a transaction$/),
  notOfThisType: failed(/neither inputs nor outputs/),
  memberTwice: failed(/same member twice/),
  outsideGroup: failed(/not in the prime-order group/),
  noPoint: failed(/is not a point/),
  notConfidential: failed(/needs a confidential part/),
  unbalanced: failed(/do not balance/),
  proofCount: failed(/range proofs instead of one/),
  proofRounds: failed(/range proof has \d+ rounds/),
  unproved: failed(/range proof does not hold/),
  amountInClear: { flags: ['failed', 'invalidOutput'], reason: /shows its amount/ },
  version: badInput(/is not one of fork/, 'invalidVersion'),
  ringSize: badInput(/members instead of/, 'lowMixin'),
  noMember: badInput(/does not exist or is locked/),
  tooYoung: badInput(/younger than/),
  order: badInput(/descending/),
  unsigned: badInput(/the ring signature of input \d+ does not hold/),
} as const satisfies { readonly [name: string]: Outcome }

export type TransferOutcome = keyof typeof TRANSFER_OUTCOMES

export type TransferExpectations = Expectations<TransferOutcome>

/** What is the same for all families and types. */
const COMMON: TransferExpectations = {
  unlockTime: ['unsigned'],
  'inputs dropped': ['unreadable'],
  'inputs doubled': ['unreadable'],
  'inputs swapped': ['order'],
  // There are no outputs whose amount is in clear to make a ring of.
  'inputs.*.amount': ['noMember'],
  // The first ring's size is the size of all signatures.
  'inputs.*.keyOffsets dropped': ['unreadable', 'ringSize'],
  'inputs.*.keyOffsets doubled': ['unreadable', 'ringSize'],
  'inputs.*.keyOffsets swapped': ['unsigned', 'memberTwice'],
  'inputs.*.keyOffsets.*': ['unsigned', 'memberTwice', 'noMember'],
  'inputs.*.keyImage': ['outsideGroup', 'unsigned'],
  'outputs swapped': ['unsigned'],
  'outputs.*.amount': ['amountInClear'],
  'outputs.*.key': ['noPoint', 'unsigned'],
  'extra**': ['unsigned'],
  'rct.type': ['unreadable', 'notConfidential'],
  'rct.fee': ['unbalanced'],
  'rct.ecdhInfo dropped': ['unreadable'],
  'rct.ecdhInfo doubled': ['unreadable'],
  'rct.ecdhInfo swapped': ['unsigned'],
  'rct.ecdhInfo.*.amount': ['unsigned'],
  'rct.commitments dropped': ['unreadable'],
  'rct.commitments doubled': ['unreadable'],
  'rct.commitments swapped': ['unproved'],
  'rct.commitments.*': ['noPoint', 'unbalanced'],
  'prunable.clsags dropped': ['unreadable'],
  'prunable.clsags doubled': ['unreadable'],
  'prunable.clsags swapped': ['unsigned'],
  'prunable.clsags.*.s dropped': ['unreadable'],
  'prunable.clsags.*.s doubled': ['unreadable'],
  'prunable.clsags.*.s swapped': ['unsigned'],
  'prunable.clsags.*.s.*': ['unsigned'],
  'prunable.clsags.*.c1': ['unsigned'],
  'prunable.clsags.*.D': ['unsigned'],
  'prunable.pseudoOuts dropped': ['unreadable'],
  'prunable.pseudoOuts doubled': ['unreadable'],
  'prunable.pseudoOuts swapped': ['unsigned'],
  'prunable.pseudoOuts.*': ['noPoint', 'unbalanced'],
}

const proofs = (list: string, parts: readonly string[]): TransferExpectations => ({
  [`prunable.${list} dropped`]: ['proofCount'],
  [`prunable.${list} doubled`]: ['proofCount'],
  ...Object.fromEntries(parts.map((part) => [`prunable.${list}.*.${part}`, ['unproved' as const]])),
  ...Object.fromEntries(
    ['L', 'R'].flatMap((side) => [
      [`prunable.${list}.*.${side} dropped`, ['proofRounds' as const]],
      [`prunable.${list}.*.${side} doubled`, ['proofRounds' as const]],
      [`prunable.${list}.*.${side} swapped`, ['unproved' as const]],
      [`prunable.${list}.*.${side}.*`, ['unproved' as const]],
    ]),
  ),
})

/** Of the oxen family, version 4, with CLSAG. */
export const OXEN_TRANSFER: TransferExpectations = {
  ...COMMON,
  ...proofs('bulletproofs', ['A', 'S', 'T1', 'T2', 'taux', 'mu', 'a', 'b', 't']),
  version: ['unreadable', 'version'],
  type: ['notOfThisType'],
  // One unlock time for each output, or the transaction cannot be read.
  'outputUnlockTimes dropped': ['unreadable'],
  'outputUnlockTimes doubled': ['unreadable'],
  'outputUnlockTimes swapped': ['unsigned'],
  'outputUnlockTimes.*': ['unsigned'],
  'outputs dropped': ['unreadable'],
  'outputs doubled': ['unreadable'],
}
