// The plain data of the engine's API. Amounts are bigint in atomic units, times are UNIX seconds, ids and keys are text.

import type { LookAhead } from '../../coin/addresses/lookAhead.ts'
import type { HeightAnchor } from '../../coin/networks/heightAnchor.ts'
import type { NodeSelection } from '../../daemon/nodeHealth.ts'
import type { AccountTagView } from '../accounts/accountTags.ts'
import type { NameOrder } from '../names/nameOrder.ts'
import type { PaymentStep } from '../spend/paymentStep.ts'
import type { StakeOrder, UnlockObstacle, UnlockOrder } from '../staking/stakeOrder.ts'
import type { ApprovalRequest } from './approvalRequest.ts'

/** A first round of a multisig key exchange: the messages of the other participants, and the number of signatures that a payment needs. */
export type MultisigFirstRound = { readonly messages: readonly string[]; readonly threshold: number }

/** The list entry of a wallet, readable before it is opened. */
export type WalletSummary = {
  readonly id: string
  readonly name: string
  /** a key of the networks table, such as `oxen-mainnet` */
  readonly networkId: string
  readonly viewOnly: boolean
}

export type SyncState = {
  readonly phase: 'connecting' | 'syncing' | 'synced' | 'offline'
  /** number of blocks scanned, genesis included */
  readonly height: number
  /** number of blocks of the node's chain, as far as it is longer than ours */
  readonly target: number
  /** number of blocks that the node reported last; 0 while unknown */
  readonly nodeHeight: number
  readonly blocksPerSecond: number
  /** undefined while unknown */
  readonly secondsLeft: number | undefined
  /** why the node cannot be used, as text for the user; empty without a problem */
  readonly problem: string
  /** code of the error behind the problem, `internal` for an internal one; empty without a problem */
  readonly problemCode: string
  /** height at which the node's chain leaves ours, if it would replace more blocks than without the user; a rescan from there follows it */
  readonly splitHeight: number | undefined
  /** first block of a hard fork that this program does not know: it and later blocks are not scanned, and nothing is paid, until an update */
  readonly unknownFork: { readonly version: number; readonly height: number } | undefined
  /** milliseconds between two polls of the node; undefined: on request only */
  readonly pollInterval: number | undefined
}

export type Balance = { readonly total: bigint; readonly unlocked: bigint; readonly blocksToUnlock: number }

/** Coins that count in the total balance but cannot be spent yet. */
export type WaitingCoins = {
  readonly account: number
  readonly amount: bigint
  /** change of a payment, received coins, or a stake that the network locks */
  readonly kind: 'change' | 'received' | 'stake'
  /** blocks until they can be spent; 0 if no height ends the lock: it ends at a time, or when the user unlocks the stake */
  readonly blocks: number
}

export type AddressView = {
  readonly account: number
  readonly index: number
  readonly address: string
  readonly label: string
  readonly used: boolean
  readonly balance: bigint
}

export type AccountView = {
  readonly index: number
  readonly label: string
  /** empty for none */
  readonly tag: string
  readonly address: string
  readonly balance: Balance
}

/** A multisig wallet of `total` participants, `threshold` of whom must sign. */
export type MultisigView = {
  readonly threshold: number
  readonly total: number
  /** completed rounds of the key exchange */
  readonly rounds: number
  /** the key exchange is completed, and the address is final */
  readonly isReady: boolean
  /** coins have arrived that need infos of the other participants before they can be spent */
  readonly needsImport: boolean
}

/** The open wallet. `revision` grows with every change of transfers, addresses, labels or contacts. */
export type WalletView = WalletSummary & {
  readonly address: string
  readonly ticker: string
  readonly decimals: number
  /** target time between blocks, in seconds */
  readonly blockTarget: number
  readonly balance: Balance
  /** of all accounts, soonest first */
  readonly waiting: readonly WaitingCoins[]
  /** in the txpool, on networks that do not count it in the balance; atomic units */
  readonly incoming: bigint
  readonly accounts: readonly AccountView[]
  /** tags of accounts, by name */
  readonly tags: readonly AccountTagView[]
  readonly sync: SyncState
  /** the user chose to work without a node: no request may leave the device */
  readonly offline: boolean
  /** a development node is connected: mining and a faucet are offered */
  readonly development: boolean
  /** the network has names and service nodes */
  readonly hasServiceNodes: boolean
  /** programs still in use read an older form of output lists and unsigned sets */
  readonly hasOlderTransferSets: boolean
  /** undefined if one person holds all keys */
  readonly multisig: MultisigView | undefined
  readonly restoreHeight: number
  /** UNIX seconds, if the restore height is an estimate from a date; else 0 */
  readonly restoreDate: number
  /** when the keys were generated here, UNIX seconds; 0 if the wallet was restored, or created before this was recorded */
  readonly createdAt: number
  /** a known block of the chain, from which dates of heights are estimated; undefined for chains without one */
  readonly heightAnchor: HeightAnchor | undefined
  /** nothing that restores the wallet was saved yet, and the user is to be reminded now */
  readonly backupDue: boolean
  /** a node altered transactions: coins may be missing until a rescan */
  readonly rescanAdvised: boolean
  readonly revision: number
}

