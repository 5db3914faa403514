// Passes responses of a node on to slower clients. What clients have not read yet is kept in memory up to a limit of all responses together,
// so that a node's few connections are soon free again; beyond the limit the node is read as fast as the clients read.

import { type Clock, type Milliseconds, scheduleTimer } from '../../async/time.ts'
import { ProgressTimeout } from '../../daemon/progressTimeout.ts'
import type { OnChunk } from '../../daemon/responseBody.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** The client reads the response too slowly, or not at all. */
export class SlowClientError extends FabaError {
  override readonly name = 'SlowClientError'
  readonly code = 'slow-client'
}

/** The client has closed the response. */
export class ClosedResponseError extends FabaError {
  override readonly name = 'ClosedResponseError'
  readonly code = 'closed-response'
}

/** The memory that the unread chunks of all responses take together. */
export class RelayMemory {
  readonly #maxBytes: number
  readonly #waiting = new Set<() => void>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes
  }

  take(bytes: number): void {
    this.#bytes += bytes
  }

  /** Returns memory, and calls those that wait for it if there is room. */
  giveBack(bytes: number): void {
    this.#bytes -= bytes
    if (this.isFull) return
    for (const callback of this.#waiting) callback()
  }

  /** Calls back each time that there is room again; returns a function that ends this. */
  onRoom(callback: () => void): () => void {
    this.#waiting.add(callback)
    return () => this.#waiting.delete(callback)
  }
}

const clock: Clock = () => performance.now()

/** One response, from the node to a client. */
class ResponseRelay {
  /** the body of the response to the client; fails if the client reads too slowly */
  readonly body: ReadableStream<Uint8Array>
  /** resolves when the client has all of the body, or the transfer has failed */
  readonly ended: Promise<void>
  readonly #resolveEnded: () => void
  readonly #memory: RelayMemory
  readonly #timeout: ProgressTimeout
  readonly #removeRoomListener: () => void
  readonly #chunks: Uint8Array[] = []
  #end: 'open' | 'complete' | { readonly error: unknown } = 'open'
  /** fails the body at once, also while the client does not read */
  #onFailure: (error: unknown) => void = () => undefined
  /** resolved when `#chunks` or `#end` changes */
  #change = Promise.withResolvers<void>()

  /**
   * @param timeoutMs time until the client reads the first chunk; a minimum speed applies afterwards
   * @param cut ends the connection to the client; without it the body fails
   */
  constructor(memory: RelayMemory, timeoutMs: Milliseconds, cut: (() => void) | undefined) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#resolveEnded = resolve
    this.#memory = memory
    this.#removeRoomListener = memory.onRoom(() => this.#notify())
    const makeError = (): SlowClientError => new SlowClientError('the client does not read the response')
    this.#timeout = new ProgressTimeout(makeError, timeoutMs, scheduleTimer, clock)
    const { signal } = this.#timeout
    signal.addEventListener('abort', () => this.fail(signal.reason), { once: true })
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#onFailure = (error) => {
            cut?.()
            // A server would report the error, and may end the response as if it were complete.
            if (cut === undefined) controller.error(error)
            else controller.close()
          }
        },
        pull: (controller) => this.#pull(controller),
        cancel: () => {
          this.#onFailure = () => undefined
          this.fail(new ClosedResponseError('the client has closed the response'))
        },
      },
      // Chunks wait in #chunks, where they are counted.
      { highWaterMark: 0 },
    )
  }

  /**
   * Takes a chunk of the node. Resolves when the next one may come: there is memory, or the client has read all chunks.
   * @throws SlowClientError, ClosedResponseError
   */
  async write(chunk: Uint8Array): Promise<void> {
    this.#throwIfFailed()
    this.#chunks.push(chunk)
    this.#memory.take(chunk.length)
    this.#notify()
    while (this.#memory.isFull && this.#chunks.length > 0) await this.#change.promise
    this.#throwIfFailed()
  }

  /** Ends the body after the chunks so far. */
  complete(): void {
    if (this.#end !== 'open') return
    this.#end = 'complete'
    this.#settle()
  }

  /** Ends the body with an error, at once. */
  fail(error: unknown): void {
    if (typeof this.#end === 'object' || (this.#end === 'complete' && this.#chunks.length === 0)) return
    this.#end = { error }
    const bytes = this.#chunks.splice(0).reduce((total, { length }) => total + length, 0)
    this.#memory.giveBack(bytes)
    this.#onFailure(error)
    this.#settle()
  }

  #throwIfFailed(): void {
    if (typeof this.#end === 'object') throw this.#end.error
  }

  #notify(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }

  #settle(): void {
    this.#notify()
    if (this.#chunks.length > 0) return
    this.#timeout.stop()
    this.#removeRoomListener()
    this.#resolveEnded()
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#chunks.length === 0 && this.#end === 'open') await this.#change.promise
    this.#throwIfFailed()
    const chunk = this.#chunks.shift()
    if (chunk === undefined) return controller.close()
    controller.enqueue(chunk)
    this.#timeout.passed(chunk.length)
    this.#memory.giveBack(chunk.length)
    this.#notify()
    if (this.#end === 'complete') this.#settle()
  }
}

/** A response whose first chunk has arrived; `body` is undefined for an empty one. */
export type RelayedResponse = Pick<ResponseRelay, 'ended'> & { readonly body: ResponseRelay['body'] | undefined }

/**
 * Relays a response. Resolves when its first chunk has arrived; a later failure fails the body.
 * @param receive receives the response of the node in chunks
 * @throws the errors of `receive` before the first chunk
 */
export const relayResponse = async (
  memory: RelayMemory,
  { timeoutMs, cut }: { readonly timeoutMs: Milliseconds; readonly cut: (() => void) | undefined },
  receive: (onChunk: OnChunk) => Promise<void>,
): Promise<RelayedResponse> => {
  const first = Promise.withResolvers<RelayedResponse>()
  let relay: ResponseRelay | undefined
  const received = receive((chunk) => {
    relay ??= new ResponseRelay(memory, timeoutMs, cut)
    first.resolve(relay)
    return relay.write(chunk)
  })
  received.then(
    () => {
      relay?.complete()
      first.resolve({ body: undefined, ended: Promise.resolve() })
    },
    (error: unknown) => {
      relay?.fail(error)
      first.reject(error)
    },
  )
  return await first.promise
}
