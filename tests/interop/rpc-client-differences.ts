// The intended differences between the responses of `faba rpc` and monero-wallet-rpc 0.18.0 to programs that use a wallet RPC, each with its
// reason. The test accepts these differences only.

import type { TwinDifference } from './monero-twin-differences.ts'

export const CLIENT_DIFFERENCES: readonly TwinDifference[] = [
  { place: /error\.data$/, why: 'details in addition to the message that clients know' },
  { place: /amounts_by_dest(_list)?$/, why: 'as in monero-wallet-rpc 0.18.3' },
  { place: /get_version: result\.version$/, why: 'the version of the RPC is that of 0.18.5' },
  { place: /open_wallet: error\.message$/, why: 'the reason follows, as in 0.18.5' },
  { place: /verify: result\.signature_type$/, why: 'no signature is one of no key, as 0.18.5 says' },
  {
    place: /get_version: result\.release$/,
    why: 'the compared server was built by a distribution; a release says true',
  },
  {
    place: /^shop \d+ transfer: (result|error)$/,
    why: 'wallet2 encrypts the payment id of an own integrated address for the other recipient, so that the wallet never finds it; this is refused',
  },
  {
    place: /^python \d+ import_outputs: (result|error)$/,
    why: 'monero-wallet-rpc 0.18.0 forgets all its outputs when it imports what it exported itself; later ones refuse it, as ours',
  },
  { place: /relay_tx_method: id$/, why: 'a missing id is always 0' },
]
