// The form of the wallet RPC of a family: where the responses of monero-wallet-rpc 0.18.5 and oxen-wallet-rpc 8.1 to the same request differ.

import type { Envelope } from '../../jsonrpc/envelope.ts'

/** Code and message of an error. */
export type WalletRpcError = { readonly code: number; readonly message: string }

/** The errors that differ between the families, by what is wrong. Messages alone go with the code that both families have. */
export type WalletRpcErrors = {
  /** the address of a payment or a contact */
  readonly invalidAddress: (address: string) => string
  /** the address of the signer in `verify` */
  readonly invalidSigner: (address: string) => string
  readonly accountIndex: string
  readonly addressIndex: string
  readonly noDestination: string
  readonly zeroAmount: WalletRpcError
  /** @param limit highest amount in coins */
  readonly amountTooLarge: (limit: string) => WalletRpcError
  /** payments with an unlock time, which nodes do not relay; undefined where they do */
  readonly unlockTime: WalletRpcError | undefined
  readonly notEnoughMoney: string
  readonly notEnoughUnlockedMoney: string
  readonly noConnection: string
  /** message, with code -1, of calls that check the connection before a proof; undefined if they have the error of other calls */
  readonly failedConnection: ((url: string) => string) | undefined
  /** `transfer` without a node */
  readonly paymentWithoutNode: WalletRpcError
  /** sweeps without a node */
  readonly sweepWithoutNode: WalletRpcError
  /** proofs, and scans of transactions, without a node */
  readonly transactionWithoutNode: WalletRpcError
  readonly busy: string
  /** `query_key` of a key that does not exist: code */
  readonly unknownKeyType: number
  /** a transaction that the node does not have, in proofs; undefined: the message of the proof */
  readonly missingTransaction: string | undefined
  /** the same in spend proofs */
  readonly missingSpend: string | undefined
  /** `open_wallet` of a missing file, or with another password; undefined: the error of the store */
  readonly openFailed: ((reason: string) => string) | undefined
  /** a payment for which no selection of the outputs suffices; undefined: the amounts */
  readonly notPossible: string | undefined
  /** `scan_tx` of a transaction older than others that the wallet knows, with an untrusted node; undefined: it is scanned */
  readonly olderTransaction: string | undefined
}

/** How `get_transfers` and its relatives select and order. */
export type TransferListForm = {
  /** value of omitted flags */
  readonly flags: boolean
  /** heights apply always and include `min_height`, or with `filter_by_height` only and exclude it */
  readonly heights: 'inclusive' | 'exclusive on request'
  readonly order: 'oldest first' | 'newest first'
  /** transfers have the fields of blinks and checkpoints */
  readonly blinkFields: boolean
  /** the suggested number of confirmations covers what is left of the unlock time */
  readonly suggestsUnlockTime: boolean
}

/** Restricted mode of a family's wallet RPC. */
export type RestrictedMode = {
  /** the error message of a method that it refuses */
  readonly refusal: (method: string) => string
  /** methods that it serves although they show the history, prove something or export a secret */
  readonly serves: ReadonlySet<string>
}

/** The form of a family's wallet RPC. */
export type WalletRpcForm = {
  readonly envelope: Envelope
  readonly errors: WalletRpcErrors
  readonly restrictedMode: RestrictedMode
  readonly transfers: TransferListForm
  /** `min_block_height` of `get_bulk_payments` is the first height, or the one before it */
  readonly bulkPayments: 'from min_block_height' | 'after min_block_height'
  /** `get_height` returns the height below which blocks are final */
  readonly immutableHeight: boolean
  /** `validate_address` repeats addresses that are no OpenAlias names */
  readonly repeatsAddress: boolean
  /** `validate_address` finds addresses of a regtest valid without `any_net_type`: they are those of mainnet */
  readonly validatesRegtest: boolean
  /** entries of `get_address_book` have a payment id */
  readonly contactPaymentIds: boolean
  /** value of an omitted `all` of `export_key_images` */
  readonly exportsAllKeyImages: boolean
  /** `export_key_images` without key images has no list of them */
  readonly omitsEmptyLists: boolean
  /** `import_outputs` in a wallet that has read the chain */
  readonly importsOutputsOfOwnChain: boolean
  /** maximum `count` of `create_address` */
  readonly maxNewAddresses: number
  /** `signature_type` of `verify` for a signature that is not valid */
  readonly invalidSignatureType: 'spend' | 'invalid'
  /** `rescan_spent` with a node that is not trusted with the key images of the wallet */
  readonly rescansSpentUntrusted: boolean
  /** a failed `open_wallet` leaves the open wallet open */
  readonly keepsOpenWallet: boolean

  /** result of `get_version`: major version times 65536 plus minor version */
  readonly version: { readonly version: number; readonly release?: boolean }
  /** `out` of `get_transfers` also contains pending and failed transfers, which have lists of their own as well */
  readonly hasUnminedInOut: boolean
  /** `type` of miner rewards */
  readonly rewardType: 'miner' | 'block'
  /** received amounts are listed per output, or summed per address */
  readonly receivedPer: 'output' | 'address'
  /** `describe_transfer` lists the spent outputs, and the weight of transactions that are built */
  readonly describesSources: boolean
  /** `describe_transfer` wraps the errors of a set that it cannot read into another error */
  readonly wrapsSetErrors: boolean
  /** `sweep_all` reports that nothing can be swept as a failed transfer of its account, not as a general error of the wallet */
  readonly failsSweepsAsTransfers: boolean
}

