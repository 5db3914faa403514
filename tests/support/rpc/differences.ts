// Intended differences between this wallet RPC and oxen-wallet-rpc or monero-wallet-rpc, with reasons. Tests that compare responses
// with recorded ones except these only.

type Difference = { readonly method: string; readonly what: string; readonly why: string }

/** Fields and lists that oxen-wallet-rpc does not have. */
export const ADDED: readonly Difference[] = [
  { method: 'get_transfers', what: 'locked', why: 'specified, and useful to recipients' },
  { method: 'get_transfers', what: 'the lists pending and failed', why: 'specified; `out` has both as well' },
  { method: 'get_transfer_by_txid', what: 'locked', why: 'as above' },
  {
    method: 'transfer',
    what: 'amounts by destination, weight and spent key images, also for every other payment',
    why: 'clients of the monero family read them',
  },
  {
    method: 'relay_tx',
    what: 'txid: sends a payment of the wallet again that is pending, or that a reorganisation removed from the chain',
    why: 'it can be mined once only, where a new payment could arrive beside it; both wallets forget such a payment, and need metadata of it',
  },
  {
    method: 'describe_transfer',
    what: 'summary of all transactions of a set',
    why: 'clients of the monero family read it',
  },
  { method: 'get_address_book', what: 'payment_id', why: 'older clients expect it' },
  { method: 'add_address_book', what: 'payment_id is stored', why: 'older clients send it; oxen-wallet-rpc drops it' },
]

