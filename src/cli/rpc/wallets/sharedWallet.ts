// An open wallet that other processes may have open too: one of them, the leader, scans and changes it, the others read what it has stored.

import { SerialQueue } from '../../../async/serialQueue.ts'
import { type Milliseconds, type Schedule, scheduleTimer } from '../../../async/time.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { CallNeed } from '../../../rpc/calls/walletRpcContext.ts'
import { VaultKeyChangedError } from '../../../store/errors.ts'
import type { SharedStore } from '../../../store/sharedStore.ts'
import { type Log, stackOf } from '../log/log.ts'

/** Before a change of the leader that failed is followed again. */
const RETRY_MS: Milliseconds = 1000

/** Follows the changes of the leader, and takes the wallet over when this process becomes the leader. */
export class SharedWallet {
  readonly #engine: Engine
  readonly #store: SharedStore
  readonly #log: Log
  /** reloads and changes of the leader, one at a time */
  readonly #changes = new SerialQueue()
  /** whether the wallet scans */
  #isLeading: boolean
  #isClosed = false
  #cancelRetry: () => void = () => undefined
  readonly #schedule: Schedule
  readonly #keyChanged: () => void

  /** @param keyChanged called when another process has changed the password: the engine has closed the wallet, which is to be closed here too */
  constructor(
    engine: Engine,
    store: SharedStore,
    log: Log,
    keyChanged: () => void,
    schedule: Schedule = scheduleTimer,
  ) {
    this.#keyChanged = keyChanged
    this.#schedule = schedule
    this.#engine = engine
    this.#store = store
    this.#log = log
    this.#isLeading = store.hasAcceptedLead
    store.watch(() => this.#followSoon())
    // The leader may have changed while the wallet was opened.
    this.#followSoon()
  }

  /**
   * Brings the wallet up to date for a call.
   * @throws StoreReadOnlyError if the call changes the wallet and another process leads; the errors of the store
   */
  prepareCall(need: CallNeed): Promise<void> {
    return this.#changes.run(async () => {
      await this.#follow()
      if (this.#isLeading) return
      if (need === 'lead') throw this.#store.notLeading()
      if (await this.#store.isStale()) await this.#store.withSnapshot(() => this.#reload())
    })
  }

  #followSoon(): void {
    this.#changes
      .run(() => this.#follow())
      .catch((error: unknown) => {
        if (this.#isClosed || error instanceof VaultKeyChangedError) return
        this.#log.write('ERROR', 'wallet', stackOf(error))
        this.#cancelRetry = this.#schedule(() => this.#followSoon(), RETRY_MS)
      })
  }

  /** Does what follows from a change of the leader. */
  async #follow(): Promise<void> {
    if (this.#isClosed) return
    // Asks the database while the connection of the leader is lost: another process may have taken over.
    if (this.#store.leads) await this.#store.isStale()
    if (!this.#store.hasAcceptedLead && this.#isLeading) {
      this.#isLeading = false
      this.#log.write('WARNING', 'wallet', 'this process does not lead the wallet any more')
      await this.#engine.wallet?.follow()
    }
    if (this.#store.leads && !this.#isLeading) {
      if (!this.#store.hasAcceptedLead) await this.#reload(() => this.#store.acceptLead())
      await this.#engine.wallet?.lead()
      this.#isLeading = true
      this.#log.write('INFO', 'wallet', 'this process leads the wallet')
    }
  }

  async #reload(accept?: () => void): Promise<void> {
    try {
      await this.#engine.manager.reload(accept)
    } catch (error) {
      if (error instanceof VaultKeyChangedError) {
        this.#log.write('WARNING', 'wallet', error.message)
        this.#keyChanged()
      }
      throw error
    }
  }

  /** Ends the reloads; the wallet can be closed then. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelRetry()
    await this.#changes.idle()
  }
}
