// The intended differences between the responses of Faba's wallet RPC and monero-wallet-rpc 0.18.0 to monero-ts, each with its reason. The
// test accepts these differences only.

/** `place`: regular expression over the step and the path in the response. For errors, `error` is the error that monero-ts throws. */
export type KnownDifference = { readonly place: RegExp; readonly why: string }

export const KNOWN: readonly KnownDifference[] = [
  // Fields that only Faba returns.
  { place: /error\.data$/, why: 'details in addition to the message that clients know' },
  { place: /\.(blink_mempool|was_blink|checkpointed|immutable_height)$/, why: 'specified, and of the other family' },
  { place: /entries\[\]\.payment_id$/, why: 'older clients expect it' },
  { place: /\.amounts_by_dest(_list)?$/, why: 'in later versions of monero-wallet-rpc' },
  { place: /^default priority: /, why: 'in later versions of monero-wallet-rpc' },
  { place: /^as a table: /, why: 'specified, and of the other family' },
  // Fields that only monero-wallet-rpc returns.
  { place: /get_version\.result\.release$/, why: 'the build of Debian does not call itself a release' },
  { place: /^it cannot sweep: .*unsigned_txset$/, why: 'a set without transactions needs no signature' },
  // Other messages or codes: as specified, or as in oxen-wallet-rpc.
  {
    place: /^open .*: (error$|open_wallet\.error\.)/,
    why: 'the error distinguishes a wrong file from a wrong password',
  },
  {
    place:
      /^(addresses|create address|label|too much|from no|without a|to nonsense|add nonsense|verify by).*error(\.message)?$/,
    why: 'the same error with the message of the other family',
  },
  // Other values.
  {
    place: /^balances before it is mined: /,
    why: 'pending payments to the own wallet count once mined, except change; wallet2 counts some of them before',
  },
  { place: /^the same words: /, why: 'keys restored from a seed return that seed; wallet2 loses the language' },
  {
    place: /^with another view key: /,
    why: 'a wallet whose view key does not match its address is rejected',
  },
  { place: /^what went: .*out\.length$/, why: 'all payments are found by their key images; wallet2 finds some' },
]
