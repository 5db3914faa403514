// The expected result of each single-field change of a transfer, with its reason: the ring signatures cover every field.

import type { Expectations, Outcome } from './changed-transactions.ts'

type Rejection = Exclude<Outcome, string>

const failed = (reason: RegExp): Rejection => ({ flags: ['failed'], reason })
/** For checks against the chain, all of which the pool reports as invalid input. */
const badInput = (reason: RegExp, ...flags: readonly ('lowMixin' | 'invalidVersion' | 'tooFewOutputs')[]): Outcome => ({
  flags: ['failed', ...flags, 'invalidInput'],
  reason,
})

export const TRANSFER_OUTCOMES = {
  accepted: 'accepted',
  unreadable: failed(/^its bytes are not a transaction$/),
  wrongType: failed(/neither inputs nor outputs/),
  memberTwice: failed(/same member twice/),
  outsideGroup: failed(/not in the prime-order group/),
  noPoint: failed(/is not a point/),
  notConfidential: failed(/needs RingCT data/),
  unbalanced: failed(/do not balance/),
  proofCount: failed(/range proofs instead of one/),
  proofRounds: failed(/range proof has \d+ rounds/),
  unproved: failed(/range proof is invalid/),
  feeTooLow: { flags: ['failed', 'feeTooLow'], reason: /at least \d+ is needed/ },
  amountInClear: { flags: ['failed', 'invalidOutput'], reason: /has a visible amount/ },
  version: badInput(/is not allowed at fork/, 'invalidVersion'),
  tooFewOutputs: badInput(/outputs, at least 2 are needed/, 'tooFewOutputs'),
  ringSize: badInput(/members instead of/, 'lowMixin'),
  noMember: badInput(/does not exist or is locked/),
  tooYoung: badInput(/younger than/),
  order: badInput(/descending/),
  unsigned: badInput(/the ring signature of input \d+ is invalid/),
} as const satisfies { readonly [name: string]: Outcome }

const invalidInput = ({ reason }: Rejection): Rejection => ({
  flags: ['failed', 'invalidInput'],
  reason,
})

/** In the pool of the monero family, which reports what is wrong with the semantics. */
export const MONERO_POOL_OUTCOMES = {
  ...TRANSFER_OUTCOMES,
  memberTwice: invalidInput(TRANSFER_OUTCOMES.memberTwice),
  notConfidential: invalidInput(TRANSFER_OUTCOMES.notConfidential),
  noInputCommitment: invalidInput(failed(/the commitment of an input is not a point/)),
  unbalanced: invalidInput(TRANSFER_OUTCOMES.unbalanced),
  proofCount: invalidInput(TRANSFER_OUTCOMES.proofCount),
  proofRounds: invalidInput(TRANSFER_OUTCOMES.proofRounds),
  unproved: invalidInput(TRANSFER_OUTCOMES.unproved),
  outsideGroup: invalidInput(TRANSFER_OUTCOMES.outsideGroup),
  undecodable: TRANSFER_OUTCOMES.outsideGroup,
  noOutputPoint: { flags: ['failed', 'invalidOutput'], reason: /is not a point/ },
  locked: { flags: ['failed', 'nonzeroUnlockTime'], reason: /unlock time is \d+/ },
} as const satisfies { readonly [name: string]: Outcome }

export type TransferOutcome = keyof typeof TRANSFER_OUTCOMES

export type TransferExpectations = Expectations<TransferOutcome>