/** Responses with another content. */
export const CHANGED: readonly Difference[] = [
  {
    method: 'refresh',
    what: 'start_height has no effect',
    why: 'skipped blocks could contain payments, which the wallet would miss',
  },
  {
    method: 'rescan_blockchain',
    what: 'frozen outputs stay frozen; without hard, the destinations of payments are kept too',
    why: 'frozen coins would be spent; and records are not lost without need',
  },
  {
    method: 'rescan_blockchain',
    what: 'discards nothing if the node cannot be reached',
    why: 'the balance and the history would be lost until a node can be reached',
  },
  {
    method: 'get_accounts',
    what: 'with regexp, patterns with repeated groups or many repetitions are refused',
    why: 'one call could occupy the service; monero-wallet-rpc fails when the search has taken long',
  },
  {
    method: 'get_transfers',
    what: 'without a node, the txpool is listed as it was seen last; get_transfer_by_txid answers too',
    why: 'most of the answer needs no node; monero-wallet-rpc returns an error without a code',
  },
  {
    method: 'rescan_blockchain',
    what: 'hard keeps labels, tags, contacts, notes, accounts and addresses, and titles accounts without a label; it erases destinations and transaction keys of payments',
    why: 'nothing that a user has typed is lost; payments to an erased address could be missed',
  },
  {
    method: 'scan_tx',
    what: 'transactions are verified against their ids, their blocks and the block ids of the wallet',
    why: 'a node could invent payments',
  },
  {
    method: 'scan_tx',
    what: 'the coins of a payment that is not mined yet stay spent',
    why: 'monero-wallet-rpc then counts them as unspent, and their transaction could be replaced by another payment',
  },
  {
    method: 'get_transfer_by_txid',
    what: 'transfer is the first of transfers in the order of the outputs',
    why: 'monero-wallet-rpc reverses the order whenever it opens its files',
  },
  {
    method: 'get_transfers',
    what: 'a payment that was never mined and that the txpool lacks stays pending, and is sent again every 20 seconds, until a node rejects it',
    why: 'its coins could be spent a second time while it still arrives; monero-wallet-rpc lists it as failed after 500 seconds',
  },
  {
    method: 'get_transfers',
    what: 'a payment that a reorganisation returned to the txpool keeps its destinations and its change',
    why: 'monero-wallet-rpc takes it for a payment without change until it is mined',
  },
  {
    method: 'get_transfers',
    what: 'coinbase, if set, lists mined coins without the other incoming transfers',
    why: 'specified as a separate kind; oxen-wallet-rpc ignores it',
  },
  {
    method: 'get_transfers',
    what: 'pool transactions that no quorum approved are listed under pool',
    why: 'specified so; oxen-wallet-rpc ignores them',
  },
  {
    method: 'export_outputs',
    what: 'in the oxen family, an output is exported with only those fields of its transaction that concern it',
    why: 'key images do not need the rest, and requesting it would reveal the outputs of the wallet to the node',
  },
  {
    method: 'import_outputs',
    what: 'the chain data of a scanned output is kept, and a truncated file is an error',
    why: 'the view key suffices to write such a file; oxen-wallet-rpc trusts it, or ignores it without an error',
  },
  {
    method: 'import_key_images',
    what: 'nothing is imported before the node responded, and the spending payments are found, with their amounts',
    why: 'oxen-wallet-rpc derives payments from their change, and treats payments to another account of the wallet as change',
  },
  {
    method: 'check_reserve_proof',
    what: 'accepts the header that get_reserve_proof writes, and no other',
    why: 'oxen-wallet-rpc rejects its own, by a defect',
  },
  {
    method: 'check_reserve_proof',
    what: 'an output counts once, with the amount of its commitment, and only with a key image in the prime-order group',
    why: 'a proof could claim more than the reserve, or hide that an output was spent',
  },
  {
    method: 'get_spend_proof',
    what: 'rejects coinbase transactions, and check_spend_proof rejects empty proofs',
    why: 'the proof would be the bare header, which anyone can write',
  },
  {
    method: 'set_subaddress_lookahead',
    what: 'refuses more addresses than a scanner can hold (8,388,608), before anything changes; it writes no keys file',
    why: 'monero-wallet-rpc runs out of memory, with the new lookahead in force; and files of another program are changed on request only',
  },
  {
    method: 'get_address',
    what: 'a payment to an address of the table creates all addresses of its account up to it, also beyond the lookahead',
    why: 'lists show where coins are; monero-wallet-rpc then has a balance at an address that it does not list',
  },
  {
    method: 'make_multisig',
    what: 'a password that is sent must be that of the wallet, also in exchange_multisig_keys and finalize_multisig; none need be sent',
    why: 'monero-wallet-rpc accepts any, and after another than that of the wallet no password opens it again',
  },
  {
    method: 'sign',
    what: 'a multisig wallet signs no text with its spend key',
    why: 'no participant has it: no signature of oxen-wallet-rpc is valid, and monero-wallet-rpc aborts',
  },
  {
    method: 'sweep_dust',
    what: 'in a multisig wallet of the monero family, nothing to send gives no set',
    why: 'monero-wallet-rpc returns a set without transactions, which nobody needs to sign',
  },
  {
    method: 'get_transfers_csv',
    what: 'a note with commas, quotes or line breaks is quoted',
    why: 'otherwise it would be several cells or rows',
  },
  {
    method: 'get_transfers_csv',
    what: 'the running balance is at least 0, and failed payments do not change it',
    why: 'the balance of wallet2 wraps to almost 2^64 if the list lacks transfers, and differs from get_balance after a failed payment',
  },
  {
    method: 'get_transfers',
    what: 'of a payment with unknown inputs, for example before the restore height, the amount is at least 0, and what it returned is listed as received',
    why: 'the amount of wallet2 wraps to almost 2^64, and its lists do not add up to the balance',
  },
  {
    method: 'make_integrated_address',
    what: 'the payment id is random whenever it is omitted',
    why: 'specified so; oxen-wallet-rpc requires one for addresses of other wallets',
  },
  {
    method: 'get_bulk_payments',
    what: 'min_block_height is inclusive, with payment ids and without',
    why: 'a payment at the first height must not be missed',
  },
  {
    method: 'create_address',
    what: 'without parameters it creates one address',
    why: 'the count defaults to 1; oxen-wallet-rpc uses 0 in this form only',
  },
  {
    method: 'validate_address',
    what: 'with allow_openalias a name is an error if no resolver is configured or reachable',
    why: '`valid: false` would mean that the name has no address',
  },
  {
    method: 'transfer',
    what: 'a name resolves to any address of the network; records with the coin take precedence over records with xmr',
    why: 'oxen-wallet-rpc accepts oa1:xmr and addresses of 95 or 106 characters, regardless of the coin and the network',
  },
  {
    method: 'transfer',
    what: 'of several addresses of a name, the first in the order of the signature is used',
    why: 'resolvers respond in any order; the address that validate_address returns is the one that is paid',
  },
  {
    method: 'transfer',
    what: 'an integrated address is rejected beside other destinations',
    why: 'the transaction cannot express which destination the payment id is for, and the id would be lost',
  },
  {
    method: 'transfer',
    what: 'a blink payment without a quorum is sent as an ordinary transaction',
    why: 'the transaction is valid as an ordinary one too',
  },
  {
    method: 'transfer',
    what: 'if the node does not respond, the payment is reported as sent',
    why: 'it is recorded, and relayed again until a node accepts or rejects it; a second payment would pay twice',
  },
  {
    method: 'transfer_split',
    what: 'accepts subtract_fee_from_outputs, as transfer does, for payments in one transaction',
    why: 'monero-wallet-rpc supports it in transfer only, and here silently charges the fee to the sender',
  },
  {
    method: 'relay_tx',
    what: 'only metadata of transactions that this wallet signed, and that pay what it says, is relayed',
    why: 'oxen-wallet-rpc and monero-wallet-rpc mark any outputs that metadata names as spent',
  },
  {
    method: 'open_wallet',
    what: 'autosave_current has no effect in any method',
    why: 'wallets are saved at every change, so that no acknowledged change is lost',
  },
  {
    method: 'any',
    what: 'a label, a note, a description or a tag has at most 10,000 characters, an attribute 1,000,000',
    why: 'one call could fill the store, and responses that list them would be as large',
  },
  {
    method: 'any',
    what: 'a request has at most 16 MiB, a batch 100 calls, JSON 100 levels and an integer 100 digits',
    why: 'protects the memory of the service',
  },
  {
    method: 'any',
    what: 'an error has the id of its request, and often data that explains it',
    why: 'oxen-wallet-rpc responds to every error with the id 0, which callers cannot match',
  },
  {
    method: 'any',
    what: 'a string in place of a list or an object is an error',
    why: 'oxen-wallet-rpc reads it as an empty one, and does not do what the caller requested',
  },
]

