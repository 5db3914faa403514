// Creating and restoring wallets.

import type { TextEncoding } from '../../bytes/text.ts'
import type { SeedInspection } from '../../coin/seeds/seedInspection.ts'
import type { RestoreFrom } from '../../wallet/sync/syncViews.ts'
import type { ChainClock, NewWallet, WalletFilesContent } from './engineViews.ts'
import type { PasswordStrength } from './passwordStrength.ts'

export type CreationApi = {
  /** Returns how hard a password is to guess; `words` such as the name of the wallet make it weaker. */
  estimatePassword(password: string, words: readonly string[]): Promise<PasswordStrength>
  /** Returns the languages of seed words: English name and own name. */
  seedLanguages(): Promise<readonly { readonly name: string; readonly ownName: string }[]>
  /** Generates a new seed, which the engine holds until `createWallet`; returns its words. */
  draftSeed(language: string): Promise<readonly string[]>
  /** Returns the languages of polyseeds; empty for a network without them. */
  polyseedLanguages(networkId: string): Promise<readonly { readonly name: string; readonly ownName: string }[]>
  /**
   * Generates a new polyseed of this month, which the engine holds until `createWallet`; returns its 16 words.
   * @throws PolyseedError for a network or a language without them
   */
  draftPolyseed(networkId: string, language: string): Promise<readonly string[]>
  /**
   * Returns the main address of the drafted seed with a passphrase (empty for none).
   * @throws DraftWordsError without a draft
   */
  draftAddress(networkId: string, passphrase: string): Promise<string>
  /**
   * Creates and opens the wallet of the drafted seed if the given words of it (1-based positions) are correct. A passphrase protects a
   * polyseed: the words restore the wallet only together with it.
   */
  createWallet(
    wallet: NewWallet,
    words: readonly { readonly position: number; readonly word: string }[],
    passphrase?: string,
  ): Promise<void>
  /** Returns from what dates of heights of a network are estimated. No node is asked. */
  chainClock(networkId: string): Promise<ChainClock>
  /** Inspects the words of a seed while they are typed: their kind, language and errors. */
  inspectSeed(words: string): Promise<SeedInspection>
  /**
   * Restores from seed words: of wallet2, a polyseed, of MyMonero, or the seed of a participant of a multisig wallet. `offset`: passphrase of
   * the seed; empty without one; UTF-8 without another `encoding`. From the beginning, a polyseed is scanned from the month of its creation.
   * @throws PolyseedError, SeedError
   */
  restoreFromWords(
    wallet: NewWallet,
    seed: { readonly words: string; readonly offset: string; readonly encoding?: TextEncoding },
    from: RestoreFrom,
  ): Promise<void>
  /** Restores from keys in hex. Without a spend secret the wallet is watch-only. */
  restoreFromKeys(
    wallet: NewWallet,
    keys: { readonly address: string; readonly viewSecret: string; readonly spendSecret: string },
    from: RestoreFrom,
  ): Promise<void>
  /** Restores from a spend secret in hex, from which the other keys derive, as those of wallets from seed words do. */
  restoreFromSpendKey(wallet: NewWallet, spendSecret: string, from: RestoreFrom): Promise<void>
  /**
   * Restores from the files of a wallet of wallet2.
   * @throws KeysFileError, WalletCacheError
   */
  restoreFromKeysFile(wallet: NewWallet, files: WalletFilesContent, filePassword: string): Promise<void>
  /**
   * Checks a backup file before its password is typed.
   * @throws BackupError
   */
  checkBackup(file: Uint8Array): Promise<void>
  /**
   * Restores a wallet from a backup file and opens it; the password of the file becomes that of the wallet. An empty name keeps that of the
   * backup.
   * @throws BackupError, WalletNameTakenError
   */
  restoreBackup(file: Uint8Array, password: string, name: string): Promise<void>
}
