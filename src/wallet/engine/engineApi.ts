// What the page may ask of the engine. It crosses a worker boundary (Comlink), so everything here is plain data that can be
// cloned: amounts are bigint in atomic units, times are UNIX seconds, ids and keys that people see are text. No secret leaves
// the engine except the seed words and keys a person asks to see, with the password.

/** A wallet as it is listed before it is opened. */
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
  /** undefined while it cannot be told */
  readonly secondsLeft: number | undefined
  /** why the node cannot be used, in words for a person; empty when all is well */
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

/** The open wallet, as often as it changes. `revision` grows with every change of transfers, addresses, labels or contacts. */
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
  /** what a page asks for and a person has to decide now */
  readonly approvalRequest: ApprovalRequest | undefined
  /** pages may pay without a question until the visit ends */
  readonly paymentsAllowed: boolean
}

type DeedOfSweep = {
  readonly address: string
  readonly priority: string
  readonly unlockTime: bigint
}

/** What a page wants done, in full: nothing else is done than what the person is shown. `priority` is a name. */
export type ApprovalAction =
  | {
      readonly kind: 'transfer'
      readonly account: number
      /** the addresses that may be spent from; empty for all of the account */
      readonly subaddresses: readonly number[]
      readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
      /** indices of those that the fee is taken from; empty where it comes on top */
      readonly feeFrom: readonly number[]
      readonly priority: string
      readonly unlockTime: bigint
    }
  | (DeedOfSweep & {
      readonly kind: 'sweep'
      readonly account: number
      readonly subaddresses: readonly number[]
      /** every address, those of `subaddresses`, or one that is drawn */
      readonly from: 'all' | 'given' | 'one'
      /** only outputs below it; undefined for all */
      readonly belowAmount: bigint | undefined
    })
  /** one output; its amount is undefined where the wallet does not know it */
  | (DeedOfSweep & { readonly kind: 'sweep output'; readonly amount: bigint | undefined })
  /** a payment that was prepared before */
  | {
      readonly kind: 'relay'
      readonly txid: string
      readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
      readonly fee: bigint
    }
  | { readonly kind: 'reveal'; readonly secret: 'words' | 'view key' | 'spend key' }
  | { readonly kind: 'reveal transaction key'; readonly txid: string }
  | { readonly kind: 'node'; readonly url: string }
  /** names, accounts and transaction keys, which no scan brings back */
  | { readonly kind: 'forget' }
  | { readonly kind: 'password' }
  /** a wallet whose words or password the page knows, opened in place of this one */
  | { readonly kind: 'new wallet'; readonly name: string }

/** What a page asks for. */
export type ApprovalRequest = {
  readonly id: string
  /** the method that was called */
  readonly method: string
  readonly action: ApprovalAction
  /** how many questions come after this one */
  readonly waiting: number
}

/** `visit`: this payment and all others until the wallet locks or closes, or the page is loaded anew. */
export type ApprovalDecision = 'once' | 'visit' | 'refuse'

export type TransferState = 'pool' | 'confirmed' | 'pending' | 'failed'

export type TransferView = {
  /** unique in the wallet */
  readonly id: string
  readonly txid: string
  readonly direction: 'in' | 'out'
  readonly kind: 'transfer' | 'miner' | 'service node' | 'stake'
  readonly state: TransferState
  /** some node has it; false for a payment that was recorded but never taken by a node */
  readonly relayed: boolean
  /** received, or sent without fee and change */
  readonly amount: bigint
  readonly fee: bigint
  /** 0 while unmined */
  readonly height: number
  readonly timestamp: number
  readonly confirmations: number
  /** blocks until an incoming amount can be spent; 0 when it can */
  readonly blocksToUnlock: number
  readonly account: number
  readonly subaddresses: readonly number[]
  readonly addresses: readonly string[]
  readonly paymentId: string
  readonly note: string
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
  /** transaction secret key where this wallet made the transaction; empty otherwise */
  readonly txKey: string
  readonly doubleSpendSeen: boolean
}

/** A payment that is built, signed and checked, and waits for a yes. */
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

/** A destination typed, pasted or scanned by a person: an address or a payment URI. */
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

/** Somebody to pay. */
export type Contact = { readonly name: string; readonly address: string }

