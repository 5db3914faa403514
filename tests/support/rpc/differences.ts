// Where the wallet RPC answers otherwise than the reference does, on purpose; each with its reason. Tests that hold answers to
// recorded ones make an exception of these and of nothing else.

type Difference = { readonly method: string; readonly what: string; readonly why: string }

/** Fields and lists that the reference does not have. */
export const ADDED: readonly Difference[] = [
  { method: 'get_transfers', what: 'locked', why: 'it is specified, and receivers want to know' },
  { method: 'get_transfers', what: 'the lists pending and failed', why: 'they are specified; `out` has both as well' },
  { method: 'get_transfer_by_txid', what: 'locked', why: 'as above' },
  {
    method: 'transfer',
    what: 'amounts by destination, weight and spent key images, also for every other payment',
    why: 'clients of the monero family read them',
  },
  { method: 'get_address_book', what: 'payment_id', why: 'older clients expect it' },
  { method: 'add_address_book', what: 'payment_id is kept', why: 'older clients give it; the reference drops it' },
]

/** Answers of another content. */
export const CHANGED: readonly Difference[] = [
  {
    method: 'refresh',
    what: 'start_height is not looked at',
    why: 'blocks that are left out could hold money, and nobody would know',
  },
  {
    method: 'rescan_blockchain',
    what: 'frozen outputs stay frozen; without hard, whom payments were made to is kept too',
    why: 'coins put aside would be spent; and what need not be lost is not',
  },
  {
    method: 'rescan_blockchain',
    what: 'hard forgets notes, and keeps accounts and addresses that were given out',
    why: 'notes are specified so; what is paid to a forgotten address could be missed',
  },
  {
    method: 'scan_tx',
    what: 'transactions are held to their ids, their blocks and the blocks that the wallet knows',
    why: 'a node could make up payments',
  },
  {
    method: 'get_transfers',
    what: 'coinbase, where it is given, lists what was mined without the rest of what came in',
    why: 'it is specified as a kind of its own; the reference does nothing with it',
  },
  {
    method: 'get_transfers',
    what: 'transactions of the pool that no quorum confirmed are listed under pool',
    why: 'it is specified so; the reference looks at none of them',
  },
  {
    method: 'export_outputs',
    what: 'of the transaction of an output only what concerns the output is told, in the oxen family',
    why: 'no key image needs the rest, and asking a node for it would tell the node whose outputs these are',
  },
  {
    method: 'import_outputs',
    what: 'what the chain says of an output that was scanned stays, and a file cut short is an error',
    why: 'whoever has the view key can write such a file; the reference takes its word, or takes nothing without saying so',
  },
  {
    method: 'import_key_images',
    what: 'nothing is taken in before the node answered, and the payments that spent are found, with their amounts',
    why: 'the reference guesses payments by their change, and takes what went to another account of the wallet for change',
  },
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
    what: 'with allow_openalias a name is an error where no resolver is set, or it cannot be reached',
    why: 'an answer of `valid: false` would say that the name leads nowhere',
  },
  {
    method: 'transfer',
    what: 'a name leads to any address of the network; records that name the coin go before those that say xmr',
    why: 'the reference takes oa1:xmr and addresses of 95 or 106 characters, whatever the coin and the net',
  },
  {
    method: 'transfer',
    what: 'of several addresses at a name it is the first in the order in which they are signed',
    why: 'resolvers answer in any order; what validate_address tells is what is paid',
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
    method: 'transfer_split',
    what: 'subtract_fee_from_outputs is taken, as by transfer, for what fits in one transaction',
    why: 'the reference knows it in transfer alone, and leaves the fee on the wrong side here without a word',
  },
  {
    method: 'relay_tx',
    what: 'metadata is sealed, and opened only by the wallet that made it',
    why: 'the reference’s holds the keys of the transaction for everybody to read',
  },
  {
    method: 'open_wallet',
    what: 'autosave_current changes nothing, here and wherever else it is taken',
    why: 'a wallet is saved at every change, and what was answered is never lost',
  },
  {
    method: 'any',
    what: 'a label, a note, a description or a tag has at most 10,000 characters, an attribute 1,000,000',
    why: 'one call could fill the store, and whatever lists them would be as large',
  },
  {
    method: 'any',
    what: 'a request has at most 16 MiB, a batch 100 calls, JSON 100 levels and an integer 100 digits',
    why: 'nobody can use up the memory',
  },
  {
    method: 'any',
    what: 'an error has the id of its request, and often data that explains it',
    why: 'the reference answers every error with the id 0, which no caller can match',
  },
  {
    method: 'any',
    what: 'a text where a list or an object is expected is an error',
    why: 'the reference takes it for an empty one, and does something else than was asked',
  },
]