const versionOf = (major: number, minor: number): number => major * 2 ** 16 + minor

/** oxen-wallet-rpc 8.1.6. */
export const oxenWalletRpc: WalletRpcForm = {
  envelope: {
    flatResults: true,
    missingId: '',
    ids: 'any',
    json: 'lenient',
    paramsError: 'only top-level JSON object values are currently supported',
    httpMethods: 'POST',
  },
  errors: {
    invalidAddress: (address) => `Invalid address: ${address}`,
    invalidSigner: (address) => `Invalid address: ${address}`,
    accountIndex: 'Account index is out of bound',
    addressIndex: 'Address index is out of bound',
    noDestination: 'No destinations for this transfer',
    zeroAmount: { code: -20, message: 'Destination amount is zero' },
    amountTooLarge: (limit) => ({ code: -1, message: `Transaction sum + fee exceeds ${limit}` }),
    unlockTime: undefined,
    notEnoughMoney: 'Not enough money',
    notEnoughUnlockedMoney: 'Not enough unlocked money',
    noConnection: 'No connection to daemon',
    failedConnection: undefined,
    paymentWithoutNode: { code: -1001, message: 'Could not query the current network version, try later' },
    sweepWithoutNode: { code: -38, message: 'No connection to daemon' },
    transactionWithoutNode: { code: -38, message: 'No connection to daemon' },
    busy: 'Daemon is busy',
    unknownKeyType: -1,
    missingTransaction: undefined,
    missingSpend: undefined,
    openFailed: undefined,
    notPossible: undefined,
    olderTransaction: undefined,
  },
  restrictedMode: { refusal: (method) => `${method} is not available in restricted mode.`, serves: new Set() },
  transfers: {
    flags: true,
    heights: 'inclusive',
    order: 'oldest first',
    blinkFields: true,
    suggestsUnlockTime: false,
  },
  bulkPayments: 'from min_block_height',
  immutableHeight: true,
  repeatsAddress: true,
  validatesRegtest: false,
  contactPaymentIds: true,
  exportsAllKeyImages: true,
  omitsEmptyLists: false,
  importsOutputsOfOwnChain: true,
  maxNewAddresses: 64,
  invalidSignatureType: 'spend',
  rescansSpentUntrusted: true,
  keepsOpenWallet: false,
  version: { version: versionOf(1, 17) },
  hasUnminedInOut: true,
  rewardType: 'miner',
  receivedPer: 'output',
  describesSources: false,
  wrapsSetErrors: true,
  failsSweepsAsTransfers: false,
}

/** monero-wallet-rpc 0.18.5.3. */
export const moneroWalletRpc: WalletRpcForm = {
  envelope: {
    flatResults: false,
    missingId: 0,
    ids: 'any',
    json: 'lenient',
    paramsError: undefined,
    httpMethods: 'any',
  },
  errors: {
    invalidAddress: (address) => `WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: ${address}`,
    invalidSigner: () => '',
    accountIndex: 'account index is out of bound',
    addressIndex: 'address index is out of bound',
    noDestination: 'Transaction has no destination',
    zeroAmount: { code: -46, message: 'destination amount is zero' },
    amountTooLarge: (limit) => ({ code: -4, message: `transaction sum + fee exceeds ${limit}` }),
    unlockTime: { code: -50, message: 'Transaction cannot have non-zero unlock time' },
    notEnoughMoney: 'not enough money',
    notEnoughUnlockedMoney: 'not enough unlocked money',
    noConnection: 'no connection to daemon',
    failedConnection: (url) => `Failed to connect to daemon: ${url}`,
    paymentWithoutNode: { code: -4, message: 'Failed to get earliest fork height' },
    sweepWithoutNode: { code: -4, message: 'Failed to get earliest fork height' },
    transactionWithoutNode: { code: -1, message: 'Failed to get transaction from daemon' },
    busy: 'daemon is busy',
    unknownKeyType: 0,
    missingTransaction: 'Failed to get transaction from daemon',
    missingSpend: 'daemon returned wrong response for gettransactions, wrong txs count = 0, expected 1',
    openFailed: (reason) => `Failed to open wallet : ${reason}`,
    notPossible: 'tx not possible',
    olderTransaction:
      'The wallet has already seen 1 or more recent transactions than the scanned tx. Either connect to a trusted daemon or rescan the chain.',
  },
  restrictedMode: {
    refusal: () => 'Command unavailable in restricted mode.',
    serves: new Set([
      ...['frozen', 'get_address_book', 'get_bulk_payments', 'get_payments', 'get_reserve_proof', 'get_spend_proof'],
      ...['get_tx_key', 'get_tx_notes', 'get_tx_proof', 'incoming_transfers'],
    ]),
  },
  transfers: {
    flags: false,
    heights: 'exclusive on request',
    order: 'newest first',
    blinkFields: false,
    suggestsUnlockTime: true,
  },
  bulkPayments: 'after min_block_height',
  immutableHeight: false,
  repeatsAddress: false,
  validatesRegtest: true,
  contactPaymentIds: false,
  exportsAllKeyImages: false,
  omitsEmptyLists: true,
  importsOutputsOfOwnChain: false,
  maxNewAddresses: 65_536,
  invalidSignatureType: 'invalid',
  rescansSpentUntrusted: false,
  keepsOpenWallet: true,
  version: { version: versionOf(1, 32), release: true },
  hasUnminedInOut: false,
  rewardType: 'block',
  receivedPer: 'address',
  describesSources: true,
  wrapsSetErrors: false,
  failsSweepsAsTransfers: true,
}
