// The API of the engine for the page. It crosses a worker boundary (Comlink), so every value is plain data that can be cloned:
// amounts are bigint in atomic units, times are UNIX seconds, ids and keys are text. No secret leaves the engine except transaction
// keys, and the seed words and keys that the user requests with the password.

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
  /** number of blocks of the node's chain */
  readonly target: number
  readonly blocksPerSecond: number
  /** undefined while unknown */
  readonly secondsLeft: number | undefined
  /** why the node cannot be used, as text for the user; empty without a problem */
  readonly problem: string
}

export type Balance = { readonly total: bigint; readonly unlocked: bigint; readonly blocksToUnlock: number }

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
  readonly address: string
  readonly balance: Balance
}

/** The open wallet. `revision` grows with every change of transfers, addresses, labels or contacts. */
export type WalletView = WalletSummary & {
  readonly address: string
  readonly ticker: string
  readonly decimals: number
  readonly balance: Balance
  readonly accounts: readonly AccountView[]
  readonly sync: SyncState
  /** a development node is connected: mining and a faucet are offered */
  readonly development: boolean
  readonly restoreHeight: number
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
}

type SweepTerms = {
  readonly address: string
  readonly priority: string
  readonly unlockTime: bigint
}

/** An action that a page requests, in full: the user is shown exactly what will be done. `priority` is a name. */
export type ApprovalAction =
  | {
      readonly kind: 'transfer'
      readonly account: number
      /** indices of the addresses to spend from; empty for all of the account */
      readonly subaddresses: readonly number[]
      readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
      /** indices of the destinations that pay the fee; empty if the sender pays it in addition */
      readonly feeFrom: readonly number[]
      readonly priority: string
      readonly unlockTime: bigint
    }
  | (SweepTerms & {
      readonly kind: 'sweep'
      readonly account: number
      readonly subaddresses: readonly number[]
      /** every address, those of `subaddresses`, or one chosen at random */
      readonly from: 'all' | 'given' | 'one'
      /** only outputs below this amount; undefined for all */
      readonly belowAmount: bigint | undefined
    })
  /** one output; its amount is undefined if the wallet does not know it */
  | (SweepTerms & { readonly kind: 'sweep output'; readonly amount: bigint | undefined })
  /** a payment opened from metadata */
  | {
      readonly kind: 'relay'
      readonly txid: string
      readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
      readonly fee: bigint
    }
  | { readonly kind: 'reveal'; readonly secret: 'words' | 'view key' | 'spend key' }
  | { readonly kind: 'reveal transaction key'; readonly txid: string }
  | { readonly kind: 'node'; readonly url: string }
  /** a hard rescan: it erases labels, notes, destinations and transaction keys, which no scan restores */
  | { readonly kind: 'forget' }
  | { readonly kind: 'password' }
  /** a wallet whose seed words or password the page knows, opened in place of this one */
  | { readonly kind: 'new wallet'; readonly name: string }

/** A request of a page that waits for the user's decision. */
export type ApprovalRequest = {
  readonly id: string
  /** the method that was called */
  readonly method: string
  readonly action: ApprovalAction
  /** number of requests after this one */
  readonly waiting: number
}

/** `session`: this payment and all others until the wallet locks or closes, or the page reloads. */
export type ApprovalDecision = 'once' | 'session' | 'refuse'

export type TransferState = 'pool' | 'confirmed' | 'pending' | 'failed'

