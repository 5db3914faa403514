// The list of stored wallets, as the engine has read it.

import type { EngineEnvironment } from '../api/engineHost.ts'
import type { WalletSummary } from '../api/engineViews.ts'
import { UnknownWalletError } from '../api/walletErrors.ts'
import { checkName, checkNameIsFree, listWallets, putWallet } from '../vault/walletCatalog.ts'
import { removeEmptyVaults } from '../vault/walletVault.ts'

export class WalletList {
  readonly #host: EngineEnvironment
  #wallets: readonly WalletSummary[] = []
  /** the storage was cleared, and nothing of the wallets in it was in memory */
  #wereLost = false
  #loaded: Promise<void> | undefined

  constructor(host: EngineEnvironment) {
    this.#host = host
  }

  /** All wallets, sorted by name; empty until `load`. */
  get wallets(): readonly WalletSummary[] {
    return this.#wallets
  }

  /** Whether the storage was cleared with all wallets, and none was added since. */
  get wereLost(): boolean {
    return this.#wereLost && this.#wallets.length === 0
  }

  /** Reads the list, unless it is loaded. */
  load(): Promise<void> {
    this.#loaded ??= this.read().then(
      () => this.#removeEmptyVaults(),
      (error: unknown) => {
        this.#loaded = undefined
        throw error
      },
    )
    return this.#loaded
  }

  /** No creation is under way: those of this engine have not begun, and an engine that has lost the store to this one can store nothing. */
  async #removeEmptyVaults(): Promise<void> {
    const { store, follows, report } = this.#host
    if (follows?.() === true) return
    // What is left stays until the next start.
    await removeEmptyVaults(store, this.#wallets).catch(report)
  }

  /** Reads the list again. */
  async read(): Promise<void> {
    this.#wallets = await listWallets(this.#host.store)
  }

  /** Reads the list after the storage was cleared. */
  async readCleared(): Promise<void> {
    this.#wereLost ||= this.#wallets.length > 0
    await this.read()
  }

  /**
   * Returns the entry of a wallet.
   * @throws UnknownWalletError
   */
  summaryOf(id: string): WalletSummary {
    const summary = this.#wallets.find((wallet) => wallet.id === id)
    if (summary === undefined) throw new UnknownWalletError(`there is no wallet with id ${id}`)
    return summary
  }

  /**
   * Stores another name of a wallet; returns the wallet's entry. The list is to be read afterwards.
   * @throws WalletNameError, WalletNameTakenError
   */
  async rename(summary: WalletSummary, name: string): Promise<WalletSummary> {
    const renamed = { ...summary, name: checkName(name) }
    checkNameIsFree(this.#wallets, renamed.name, renamed.id)
    await putWallet(this.#host.store, renamed)
    return renamed
  }
}
