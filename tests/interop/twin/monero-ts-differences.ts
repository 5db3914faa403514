// The intended differences between the responses of Faba's wallet RPC and monero-wallet-rpc 0.18.0 to monero-ts, each with its reason. The
// test accepts these differences only.

/** `place`: regular expression over the step and the path in the response. For errors, `error` is the error that monero-ts throws. */
export type KnownDifference = { readonly place: RegExp; readonly why: string }

export const KNOWN: readonly KnownDifference[] = [
  // Fields that only Faba returns.
  { place: /error\.data$/, why: 'details in addition to the message that clients know' },
  { place: /\.amounts_by_dest(_list)?$/, why: 'in later versions of monero-wallet-rpc' },
  { place: /^default priority: /, why: 'in later versions of monero-wallet-rpc' },
  { place: /^as a table: /, why: 'specified, and of the other family' },
  // Fields that only monero-wallet-rpc returns.
  { place: /get_version\.result\.release$/, why: 'the build of Debian does not call itself a release' },
  { place: /^it cannot sweep: .*unsigned_txset$/, why: 'a set without transactions needs no signature' },
  // Answers of 0.18.5.3.
  { place: /^version: get_version\.result\.version$/, why: 'the version of the RPC is that of 0.18.5' },
  { place: /^verify another (text|signer): /, why: 'no signature is one of no key, as 0.18.5 says' },
  { place: /^open (a missing one|with the old password): /, why: 'the reason follows, as in 0.18.5' },
  // Other values.
  { place: /^the same words: /, why: 'keys restored from a seed return that seed; wallet2 loses the language' },
  {
    place: /^with another view key: /,
    why: 'a wallet whose view key does not match its address is rejected',
  },
  { place: /^what went: .*out\.length$/, why: 'all payments are found by their key images; wallet2 finds some' },
]