export type TransferView = {
  /** unique in the wallet */
  readonly id: string
  readonly txid: string
  readonly direction: 'in' | 'out'
  readonly kind: 'transfer' | 'miner' | 'service node' | 'stake'
  readonly state: TransferState
  /** a node has accepted it; false for a payment that was recorded but not yet accepted by a node */
  readonly relayed: boolean
  /** received, or sent without fee and change */
  readonly amount: bigint
  readonly fee: bigint
  /** 0 while unmined */
  readonly height: number
  readonly timestamp: number
  readonly confirmations: number
  /** blocks until an incoming amount can be spent; 0 if it can be spent */
  readonly blocksToUnlock: number
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

/** A priority of payments; `name` is the network's own. */
export type PriorityView = { readonly value: number; readonly name: string; readonly isDefault: boolean }

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

/** A destination that the user typed, pasted or scanned: an address or a payment URI. */
export type ParsedDestination =
  | {
      readonly valid: true
      readonly address: string
      readonly kind: 'standard' | 'integrated' | 'subaddress'
      readonly amount: bigint | undefined
      readonly recipientName: string
      readonly description: string
    }
  | { readonly valid: false; readonly reason: string }

/** A name with an address to pay. */
export type Contact = { readonly name: string; readonly address: string }

/** A contact as stored: an entry of the address book. */
export type ContactView = Contact & {
  /** position in the address book; later ones move up when one is removed */
  readonly index: number
  /** standalone payment id of 64 hex digits, stored by older clients, which can no longer be sent; empty for none */
  readonly paymentId: string
}

/** The nodes that the user chose. A URL is an http(s) address, or `devnet:` for the development node inside the page. */
export type NodeSettings = { readonly urls: readonly string[] }

export type WalletSettings = {
  readonly nodes: NodeSettings
  /** minutes of inactivity until the wallet locks; 0 = never */
  readonly lockMinutes: number
  /** whether pages of this origin may call the wallet RPC */
  readonly rpcEnabled: boolean
}

export type NewWallet = {
  readonly name: string
  readonly password: string
  readonly networkId: string
  readonly nodes: NodeSettings
}

/** Where a restored wallet starts to scan: a height, a date (UNIX seconds), or the beginning of the chain. */
export type RestoreFrom =
  | { readonly from: 'height'; readonly height: number }
  | { readonly from: 'date'; readonly timestamp: number }
  | { readonly from: 'beginning' }

export type EngineApi = {
  /** Calls the listener immediately, and after changes at most a few times per second. */
  subscribe(listener: (view: EngineView) => void): Promise<void>

  /** Returns the languages of seed words: English name and own name. */
  seedLanguages(): Promise<readonly { readonly name: string; readonly ownName: string }[]>
  /** Generates a new seed, which the engine holds until `createWallet`; returns its words. */
  draftSeed(language: string): Promise<readonly string[]>
  /** Creates and opens the wallet of the drafted seed if the given words of it (1-based positions) are correct. */
  createWallet(wallet: NewWallet, words: readonly { readonly position: number; readonly word: string }[]): Promise<void>
  restoreFromWords(
    wallet: NewWallet,
    seed: { readonly words: string; readonly offset: string },
    from: RestoreFrom,
  ): Promise<void>
  /** Restores from keys in hex. Without a spend secret the wallet is watch-only. */
  restoreFromKeys(
    wallet: NewWallet,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    from: RestoreFrom,
  ): Promise<void>
  openWallet(id: string, password: string): Promise<void>
  closeWallet(): Promise<void>
  /** Wipes the keys from memory; `openWallet` unlocks. */
  lock(): Promise<void>
  changePassword(oldPassword: string, newPassword: string): Promise<void>
  renameWallet(name: string): Promise<void>
  /** Removes a wallet and all its records permanently. */
  removeWallet(id: string, password: string): Promise<void>
  /** Returns seed words and keys after verifying the password. Words are empty if the keys have none (watch-only). */
  revealSecrets(
    password: string,
  ): Promise<{ readonly words: string; readonly viewSecret: string; readonly spendSecret: string }>

  createAccount(label: string): Promise<AccountView>
  createSubaddress(account: number, label: string): Promise<AddressView>
  setLabel(account: number, index: number, label: string): Promise<void>
  addresses(account: number): Promise<readonly AddressView[]>

  /** Returns the history, newest first. */
  transfers(filter: { readonly account?: number; readonly limit?: number }): Promise<readonly TransferView[]>
  setNote(txid: string, note: string): Promise<void>

  /** Returns the contacts in the order in which they were added. */
  contacts(): Promise<readonly ContactView[]>
  addContact(contact: Contact): Promise<void>
  /** Fails if the stored contact differs from `seen`. */
  changeContact(seen: ContactView, contact: Contact): Promise<void>
  removeContact(seen: ContactView): Promise<void>

  parseDestination(text: string): Promise<ParsedDestination>
  paymentUri(request: {
    readonly address: string
    readonly amount?: bigint
    readonly recipientName?: string
    readonly description?: string
  }): Promise<string>
  /** Returns the priorities of this network, cheapest first. */
  priorities(): Promise<readonly PriorityView[]>
  prepareTransfer(request: {
    readonly account: number
    readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
    readonly priority: number
  }): Promise<PreparedTransfer>
  /** Prepares a payment of everything that the account can spend to one address. */
  prepareSweep(request: {
    readonly account: number
    readonly address: string
    readonly priority: number
  }): Promise<PreparedTransfer>
  /** Records a prepared payment durably, then relays it. */
  confirmTransfer(id: string): Promise<readonly TransferView[]>
  discardTransfer(id: string): Promise<void>

  /** Decides a request of a page. Allowing the export of a secret requires the password; otherwise it is ignored. */
  decideApproval(id: string, decision: ApprovalDecision, password: string): Promise<void>
  /** Revokes the permission for payments of this session. */
  revokePaymentPermission(): Promise<void>

  settings(): Promise<WalletSettings>
  changeSettings(settings: Partial<WalletSettings>): Promise<void>
  /** Polls the node immediately. */
  refresh(): Promise<void>
  /** Discards scan results and scans again. */
  rescan(from: RestoreFrom): Promise<void>
  /** Mines blocks; development nodes only. */
  mine(blocks: number): Promise<void>
  faucet(amount: bigint): Promise<void>
}
