// Where our wallet RPC answers otherwise than monero-wallet-rpc 0.18.0 does to monero-ts, on purpose; each with its reason. The test
// makes an exception of these and of nothing else.

/** `place` is the step, then where in the answer. Of errors, `error` is what monero-ts makes of them. */
export type KnownDifference = { readonly place: RegExp; readonly why: string }

export const KNOWN: readonly KnownDifference[] = [
  // What ours has and theirs has not.
  { place: /error\.data$/, why: 'what was wrong is said in more words, beside those that clients know' },
  { place: /\.(blink_mempool|was_blink|checkpointed|immutable_height)$/, why: 'specified, and of the other family' },
  { place: /entries\[\]\.payment_id$/, why: 'older clients expect it' },
  { place: /\.amounts_by_dest(_list)?$/, why: 'of later versions of the reference' },
  { place: /^default priority: /, why: 'of later versions of the reference' },
  { place: /^as a table: /, why: 'specified, and of the other family' },
  // What theirs has and ours has not.
  { place: /get_version\.result\.(version|release)$/, why: 'the version is that of the specified interface' },
  { place: /^it cannot sweep: .*unsigned_txset$/, why: 'a set without a transaction is nothing to sign' },
  // Other words or codes, as specified or as the reference of the other family has them.
  { place: /^open .*: (error$|open_wallet\.error\.)/, why: 'it is said whether the file or the password is wrong' },
  {
    place:
      /^(addresses|create address|label|too much|from no|without a|to nonsense|add nonsense|verify by|sweep nothing).*error(\.message)?$/,
    why: 'the same error in the words of the other family',
  },
  { place: /^sweep .*: sweep_all\.error\.code$/, why: 'the code of the other family' },
  // Other answers.
  {
    place: /^balances before it is mined: /,
    why: 'what is on its way to ourselves counts once it is mined, change apart; the reference counts some of it',
  },
  {
    place: /^to more than one transaction holds: .*(fee_list\[\]|weight_list\[\]|key_images\.length)$/,
    why: 'which coins are taken is chosen otherwise where there are many',
  },
  { place: /^the same words: /, why: 'keys that come from words tell these words; the reference forgot the language' },
  {
    place: /^with another view key: /,
    why: 'a wallet that could never see a payment is refused',
  },
  { place: /^what went: .*out\.length$/, why: 'all payments are found by their key images, not only some' },
]
