// The expected result of each single-field change of a block, with its reason.

import type { Expectations, Outcome } from './changed-transactions.ts'

const refused = (reason: RegExp): Outcome => ({ flags: [], reason })

export const BLOCK_OUTCOMES = {
  accepted: 'accepted',
  unreadable: refused(/^its bytes are not a block$/),
  orphan: refused(/^orphan$/),
  version: refused(/its version is \d+, the fork is/),
  vote: refused(/it votes for \d+/),
  future: refused(/in the future/),
  tooEarly: refused(/below the median/),
  inputs: refused(/must have one gen input/),
  height: refused(/is for height/),
  unlock: refused(/unlocks at \d+ instead of/),
  coinbaseVersion: refused(/the miner transaction has version/),
  coinbaseType: refused(/the miner transaction has type/),
  outputCount: refused(/the miner transaction has \d+ outputs instead of/),
  mandatedAmount: refused(/output \d of the miner transaction pays \d+ instead of/),
  mandatedKey: refused(/pays another key than the mandated one/),
  tooMuch: refused(/pays \d+, the reward is/),
  tooLittle: refused(/less than the fees/),
  winner: refused(/names the winner/),
  notInPool: refused(/is not in the pool/),
  spentTwice: refused(/another one of the block spends/),
  tooFewNodes: refused(/too few/),
  pulseIsDue: refused(/a pulse block is due/),
  nonce: refused(/has the nonce 0/),
  validators: refused(/validator bitset exceeds/),
  signatureCount: refused(/signatures of its quorum instead of 7/),
  voter: refused(/voter \d+ is out of order or not among/),
  unsigned: refused(/signature of voter \d+ is invalid/),
} satisfies { readonly [name: string]: Outcome }

export type BlockOutcome = keyof typeof BLOCK_OUTCOMES

/** Common to blocks of all producers. */
export const COINBASE: Expectations<BlockOutcome> = {
  'minerTransaction.version': ['unreadable', 'coinbaseVersion'],
  'minerTransaction.unlockTime': ['unlock'],
  'minerTransaction.inputs dropped': ['unreadable'],
  'minerTransaction.inputs doubled': ['inputs'],
  'minerTransaction.inputs.*.height': ['height'],
  'minerTransaction.rct.type': ['unreadable'],
  'minerTransaction.outputUnlockTimes dropped': ['unreadable'],
  'minerTransaction.outputUnlockTimes doubled': ['unreadable'],
}

/** For a mined block. */
export const MINED_BLOCK: Expectations<BlockOutcome> = {
  ...COINBASE,
  majorVersion: ['version', 'unreadable'],
  minorVersion: ['accepted', 'vote'],
  timestamp: ['accepted', 'tooEarly'],
  previousId: ['orphan'],
  nonce: ['accepted'],
  'pulse.randomValue': ['tooFewNodes'],
  'pulse.round': ['tooFewNodes'],
  'pulse.validatorBitset': ['tooFewNodes'],
  // Before fork 12 version and type are not checked.
  'minerTransaction.version': ['unreadable', 'coinbaseVersion', 'accepted'],
  'minerTransaction.type': ['coinbaseType', 'accepted'],
  // Only the unlock time of the whole transaction is mandated.
  'minerTransaction.outputUnlockTimes.*': ['accepted'],
  // Before fork 9 a miner may create any number of outputs before that of governance.
  'minerTransaction.outputs dropped': ['unreadable', 'mandatedAmount'],
  'minerTransaction.outputs doubled': ['unreadable', 'mandatedKey'],
  'minerTransaction.outputs swapped': ['mandatedAmount'],
  // The miner may claim less, or one atomic unit more, to any key.
  'minerTransaction.outputs.*.amount': ['accepted', 'mandatedAmount'],
  'minerTransaction.outputs.*.key': ['accepted', 'mandatedKey'],
  'minerTransaction.extra dropped': ['accepted'],
  'minerTransaction.extra doubled': ['accepted'],
  'minerTransaction.extra swapped': ['accepted'],
  'minerTransaction.extra.txPublicKey.key': ['accepted'],
  'minerTransaction.extra.nonce.nonce': ['accepted'],
  'minerTransaction.extra.nonce.nonce shorter': ['accepted'],
  // Before fork 9 there are no service nodes.
  'minerTransaction.extra.serviceNodeWinner.key': ['winner', 'accepted'],
  'transactionIds dropped': ['tooMuch', 'outputCount'],
  'transactionIds doubled': ['spentTwice'],
  'transactionIds swapped': ['accepted'],
  'transactionIds.*': ['notInPool'],
}
