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
