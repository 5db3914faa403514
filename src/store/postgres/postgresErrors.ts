// Errors of PostgreSQL as errors of stores. No message contains a query, its parameters or the password.

import { FabaError } from '../../errors/fabaError.ts'
import { StoreBlockedError, StoreFullError, StoreLostError, StoreUnreadableError } from '../errors.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** SQLSTATE classes and codes (PostgreSQL, appendix A) that end a connection: connection exceptions, shutdowns, crashes, start. */
const CONNECTION_STATES = /^(?:08|57P0[1-5])/

/** Codes of Node and of the driver. */
const CONNECTION_CODES = /^(?:CONNECT_TIMEOUT|CONNECTION_\w+|E[A-Z]{3,}|UND_ERR\w*)$/

/** Returns whether an error means that the connection is lost, or that none can be made. */
export const isConnectionError = (error: unknown): boolean => {
  const code = codeOf(error)
  return error instanceof StoreLostError || CONNECTION_STATES.test(code) || CONNECTION_CODES.test(code)
}

const DISK_FULL = /^53[12]00$/
const TOO_MANY_CONNECTIONS = '53300'
const LOCKED = /^(?:55P03|57014|40P01|40001)$/

/**
 * Returns the error of a store for an error of the driver; other errors unchanged.
 * @param name of the database
 */
export const toDatabaseError = (error: unknown, name: string): unknown => {
  if (error instanceof FabaError || !(error instanceof Error)) return error
  const code = codeOf(error)
  const reason = `${error.message} (${code})`
  if (isConnectionError(error))
    return new StoreLostError(`${name} does not respond: start it, or check the network (${code})`, { cause: error })
  if (code === TOO_MANY_CONNECTIONS)
    return new StoreLostError(`${name} has no connection left: raise max_connections (${code})`, { cause: error })
  if (DISK_FULL.test(code)) return new StoreFullError(`the disk of ${name} is full`, { cause: error })
  if (LOCKED.test(code))
    return new StoreBlockedError(`another transaction holds a lock in ${name}: ${reason}`, { cause: error })
  // Errors without a code are those of this program.
  return code === '' ? error : new StoreUnreadableError(`${name} cannot be used: ${reason}`, { cause: error })
}
