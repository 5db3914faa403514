// An open wallet: keys, state, synchronisation and payments. The engine opens and closes it.

import { mapping, runInSlices } from '../../async/timeSlices.ts'
import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { formatAddress, subaddressAt, subaddressesAt } from '../../coin/addresses/address.ts'
import type { LookAhead } from '../../coin/lookAhead.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { PrioritySettings } from '../../coin/prioritySettings.ts'
import { KEY_LENGTH } from '../../crypto/curve/pointArithmetic.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { Scanner } from '../../crypto/scan/scanner.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { setFrozen } from '../funds/coinControl.ts'
import { CoinLists } from '../funds/coins.ts'
import { Funds } from '../funds/funds.ts'
import type { Balance } from '../funds/fundsViews.ts'
import type { Entry } from '../history/history.ts'
import type { TransferView } from '../history/historyViews.ts'
import {
  approvalOf,
  failureOf,
  knownNameOf,
  stakedAmountOf,
  stakeLockOf,
  transferView,
} from '../history/transferView.ts'
import type { OutputIndexError } from '../rings/ring.ts'
import { Payments } from '../spend/payments.ts'
import { type AddressBalance, type Moment, type Strictness, sumBalances } from '../state/balance.ts'
import type { WalletKeys } from '../state/ledger.ts'
import { discardCopiedNonces, type NonceTokenPlace } from '../state/nonceToken.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import { isWatchOnly } from '../state/outputSecrets.ts'
import { type Labels, SubaddressTable } from '../state/subaddressTable.ts'
import { WalletClosedError, type WalletState } from '../state/walletState.ts'
import type { Note } from '../state/walletStateData.ts'
import { OutputScanner } from '../sync/outputScanner.ts'
import { repairIndices } from '../sync/repairIndices.ts'
import { type Learn, scanAgain } from '../sync/rescan.ts'
import { Synchronizer } from '../sync/synchronizer.ts'
import type { RestoreFrom } from '../sync/syncViews.ts'
import { wipeWalletKeys } from './keyring.ts'
import { WalletHistory } from './walletHistory.ts'
import type { WalletHost } from './walletHost.ts'
import type { WalletRules } from './walletRules.ts'

export type WalletParts = {
  readonly host: WalletHost
  readonly network: Network
  readonly keys: WalletKeys
  /** language of the seed words; English if omitted */
  readonly language?: string
  readonly state: WalletState
  readonly scanner: Scanner
  readonly node: NodeClient
  /** that of wallet2 if omitted */
  readonly lookAhead?: LookAhead | undefined
  /** those of wallet2 if omitted */
  readonly priorities?: PrioritySettings | undefined
  /** omitted: the limits of wallet2, and no compact chain */
  readonly rules?: WalletRules
  /** called after every change of the state or of the synchronisation */
  readonly changed: () => void
}

/** Addresses that are formatted between two looks at the clock. */
const TEXTS_AT_ONCE = 64

/** An open wallet. */
export class Wallet {
  readonly network: Network
  readonly keys: WalletKeys
  readonly language: string
  readonly state: WalletState
  readonly #host: WalletHost
  readonly #scanner: Scanner
  readonly #table: SubaddressTable
  readonly #sync: Synchronizer
  readonly #addresses = new Map<string, string>()
  /** prepares and commits payments */
  readonly payments: Payments
  /** sums of the coins */
  readonly funds: Funds
  readonly history: WalletHistory
  readonly coins: CoinLists
  #closed = false
  #isCopy = false
  #olderTransferSets = false
  #compactUrl = ''

