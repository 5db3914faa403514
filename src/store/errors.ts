// Errors of stores and vaults.

import { FabaError } from '../errors/fabaError.ts'

/** Another page or process has the store open in an older version, or does not finish a transaction. */
export class StoreBlockedError extends FabaError {
  override readonly name = 'StoreBlockedError'
  readonly code = 'store-blocked'
}

/** The connection to the store is lost: it was closed, or taken over by another tab or a newer version of the program. */
export class StoreLostError extends FabaError {
  override readonly name = 'StoreLostError'
  readonly code = 'store-lost'
}

/** The records of the open store were cleared, for example by the user in the settings of the browser, or by the browser for lack of space. */
export class StoreClearedError extends FabaError {
  override readonly name = 'StoreClearedError'
  readonly code = 'store-cleared'
}

/** Another process leads: only it writes to the store. No change of the commit was stored. */
export class StoreReadOnlyError extends FabaError<{ readonly leader: string }> {
  override readonly name = 'StoreReadOnlyError'
  readonly code = 'store-read-only'
}

/** A newer version of the program wrote the store. */
export class StoreVersionError extends FabaError {
  override readonly name = 'StoreVersionError'
  readonly code = 'store-version'
}

/** The storage is full. No change of the commit was stored. */
export class StoreFullError extends FabaError {
  override readonly name = 'StoreFullError'
  readonly code = 'store-full'
}

/** The storage contains no valid store, or cannot be read or written. */
export class StoreUnreadableError extends FabaError {
  override readonly name = 'StoreUnreadableError'
  readonly code = 'store-unreadable'
}

/** A table or key has an invalid name. */
export class StoreNameError extends FabaError {
  override readonly name = 'StoreNameError'
  readonly code = 'store-name'
}

/** The password does not decrypt the vault key. */
export class WrongPasswordError extends FabaError {
  override readonly name = 'WrongPasswordError'
  readonly code = 'wrong-password'
}

/** A record fails authentication: it was changed, moved or damaged. */
export class TamperedRecordError extends FabaError {
  override readonly name = 'TamperedRecordError'
  readonly code = 'tampered-record'
}

/** The vault’s Argon2id parameters are below the minimum or invalid, or its format is unknown. */
export class VaultParametersError extends FabaError {
  override readonly name = 'VaultParametersError'
  readonly code = 'vault-parameters'
}

/** The wallet has no vault. */
export class VaultMissingError extends FabaError {
  override readonly name = 'VaultMissingError'
  readonly code = 'vault-missing'
}

/** The wallet already has a vault. */
export class VaultExistsError extends FabaError {
  override readonly name = 'VaultExistsError'
  readonly code = 'vault-exists'
}

/** Another process has changed the password of the wallet, and with it the vault key. */
export class VaultKeyChangedError extends FabaError {
  override readonly name = 'VaultKeyChangedError'
  readonly code = 'vault-key-changed'
}

/** The vault is closed; its keys are wiped. */
export class VaultClosedError extends FabaError {
  override readonly name = 'VaultClosedError'
  readonly code = 'vault-closed'
}

/** The wallet has no passkey. */
export class PasskeyMissingError extends FabaError {
  override readonly name = 'PasskeyMissingError'
  readonly code = 'passkey-missing'
}

/** The secret of a passkey does not decrypt the vault. */
export class WrongPasskeyError extends FabaError {
  override readonly name = 'WrongPasskeyError'
  readonly code = 'wrong-passkey'
}