export type EngineView = {
  readonly phase: 'closed' | 'locked' | 'open'
  readonly wallets: readonly WalletSummary[]
  /** the open wallet; while locked, the summary of the one to unlock */
  readonly wallet: WalletView | undefined
  readonly lockedWallet: WalletSummary | undefined
  /** the request of a page that the user decides now */
  readonly approvalRequest: ApprovalRequest | undefined
  /** pages may pay without an approval until the session ends */
  readonly paymentsAllowed: boolean
  /** what the payment does that the page prepares; undefined while it prepares none */
  readonly paymentStep: PaymentStep | undefined
  /** the storage was cleared while a wallet was open: all wallets are in memory only, until they are written back */
  readonly storageCleared: boolean
  /** the storage was cleared while no wallet was open, with all wallets in it */
  readonly walletsLost: boolean
}

/** An order of a name. Types are words: session, lokinet, lokinet_2y, lokinet_5y, lokinet_10y. */
export type NameRequest = {
  readonly operation: 'buy' | 'renew' | 'update'
  readonly type: string
  readonly name: string
  readonly account: number
  readonly priority: number
  /** undefined if it is not set or does not change */
  readonly value: string | undefined
  readonly owner: string | undefined
  readonly backupOwner: string | undefined
}

/** A prepared order: what is confirmed as a transfer, and what it means. */
export type PreparedOrder<Order extends NameOrder | StakeOrder> = {
  readonly transfer: PreparedTransfer
  readonly order: Order
}

/** A name that the wallet knows, as it is on the chain. */
export type NameView = {
  readonly type: string
  readonly name: string
  readonly owner: string
  readonly backupOwner: string | undefined
  /** this wallet owns it, or is its backup owner, and can change it */
  readonly isOwn: boolean
  /** undefined if it cannot be decrypted */
  readonly value: string | undefined
  readonly expired: boolean
  /** last valid height; undefined for names that do not expire */
  readonly expirationHeight: number | undefined
  readonly blocksLeft: number | undefined
  /** estimate */
  readonly secondsLeft: number | undefined
}

/** A stake to a service node (key in hex, amount in atomic units), or the registration command of one. */
export type StakeRequest =
  | { readonly serviceNodeKey: string; readonly amount: bigint; readonly priority: number }
  | { readonly command: string }

/** Whether a stake can be unlocked, and what that would do. */
export type UnlockView =
  | { readonly canUnlock: false; readonly message: string; readonly obstacle: UnlockObstacle }
  | { readonly canUnlock: true; readonly message: string; readonly order: UnlockOrder }

/** A locked stake: its amount in atomic units, and its unlock height; undefined if no unlock was requested. */
export type StakeLockView = {
  readonly amount: bigint
  readonly unlockHeight: number | undefined
  /** of the service node, hex; undefined if it was deregistered */
  readonly serviceNodeKey: string | undefined
}

export type TransferState = 'pool' | 'confirmed' | 'pending' | 'failed'

/**
 * Why a payment failed: another transaction spent its inputs, it was in a block that is no longer in the chain, or a node refused it.
 * Only the user sends a reverted one again.
 */
export type TransferFailure = 'spent' | 'reverted' | 'refused'

export type TransferView = {
  /** unique in the wallet */
  readonly id: string
  readonly txid: string
  readonly direction: 'in' | 'out'
  readonly kind: 'transfer' | 'miner' | 'service node' | 'stake'
  readonly state: TransferState
  /** undefined unless it failed */
  readonly failure: TransferFailure | undefined
  /** a node has accepted it; false for a payment that was recorded but not yet accepted by a node */
  readonly relayed: boolean
  /** received, or sent without fee and change */
  readonly amount: bigint
  readonly fee: bigint
  /** 0 while unmined */
  readonly height: number
  /** when it was made, if this wallet made it, else when it was mined; while unmined, when it was first seen */
  readonly timestamp: number
  /** of its block; 0 while unmined */
  readonly blockTimestamp: number
  readonly confirmations: number
  /** blocks until an incoming amount can be spent; 0 if it can be spent */
  readonly blocksToUnlock: number
  /** of a stake that the network locks */
  readonly stakeLock: StakeLockView | undefined
  readonly account: number
  readonly subaddresses: readonly number[]
  readonly addresses: readonly string[]
  readonly paymentId: string
  readonly note: string
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** transaction secret key if this wallet made the transaction; otherwise empty */
  readonly txKey: string
  readonly doubleSpendSeen: boolean
}

