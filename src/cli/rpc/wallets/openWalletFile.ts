// An open wallet of the wallet RPC: its engine and store, and the files of wallet2 beside it, which change with it.

import type { LookAhead } from '../../../coin/lookAhead.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { CallNeed, SentPassword } from '../../../rpc/calls/walletRpcContext.ts'
import type { Store } from '../../../store/store.ts'
import type { MultisigFirstRound } from '../../../wallet/multisig/multisigViews.ts'
import { FileWriteError } from '../../command/replaceFile.ts'
import type { Log } from '../log/log.ts'
import { CacheBeside } from './cacheBeside.ts'
import {
  hasKeysFileBeside,
  logKeptPassword,
  reencryptFilesBeside,
  writeChangedKeysFile,
  writeFinalKeysFile,
  writeKeysFileBeside,
} from './keysFiles.ts'
import type { SharedWallet } from './sharedWallet.ts'
import type { WalletFilesOptions } from './walletFilesOptions.ts'
import type { WalletPlace } from './walletPlaces.ts'

type OpenWalletParts = {
  readonly engine: Engine
  readonly store: Store
  /** undefined if the wallet is in memory only */
  readonly place: WalletPlace | undefined
  /** undefined if no other process may have it open */
  readonly shared: SharedWallet | undefined
}

/** One open wallet. `close` must be called. */
export class OpenWalletFile {
  readonly engine: Engine
  readonly place: WalletPlace | undefined
  readonly #store: Store
  readonly #shared: SharedWallet | undefined
  readonly #log: Log
  /** beside which files of wallet2 are written; undefined if none are */
  readonly #writtenPath: string | undefined
  readonly #cache: CacheBeside | undefined

  constructor(
    { engine, store, place, shared }: OpenWalletParts,
    { log, writesKeysFiles }: Pick<WalletFilesOptions, 'log' | 'writesKeysFiles'>,
  ) {
    this.engine = engine
    this.place = place
    this.#store = store
    this.#shared = shared
    this.#log = log
    const path = writesKeysFiles === true ? place?.path : undefined
    this.#writtenPath = path
    if (path !== undefined && engine.wallet !== undefined) this.#cache = new CacheBeside(path, engine.wallet, log)
  }

  async prepareCall(need: CallNeed): Promise<void> {
    await this.#shared?.prepareCall(need)
  }

  /** Takes the key of the cache of wallet2, which is written with it. */
  async unlockCache(password: string): Promise<void> {
    await this.#cache?.unlock(password)
  }

  /** Writes the keys file of a new wallet. The file that a wallet is made from is the user's, and stays as it is. */
  async writeFirstKeysFile(password: SentPassword): Promise<void> {
    const path = this.#writtenPath
    if (path !== undefined && !hasKeysFileBeside(path)) await writeKeysFileBeside(path, this.engine, password)
  }

  /** Writes the cache of wallet2. */
  async storeCache(): Promise<void> {
    if (this.engine.wallet !== undefined) await this.#cache?.write(this.engine.wallet)
  }

  async changePassword(oldPassword: string, { text, encoding }: SentPassword): Promise<void> {
    await this.engine.changePassword(oldPassword, text)
    const path = this.place?.path
    if (path === undefined) return
    if (this.#writtenPath === undefined) logKeptPassword(path, this.#log)
    else await reencryptFilesBeside(path, { old: oldPassword, new: text, encoding }, this.#log)
    await this.unlockCache(text)
  }

  async setLookAhead(lookAhead: LookAhead, password: SentPassword): Promise<void> {
    await this.engine.setLookAhead(lookAhead)
    const path = this.#writtenPath
    if (path !== undefined) await writeChangedKeysFile(path, this.engine, password, this.#log)
  }

  async makeMultisig(round: MultisigFirstRound, password: SentPassword): Promise<void> {
    await this.engine.makeMultisig(round)
    await this.#finishRound(password)
  }

  async exchangeMultisigKeys(messages: readonly string[], password: SentPassword): Promise<void> {
    await this.engine.exchangeMultisigKeys(messages)
    await this.#finishRound(password)
  }

  /** Writes the keys file after the last round, as wallet2 does. */
  async #finishRound(password: SentPassword): Promise<void> {
    const path = this.#writtenPath
    if (path === undefined || !(await writeFinalKeysFile(path, this.engine, password, this.#log))) return
    // wallet2 opens no keys file beside the cache of other keys.
    await this.unlockCache(password.text)
    await this.storeCache()
  }

  async close(): Promise<void> {
    const { engine } = this
    try {
      if (engine.wallet !== undefined) await this.#cache?.writeChanges(engine.wallet)
    } catch (error) {
      if (!(error instanceof FileWriteError)) throw error
      this.#log.write('ERROR', 'wallet', error.message)
    }
    this.#cache?.lock()
    try {
      await this.#shared?.close()
      await engine.closeWallet()
    } finally {
      await this.#store.close()
    }
    this.#log.write('INFO', 'wallet', 'closed the wallet')
  }
}