/** Fields that only an older form of an answer has. */
export const OMITTED: readonly { readonly method: string; readonly field: string; readonly why: string }[] = [
  {
    method: 'incoming_transfers',
    field: 'tx_size',
    why: 'block_height, frozen and unlocked stand in its place in the form that is spoken here',
  },
]

const PAID_ONE = ['amounts_by_dest', 'weight', 'spent_key_images']
const PAID_MANY = PAID_ONE.map((field) => `${field}_list`)

/** Fields of answers that only ours have, for comparing with recorded ones. */
export const ADDED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  get_transfers: ['locked', 'pending', 'failed'],
  get_transfer_by_txid: ['locked'],
  get_address_book: ['payment_id'],
  incoming_transfers: ['pubkey'],
  transfer: PAID_ONE,
  sweep_single: PAID_ONE,
  transfer_split: PAID_MANY,
  sweep_all: PAID_MANY,
  sweep_dust: PAID_MANY,
  sweep_unmixable: PAID_MANY,
}

/** Methods of other kinds of wallet, which are not served. */
export const OUT_OF_SCOPE: ReadonlySet<string> = new Set(
  `prepare_multisig make_multisig export_multisig_info import_multisig_info finalize_multisig
  exchange_multisig_keys sign_multisig submit_multisig stake register_service_node request_stake_unlock
  can_request_stake_unlock lns_buy_mapping lns_renew_mapping lns_update_mapping lns_make_update_mapping_signature
  lns_hash_name lns_known_names lns_add_known_names lns_encrypt_value lns_decrypt_value describe_transfer sign_transfer
  submit_transfer`.split(/\s+/),
)

/** Recorded calls that cannot be made again, by section and label, with the reason. */
export const NOT_REPLAYED: Readonly<Record<string, string>> = {
  'proofs, notes, book, uri: import_outputs: own outputs': 'its body was cut off when it was recorded',
}

type OtherAnswer = {
  /** what ours has at least */
  readonly answer:
    | { readonly result: unknown }
    | { readonly error: { readonly code: number; readonly message: string } }
    | { readonly status: number }
  readonly why: string
}

const failing = (code: number, message: string, why: string): OtherAnswer => ({
  answer: { error: { code, message } },
  why,
})
const succeeding = (result: unknown, why: string): OtherAnswer => ({ answer: { result }, why })
const invalid = (why: string): OtherAnswer => failing(-32602, 'Invalid params', why)

const VERSION = { version: 65553 }
const NO_JSON = 'the body is no JSON'
const ID = 'an id is a text or a number; the answer to any other has an empty one'
const PARAMS = 'it is said which parameters are taken, and that these are not'
const NO_LIST = 'a value of the wrong type is an error wherever it stands; the reference takes this one for none'
const SLIP = 'parameters that are left out have their defaults, also where all of them are; the reference slips here'
const SEVENTEEN = 'the reference fails where it should see that one transaction has 16 outputs at most'
const REJECTED = 'Transaction was rejected by daemon: Transaction failed: not enough blink nodes to form a quorum'
const WATCHING = 'a watch-only wallet does not prepare payments for another to sign yet'
const UNPAID = 'a watch-only wallet has no spend key and cannot pay; open the wallet that has it'