/** A transfer of a chain that no longer exists: what remains readable of it. `addresses`: paid, or those that received. */
export type EarlierTransfer = Pick<
  TransferView,
  'txid' | 'direction' | 'kind' | 'amount' | 'fee' | 'height' | 'timestamp' | 'note' | 'addresses'
>

/** The history of a private chain that was started anew. */
export type EarlierChain = {
  readonly id: string
  /** UNIX seconds: when the user began anew */
  readonly endedAt: number
  /** number of blocks that the wallet had scanned */
  readonly height: number
  readonly balance: bigint
  /** newest first */
  readonly transfers: readonly EarlierTransfer[]
}

/** A priority of payments; `name` is the network's own, `isDefault` whether a payment without a priority has it. */
export type PriorityView = { readonly value: number; readonly name: string; readonly isDefault: boolean }

/** What a payment costs at a priority. Amounts in atomic units. */
export type FeeView = PriorityView & {
  /** rather a little high; for an ordinary payment if the coins do not suffice */
  readonly fee: bigint
  readonly transactions: number
  /** what the recipients receive: less than requested if they pay the fee */
  readonly arrives: bigint
  /** the coins suffice for amounts and fee */
  readonly isPossible: boolean
}

/** An unspent output of the wallet. */
export type CoinView = {
  /** the one-time key, hex */
  readonly id: string
  /** hex; empty if it is not known, so that the coin cannot be frozen */
  readonly keyImage: string
  readonly txid: string
  readonly amount: bigint
  readonly account: number
  /** index and label of the address that received it */
  readonly subaddress: number
  readonly label: string
  readonly kind: 'received' | 'change' | 'mined' | 'stake'
  readonly height: number
  readonly timestamp: number
  readonly frozen: boolean
  /** it can be spent now, unless it is frozen */
  readonly isUnlocked: boolean
  /** blocks until it can be spent; 0 if it can, or if no height ends the lock */
  readonly blocks: number
}

export type CoinOrder = 'largest' | 'oldest' | 'newest'

/** Which coins of an account are listed, and in which order. `search`: part of the label or transaction id; empty excludes nothing. */
export type CoinQuery = { readonly account: number; readonly order: CoinOrder; readonly search: string }

/** A part of the listed coins. */
export type CoinPage = {
  readonly coins: readonly CoinView[]
  /** number of coins that pass the search */
  readonly coinCount: number
  /** number of coins of the account */
  readonly allCount: number
}

/** A payment that is built, signed and verified, and waits for the user's confirmation. */
export type PreparedTransfer = {
  readonly id: string
  /** one per transaction */
  readonly transactions: readonly {
    readonly txid: string
    readonly amount: bigint
    readonly fee: bigint
    readonly weight: number
  }[]
  readonly amount: bigint
  readonly fee: bigint
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
}

/**
 * A payment that a watch-only wallet cannot sign, or a multisig wallet not alone. `bytes`: the unsigned or multisig set. Amounts in atomic
 * units.
 */
export type UnsignedTransfer = {
  readonly transactions: number
  readonly amount: bigint
  readonly fee: bigint
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  readonly bytes: Uint8Array
}

/** An output that a transaction of a set spends. Keys have 32 bytes. */
export type SourceDescription = {
  /** atomic units */
  readonly amount: bigint
  readonly globalIndex: number
  readonly confidential: boolean
  readonly key: Uint8Array
  readonly commitment: Uint8Array
}

/** What a transaction of an unsigned set does. Amounts in atomic units. */
export type TransferDescription = {
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** the spent outputs */
  readonly sources: readonly SourceDescription[]
  /** undefined for an unsigned set, whose transactions are not built yet */
  readonly weight: number | undefined
  readonly ringSize: number
  /** a height below 500000000, else UNIX seconds; 0 for none */
  readonly unlockTime: bigint
  /** one per address */
  readonly recipients: readonly { readonly address: string; readonly amount: bigint }[]
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
  readonly change: bigint
  /** empty without change */
  readonly changeAddress: string
  readonly fee: bigint
  /** empty outputs to random addresses */
  readonly dummyOutputs: number
  readonly extra: Uint8Array
  /** the order of a name that the transaction is, by the hash of the name in base64; its price is a part of the fee */
  readonly order: NameOrder | undefined
}

/** What a multisig set does, and who has signed it. */
export type MultisigSetView = {
  /** participants that have signed */
  readonly signatures: number
  /** participants that must sign */
  readonly threshold: number
  /** this participant has signed */
  readonly isSigned: boolean
  readonly transfers: readonly TransferDescription[]
}

