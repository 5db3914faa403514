// Why a transaction is refused: the flags of the RPC response, and a reason for the log.

/** Fields of `tx_verification_context` (monerod, oxen-core), without the prefix `m_`. */
export type Flag =
  | 'failed'
  /** kept because it was in a block, although its inputs cannot be verified now */
  | 'impossible'
  | 'lowMixin'
  | 'doubleSpend'
  | 'invalidInput'
  | 'invalidOutput'
  | 'tooFewOutputs'
  | 'tooBig'
  | 'overspend'
  | 'feeTooLow'
  | 'extraTooBig'
  | 'nonzeroUnlockTime'
  | 'invalidVersion'
  | 'invalidType'
  | 'lockedKeyImage'
  | 'blacklistedKeyImage'

/** What is wrong with the votes of a state change: fields of oxen-core's `vote_verification_context`, without the prefix `m_`. */
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
  /** which part of the semantics is wrong, for pools that report it */
  readonly semanticFlag?: Flag
  /** reason included in the RPC response; most refusals have flags only */
  readonly verbose?: string
  /** for state change transactions */
  readonly vote?: VoteFlag
}

/** Creates the refusal of a transaction with invalid semantics. */
export const semanticRefusal = (reason: string, flag?: Flag): Refusal => ({
  ...refusal(reason),
  ...(flag === undefined ? {} : { semanticFlag: flag }),
})

/** Creates a refusal with `failed` and the given flags. */
export const refusal = (reason: string, ...flags: readonly Flag[]): Refusal => ({ flags: ['failed', ...flags], reason })
