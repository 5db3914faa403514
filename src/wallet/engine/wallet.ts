// An open wallet: its keys and its state, the chain it follows and the payments it makes. The engine opens and closes it.

import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { Random } from '../../crypto/random.ts'
import type { Scanner } from '../../crypto/scan/scanner.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import { type LookAhead, SubaddressTable } from '../accounts/subaddressTable.ts'
import { OutputScanner } from '../scan/outputScanner.ts'
import { Payments } from '../spend/payments.ts'
import { type AddressBalance, addressBalances, type Moment, type Strictness, sumBalances } from '../state/balance.ts'
import { setFrozen } from '../state/coinControl.ts'
import { approvedOutputs, type Entry, historyEntries } from '../state/history.ts'
import type { SubaddressIndex, WalletKeys } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import { transferView } from '../state/transferView.ts'
import { WalletClosedError, type WalletState } from '../state/walletState.ts'
import type { Note } from '../state/walletStateStore.ts'
import { scanAgain } from '../sync/rescan.ts'
import { Synchronizer } from '../sync/synchronizer.ts'
import type { Balance, RestoreFrom, TransferView } from './engineApi.ts'
import type { EngineEnvironment } from './engineHost.ts'

export type WalletParts = {
  readonly host: EngineEnvironment
  readonly network: Network
  readonly keys: WalletKeys
  /** of the seed words; English when left out */
  readonly language?: string
  readonly state: WalletState
  readonly scanner: Scanner
  readonly node: NodeClient
  readonly lookAhead?: LookAhead
  /** called whenever something changed, in the state or in how the chain is followed */
  readonly changed: () => void
}

/** One open wallet, from opening to closing. */
export class Wallet {
  readonly network: Network
  readonly keys: WalletKeys
  readonly language: string
  readonly state: WalletState
  readonly #host: EngineEnvironment
  readonly #scanner: Scanner
  readonly #table: SubaddressTable
  readonly #sync: Synchronizer
  readonly #addresses = new Map<string, string>()
  /** prepares and commits payments */
  readonly payments: Payments
  #closed = false
  #balances: { readonly at: string; readonly balances: readonly AddressBalance[] } | undefined

  private constructor({ host, network, keys, language, state, scanner, node, lookAhead, changed }: WalletParts) {
    this.#host = host
    this.network = network
    this.keys = keys
    this.language = language ?? 'English'
    this.state = state
    this.#scanner = scanner
    state.watch(changed)
    this.#table = new SubaddressTable(keys, lookAhead)
    const outputScanner = new OutputScanner(keys, this.#table, scanner)
    const { clock, schedule } = host
    this.#sync = new Synchronizer({ network, state, outputScanner, clock, schedule, changed }, node)
    this.payments = new Payments({
      ...{ network, keys, state },
      random: host.random,
      moment: () => this.moment,
      node: () => this.#sync.node,
    })
  }

  /** Opens a wallet, which begins to follow its chain. */
  static async open(parts: WalletParts): Promise<Wallet> {
    const wallet = new Wallet(parts)
    await wallet.#watchIssued()
    wallet.#sync.start()
    return wallet
  }

  async #watchIssued(): Promise<void> {
    for (const [major, { length }] of this.state.labels.entries()) await this.#table.reach({ major, minor: length - 1 })
  }

  /** Stops following, waits for what is being written, and wipes the keys. */
  async close(): Promise<void> {
    this.#closed = true
    this.payments.close()
    try {
      await this.#sync.close()
      await this.state.close()
      await this.#scanner.close()
    } finally {
      // A scanner that died does not keep the keys alive.
      const { spendSecret, viewSecret } = this.keys
      wipe(viewSecret)
      if (spendSecret !== undefined) wipe(spendSecret)
    }
  }

  get viewOnly(): boolean {
    return this.keys.spendSecret === undefined
  }

  get sync(): Synchronizer {
    return this.#sync
  }

  get random(): Random {
    return this.#host.random
  }

  /** The present, for locks and ages. */
  get moment(): Moment {
    return { height: this.state.height, now: Math.floor(this.#host.clock() / 1000) }
  }

  /**
   * The text of an address; (0, 0) is the primary one.
   * @throws WalletClosedError once the keys are gone, of which addresses are made
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

  /** The index of one of our addresses by its spend key, issued or watched. */
  indexOf(spendKey: Uint8Array): SubaddressIndex | undefined {
    return this.#table.indexOf(spendKey)
  }

  /** Whether payments to an address are looked for. */
  watches(index: SubaddressIndex): boolean {
    return this.#table.has(index)
  }

  /** Looks for payments to an address, and to those that are likely to follow it, from now on. */
  async watch(index: SubaddressIndex): Promise<void> {
    await this.#table.reach(index)
  }

  /** Balances of all addresses that hold something. */
  addressBalances(strictness: Strictness = 'lenient'): readonly AddressBalance[] {
    const { moment, state } = this
    // Locks by time end by themselves, so a figure is trusted for some seconds only.
    const at = `${strictness} ${state.revision} ${state.height} ${Math.floor(moment.now / 10)}`
    if (this.#balances?.at !== at)
      this.#balances = {
        at,
        balances: addressBalances(
          this.network,
          state.ledger,
          state.shownOutputs(),
          moment,
          strictness,
          approvedOutputs(state),
        ),
      }
    return this.#balances.balances
  }

  balance(account?: number): Balance {
    const balances = this.addressBalances().filter(({ major }) => account === undefined || major === account)
    const { total, unlocked, blocksToUnlock } = sumBalances(balances)
    return { total, unlocked, blocksToUnlock }
  }

  /** History, newest first. */
  transfers({ account, limit }: { readonly account?: number; readonly limit?: number }): TransferView[] {
    const entries = historyEntries(this.state).filter((entry) => account === undefined || entry.account === account)
    return entries.slice(0, limit).map((entry) => this.#transferView(entry))
  }

  #transferView(entry: Entry): TransferView {
    return transferView(entry, {
      network: this.network,
      moment: this.moment,
      note: this.state.notes.get(toHex(entry.txid)) ?? '',
      addressText: (index) => this.addressText(index),
    })
  }

  /** Writes notes on transactions, all or none. */
  async setNotes(notes: readonly Note[]): Promise<void> {
    await this.state.update('strict', () => ({ notes }))
  }

  /**
   * Puts a coin aside, so that it is neither counted nor spent, or takes it back.
   * @throws UnknownKeyImageError
   */
  async setFrozen(keyImage: Uint8Array, frozen: boolean): Promise<void> {
    await setFrozen(this.state, keyImage, frozen)
  }

  /** History of some transactions. */
  transfersOf(txids: readonly Uint8Array[]): TransferView[] {
    const entries = historyEntries(this.state).filter(
      ({ direction, txid }) => direction === 'out' && txids.some((id) => equalBytes(id, txid)),
    )
    return entries.map((entry) => this.#transferView(entry))
  }

  /**
   * Forgets what was scanned from some height on, and scans it again.
   * @param learn notes what is the reason for it, together with the forgetting
   */
  async rescan(from: RestoreFrom, learn: (draft: LedgerDraft) => void = () => undefined): Promise<void> {
    await scanAgain(this, from, learn)
  }
}
