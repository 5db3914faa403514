// The intended differences between the responses of `faba rpc` and monero-wallet-rpc 0.18.5.3 to programs that use a wallet RPC, each with its
// reason. The test accepts these differences only.

import type { TwinDifference } from '../twin/differences.ts'

export const CLIENT_DIFFERENCES: readonly TwinDifference[] = [
  { place: /error\.data$/, why: 'details in addition to the message that clients know' },
  { place: /open_wallet: error\.message$/, why: 'the file of ours, without its folder' },
  {
    place: /get_version: result\.release$/,
    why: 'the compared server was built by a distribution; a release says true',
  },
  {
    place: /^shop \d+ transfer: (result|error)$/,
    why: 'wallet2 encrypts the payment id of an own integrated address for the other recipient, so that the wallet never finds it; this is refused',
  },
  { place: /relay_tx_method: id$/, why: 'a missing id is always 0' },
]
