// The outcome of a transaction that is submitted to the pool.

import type { Flag, Refusal, VoteFlag } from '../rules/refusal.ts'

/** The outcome of a submitted transaction. */
export type SubmitResult =
  | {
      readonly accepted: true
      /** false if it is in the pool or on the chain already */
      readonly added: boolean
      readonly relayed: boolean
      readonly id: Uint8Array
    }
  | {
      readonly accepted: false
      /** the text `Sanity check failed`, or empty */
      readonly status: string
      readonly sane: boolean
      readonly flags: readonly Flag[]
      /** text for the log; not part of the RPC response */
      readonly reason: string
      /** text of the RPC response; mostly empty */
      readonly verbose: string
      /** what is wrong with the votes of a state change */
      readonly vote?: VoteFlag
    }

export type SubmitOptions = { readonly doNotRelay: boolean; readonly sanityCheck: boolean }

export const FAILED_SANITY_CHECK: SubmitResult = {
  accepted: false,
  status: 'Sanity check failed',
  sane: false,
  flags: [],
  reason: 'it is malformed, or its rings fail the sanity check',
  verbose: '',
}

/** Converts a refusal. */
export const toRefusedResult = ({ flags, reason, verbose = '', vote }: Refusal): SubmitResult => ({
  accepted: false,
  status: '',
  sane: true,
  flags,
  reason,
  verbose,
  ...(vote === undefined ? {} : { vote }),
})
