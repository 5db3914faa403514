// The plain data of the engine's API. Amounts are bigint in atomic units, times are UNIX seconds, ids and keys are text.

import type { LookAhead } from '../../coin/lookAhead.ts'
import type { HeightAnchor } from '../../coin/networks/heightAnchor.ts'
import type { NodeSelection, RelayTarget } from '../../daemon/nodeHealth.ts'
import type { AccountView } from '../../wallet/accounts/accountViews.ts'
import type { Balance, CoinView, WaitingCoins } from '../../wallet/funds/fundsViews.ts'
import type { WalletRules } from '../../wallet/open/walletRules.ts'
import type { NameOrder } from '../../wallet/spend/nameOrder.ts'
import type { PaymentStep } from '../../wallet/spend/paymentStep.ts'
import type { StakeOrder, UnlockObstacle, UnlockOrder } from '../../wallet/spend/stakeOrder.ts'
import type { AccountTagView } from '../../wallet/state/accountTags.ts'
import type { SyncState } from '../../wallet/sync/syncViews.ts'
import type { ApprovalRequest } from './approvalRequest.ts'

/** The list entry of a wallet, readable before it is opened. */
export type WalletSummary = {
  readonly id: string
  readonly name: string
  /** a key of the networks table, such as `oxen-mainnet` */
  readonly networkId: string
  readonly viewOnly: boolean
}

/** A multisig wallet of `total` participants, of which `threshold` must sign. */
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
  /** name of the network in the proofs of Feather; undefined for coins that Feather does not have */
  readonly armouredProofsName: string | undefined
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

/** A priority as it is now. Amounts in atomic units. */
export type FeeTierView = PriorityView & {
  /** of 1000 bytes */
  readonly perKilobyte: bigint
  /** of an ordinary payment */
  readonly fee: bigint
  /** full blocks that are mined before; undefined if the node does not say */
  readonly blocksBefore: number | undefined
}

/** What payments cost now, cheapest priority first, and what waits in the txpool. */
export type FeesNowView = {
  readonly tiers: readonly FeeTierView[]
  /** of an ordinary payment, in bytes */
  readonly weight: number
  /** `weight` in bytes; undefined if the node does not say */
  readonly waiting: { readonly transactions: number; readonly weight: number } | undefined
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
  /** the account that pays */
  readonly account: number
  /** name of its priority */
  readonly priority: string
  /** number and sum of the coins that it spends: what they exceed the payment by returns, and can be spent some blocks later */
  readonly coins: { readonly count: number; readonly amount: bigint }
}

/** A transaction of a prepared payment, as the network will see it, and what of it is the wallet's own. */
export type PreparedTransactionView = {
  readonly txid: string
  /** the signed transaction, as nodes accept it */
  readonly bytes: Uint8Array
  readonly weight: number
  readonly fee: bigint
  /** coins that could be the spent one, for each coin: itself and its decoys */
  readonly ringSize: number
  /** coins that it spends */
  readonly inputs: readonly CoinView[]
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** what returns to the wallet */
  readonly change: bigint
}

/** The nodes that the user chose. A URL is an http(s) address, or `devnet:` for the development node inside the page. */
export type NodeSettings = {
  readonly urls: readonly string[]
  readonly choice: NodeSelection
  /** those of `urls` that the user runs: the transactions of their blocks are not verified (wallet2: trusted daemon) */
  readonly trusted: readonly string[]
}

export type WalletSettings = WalletRules & {
  readonly nodes: NodeSettings
  /** to which of the nodes payments are sent */
  readonly relayTo: RelayTarget
  /** minutes of inactivity until the wallet locks; 0 = never */
  readonly lockMinutes: number
  /** seconds until the wallet locks while its page is hidden; 0 = it does not lock for that */
  readonly hiddenLockSeconds: number
  /** whether pages of this origin may call the wallet RPC */
  readonly rpcEnabled: boolean
  /** no request leaves the device: the wallet follows no node */
  readonly offline: boolean
}

/** What a tab keeps of a wallet that may stay unlocked when it reloads. It opens nothing by itself. */
export type ReloadHalf = {
  readonly walletId: string
  /** random bytes in hexadecimal */
  readonly half: string
}

/** The secrets of a wallet. */
export type WalletSecrets = {
  /** those that the user noted; empty if the keys have none (watch-only) */
  readonly words: string
  /** the 25 words of a wallet that was created or restored with a polyseed, for older programs; else empty */
  readonly olderWords: string
  /** `words` restore the wallet only together with a passphrase */
  readonly needsPassphrase: boolean
  /** hex */
  readonly viewSecret: string
  /** hex; empty without it */
  readonly spendSecret: string
  /** the address, the view key and the restore height as one text, for a watch-only wallet on another device */
  readonly watchUri: string
}

/** From what dates of heights are estimated, without a node. */
export type ChainClock = {
  /** undefined for chains without a known block */
  readonly heightAnchor: HeightAnchor | undefined
  /** seconds */
  readonly blockTarget: number
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