/** What a signed set pays, compared with the wallet that is to send it. Amounts in atomic units. */
export type SignedTransferDescription = {
  readonly transactions: number
  readonly amount: bigint
  readonly fee: bigint
  /** one per address */
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** of the transactions that have one, each once: a height below 500000000, else UNIX seconds */
  readonly unlockTimes: readonly bigint[]
}

/** What an import of key images found: the sums of spent and unspent coins, in atomic units. */
export type KeyImageImportView = { readonly spent: bigint; readonly unspent: bigint }

/** A signed set, and the ids of its transactions in hex. */
export type SignedTransfer = { readonly bytes: Uint8Array; readonly txids: readonly string[] }

/** A destination that the user typed, pasted or scanned: an address or a payment URI. */
export type ParsedDestination =
  | {
      readonly valid: true
      readonly address: string
      readonly kind: 'standard' | 'integrated' | 'subaddress'
      readonly amount: bigint | undefined
      readonly recipientName: string
      readonly description: string
      /** parts of a link that are not understood, unchanged */
      readonly unknownParameters: readonly string[]
    }
  | {
      readonly valid: false
      readonly reason: string
      /** `payment-id`: a link with an id that cannot be sent; `network`: an address of another network, whose id is `network` */
      readonly fault: 'payment-id' | 'network' | 'link' | 'address'
      readonly network: string | undefined
      /** how addresses of the network look, if the text is far from one; undefined otherwise */
      readonly expected: { readonly beginnings: readonly string[]; readonly length: number } | undefined
    }

/** Why a text is not an address or payment link. */
export type InvalidDestination = Extract<ParsedDestination, { readonly valid: false }>

/** A name with an address to pay. */
export type Contact = { readonly name: string; readonly address: string }

/** A contact that was not imported: why its address is not valid, or undefined if the address is valid but the name is missing. */
export type RefusedContact = Contact & { readonly invalid: InvalidDestination | undefined }

/** Receives the progress of a long operation: how much of it is done. Returns whether to go on. */
export type Proceed = (done: number, total: number) => boolean | Promise<boolean>

/** What an import of contacts did: how many are new, how many were known by their address, and which were refused. */
export type ContactImportView = {
  readonly added: number
  readonly known: number
  readonly refused: readonly RefusedContact[]
}

/** A contact as stored: an entry of the address book. */
export type ContactView = Contact & {
  /** position in the address book; later ones move up when one is removed */
  readonly index: number
  /** standalone payment id of 64 hex digits, stored by older clients, which can no longer be sent; empty for none */
  readonly paymentId: string
}

/** The nodes that the user chose. A URL is an http(s) address, or `devnet:` for the development node inside the page. */
export type NodeSettings = {
  readonly urls: readonly string[]
  readonly choice: NodeSelection
  /** those of `urls` that the user runs: the transactions of their blocks are not verified (wallet2: trusted daemon) */
  readonly trusted: readonly string[]
}

export type WalletSettings = {
  readonly nodes: NodeSettings
  /** minutes of inactivity until the wallet locks; 0 = never */
  readonly lockMinutes: number
  /** seconds until the wallet locks while its page is hidden; 0 = it does not lock for that */
  readonly hiddenLockSeconds: number
  /** whether pages of this origin may call the wallet RPC */
  readonly rpcEnabled: boolean
  /** how many times the ordinary fees of the network a node may request; a whole number */
  readonly maxFeeRatio: number
  /** blocks that a reorganisation replaces at most without the user (wallet2: max-reorg-depth) */
  readonly maxReorgDepth: number
  /** no request leaves the device: the wallet follows no node */
  readonly offline: boolean
  /** output lists and unsigned sets are written in the form that Monero before 0.18.1.1 reads */
  readonly olderTransferSets: boolean
}

/** The settings that decide what an open wallet does, not who may use it. */
export type WalletRules = Pick<WalletSettings, 'maxFeeRatio' | 'maxReorgDepth' | 'olderTransferSets'>

/** What a tab keeps of a wallet that may stay unlocked when it reloads. It opens nothing by itself. */
export type ReloadHalf = {
  readonly walletId: string
  /** random bytes in hexadecimal */
  readonly half: string
}

export type NewWallet = {
  readonly name: string
  readonly password: string
  readonly networkId: string
  readonly nodes: NodeSettings
  /** that of wallet2 if omitted; the files of a wallet have their own */
  readonly lookAhead?: LookAhead | undefined
}

/** The files of a wallet of wallet2: `NAME.keys`, and the cache `NAME`, which holds notes, labels, contacts and recipients. */
export type WalletFilesContent = { readonly keys: Uint8Array; readonly cache: Uint8Array | undefined }

/** Where a restored wallet starts to scan: a height, a date (UNIX seconds), or the beginning of the chain. */
export type RestoreFrom =
  | { readonly from: 'height'; readonly height: number }
  | { readonly from: 'date'; readonly timestamp: number }
  | { readonly from: 'beginning' }
