// The memory that the request bodies of a service take together, while they are received and their calls run.

import { FabaError } from '../errors/fabaError.ts'

/** A body does not fit beside those that are in memory. */
export class BodiesInFlightError extends FabaError {
  override readonly name = 'BodiesInFlightError'
  readonly code = 'bodies-in-flight'
}

/** Shorter bodies are always accepted: the number of connections limits them. */
const SHORT_BODY = 64 * 1024

/** The memory of one body. */
export type BodyLease = {
  /**
   * Takes room for so many bytes of the body, those taken before included.
   * @throws BodiesInFlightError
   */
  grow(bytes: number): void
  /** Gives all of it back. */
  end(): void
}

export class BodyBudget {
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Begins to receive a body. */
  lease(): BodyLease {
    let taken = 0
    const take = (bytes: number): void => {
      this.#bytes += bytes - taken
      taken = bytes
    }
    return {
      grow: (bytes) => {
        if (bytes <= SHORT_BODY) return
        if (bytes - taken > this.#maxBytes - this.#bytes)
          throw new BodiesInFlightError(`the request bodies in memory would exceed ${this.#maxBytes} bytes`)
        take(bytes)
      },
      end: () => take(0),
    }
  }
}
