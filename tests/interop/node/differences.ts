// The intended differences between the responses of Faba's monero-family node and monerod 0.18.5.3, each with its reason. The tests accept
// these differences only.

/** `place`: regular expression over step, method and path in the response. */
export type KnownNodeDifference = {
  readonly place: RegExp
  readonly why: string
  /** the difference does not occur in every run */
  readonly intermittent?: true
}

const DEVELOPMENT = { place: /development$/, why: 'so that clients can tell a development node' }

const DATA = { place: /\.error\.data$/, why: 'details in addition to the message that clients know' }

const REASON = {
  place: /(send_raw_transaction|\/send_raw_transaction .*)[.]reason$/,
  why: 'flags are also described in text',
}

const TEMPLATE = {
  place: /get_block_template.*\.block(template|hashing)_blob$/,
  why: 'each template has a random coinbase key',
}

const FIGURES = {
  place: /get_?info.*\.(database_size|free_space|version|rpc_connections_count)$/,
  why: 'specific to each node',
}

const TIMES: KnownNodeDifference = {
  place:
    /\.(start_time|receive_time|received_timestamp|last_relayed_time|oldest|seconds|backlog|daemon_time|histo\[\]\.(txs|bytes))$/,
  why: 'Faba receives everything slightly earlier, possibly in another second',
  intermittent: true,
}

/** Intended differences for requests by monero-ts. */
export const MONERO_TS: readonly KnownNodeDifference[] = [
  ...[DEVELOPMENT, DATA, REASON, TEMPLATE, FIGURES, TIMES],
  {
    place: /^the block again: /,
    why: 'a known block is reported as known at once; monerod looks up its transactions in the pool first',
  },
]

/** Intended differences of the restricted RPC. */
export const RESTRICTED: readonly KnownNodeDifference[] = [
  ...[DEVELOPMENT, DATA, REASON, TEMPLATE, TIMES],
  {
    place: /^get_txids_loose /,
    why: 'a method of monerod 0.19, which the development node has for its clients already',
  },
  {
    place: /\[18446744073709551616\]: /,
    why: 'JSON with a number that does not fit is valid, so the parameter is invalid and not the text',
  },
]

/** Intended differences of the unrestricted RPC. */
export const UNRESTRICTED: readonly KnownNodeDifference[] = [...RESTRICTED, FIGURES]
