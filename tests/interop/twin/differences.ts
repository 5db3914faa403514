// The intended differences between the responses of `faba rpc --network monero` and monero-wallet-rpc to the same requests, each with its
// reason: those to today's version, and those to 0.18.0 where the versions differ. The tests accept these differences only.

/** `place`: regular expression over request and path in the response. */
export type TwinDifference = { readonly place: RegExp; readonly why: string }

const CRASH_TEXT = 'monero-wallet-rpc returns the text of an exception of the C++ library'

export const TWIN_DIFFERENCES: readonly TwinDifference[] = [
  { place: /body\.error\.data$/, why: 'details in addition to the message that clients know' },
  { place: /^get_balance \{"account_index":99.*per_subaddress$/, why: 'there is no account 99, and it has no address' },
  { place: /(pool\[\]|transfers?(\[\])?)\.timestamp$/, why: 'the time at which each server saw the payment' },
  {
    place: /^get_transfers \{"coinbase":true\}/,
    why: '`coinbase` is a flag of the oxen family, which asks for mined coins',
  },
  {
    place: /get_version[\s\S]*result\.release$/,
    why: 'the compared server was built by a distribution; a release says true',
  },
  {
    place: /^query_key \{"key_type":"mnemonic"\}: .*(result|error)$/,
    why: 'a wallet made from keys that have seed words shows them; wallet2 has no language for them',
  },
  { place: /^prepare_multisig .*multisig_info$/, why: 'random' },
  { place: /^check_tx_proof .*"signature":"x".*message$/, why: CRASH_TEXT },
  {
    place: /^estimate_tx_size_and_weight .*"rct":false.*(result|error)$/,
    why: 'no such transactions are made any more',
  },
  {
    place: /^get_address_book.*entries\[\]\.address$/,
    why: 'a contact keeps its integrated address; monero-wallet-rpc returns the standard address without the payment id',
  },
  { place: /^make_uri .*tx_description.*uri$/, why: 'another order of the fields, and characters encoded as in URIs' },
  {
    place: /^make_uri .*"integrated".*"payment_id".*message$/,
    why: 'a payment id of its own is refused with any address',
  },
  {
    place: /"params":\[1\].*(result|error)$/,
    why: 'positional parameters are supported, and too many are an error',
  },
  {
    place: /^\{"method":"get_address","params":\{"account_index":00\}\}: .*(result|error)$/,
    why: 'a number that begins with 0 is no JSON, and some programs read it as octal',
  },
  {
    place: /"account_index":99999999999999999999999.*error\.(code|message)$/,
    why: 'an integer beyond 64 bits is JSON: the parameter is invalid, which its name explains',
  },
  {
    place: /^\{("id":TRUE,|\v)"method":"get_version"\}: .*(id|result|error)$/,
    why: 'words in capital letters and vertical tabs between values are no JSON; no client is known to send them',
  },
  {
    place: /^\uFEFF\{"method":"get_version"\}: .*(result|error)$/,
    why: 'a byte order mark is ignored, as RFC 8259 allows',
  },
  { place: /^\{"method":5\}: /, why: 'monero-wallet-rpc returns an HTTP error without a body' },
  { place: /^\{"method":""\}: .*id$/, why: 'a missing id is always 0' },
  { place: /^((GET )?\/nope|\/get_version).*body$/, why: 'an HTTP error has a text' },
  {
    place: /^transfer \{"destinations":\[(1|null|"x")/,
    why: 'a list with items that are no destinations is refused with their place, and a part of it is never paid',
  },
  {
    place: /^transfer .*"18446744073709551615".*error\.(code|message)$/,
    why: 'the wallet has not that much, which is said first',
  },
  {
    place: /^transfer .*"amount":"1000000000".*(result|error)$/,
    why: 'amounts are also read from texts, as by 0.18.0: clients without large integers send them',
  },
  {
    place: /^generate_from_keys .*"filename":"(no view key|wrong keys)".*(result|error)$/,
    why: 'keys that are not those of the address are refused: such a wallet would find nothing, or could not spend what it finds',
  },
  {
    place: /^open_wallet .*message$/,
    why: 'callers learn the name of the wallet, not the folder of the server',
  },
]

/** The differences while no node can be reached. */
export const NODELESS_DIFFERENCES: readonly TwinDifference[] = [
  { place: /body\.error\.data$/, why: 'details in addition to the message that clients know' },
  { place: /^get_version: .*release$/, why: 'the compared server was built by a distribution; a release says true' },
  {
    place: /^(get_transfers \{"pool":true\}|get_transfer_by_txid .*): /,
    why: 'answered from what is known; monero-wallet-rpc returns an error without a code',
  },
  { place: /^estimate_tx_size_and_weight .*(result|error)$/, why: 'the size depends on the wallet alone' },
  { place: /^transfer .*"amount":0\}.*(code|message)$/, why: 'the zero amount is refused before the node is asked' },
  { place: /^sweep_(dust|unmixable) .*(result|error)$/, why: 'there is nothing to sweep, whatever the node says' },
  {
    place: /^check_(tx_key|reserve_proof) .*message$/,
    why: 'the address of the node in the message has its scheme',
  },
  {
    place: /^(get|check)_spend_proof .*message$/,
    why: 'the message of the other proofs; monero-wallet-rpc says "no connection to daemon"',
  },
  {
    place: /^rescan_spent: .*(result|error)$/,
    why: 'a wallet without outputs also reports that the node cannot be reached',
  },
  { place: /^get_height: .*height$/, why: 'a failed rescan discards nothing' },
  {
    place: /^get_balance: .*\.balance$/,
    why: 'a wallet that opens knows nothing of the txpool before its node answers',
  },
]