/** A contact as it is kept: an entry of the address book. */
export type ContactView = Contact & {
  /** position in the address book; later ones move up when one is removed */
  readonly index: number
  /** 64 hex digits that older clients kept beside the address and that can no longer be sent; empty for none */
  readonly paymentId: string
}

/** A node a person chose. `url` is an http(s) address, or `devnet:` for the development node inside the page. */
export type NodeSettings = { readonly urls: readonly string[] }

export type WalletSettings = {
  readonly nodes: NodeSettings
  /** minutes without use until the wallet locks; 0 = never */
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

/** Where a restored wallet begins to look: a height, a date (UNIX seconds), or the beginning. */
export type RestoreFrom =
  | { readonly from: 'height'; readonly height: number }
  | { readonly from: 'date'; readonly timestamp: number }
  | { readonly from: 'beginning' }

export type EngineApi = {
  /** The listener is called at once and then at most a few times per second, whenever something changed. */
  subscribe(listener: (view: EngineView) => void): Promise<void>

  /** Languages of seed words: English name and own name. */
  seedLanguages(): Promise<readonly { readonly name: string; readonly ownName: string }[]>
  /** Draws a new seed, which the engine keeps until `createWallet`; returns its words. */
  draftSeed(language: string): Promise<readonly string[]>
  /** Creates and opens the drafted wallet once some of its words (1-based positions) are given back rightly. */
  createWallet(wallet: NewWallet, words: readonly { readonly position: number; readonly word: string }[]): Promise<void>
  restoreFromWords(
    wallet: NewWallet,
    seed: { readonly words: string; readonly offset: string },
    from: RestoreFrom,
  ): Promise<void>
  /** Keys in hex. Without a spend secret the wallet is watch-only. */
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
  /** Removes a wallet and all its records for good. */
  removeWallet(id: string, password: string): Promise<void>
  /** The words and keys, for a person who gives the password. Words are empty where the keys have none (watch-only). */
  revealSecrets(
    password: string,
  ): Promise<{ readonly words: string; readonly viewSecret: string; readonly spendSecret: string }>

  createAccount(label: string): Promise<AccountView>
  createSubaddress(account: number, label: string): Promise<AddressView>
  setLabel(account: number, index: number, label: string): Promise<void>
  addresses(account: number): Promise<readonly AddressView[]>

  /** Newest first. */
  transfers(filter: { readonly account?: number; readonly limit?: number }): Promise<readonly TransferView[]>
  setNote(txid: string, note: string): Promise<void>

  /** In the order in which they were added. */
  contacts(): Promise<readonly ContactView[]>
  addContact(contact: Contact): Promise<void>
  /** Fails when the contact is no longer what was `seen`. */
  changeContact(seen: ContactView, contact: Contact): Promise<void>
  removeContact(seen: ContactView): Promise<void>

  parseDestination(text: string): Promise<ParsedDestination>
  paymentUri(request: {
    readonly address: string
    readonly amount?: bigint
    readonly recipientName?: string
    readonly description?: string
  }): Promise<string>
  /** Priorities a person can choose on this network, cheapest first; the default one is marked. */
  priorities(): Promise<readonly { readonly value: number; readonly name: string; readonly isDefault: boolean }[]>
  prepareTransfer(request: {
    readonly account: number
    readonly destinations: readonly { readonly address: string; readonly amount: bigint }[]
    readonly priority: number
  }): Promise<PreparedTransfer>
  /** Everything the account can spend, to one address. */
  prepareSweep(request: {
    readonly account: number
    readonly address: string
    readonly priority: number
  }): Promise<PreparedTransfer>
  /** Records the payment durably, then relays it. */
  confirmTransfer(id: string): Promise<readonly TransferView[]>
  discardTransfer(id: string): Promise<void>

  /** Decides a question of a page. The password is needed to allow what reveals a key; elsewhere it is not looked at. */
  decideApproval(id: string, answer: ApprovalDecision, password: string): Promise<void>
  /** Takes back the permission that payments had for this visit. */
  revokePaymentPermission(): Promise<void>

  settings(): Promise<WalletSettings>
  changeSettings(settings: Partial<WalletSettings>): Promise<void>
  /** Looks for news at once. */
  refresh(): Promise<void>
  /** Forgets what was scanned and scans again. */
  rescan(from: RestoreFrom): Promise<void>
  /** Development nodes only. */
  mine(blocks: number): Promise<void>
  faucet(amount: bigint): Promise<void>
}