/** Fields of an older form of a response. */
export const OMITTED: readonly { readonly method: string; readonly field: string; readonly why: string }[] = [
  {
    method: 'incoming_transfers',
    field: 'tx_size',
    why: 'the newer form has block_height, frozen and unlocked instead',
  },
]

const TRANSACTION_FIELDS = ['amounts_by_dest', 'weight', 'spent_key_images']
const TRANSACTION_LIST_FIELDS = TRANSACTION_FIELDS.map((field) => `${field}_list`)

/** Fields that only this wallet RPC returns, by method, for comparisons with recorded responses. */
export const ADDED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  get_transfers: ['locked', 'pending', 'failed'],
  get_transfer_by_txid: ['locked'],
  get_address_book: ['payment_id'],
  describe_transfer: ['summary'],
  incoming_transfers: ['pubkey'],
  transfer: TRANSACTION_FIELDS,
  sweep_single: TRANSACTION_FIELDS,
  transfer_split: TRANSACTION_LIST_FIELDS,
  sweep_all: TRANSACTION_LIST_FIELDS,
  sweep_dust: TRANSACTION_LIST_FIELDS,
  sweep_unmixable: TRANSACTION_LIST_FIELDS,
}

/** Fields of versions of monero-wallet-rpc after the recorded one, by method. */
export const LATER_MONERO_FIELDS: Readonly<Record<string, readonly string[]>> = {
  transfer: ['amounts_by_dest'],
  describe_transfer: ['sources', 'weight'],
}

