// What can go wrong where wallets rest.

/** Another page or process holds the store in an older version, or is in the middle of a change that does not end. */
export class StoreBlockedError extends Error {
  override readonly name = 'StoreBlockedError'
}

/** The connection to the store is gone: it was closed, a newer version of the program took it over, or its data were cleared. */
export class StoreLostError extends Error {
  override readonly name = 'StoreLostError'
}

/** The store was written by a newer version of the program. */
export class StoreVersionError extends Error {
  override readonly name = 'StoreVersionError'
}

/** No room is left. Nothing of the commit was stored. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError'
}

/** What rests there is no store, cannot be read or cannot be written. */
export class StoreUnreadableError extends Error {
  override readonly name = 'StoreUnreadableError'
}

/** A table or key that cannot be a name. */
export class StoreNameError extends Error {
  override readonly name = 'StoreNameError'
}

/** The password does not open the vault. */
export class WrongPasswordError extends Error {
  override readonly name = 'WrongPasswordError'
}

/** A record is not what this wallet wrote there: it was changed, moved, or damaged. */
export class TamperedRecordError extends Error {
  override readonly name = 'TamperedRecordError'
}

/** The vault claims to be sealed with a weaker password function than is ever used, or with none that is known. */
export class VaultParametersError extends Error {
  override readonly name = 'VaultParametersError'
}

/** There is no vault for the wallet. */
export class VaultMissingError extends Error {
  override readonly name = 'VaultMissingError'
}

/** There is a vault for the wallet already. */
export class VaultExistsError extends Error {
  override readonly name = 'VaultExistsError'
}

/** The vault was closed: its keys are wiped. */
export class VaultClosedError extends Error {
  override readonly name = 'VaultClosedError'
}