  private constructor(parts: WalletParts) {
    const { host, network, keys, language, state, scanner, node, lookAhead, priorities, rules, changed } = parts
    this.#host = host
    this.network = network
    this.keys = keys
    this.language = language ?? 'English'
    this.state = state
    this.#scanner = scanner
    state.watch(changed)
    this.#table = new SubaddressTable(keys, lookAhead)
    const outputScanner = new OutputScanner(keys, this.#table, scanner)
    const { clock, schedule, random, report, pollInterval, asksBeforeNewChain = false } = host
    const polling = pollInterval === undefined ? {} : { pollInterval }
    const syncParts = { network, state, outputScanner, clock, schedule, random, report, changed }
    const compact = () => host.compact?.(network, this.#compactUrl)
    const syncHost = { ...syncParts, asksBeforeNewChain, compact, ...polling }
    this.#sync = new Synchronizer(syncHost, node)
    this.funds = new Funds({
      ...{ network, state },
      moment: () => this.moment,
      indexOf: (spendKey) => this.indexOf(spendKey),
    })
    this.history = new WalletHistory(this)
    this.coins = new CoinLists(this)
    this.payments = new Payments({
      ...{ network, keys, state, priorities },
      ...{ random: host.random, report: host.report },
      moment: () => this.moment,
      coming: () => this.funds.coming(),
      unknownFork: () => this.#sync.state.unknownFork,
      node: () => this.#sync.node,
      repairIndices: (error) => this.#repairIndices(error),
    })
    // Before the synchronisation begins.
    if (rules !== undefined) this.apply(rules)
  }

  async #repairIndices({ message, details }: OutputIndexError): Promise<boolean> {
    if (await this.#sync.pause((context) => repairIndices(context, details.globalIndex))) return true
    const { node } = this.#sync
    node.distrust?.(message)
    return node.distrust !== undefined
  }

  /** Where the tokens of multisig nonces are stored, if the host has such a place. */
  get nonceTokens(): NonceTokenPlace | undefined {
    return this.#host.nonceTokens
  }

  /** Whether the multisig nonces were deleted at the opening, because this is a copy of a wallet, or an older one. */
  get isCopy(): boolean {
    return this.#isCopy
  }

  /** Whether output lists and unsigned sets have the form that Monero before 0.18.1.1 reads. */
  get olderTransferSets(): boolean {
    return this.#olderTransferSets
  }

  /** Takes the settings that decide what a wallet does, not who may use it. */
  apply({ maxFeeRatio, maxReorgDepth, olderTransferSets, compactUrl }: WalletRules): void {
    this.payments.maxFeeRatio = maxFeeRatio
    this.#sync.maxReorgDepth = maxReorgDepth
    this.#olderTransferSets = olderTransferSets
    this.#compactUrl = compactUrl
  }

  /** Opens a wallet and starts its synchronisation, unless another process leads it. */
  static async open(parts: WalletParts): Promise<Wallet> {
    const wallet = new Wallet(parts)
    await wallet.#watchIssued()
    if (parts.host.follows?.() !== true) await wallet.lead()
    return wallet
  }

  /** Starts the synchronisation: this process writes to the store. */
  async lead(): Promise<void> {
    this.#isCopy = await discardCopiedNonces(this)
    this.#sync.start()
  }

  /** Stops the synchronisation: another process writes to the store. */
  async follow(): Promise<void> {
    await this.#sync.pause(async () => this.state.pool.clear())
    await this.#sync.stop()
  }

  /** Reads the state again, which another process has changed. */
  async reload(): Promise<void> {
    await this.state.reload()
    await this.#watchIssued()
  }

  async #watchIssued(): Promise<void> {
    for (const [major, { length }] of this.state.labels.entries()) await this.#table.reach({ major, minor: length - 1 })
    await this.#table.include(this.state.watched)
  }

  /** Stops the synchronisation, waits for pending writes, and wipes the keys. */
  async close(): Promise<void> {
    this.#closed = true
    this.payments.close()
    try {
      await this.#sync.close()
      await this.state.close()
      await this.#scanner.close()
    } finally {
      // The keys are wiped even if a crashed scanner fails to close.
      wipeWalletKeys(this.keys)
    }
  }

  /**
   * Runs a long computation in slices, between which the event loop runs.
   * @throws WalletClosedError once the wallet closes, which wipes its keys; what the computation throws
   */
  async inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
    const isOpen = (): true => {
      if (this.#closed) throw new WalletClosedError()
      return true
    }
    isOpen()
    // Undefined only if the computation returns it: isOpen never returns false.
    return (await runInSlices(steps, isOpen)) as Result
  }

  /** Calls a function for each item of a long list, as `inSlices` does. */
  mapInSlices<Item, Result>(items: readonly Item[], map: (item: Item, index: number) => Result): Promise<Result[]> {
    return this.inSlices(mapping(items, map))
  }

  /** Whether the wallet has the whole spend key: neither a watch-only nor a multisig wallet has it. */
  get hasSpendKey(): boolean {
    return this.keys.spendSecret !== undefined
  }

  get viewOnly(): boolean {
    return isWatchOnly(this.keys)
  }

  get sync(): Synchronizer {
    return this.#sync
  }

  get random(): Random {
    return this.#host.random
  }

  /** The current height and time, for unlock times and ages. */
  get moment(): Moment {
    const { height, stakeLocks } = this.state
    return { height, now: Math.floor(this.#host.clock() / 1000), stakeLocks }
  }

  /**
   * Returns an address as text; (0, 0) is the primary address.
   * @throws WalletClosedError after closing, since addresses are derived from the wiped keys
   */
  addressText({ major, minor }: SubaddressIndex): string {
    const key = `${major}/${minor}`
    let text = this.#addresses.get(key)
    if (text === undefined) {
      if (this.#closed) throw new WalletClosedError()
      text = formatAddress(this.network, subaddressAt(this.keys, major, minor))
      this.#addresses.set(key, text)
    }
    return text
  }

  /**
   * Returns the texts of `count` consecutive addresses of an account, which takes less than half the time of single ones.
   * @throws WalletClosedError after closing
   */
  addressTexts(major: number, minorStart: number, count: number): string[] {
    if (this.#closed) throw new WalletClosedError()
    return subaddressesAt(this.keys, major, minorStart, count).map((address, i) => {
      const text = formatAddress(this.network, address)
      this.#addresses.set(`${major}/${minorStart + i}`, text)
      return text
    })
  }

  /**
   * Computes the texts of `count` consecutive addresses of an account in slices, which takes half a minute for a hundred thousand of them.
   * `addressText` has them then.
   * @throws WalletClosedError once the wallet closes
   */
  prepareAddressTexts(major: number, minorStart: number, count: number): Promise<void> {
    return this.inSlices(this.#missingTexts(major, minorStart, minorStart + count))
  }

  *#missingTexts(major: number, minorStart: number, end: number): Generator<undefined, void> {
    for (let start = minorStart; start < end; start += TEXTS_AT_ONCE) {
      const some = Math.min(TEXTS_AT_ONCE, end - start)
      if (this.#addresses.has(`${major}/${start + some - 1}`)) continue
      this.addressTexts(major, start, some)
      yield
    }
  }

  /** All addresses to which the wallet looks for payments, by their spend keys. */
  *watchedAddresses(): Iterable<SubaddressIndex & { readonly spendKey: Uint8Array }> {
    const { keys } = this.#table
    for (let i = 0; i < keys.length / KEY_LENGTH; i++)
      yield { spendKey: keys.subarray(KEY_LENGTH * i, KEY_LENGTH * (i + 1)), ...this.#table.indexAt(i) }
  }

  /** Number of addresses to which the wallet looks for payments. */
  get watchedCount(): number {
    return this.#table.keys.length / KEY_LENGTH
  }

  /** Returns the index of an issued or watched address of the wallet by its spend key. */
  indexOf(spendKey: Uint8Array): SubaddressIndex | undefined {
    return this.#table.indexOf(spendKey)
  }

  /** Returns the labels with the addresses of received outputs created. */
  issue(labels: Labels, received: Iterable<{ readonly subaddress: SubaddressIndex }>): Labels {
    return this.#table.issue(labels, received)
  }

  /**
   * Changes the lookahead, for blocks that are scanned from now on. Addresses that were watched before stay so.
   */
  async setLookAhead(lookAhead: LookAhead): Promise<void> {
    const watched = this.#table.ranges
    await this.state.update('strict', () => ({ watched }))
    this.#table.lookAhead = lookAhead
    await this.#watchIssued()
  }

  /** Scans for payments to an address and to the lookahead after it from now on. */
  async watch(index: SubaddressIndex): Promise<void> {
    await this.#table.reach(index)
  }

  /** Returns the balances of all addresses with a balance. */
  addressBalances(strictness: Strictness = 'lenient'): readonly AddressBalance[] {
    return this.funds.balances(strictness)
  }

  /** Returns the balance of an account, or of all accounts. */
  balance(account?: number): Balance {
    const balances = this.addressBalances().filter(({ major }) => account === undefined || major === account)
    const { total, unlocked, blocksToUnlock } = sumBalances(balances)
    return { total, unlocked, blocksToUnlock, ...this.funds.coinSums(account) }
  }

  /** Returns the history, newest first. */
  transfers({ account, limit }: { readonly account?: number; readonly limit?: number }): TransferView[] {
    const { entries } = this.history
    const ofAccount = account === undefined ? entries : entries.filter((entry) => entry.account === account)
    return ofAccount.slice(0, limit).map((entry) => this.transferView(entry))
  }

  /** Returns a history entry as the page shows it. */
  transferView(entry: Entry): TransferView {
    return transferView(entry, {
      network: this.network,
      moment: this.moment,
      note: this.state.notes.get(toHex(entry.txid)) ?? '',
      stakeLock: stakeLockOf(this.state, entry),
      staked: stakedAmountOf(this.state, entry),
      failure: failureOf(this.state, entry),
      approval: approvalOf(this.state, entry),
      addressText: (index) => this.addressText(index),
      belongsTo: (address, account) => this.history.belongsTo(address, account),
      nameOf: (hash, type) => knownNameOf(this.state, hash, type),
    })
  }

  /** Writes notes on transactions atomically. */
  async setNotes(notes: readonly Note[]): Promise<void> {
    await this.state.update('strict', () => ({ notes }))
  }

  /**
   * Freezes outputs, so that they are neither counted nor spent, or thaws them: all of them, or none if a key image is unknown.
   * @throws UnknownKeyImageError
   */
  async setFrozen(keyImages: readonly Uint8Array[], frozen: boolean): Promise<void> {
    await setFrozen(this.state, keyImages, frozen)
  }

  /** Returns the outgoing history entries of transactions. */
  transfersOf(txids: readonly Uint8Array[]): TransferView[] {
    const paid = this.history.entries.filter(
      ({ direction, txid }) => direction === 'out' && txids.some((id) => equalBytes(id, txid)),
    )
    return paid.map((entry) => this.transferView(entry))
  }

  /**
   * Discards scan results from a height on, and scans again.
   * @param learn records the reason for the rescan in the same update
   */
  async rescan(from: RestoreFrom, learn?: Learn): Promise<void> {
    await scanAgain(this, from, learn)
  }
}
