// The host of one wallet of a folder of which several are open at a time: it creates and opens the file of its own name only.

import {
  FilenameError,
  type NewWalletFile,
  type SentSeed,
  UnsupportedByHostError,
} from '../../../rpc/calls/walletRpcContext.ts'
import { WalletFiles } from './walletFiles.ts'
import type { WalletFilesOptions } from './walletFilesOptions.ts'

/** The wallets that are open, or being opened, up to a number. */
export class OpenSlots {
  readonly #max: number
  readonly #taken = new Set<NamedWallet>()

  constructor(max: number) {
    this.#max = max
  }

  /**
   * Takes a slot for a wallet, unless it has one.
   * @throws UnsupportedByHostError if all are taken
   */
  take(wallet: NamedWallet): void {
    if (!this.#taken.has(wallet) && this.#taken.size >= this.#max)
      throw new UnsupportedByHostError(
        `${this.#max} wallets are open, which is the maximum (--wallets): close one, or start the service with a higher number`,
      )
    this.#taken.add(wallet)
  }

  release(wallet: NamedWallet): void {
    this.#taken.delete(wallet)
  }
}

/** A wallet that is addressed by its name. Calls that name no file mean its own. */
export class NamedWallet extends WalletFiles {
  readonly #name: string
  readonly #slots: OpenSlots
  #isOpening = false

  constructor(name: string, slots: OpenSlots, options: WalletFilesOptions) {
    super(options)
    this.#name = name
    this.#slots = slots
  }

  override exists(filename: string): Promise<boolean> {
    return super.exists(this.#filename(filename))
  }

  override create(file: NewWalletFile, language: string): Promise<void> {
    return this.#opening(() => super.create(this.#own(file), language))
  }

  override restoreFromWords(file: NewWalletFile, seed: SentSeed, height: number): Promise<void> {
    return this.#opening(() => super.restoreFromWords(this.#own(file), seed, height))
  }

  override restoreFromKeys(
    file: NewWalletFile,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    height: number,
  ): Promise<void> {
    return this.#opening(() => super.restoreFromKeys(this.#own(file), keys, height))
  }

  override open(file: NewWalletFile): Promise<void> {
    return this.#opening(() => super.open(this.#own(file)))
  }

  override async close(): Promise<void> {
    try {
      await super.close()
    } finally {
      if (!this.#isOpening) this.#slots.release(this)
    }
  }

  /** @throws FilenameError if it is the name of another wallet */
  #filename(filename: string): string {
    if (filename !== '' && filename !== this.#name)
      throw new FilenameError(`this path belongs to the wallet "${this.#name}", not to "${filename}"`)
    return this.#name
  }

  #own({ filename, ...file }: NewWalletFile): NewWalletFile {
    return { ...file, filename: this.#filename(filename) }
  }

  /** Runs what opens the wallet. It holds a slot as long as the wallet is open. */
  async #opening(open: () => Promise<void>): Promise<void> {
    this.#slots.take(this)
    this.#isOpening = true
    try {
      await open()
    } finally {
      this.#isOpening = false
      if (this.wallet === undefined) this.#slots.release(this)
    }
  }
}