const ONE_VALUE = 'a name has one of them at most; oxen-wallet-rpc returns it without a list'

/** Fields with another type than the specified one, which is that of oxen-wallet-rpc. */
export const OTHER_TYPES: readonly { readonly difference: string; readonly why: string }[] = [
  { difference: 'lns_known_names output known_names backup_owner is str, not str[]', why: ONE_VALUE },
  { difference: 'lns_known_names output known_names value is str, not str[]', why: ONE_VALUE },
  { difference: 'lns_known_names output known_names expiration_height is u53, not u64[]', why: ONE_VALUE },
  { difference: 'lns_known_names output known_names expired is bool, not bool[]', why: ONE_VALUE },
]

/** Recorded calls that cannot be replayed, by section and label, with the reason. */
export const NOT_REPLAYED: Readonly<Record<string, string>> = {
  'proofs, notes, book, uri: import_outputs: own outputs': 'the recording truncated its body',
}

type OtherResponse = {
  /** fields that the response must contain */
  readonly answer:
    | { readonly result: unknown }
    | { readonly error: { readonly code: number; readonly message: string } }
    | { readonly status: number }
  readonly why: string
}

const failing = (code: number, message: string, why: string): OtherResponse => ({
  answer: { error: { code, message } },
  why,
})
const succeeding = (result: unknown, why: string): OtherResponse => ({ answer: { result }, why })
const invalid = (why: string): OtherResponse => failing(-32602, 'Invalid params', why)

const VERSION = { version: 65553 }
const INVALID_JSON = 'the body is not JSON'
const STAYS_OPEN = 'the calls before are refused, so that the wallet stays open'
const WRONG_TYPE = 'a value of a wrong type is always an error; oxen-wallet-rpc ignores this one'
const OMITTED_PARAMS =
  'omitted parameters have their defaults, also if all are omitted; oxen-wallet-rpc has a defect here'
const TOO_MANY_OUTPUTS = 'oxen-wallet-rpc fails, because it does not check the limit of 16 outputs per transaction'
const REJECTED = 'Transaction was rejected by daemon: Transaction failed: not enough blink nodes to form a quorum'

