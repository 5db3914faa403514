// A few connections for reads, opened when they are needed and replaced when they are lost.

import { StoreLostError } from '../errors.ts'
import type { DatabaseSession, Parameter, Row } from './databaseSession.ts'

const MAX_READERS = 3

type Slot = { session: Promise<DatabaseSession> | undefined; reads: number }

export class ReaderPool {
  readonly #open: () => Promise<DatabaseSession>
  readonly #slots: readonly Slot[] = Array.from({ length: MAX_READERS }, () => ({ session: undefined, reads: 0 }))
  #isClosed = false

  constructor(open: () => Promise<DatabaseSession>) {
    this.#open = open
  }

  /** Runs a statement that changes nothing, again if its connection is lost; throws the errors of the session. */
  async query(statement: string, parameters: readonly Parameter[] = []): Promise<readonly Row[]> {
    for (let attempt = 0; ; attempt++) {
      const slot = this.#freeSlot()
      slot.reads++
      try {
        return await (await this.#session(slot)).query(statement, parameters)
      } catch (error) {
        if (!(error instanceof StoreLostError) || attempt > 0 || this.#isClosed) throw error
      } finally {
        slot.reads--
      }
    }
  }

  /** Returns the connection with the fewest reads, an open one rather than a new one. */
  #freeSlot(): Slot {
    const [first, ...others] = this.#slots
    if (first === undefined) throw new StoreLostError('there are no connections')
    return others.reduce((best, slot) => (slot.reads < best.reads ? slot : best), first)
  }

  async #session(slot: Slot): Promise<DatabaseSession> {
    if (this.#isClosed) throw new StoreLostError('the connection to the database was closed')
    const { session } = slot
    if (session !== undefined) {
      const known = await session.catch(() => undefined)
      if (known?.isOpen === true) return known
      // Another read may have replaced it meanwhile.
      if (slot.session === session) slot.session = undefined
    }
    slot.session ??= this.#open()
    return await slot.session
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#slots.map(async ({ session }) => (await session)?.close()))
  }
}