/** Recorded calls, by section and label, that are answered otherwise here. The recorded node took no payments by blink. */
export const OTHER_ANSWERS: Readonly<Record<string, OtherAnswer>> = {
  'transport: truncated json': failing(-32700, 'Parse error', NO_JSON),
  'transport: json array (batch)': { answer: { status: 200 }, why: 'batches are answered' },
  'transport: json string': failing(-32600, 'Invalid Request', 'it is JSON, but no request'),
  'transport: method not a string': failing(-32600, 'Invalid Request', 'the reference ends, for everybody'),
  'transport: id true': succeeding(VERSION, ID),
  'transport: id array': succeeding(VERSION, ID),
  'transport: id object': succeeding(VERSION, ID),
  'transport: params array with values': failing(-13, 'No wallet file', 'parameters may be given by position'),
  'transport: params string': invalid(PARAMS),
  'transport: params empty string': invalid(PARAMS),
  'transport: trailing garbage': failing(-32700, 'Parse error', NO_JSON),
  'transport: leading BOM': succeeding(VERSION, 'a byte order mark changes nothing'),
  'wallet open, no params: create_address': succeeding({ address_indices: [5] }, SLIP),
  'wallet open, no params: sweep_single': failing(-2, 'Invalid address: ', SLIP),
  'wallet open, no params: get_transfers': succeeding({}, SLIP),
  'wallet open, no params: get_transfers_csv': succeeding({}, SLIP),
  'wrong types: get_balance {"account_index": 0, "address_indices": 0}': invalid(NO_LIST),
  'wrong types: get_balance {"account_index": 0, "address_indices": ["0"]}': invalid(NO_LIST),
  'wrong types: get_address {"account_index": 0, "address_index": "x"}': invalid(NO_LIST),
  'wrong types: transfer {"destinations": {}}': invalid(NO_LIST),
  'wrong types: transfer {"destinations": "x"}': invalid(NO_LIST),
  'wrong types: transfer {"destinations": [1]}': invalid(NO_LIST),
  'wrong types: set_tx_notes {"txids": "x", "notes": "y"}': invalid(NO_LIST),
  'wrong types: label_address {"index": 5, "label": "x"}': invalid(NO_LIST),
  'transfers: transfer: amount above u64': invalid('the JSON is well formed, only the amount is too large'),
  'transfers: transfer: 17 outputs': failing(-18, 'Transaction would be too large.  try /transfer_split.', SEVENTEEN),
  'transfers: transfer_split: 17 outputs': failing(-1, REJECTED, `${SEVENTEEN}; here it is split`),
  'transfers: sweep_all: outputs 17': failing(-1, 'a sweep makes 1 to 16 outputs, not 17', SEVENTEEN),
  'proofs, notes, book, uri: parse_uri: unknown params': succeeding(
    { unknown_parameters: ['foo=bar', 'baz=1'] },
    'the reference takes the second parameter that it does not know for a repetition',
  ),
  'proofs, notes, book, uri: parse_uri: percent': succeeding(
    { uri: { tx_description: 'a b%zz', recipient_name: '€' } },
    'a description and a name stand in one URI; the reference cannot read what its own make_uri writes',
  ),
  'multisig, staking, names, daemon: set_daemon: bad': failing(
    -38,
    'Unable to set daemon',
    'no node can be at an address that is none',
  ),
  'view-only wallet: export_key_images': failing(
    -29,
    'The wallet is watch-only. Cannot export key images.',
    'without the spend key there are none; the reference gives made-up ones',
  ),
  'view-only wallet: sweep_all': failing(-29, UNPAID, WATCHING),
  'view-only wallet: transfer': failing(-29, UNPAID, WATCHING),
  'offline wallet server: refresh': failing(
    -38,
    'No connection to daemon',
    'there is no mode for wallets without a node, and one that is not there is told of',
  ),
  'daemon not reachable, untrusted: rescan_spent': failing(
    -1,
    'This command requires a trusted daemon.',
    'a node that is not trusted is not asked at all',
  ),
  '--rpc-login: scheme in lower case': succeeding(VERSION, 'names of schemes have no case in HTTP'),
}

type OtherCode = { readonly code: number | 'result'; readonly why: string }

const ONE_SURFACE = 'both families have the codes of the specification, which are those of the oxen family here'

/** Recorded calls to a server of the monero family, by label, whose code is another here. */
export const MONERO_CODES: Readonly<Record<string, OtherCode>> = {
  'envelope: json array batch': { code: 'result', why: 'batches are answered' },
  'envelope: params string': { code: -32602, why: PARAMS },
  'open: wrong password': { code: -22, why: ONE_SURFACE },
  'after failed open get_address': { code: -13, why: 'after a failure no wallet is open, as in the oxen family' },
  'generate_from_keys: wrong viewkey': { code: -1, why: 'such a wallet would never find anything' },
  'transfer: zero amount': { code: -20, why: ONE_SURFACE },
  'transfer: missing amount': { code: -20, why: ONE_SURFACE },
  'transfer: amount > u64': { code: -32602, why: 'the JSON is well formed, only the amount is too large' },
  'transfer: amounts overflow': { code: -1, why: ONE_SURFACE },
  'transfer: destinations not array': { code: -32602, why: NO_LIST },
  'transfer: destinations string': { code: -32602, why: NO_LIST },
  'sweep_all: empty wallet': { code: -1, why: ONE_SURFACE },
  'query_key: bad type': { code: -1, why: ONE_SURFACE },
  'query_key: missing': { code: -1, why: ONE_SURFACE },
  'set_daemon: bad': { code: -38, why: 'no node can be at an address that is none' },
  'rescan_blockchain hard': {
    code: 'result',
    why: 'the node before is followed still, since that address was refused',
  },
  'view-only: sweep_all': { code: -29, why: WATCHING },
  'view-only: transfer': { code: -29, why: WATCHING },
  'view-only: export_key_images': { code: -29, why: 'without the spend key there are none' },
}
