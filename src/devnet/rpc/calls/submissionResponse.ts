// Results of send_raw_transaction: the reasons of a refusal as flags.

import type { JsonWritable } from '../../../jsonrpc/json.ts'
import type { Flag, Refusal, VoteFlag } from '../../rules/refusal.ts'
import type { SubmitResult } from '../../txpool/submitResult.ts'
import type { ResponseFields } from './nodeContext.ts'
import { response } from './response.ts'

/** Flags of monerod alone. */
type MoneroFlag = 'extraTooBig' | 'nonzeroUnlockTime'

/** Field names of oxen-core, with its spelling. */
const OXEN_FLAG_NAMES: { readonly [flag in Exclude<Flag, MoneroFlag>]: string } = {
  failed: 'm_verifivation_failed',
  impossible: 'm_verifivation_impossible',
  lowMixin: 'm_low_mixin',
  doubleSpend: 'm_double_spend',
  invalidInput: 'm_invalid_input',
  invalidOutput: 'm_invalid_output',
  tooFewOutputs: 'm_too_few_outputs',
  tooBig: 'm_too_big',
  overspend: 'm_overspend',
  feeTooLow: 'm_fee_too_low',
  invalidVersion: 'm_invalid_version',
  invalidType: 'm_invalid_type',
  lockedKeyImage: 'm_key_image_locked_by_snode',
  blacklistedKeyImage: 'm_key_image_blacklisted',
}

/** Field names of both; those of monerod alone are present only if set. */
const FLAG_NAMES: { readonly [flag in Flag]: string } = {
  ...OXEN_FLAG_NAMES,
  extraTooBig: 'm_tx_extra_too_big',
  nonzeroUnlockTime: 'm_nonzero_unlock_time',
}

const UNUSED_FLAGS = ['m_added_to_pool', 'm_should_be_relayed']

const VOTE_FLAG_NAMES: { readonly [flag in VoteFlag]: string } = {
  invalidBlockHeight: 'm_invalid_block_height',
  workerOutOfBounds: 'm_worker_index_out_of_bounds',
  validatorOutOfBounds: 'm_validator_index_out_of_bounds',
  notEnoughVotes: 'm_not_enough_votes',
  votesNotSorted: 'm_votes_not_sorted',
  duplicateVoters: 'm_duplicate_voters',
  signatureNotValid: 'm_signature_not_valid',
}

/** Flags of single votes between peers, which RPC never sets. */
const UNUSED_VOTE_FLAGS = [
  'm_added_to_pool',
  'm_incorrect_voting_group',
  'm_invalid_vote_type',
  'm_verification_failed',
]

const allFalse = (names: readonly string[]): ResponseFields => Object.fromEntries(names.map((name) => [name, false]))

/** The part of a refusal that a response contains. */
export type RefusalFlags = Pick<Refusal, 'flags' | 'verbose' | 'vote'>

const NO_REFUSAL: RefusalFlags = { flags: [] }

const verificationContext = ({ flags, verbose = '', vote }: RefusalFlags): JsonWritable => ({
  ...allFalse(Object.values(OXEN_FLAG_NAMES)),
  ...allFalse(UNUSED_FLAGS),
  ...Object.fromEntries(flags.map((each) => [FLAG_NAMES[each], true])),
  m_verbose_error: verbose,
  m_vote_ctx: {
    ...allFalse(Object.values(VOTE_FLAG_NAMES)),
    ...allFalse(UNUSED_VOTE_FLAGS),
    ...(vote === undefined ? {} : { [VOTE_FLAG_NAMES[vote]]: true }),
  },
})

/** Returns a result with a status, some fields and the flags of a refusal. */
export const submissionResponse = (status: string, fields: ResponseFields, refusal = NO_REFUSAL): JsonWritable =>
  response(
    {
      reason: '',
      not_relayed: false,
      sanity_check_failed: false,
      blink_status: 0,
      tvc: verificationContext(refusal),
      ...fields,
    },
    status,
  )

/** Converts the outcome of a submission. */
export const toSubmissionResponse = (result: SubmitResult): JsonWritable => {
  if (result.accepted)
    return submissionResponse('OK', result.relayed ? {} : { not_relayed: true, reason: 'Not relayed' })
  const { status, sane } = result
  return submissionResponse('Failed', { reason: status, sanity_check_failed: !sane }, result)
}