/** Common to all families and types. */
const COMMON: TransferExpectations = {
  unlockTime: ['unsigned'],
  'inputs dropped': ['unreadable'],
  'inputs doubled': ['unreadable'],
  'inputs swapped': ['order'],
  // No outputs with clear amounts exist to form a ring.
  'inputs.*.amount': ['noMember'],
  // The size of the first ring determines the size of all signatures.
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

/** oxen family, version 4, CLSAG. */
export const OXEN_TRANSFER: TransferExpectations = {
  ...COMMON,
  ...proofs('bulletproofs', ['A', 'S', 'T1', 'T2', 'taux', 'mu', 'a', 'b', 't']),
  version: ['unreadable', 'version'],
  type: ['wrongType'],
  // The parser needs one unlock time for each output.
  'outputUnlockTimes dropped': ['unreadable'],
  'outputUnlockTimes doubled': ['unreadable'],
  'outputUnlockTimes swapped': ['unsigned'],
  'outputUnlockTimes.*': ['unsigned'],
  'outputs dropped': ['unreadable'],
  'outputs doubled': ['unreadable'],
}

const inLists = (list: string): TransferExpectations => ({
  [`prunable.rangeSignatures.*.${list} dropped`]: ['unreadable'],
  [`prunable.rangeSignatures.*.${list} doubled`]: ['unreadable'],
  [`prunable.rangeSignatures.*.${list} swapped`]: ['unproved'],
  [`prunable.rangeSignatures.*.${list}.*`]: ['unproved'],
})

const mlsags: TransferExpectations = {
  'prunable.mlsags dropped': ['unreadable'],
  'prunable.mlsags doubled': ['unreadable'],
  'prunable.mlsags.*.ss dropped': ['unreadable'],
  'prunable.mlsags.*.ss doubled': ['unreadable'],
  'prunable.mlsags.*.ss swapped': ['unsigned'],
  'prunable.mlsags.*.ss.* dropped': ['unreadable'],
  'prunable.mlsags.*.ss.* doubled': ['unreadable'],
  'prunable.mlsags.*.ss.* swapped': ['unsigned'],
  'prunable.mlsags.*.ss.*.*': ['unsigned'],
  'prunable.mlsags.*.cc': ['unsigned'],
}

/** With Bulletproofs and one MLSAG for each input. */
const BEFORE_CLSAG: TransferExpectations = {
  ...Object.fromEntries(Object.entries(COMMON).filter(([pattern]) => !/clsags/.test(pattern))),
  ...proofs('bulletproofs', ['A', 'S', 'T1', 'T2', 'taux', 'mu', 'a', 'b', 't']),
  ...mlsags,
  'prunable.mlsags swapped': ['unsigned'],
  type: ['wrongType'],
  'outputUnlockTimes dropped': ['unreadable'],
  'outputUnlockTimes doubled': ['unreadable'],
  'outputUnlockTimes.*': ['unsigned'],
  'outputs dropped': ['unreadable'],
  'outputs doubled': ['unreadable'],
}

/** Fork 10, version 3; version 2 is valid at this fork too. */
export const BULLETPROOF_TRANSFER: TransferExpectations = {
  ...BEFORE_CLSAG,
  version: ['unreadable', 'version', 'unsigned'],
  'rct.ecdhInfo.*.mask': ['unsigned'],
}

/** Forks 11 to 15, version 4: amounts of 8 bytes. */
export const BULLETPROOF2_TRANSFER: TransferExpectations = { ...BEFORE_CLSAG, version: ['unreadable', 'version'] }

/** The first forks, version 2, with Borromean range signatures. */
const BORROMEAN: TransferExpectations = {
  ...Object.fromEntries(Object.entries(COMMON).filter(([pattern]) => !/clsags|pseudoOuts/.test(pattern))),
  ...inLists('s0'),
  ...inLists('s1'),
  ...inLists('bits'),
  version: ['unreadable'],
  'outputs dropped': ['unreadable'],
  'outputs doubled': ['unreadable'],
  'rct.ecdhInfo.*.mask': ['unsigned'],
  'prunable.rangeSignatures dropped': ['unreadable'],
  'prunable.rangeSignatures doubled': ['unreadable'],
  'prunable.rangeSignatures swapped': ['unproved'],
  'prunable.rangeSignatures.*.ee': ['unproved'],
  ...mlsags,
}

const { 'inputs swapped': _, ...oneInput } = BORROMEAN

/** With one signature for all inputs (here one), which also proves the balance. */
export const FULL_TRANSFER: TransferExpectations = {
  ...oneInput,
  'inputs.*.keyOffsets dropped': ['unreadable'],
  'inputs.*.keyOffsets doubled': ['unreadable'],
  'rct.fee': ['unsigned', 'feeTooLow'],
  'rct.commitments.*': ['unproved'],
}

/** With one signature for each input. */
export const SIMPLE_TRANSFER: TransferExpectations = {
  ...BORROMEAN,
  'rct.pseudoOuts dropped': ['unreadable'],
  'rct.pseudoOuts doubled': ['unreadable'],
  'rct.pseudoOuts swapped': ['unsigned'],
  'rct.pseudoOuts.*': ['noPoint', 'unbalanced'],
  'prunable.mlsags swapped': ['unsigned'],
}

/** The same in version 3; version 2 is valid at this fork too. */
export const VERSION_3_TRANSFER: TransferExpectations = {
  ...SIMPLE_TRANSFER,
  version: ['unreadable', 'version', 'unsigned'],
  type: ['wrongType'],
  'outputUnlockTimes dropped': ['unreadable'],
  'outputUnlockTimes doubled': ['unreadable'],
  'outputUnlockTimes.*': ['unsigned'],
}

/** monero family, version 2, with Bulletproofs+ and view tags. */
export const MONERO_TRANSFER: TransferExpectations = {
  ...COMMON,
  ...proofs('bulletproofsPlus', ['A', 'A1', 'B', 'r1', 's1', 'd1']),
  // The only other known version precedes confidential amounts and has another layout.
  version: ['unreadable'],
  'outputs dropped': ['unreadable'],
  'outputs doubled': ['unreadable'],
  'outputs.*.viewTag': ['unsigned'],
}

/** The same in the pool. */
export const MONERO_POOL_TRANSFER: Expectations<keyof typeof MONERO_POOL_OUTCOMES> = {
  ...MONERO_TRANSFER,
  unlockTime: ['locked'],
  'prunable.pseudoOuts.*': ['noInputCommitment', 'unbalanced'],
  'inputs.*.keyImage': ['outsideGroup', 'undecodable', 'unsigned'],
  'outputs.*.key': ['noOutputPoint', 'unsigned'],
}

/** A stake: the signature does not match when another type is given. */
export const STAKE_TRANSFER: TransferExpectations = { ...OXEN_TRANSFER, type: ['unsigned', 'wrongType'] }

/** A name transaction, the highest type, which may have one output. */
export const NAME_TRANSFER: TransferExpectations = {
  ...OXEN_TRANSFER,
  type: ['unsigned', 'unreadable', 'tooFewOutputs'],
  'prunable.bulletproofs doubled': ['proofCount', 'unreadable'],
}

/** Returns the table for unverified ring signatures: changes that only signatures detect are accepted. The extra is left to other tables. */
export const withoutSignatures = (table: TransferExpectations): TransferExpectations =>
  Object.fromEntries(
    Object.entries(table).flatMap(([pattern, names]) =>
      pattern === 'extra**' ? [] : [[pattern, names.map((name) => (name === 'unsigned' ? 'accepted' : name))]],
    ),
  )
