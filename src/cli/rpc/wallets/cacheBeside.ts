// The cache of wallet2 beside an open wallet of `faba rpc --keys-files`: written when the wallet is stored, and when it is closed if its user
// has changed something, or if this program wrote the cache.

import { wipe } from '../../../bytes/bytes.ts'
import { cacheKeyOf, isWrittenHere, WalletCacheError } from '../../../coin/wallet-files/cacheFile.ts'
import { openKeysFile } from '../../../coin/wallet-files/keysFileCipher.ts'
import { KeysFileError } from '../../../coin/wallet-files/keysFileError.ts'
import { userDataDigest, writeWalletCache } from '../../../engine/files/walletCacheExport.ts'
import type { Wallet } from '../../../wallet/open/wallet.ts'
import type { Log } from '../log/log.ts'
import { overwriteCacheBeside, readFilesBeside, replaceCacheBeside } from './keysFiles.ts'

/** Writes one cache. It has the key of the keys file beside it. */
export class CacheBeside {
  readonly #walletPath: string
  readonly #log: Log
  /** undefined without a keys file that the password of the wallet opens: no cache is written then */
  #key: Uint8Array | undefined
  /** of the wallet as it was opened or written */
  #written: string

  constructor(walletPath: string, wallet: Wallet, log: Log) {
    this.#walletPath = walletPath
    this.#written = userDataDigest(wallet)
    this.#log = log
  }

  /** Takes the key of the keys file. */
  async unlock(password: string): Promise<void> {
    this.lock()
    const files = readFilesBeside(this.#walletPath)
    if (files === undefined) return
    try {
      const { fileKey } = await openKeysFile(files.keys, password)
      this.#key = cacheKeyOf(fileKey)
      wipe(fileKey)
    } catch (error) {
      if (!(error instanceof KeysFileError)) throw error
      const what = 'the password of the wallet does not open its keys file: its cache is not written'
      this.#log.write('WARNING', 'wallet', what)
    }
  }

  /** Wipes the key. */
  lock(): void {
    if (this.#key !== undefined) wipe(this.#key)
    this.#key = undefined
  }

  /** Writes the cache. One that cannot be read stays as it is, and is reported in the log. */
  write(wallet: Wallet): Promise<void> {
    return this.#write(wallet, () => true)
  }

  /**
   * Writes the cache if the user has changed something since it was written, or if this program wrote it: it then contains what has been
   * found on the chain since. A cache of another program stays as it is while the user changes nothing.
   */
  writeChanges(wallet: Wallet): Promise<void> {
    return this.#write(wallet, (isOwn) => isOwn || userDataDigest(wallet) !== this.#written)
  }

  async #write(wallet: Wallet, isDue: (isOwn: boolean) => boolean): Promise<void> {
    const key = this.#key
    if (key === undefined) return
    const digest = userDataDigest(wallet)
    try {
      const before = readFilesBeside(this.#walletPath)?.cache
      const isOwn = before !== undefined && isWrittenHere(before, key)
      if (!isDue(isOwn)) return
      const content = await writeWalletCache(wallet, before, key)
      // What this program wrote itself is not kept: the kept copy is that of another program.
      const replace = isOwn ? overwriteCacheBeside : replaceCacheBeside
      if (content !== undefined) replace(this.#walletPath, content)
      this.#written = digest
    } catch (error) {
      if (!(error instanceof WalletCacheError)) throw error
      this.#log.write('WARNING', 'wallet', `the cache of wallet2 stays as it is: ${error.message}`)
    }
  }
}
