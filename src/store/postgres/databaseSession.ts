// One connection to PostgreSQL, which is never replaced: when it is lost, the session is closed, and with it everything that the server
// bound to it, such as advisory locks.

import postgres, { type Options, type Sql } from 'postgres'
import { SerialQueue } from '../../async/serialQueue.ts'
import type { Milliseconds } from '../../async/time.ts'
import { withTimeout } from '../../async/withTimeout.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { StoreLostError, StoreUnreadableError } from '../errors.ts'
import { connectToDatabase, type DatabaseSocket } from './databaseSocket.ts'
import { type DatabaseAddress, databaseName } from './postgresAddress.ts'
import { isConnectionError, toDatabaseError } from './postgresErrors.ts'

/** A row; a value is text or undefined for NULL, but bytes for `bytea`. */
export type Row = readonly (string | Uint8Array | undefined)[]

/** A parameter: text, or a list of texts or of bytes (an array of PostgreSQL). */
export type Parameter = string | readonly string[] | readonly Uint8Array[]

const { PostgresError } = postgres

const CONNECT_TIMEOUT_SECONDS = 10
/** Maximum time of a statement. The server ends it a moment before this side gives up. */
const STATEMENT_TIMEOUT_MS: Milliseconds = 30_000
const QUERY_TIMEOUT_MS: Milliseconds = 35_000

/**
 * A process whose machine was cut off holds its locks until the server notices that: after 10 s without traffic it asks three times, 5 s
 * apart.
 */
const SESSION_SETTINGS = `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET tcp_user_timeout = 25000; SET statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET idle_in_transaction_session_timeout = 60000`

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`

const hexOf = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`

/** Formats a parameter as text (PostgreSQL, 8.15.2 and 8.4.1). */
const parameterText = (value: Parameter): string =>
  typeof value === 'string'
    ? value
    : `{${value.map((item) => quoted(typeof item === 'string' ? item : hexOf(item))).join(',')}}`

/** Returns a driver over one connection, which it never replaces. */
const driverOver = (socket: DatabaseSocket, address: DatabaseAddress, password: string, onclose: () => void): Sql => {
  let isUsed = false
  const own: object = {
    socket: async (): Promise<DatabaseSocket> => {
      if (isUsed) throw new StoreLostError(`the connection to ${databaseName(address)} is lost`)
      isUsed = true
      return socket
    },
  }
  const options: Options<Record<string, never>> = {
    // The driver also takes a socket, which its types lack.
    ...own,
    ...{ database: address.database, user: address.user },
    ...{ password, max: 1, fetch_types: false, onclose },
    // A session must neither end by itself nor begin anew.
    ...{ idle_timeout: 0, max_lifetime: null, connect_timeout: CONNECT_TIMEOUT_SECONDS, keep_alive: 10 },
    connection: { application_name: 'faba', client_encoding: 'UTF8' },
    onnotice: () => undefined,
  }
  return postgres(options)
}

/** An open connection. Statements run one after the other. */
export class DatabaseSession {
  readonly #name: string
  readonly #queue = new SerialQueue()
  readonly #socket: DatabaseSocket
  readonly #sql: Sql
  #isOpen = true

  private constructor(socket: DatabaseSocket, address: DatabaseAddress, password: string) {
    this.#name = databaseName(address)
    this.#socket = socket
    this.#sql = driverOver(socket, address, password, () => {
      this.#isOpen = false
    })
  }

  /**
   * Connects to a database.
   * @throws StoreLostError if it does not respond, StoreUnreadableError if it refuses
   */
  static async open(address: DatabaseAddress, password: string): Promise<DatabaseSession> {
    const session = new DatabaseSession(await connectToDatabase(address), address, password)
    try {
      await session.script(SESSION_SETTINGS)
      return session
    } catch (error) {
      session.abort()
      throw error
    }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /**
   * Runs one statement and returns its rows. It is prepared once.
   * @throws StoreLostError if the connection is lost: the statement may have run; the other errors of stores if it did not
   */
  query(statement: string, parameters: readonly Parameter[] = []): Promise<readonly Row[]> {
    return this.#run(async () => {
      const rows = await this.#sql.unsafe(statement, parameters.map(parameterText), { prepare: true }).values()
      return rows.map((row) => row.map(toValue))
    })
  }

  /** Runs statements without parameters; throws as `query`. */
  async script(statements: string): Promise<void> {
    await this.#run(() => this.#sql.unsafe(statements).simple())
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      // The driver would connect anew.
      if (!this.#isOpen) throw new StoreLostError(`the connection to ${this.#name} is lost`)
      try {
        return await withTimeout(work(), QUERY_TIMEOUT_MS, () => {
          throw new StoreLostError(`${this.#name} does not respond`)
        })
      } catch (error) {
        if (error instanceof PostgresError && !isConnectionError(error)) throw toDatabaseError(error, this.#name)
        // What the server sent made no sense to the driver, whose state is unknown then.
        this.abort()
        throw toDatabaseError(toSessionError(error, this.#name), this.#name)
      }
    })
  }

  /** Closes the connection without waiting for the server, which rolls back what it had not committed. */
  abort(): void {
    this.#isOpen = false
    void this.#sql.end({ timeout: 0 }).catch(() => undefined)
    this.#socket.destroy()
  }

  /** Closes the connection after its statements. */
  async close(): Promise<void> {
    await this.#queue.idle()
    this.#isOpen = false
    await this.#sql.end({ timeout: 1 })
  }
}

/** Returns the error of a session for one that the server did not send. */
const toSessionError = (error: unknown, name: string): unknown =>
  error instanceof FabaError || isConnectionError(error)
    ? error
    : new StoreUnreadableError(`${name} sent what no PostgreSQL server sends`, { cause: error })

/** @throws StoreUnreadableError for a type that no statement returns */
const toValue = (value: unknown): string | Uint8Array | undefined => {
  if (typeof value === 'string' || value instanceof Uint8Array) return value
  if (value === null) return undefined
  throw new StoreUnreadableError('the database returned a value of another type')
}
