// Connections on which the reads of one task are of one state of the database.

import { StoreLostError } from '../errors.ts'
import type { DatabaseSession, Parameter, Row } from './databaseSession.ts'

/** Connections that are kept between tasks. */
const MAX_IDLE = 2

/** Runs a statement in a snapshot. */
export type SnapshotRead = (statement: string, parameters: readonly Parameter[]) => Promise<readonly Row[]>

export class SnapshotPool {
  readonly #open: () => Promise<DatabaseSession>
  readonly #idle: DatabaseSession[] = []
  #isClosed = false

  constructor(open: () => Promise<DatabaseSession>) {
    this.#open = open
  }

  /** Runs a task whose reads are of one state of the database; throws the errors of the session. */
  async run<T>(task: (read: SnapshotRead) => Promise<T>): Promise<T> {
    const session = await this.#begin()
    try {
      const result = await task((statement, parameters) => session.query(statement, parameters))
      await session.script('COMMIT')
      this.#keep(session)
      return result
    } catch (error) {
      session.abort()
      throw error
    }
  }

  /** Returns a connection with a transaction; an idle one may have been lost. */
  async #begin(): Promise<DatabaseSession> {
    if (this.#isClosed) throw new StoreLostError('the connection to the database was closed')
    const idle = this.#idle.pop()
    try {
      const session = idle ?? (await this.#open())
      await session.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      return session
    } catch (error) {
      if (idle === undefined || !(error instanceof StoreLostError)) throw error
      return await this.#begin()
    }
  }

  #keep(session: DatabaseSession): void {
    if (this.#idle.length < MAX_IDLE && !this.#isClosed) this.#idle.push(session)
    else session.abort()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#idle.splice(0).map((session) => session.close()))
  }
}
