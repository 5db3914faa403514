// Why a name leads to no address.

/** Nobody says at this name whom to pay. */
export class NameNotFoundError extends Error {
  override readonly name = 'NameNotFoundError'
}

/** An answer that no chain of signatures leads to from the root. */
export class NotValidatedError extends Error {
  override readonly name = 'NotValidatedError'
}

/** The resolver cannot be reached, or does not answer as one. */
export class ResolverError extends Error {
  override readonly name = 'ResolverError'
}
