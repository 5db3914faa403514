// Why a transaction is not taken: the flags that nodes answer with, and a reason in words for whoever reads the log.

/** Flags of the reference, without the prefix `m_` of the wire. */
export type Flag =
  | 'failed'
  /** kept although its inputs cannot be checked now, as it came with a block */
  | 'impossible'
  | 'lowMixin'
  | 'doubleSpend'
  | 'invalidInput'
  | 'invalidOutput'
  | 'tooFewOutputs'
  | 'tooBig'
  | 'feeTooLow'
  | 'invalidVersion'
  | 'invalidType'
  | 'lockedKeyImage'
  | 'blacklistedKeyImage'

/** What is wrong with a verdict's votes; flags of the reference, without the prefix `m_` of the wire. */
export type VoteFlag =
  | 'invalidBlockHeight'
  | 'workerOutOfBounds'
  | 'validatorOutOfBounds'
  | 'notEnoughVotes'
  | 'votesNotSorted'
  | 'duplicateVoters'
  | 'signatureNotValid'

export type Refusal = {
  readonly flags: readonly Flag[]
  readonly reason: string
  /** words that the answer itself carries; most refusals have flags only */
  readonly verbose?: string
  /** of verdicts on service nodes */
  readonly vote?: VoteFlag
}

/** A refusal with `failed` and the given flags. */
export const refusal = (reason: string, ...flags: readonly Flag[]): Refusal => ({ flags: ['failed', ...flags], reason })
