// Where our node of the monero family answers otherwise than monerod 0.18.0 does, on purpose; each with its reason. The tests make
// exceptions of these and of nothing else.

/** `place` is the step, then the method and where in its answer. */
export type KnownNodeDifference = {
  readonly place: RegExp
  readonly why: string
  /** it is not there whenever the tests run */
  readonly chance?: true
}

/** What differs whoever asks. */
export const COMMON: readonly KnownNodeDifference[] = [
  { place: /\.error\.data$/, why: 'what was wrong is said in more words, beside those that clients know' },
  { place: /get_info.*\.development$/, why: 'so that clients can tell a development node' },
  { place: /send_raw_transaction\.reason$/, why: 'flags are told in words too, as later releases do' },
  {
    place: /get_block_template\.result\.block(template|hashing)_blob$/,
    why: 'the key of a coinbase is drawn for each template',
  },
  { place: /get_info.*\.(database_size|free_space|version|rpc_connections_count)$/, why: 'of each node' },
  {
    place: /\.(start_time|receive_time|received_timestamp|last_relayed_time|oldest|histo\[\]\.(txs|bytes))$/,
    why: 'ours hears of everything a moment before',
    chance: true,
  },
]

/** What differs when monero-ts asks. */
export const MONERO_TS: readonly KnownNodeDifference[] = [
  ...COMMON,
  {
    place: /^the block again: /,
    why: 'a known block is known, whatever is in it; theirs looks for its transactions in the pool first',
  },
]
