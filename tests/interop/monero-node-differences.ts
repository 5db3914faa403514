// Where our node of the monero family answers otherwise than monerod 0.18.0 does, on purpose; each with its reason. The tests make
// exceptions of these and of nothing else.

/** `place` is the step, then the method and where in its answer. */
export type KnownNodeDifference = {
  readonly place: RegExp
  readonly why: string
  /** it is not there whenever the tests run */
  readonly chance?: true
}

const DEVELOPMENT = { place: /development$/, why: 'so that clients can tell a development node' }

const DATA = { place: /\.error\.data$/, why: 'what was wrong is said in more words, beside those that clients know' }

const REASON = {
  place: /(send_raw_transaction|\/send_raw_transaction .*)[.]reason$/,
  why: 'flags are told in words too, as later releases do',
}

const TEMPLATE = {
  place: /get_block_template.*\.block(template|hashing)_blob$/,
  why: 'the key of a coinbase is drawn for each template',
}

const FIGURES = {
  place: /get_?info.*\.(database_size|free_space|version|rpc_connections_count)$/,
  why: 'of each node',
}

const TIMES: KnownNodeDifference = {
  place: /\.(start_time|receive_time|received_timestamp|last_relayed_time|oldest|seconds|histo\[\]\.(txs|bytes))$/,
  why: 'ours hears of everything a moment before, and a second may end in between',
  chance: true,
}

/** What differs when monero-ts asks. */
export const MONERO_TS: readonly KnownNodeDifference[] = [
  ...[DEVELOPMENT, DATA, REASON, TEMPLATE, FIGURES, TIMES],
  {
    place: /^the block again: /,
    why: 'a known block is known, whatever is in it; theirs looks for its transactions in the pool first',
  },
]

/** What differs when the public asks. */
export const PUBLIC: readonly KnownNodeDifference[] = [
  ...[DEVELOPMENT, DATA, REASON, TEMPLATE, TIMES],
  { place: /^on_get_block_hash \[\d{3}\]: /, why: 'beyond the top there is no block, and no id of zeros' },
  {
    place: /nonsense: status$/,
    why: 'the status is that of the specified interface; the request is refused either way',
  },
]

/** What differs when the owner of a node asks. */
export const OWNER: readonly KnownNodeDifference[] = [...PUBLIC, FIGURES]
