// Where the wallet RPC answers otherwise than the reference does, on purpose; each with its reason. Tests that hold answers to
// recorded ones make an exception of these and of nothing else.

type Difference = { readonly method: string; readonly what: string; readonly why: string }

/** Recorded calls, by how their labels end, whose errors are answers here. */
export const READ_ANYWAY: readonly (Difference & { readonly label: string })[] = [
  {
    method: 'parse_uri',
    label: 'parse_uri: unknown params',
    what: 'two unknown parameters are listed',
    why: 'the reference takes the second parameter that it does not know for a repetition',
  },
  {
    method: 'parse_uri',
    label: 'parse_uri: percent',
    what: 'a description and a name stand in one URI',
    why: 'the reference cannot read what its own make_uri writes',
  },
]

/** Fields and lists that the reference does not have. */
export const ADDED: readonly Difference[] = [
  { method: 'get_transfers', what: 'locked', why: 'it is specified, and receivers want to know' },
  { method: 'get_transfers', what: 'the lists pending and failed', why: 'they are specified; `out` has both as well' },
  { method: 'get_transfer_by_txid', what: 'locked', why: 'as above' },
  { method: 'get_address_book', what: 'payment_id', why: 'older clients expect it' },
  { method: 'add_address_book', what: 'payment_id is kept', why: 'older clients give it; the reference drops it' },
]

/** Answers of another content. */
export const CHANGED: readonly Difference[] = [
  {
    method: 'get_transfers_csv',
    what: 'a note with commas, quotes or line breaks is quoted',
    why: 'it would be several cells, or rows, otherwise',
  },
  {
    method: 'make_integrated_address',
    what: 'the payment id is random whenever it is left out',
    why: 'it is specified so; the reference wants one for addresses of others',
  },
  {
    method: 'get_bulk_payments',
    what: 'the lowest height counts, with payment ids and without',
    why: 'a payment at the height from which one looks must not be missed',
  },
  {
    method: 'create_address',
    what: 'without any parameters it makes one address',
    why: 'the count defaults to 1; the reference takes it for 0 in this one form',
  },
  {
    method: 'validate_address',
    what: 'with allow_openalias a name is an error, since names are not looked up',
    why: 'an answer of `valid: false` would say that the name leads nowhere',
  },
  {
    method: 'any',
    what: 'a text where a list or an object is expected is an error',
    why: 'the reference takes it for an empty one, and does something else than was asked',
  },
]
