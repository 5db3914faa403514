// Errors of the resolution of OpenAlias names.

import { FabaError } from '../errors/fabaError.ts'

/** The name has no OpenAlias record. */
export class NameNotFoundError extends FabaError {
  override readonly name = 'NameNotFoundError'
  readonly code = 'name-not-found'
}

/** A response has no chain of signatures from the root zone. */
export class NotValidatedError extends FabaError {
  override readonly name = 'NotValidatedError'
  readonly code = 'not-validated'
}

/** The resolver cannot be reached, or its response is not one of a resolver. */
export class ResolverError extends FabaError {
  override readonly name = 'ResolverError'
  readonly code = 'resolver'
}