/** Recorded calls with another response here, by section and label. The recorded node accepted no blink payments. */
export const OTHER_RESPONSES: Readonly<Record<string, OtherResponse>> = {
  'transport: truncated json': failing(-32700, 'Parse error', INVALID_JSON),
  'transport: json array (batch)': { answer: { status: 200 }, why: 'batches are supported' },
  'transport: method not a string': failing(-32600, 'Invalid Request', 'oxen-wallet-rpc crashes'),
  'transport: params array with values': failing(-13, 'No wallet file', 'positional parameters are supported'),
  'transport: leading BOM': succeeding(VERSION, 'a byte order mark has no effect'),
  'transport: invalid utf8 in id': failing(
    -32700,
    'Parse error',
    'text that is no UTF-8 is refused: see the rule in docs/rpc.md',
  ),
  'wallet open, no params: create_address': succeeding({ address_indices: [5] }, OMITTED_PARAMS),
  'wallet open, no params: sweep_single': failing(-2, 'Invalid address: ', OMITTED_PARAMS),
  'wallet open, no params: get_transfers': succeeding({}, OMITTED_PARAMS),
  'wallet open, no params: get_transfers_csv': succeeding({}, OMITTED_PARAMS),
  'wrong types: get_balance {"account_index": 0, "address_indices": ["0"]}': invalid(WRONG_TYPE),
  'wrong types: transfer {"destinations": [1]}': invalid(WRONG_TYPE),
  'transfers: transfer: amount above u64': invalid('the JSON is well-formed, but the amount is too large'),
  'transfers: transfer: 17 outputs': failing(
    -18,
    'Transaction would be too large.  try /transfer_split.',
    TOO_MANY_OUTPUTS,
  ),
  'transfers: transfer_split: 17 outputs': failing(-1, REJECTED, `${TOO_MANY_OUTPUTS}; here the payment is split`),
  'transfers: sweep_all: outputs 17': failing(-1, 'a sweep makes 1 to 16 outputs, not 17', TOO_MANY_OUTPUTS),
  'proofs, notes, book, uri: parse_uri: unknown params': succeeding(
    { unknown_parameters: ['foo=bar', 'baz=1'] },
    'oxen-wallet-rpc treats the second unknown parameter as a duplicate',
  ),
  'proofs, notes, book, uri: parse_uri: percent': succeeding(
    { uri: { tx_description: 'a b%zz', recipient_name: '€' } },
    'a URI may have a description and a name; oxen-wallet-rpc cannot parse what its own make_uri writes',
  ),
  'multisig, staking, names, daemon: set_daemon: bad': failing(-38, 'Unable to set daemon', 'the address is not valid'),
  'view-only wallet: export_key_images': failing(
    -29,
    'The wallet is watch-only. Cannot export key images.',
    'without the spend key there are none; oxen-wallet-rpc returns invalid ones',
  ),
  'view-only wallet: sweep_all': {
    answer: { result: { multisig_txset: '' } },
    why: 'an unsigned set and the hash of an unsigned transaction are different each time',
  },
  'offline wallet server: refresh': failing(
    -38,
    'No connection to daemon',
    'there is no offline mode, and an unreachable node is reported',
  ),
  'offline wallet server: rescan_blockchain': failing(
    -38,
    'No connection to daemon',
    'as above, and nothing is discarded',
  ),
  '--restricted-rpc: get_accounts': succeeding(
    { subaddress_accounts: [{ label: 'x' }, {}, {}] },
    'label_address is refused, so that the label stays',
  ),
  '--restricted-rpc: is_multisig': succeeding({ multisig: false }, STAYS_OPEN),
  '--restricted-rpc: validate_address': succeeding({ valid: false }, STAYS_OPEN),
  '--restricted-rpc: lns_hash_name': failing(
    -1002,
    'Wrong lns type given=Unsupported LNS type ""; supported lookup types are session, lokinet',
    STAYS_OPEN,
  ),
  '--restricted-rpc: lns_known_names': succeeding({}, STAYS_OPEN),
  '--restricted-rpc: lns_encrypt_value': failing(
    -1002,
    'Wrong lns type given=Unsupported LNS type ""; supported lookup types are session, lokinet',
    STAYS_OPEN,
  ),
  '--restricted-rpc: lns_decrypt_value': failing(
    -1002,
    'Invalid LNS type: Unsupported LNS type ""; supported lookup types are session, lokinet',
    STAYS_OPEN,
  ),
  '--rpc-login: scheme in lower case': succeeding(
    VERSION,
    'names of authentication schemes are case-insensitive in HTTP',
  ),
}

type OtherCode = { readonly code: number | 'result'; readonly why: string }

/** Recorded calls to monero-wallet-rpc with another code here, by label. */
export const MONERO_CODES: Readonly<Record<string, OtherCode>> = {
  'envelope: json array batch': { code: 'result', why: 'batches are supported' },
  'generate_from_keys: wrong viewkey': { code: -1, why: 'such a wallet would never find an output' },
  'transfer: amount > u64': { code: -32602, why: 'the JSON is well-formed, but the amount is too large' },
  'set_daemon: bad': { code: -38, why: 'the address is not valid' },
  'rescan_blockchain hard': {
    code: 'result',
    why: 'the previous node is still used, because the address was rejected',
  },
  'create_address: count 100': { code: 'result', why: 'as in monero-wallet-rpc 0.18.5: up to 65536' },
  'label_address: out of range': { code: 'result', why: 'one of the 100 addresses' },
  'finalize_multisig: not multisig': { code: -32601, why: 'as in monero-wallet-rpc 0.18.5, which has no such method' },
  'view-only: export_key_images': { code: -29, why: 'without the spend key there are none' },
}
