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
    method: 'check_reserve_proof',
    what: 'the header that get_reserve_proof writes is taken, and no other',
    why: 'the reference of the oxen family refuses its own, by a mistake',
  },
  {
    method: 'check_reserve_proof',
    what: 'an output counts once, for what its commitment holds, and only with a key image in the prime-order group',
    why: 'a proof could claim more than there is, or hide that it was spent',
  },
  {
    method: 'get_spend_proof',
    what: 'a coinbase is not proved, and check_spend_proof takes no empty proof',
    why: 'the proof would be the bare header, which anybody can write',
  },
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
    method: 'transfer',
    what: 'an integrated address is refused beside other destinations',
    why: 'the payment id could not be told which of them it is for, and would be lost',
  },
  {
    method: 'transfer',
    what: 'a blink payment for which there is no quorum goes the ordinary way',
    why: 'it is good for that as well, and was meant to be paid',
  },
  {
    method: 'transfer',
    what: 'a payment whose node fell silent is answered as made',
    why: 'it is recorded, and relayed again until a node takes or refuses it; made again it would be paid twice',
  },
  {
    method: 'relay_tx',
    what: 'metadata is sealed, and opened only by the wallet that made it',
    why: 'the reference’s holds the keys of the transaction for everybody to read',
  },
  {
    method: 'any',
    what: 'a text where a list or an object is expected is an error',
    why: 'the reference takes it for an empty one, and does something else than was asked',
  },
]

const INVALID = { code: -32602, message: 'Invalid params' }
const REJECTED = {
  code: -1,
  message: 'Transaction was rejected by daemon: Transaction failed: not enough blink nodes to form a quorum',
}
const NO_LIST = 'a value of the wrong type is an error wherever it stands; the reference takes this one for no list'
const SEVENTEEN = 'the reference fails where it should see that one transaction has 16 outputs at most'

/** Recorded calls that pay, by section and label, whose errors are others here. */
export const OTHER_ERRORS: Readonly<
  Record<string, { readonly error: { readonly code: number; readonly message: string }; readonly why: string }>
> = {
  'wallet open, no params: sweep_single': {
    error: { code: -2, message: 'Invalid address: ' },
    why: 'a number of outputs left out is 1, with and without other parameters',
  },
  'wrong types: transfer {"destinations": {}}': { error: INVALID, why: NO_LIST },
  'wrong types: transfer {"destinations": "x"}': { error: INVALID, why: NO_LIST },
  'wrong types: transfer {"destinations": [1]}': { error: INVALID, why: NO_LIST },
  'transfers: transfer: amount above u64': {
    error: INVALID,
    why: 'the JSON is well formed, only the amount is too large',
  },
  'transfers: transfer: balance exactly, no room for the fee': {
    error: REJECTED,
    why: 'where the recorded chain ends more is unlocked than when this was asked, so that it can be paid',
  },
  'transfers: transfer: 17 outputs': {
    error: { code: -18, message: 'Transaction would be too large.  try /transfer_split.' },
    why: SEVENTEEN,
  },
  'transfers: transfer_split: 17 outputs': { error: REJECTED, why: `${SEVENTEEN}; here it is split` },
  'transfers: sweep_all: outputs 17': {
    error: { code: -1, message: 'a sweep makes 1 to 16 outputs, not 17' },
    why: SEVENTEEN,
  },
  'view-only wallet: transfer': {
    error: {
      code: -29,
      message: 'a watch-only wallet has no spend key and cannot pay; open the wallet that has it',
    },
    why: 'a watch-only wallet does not prepare payments for another to sign yet',
  },
}

/** Fields that only an older form of an answer has. */
export const OMITTED: readonly { readonly method: string; readonly field: string; readonly why: string }[] = [
  {
    method: 'incoming_transfers',
    field: 'tx_size',
    why: 'block_height, frozen and unlocked stand in its place in the form that is spoken here',
  },
]
