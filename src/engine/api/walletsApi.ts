// The stored wallets: opening, locking, passwords, names, secrets.

import type { TextEncoding } from '../../bytes/text.ts'
import type { LookAhead } from '../../coin/lookAhead.ts'
import type { Passkey, PasskeySecret } from '../../store/passkeyCredential.ts'
import type { WalletFilesContent, WalletSecrets } from './engineViews.ts'

export type WalletsApi = {
  openWallet(id: string, password: string): Promise<void>
  /** Returns what the authenticator of a wallet's passkey needs; undefined if the wallet has none. */
  passkey(id: string): Promise<Passkey | undefined>
  /** Opens a wallet with the secret that its passkey computed. @throws PasskeyMissingError, WrongPasskeyError */
  openWithPasskey(id: string, secret: Uint8Array): Promise<void>
  /** Sets up a passkey that unlocks the open wallet beside its password, after verifying that. @throws WrongPasswordError */
  addPasskey(password: string, passkey: PasskeySecret): Promise<void>
  /** Removes the passkey of the open wallet. */
  removePasskey(): Promise<void>
  closeWallet(): Promise<void>
  /** Wipes the keys from memory; `openWallet` unlocks. */
  lock(): Promise<void>
  /** Verifies the password of the open wallet. @throws WrongPasswordError */
  verifyPassword(password: string): Promise<void>
  changePassword(oldPassword: string, newPassword: string): Promise<void>
  /** Changes how far the open wallet looks for payments beyond its used addresses, in blocks that are scanned from now on. */
  setLookAhead(lookAhead: LookAhead): Promise<void>
  renameWallet(name: string): Promise<void>
  /** Removes a wallet and all its records permanently. */
  removeWallet(id: string, password: string): Promise<void>
  /** Returns seed words and keys after verifying the password. */
  revealSecrets(password: string): Promise<WalletSecrets>
  /**
   * Returns the keys file of wallet2 (`NAME.keys`) of the open wallet, encrypted with its password, after verifying the password.
   * `encoding`: of the password in the file; UTF-8 if omitted.
   * @throws WrongPasswordError, KeysFileError for a multisig wallet whose key exchange is not completed
   */
  exportKeysFile(password: string, encoding?: TextEncoding): Promise<Uint8Array>
  /**
   * Returns the files of wallet2 of the open wallet: its keys file, and its cache, undefined for a family whose caches are only read.
   * @throws WrongPasswordError, KeysFileError for a multisig wallet whose key exchange is not completed
   */
  exportWalletFiles(password: string): Promise<WalletFilesContent>
  /**
   * Returns a backup file of the open wallet, with all that is stored of it, encrypted with its password, after verifying the password.
   * @throws WrongPasswordError
   */
  exportBackup(password: string): Promise<Uint8Array>
  /** Stores again what was cleared while a wallet was open, and is in memory since. Throws errors of the store. */
  writeBack(): Promise<void>
  /** Returns what the user had begun to enter into the page, as `keepDrafts` got it within the last day; empty without any. */
  keptDrafts(): Promise<string>
  /** Keeps what the user has begun to enter, encrypted with the wallet; empty removes it. Nothing is kept if another wallet is open by now. */
  keepDrafts(walletId: string, text: string): Promise<void>
  /** Returns the free note of the open wallet; empty without one. */
  walletNote(): Promise<string>
  /** Stores the free note of the open wallet; an empty one removes it. */
  setWalletNote(text: string): Promise<void>
  /** Stops reminding of a backup for a week. */
  postponeBackupReminder(): Promise<void>
}
