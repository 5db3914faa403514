// Slow hashes in a thread, so that none blocks the thread that responds to calls. One is computed at a time, which bounds the memory.

import { wrap } from 'comlink'
import { SerialQueue } from '../../../async/serialQueue.ts'
import { type Milliseconds, type Schedule, scheduleTimer } from '../../../async/time.ts'
import type { Argon2Input, SlowHashes } from '../../../crypto/hash/slowHashes.ts'
import { remoteSlowHashes } from '../../../crypto/hash/slowHashWire.ts'
import { callsUntilDeath } from '../../../crypto/scan/scannerWire.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import { installErrorTransfer } from '../../../rpc/calls/errorTransfer.ts'
import { startThread } from './thread.ts'

/** The thread that computes slow hashes could not start, or died. */
export class SlowHashThreadError extends FabaError {
  override readonly name = 'SlowHashThreadError'
  readonly code = 'slow-hash-thread'
}

/** A thread without work for this long ends, which returns the memory of its last hash. */
const IDLE_TIMEOUT_MS: Milliseconds = 5000

installErrorTransfer((error) => console.error('hash thread:', error))

type RunningThread = { run<T>(work: (hashes: SlowHashes) => Promise<T>): Promise<T>; stop(): Promise<void> }

const start = (): RunningThread => {
  const { endpoint, ended, stop } = startThread('slowHashThread', {
    name: 'hash',
    failure: (...failure) => new SlowHashThreadError(...failure),
  })
  // Comlink's proxy has the same methods, each with a promise.
  const hashes = remoteSlowHashes(wrap<SlowHashes>(endpoint) as SlowHashes)
  const unlessDead = callsUntilDeath(ended)
  return { run: (work) => unlessDead(work(hashes)), stop }
}

/** Starts a thread for the first hash, and another one after its death. `close` must run before the process ends. */
export class ThreadedSlowHashes implements SlowHashes {
  readonly #queue = new SerialQueue()
  readonly #schedule: Schedule
  #thread: RunningThread | undefined
  #cancelEnd: () => void = () => undefined

  constructor(schedule: Schedule = scheduleTimer) {
    this.#schedule = schedule
  }

  argon2id(input: Argon2Input): Promise<Uint8Array> {
    return this.#run((hashes) => hashes.argon2id(input))
  }

  cryptonight(data: Uint8Array): Promise<Uint8Array> {
    return this.#run((hashes) => hashes.cryptonight(data))
  }

  #run(work: (hashes: SlowHashes) => Promise<Uint8Array>): Promise<Uint8Array> {
    return this.#queue.run(async () => {
      this.#cancelEnd()
      this.#thread ??= start()
      try {
        return await this.#thread.run(work)
      } catch (error) {
        if (error instanceof SlowHashThreadError) await this.#end()
        throw error
      } finally {
        this.#cancelEnd = this.#schedule(() => void this.#queue.run(() => this.#end()), IDLE_TIMEOUT_MS)
      }
    })
  }

  async #end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.stop()
  }

  /** Ends the thread after the hashes that wait. */
  async close(): Promise<void> {
    await this.#queue.run(() => {
      this.#cancelEnd()
      return this.#end()
    })
  }
}
