// A scanner at the other end of a message channel: a page's worker or a thread of Node.

import { transfer } from 'comlink'
import { wipe } from '../../bytes/bytes.ts'
import { wipeCanary } from './canaryBatch.ts'
import type { ScanCanary } from './scanCanary.ts'
import type { ScanBatch, ScanHit, Scanner } from './scanner.ts'

/** Hits in the form in which they are posted: two arrays, independent of the number of hits. */
export type WireHits = {
  /** n × 3: output, key and spend key of each */
  readonly rows: Uint32Array
  /** n × 32 */
  readonly derivations: Uint8Array
}

export type WireScanner = {
  watch(viewSecret: Uint8Array, spendKeys: Uint8Array, canary: ScanCanary | undefined): Promise<void>
  scan(batch: ScanBatch): Promise<WireHits>
  close(): Promise<void>
}

const toWire = (hits: readonly ScanHit[]): WireHits => {
  const rows = new Uint32Array(3 * hits.length)
  const derivations = new Uint8Array(32 * hits.length)
  for (const [i, { output, key, spendKey, derivation }] of hits.entries()) {
    rows.set([output, key, spendKey], 3 * i)
    derivations.set(derivation, 32 * i)
    wipe(derivation)
  }
  return transfer({ rows, derivations }, [rows.buffer, derivations.buffer])
}

const fromWire = ({ rows, derivations }: WireHits): readonly ScanHit[] =>
  Array.from({ length: derivations.length / 32 }, (_, i) => ({
    output: rows[3 * i] ?? 0,
    key: rows[3 * i + 1] ?? 0,
    spendKey: rows[3 * i + 2] ?? 0,
    derivation: derivations.subarray(32 * i, 32 * i + 32),
  }))

/**
 * Returns the interface that a worker exposes. The scanner is the worker's own, with its own copy of the view secret until it closes.
 *
 * @example
 * import { createPortableScanner } from './portableScanner.ts'
 * serveScanner(Promise.resolve(createPortableScanner())).close() // undefined
 */
export const serveScanner = (scanner: Promise<Scanner>): WireScanner => ({
  watch: async (viewSecret, spendKeys, canary) => {
    try {
      await (await scanner).watch(viewSecret, spendKeys, canary)
    } finally {
      wipe(viewSecret)
      wipeCanary(canary)
    }
  },
  scan: async (batch) => toWire(await (await scanner).scan(batch)),
  close: async () => (await scanner).close(),
})

/**
 * Returns a function that settles like a worker's response, or rejects with the error of its death.
 * @param died rejects when the worker is dead
 *
 * @example
 * await callsUntilDeath(Promise.reject(new RangeError()))(new Promise(() => undefined)) // throws RangeError
 */
export const callsUntilDeath = (died: Promise<never>): (<T>(response: Promise<T>) => Promise<T>) => {
  let death: { readonly error: unknown } | undefined
  /** what rejects the calls that wait for a response */
  const pending = new Set<(error: unknown) => void>()
  // Promise.race with a promise that lives as long as the worker would keep the result of every call.
  died.catch((error: unknown) => {
    death = { error }
    for (const reject of pending) reject(error)
  })
  return <T>(response: Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    pending.add(reject)
    response.then(resolve, reject).finally(() => pending.delete(reject))
    if (death !== undefined) reject(death.error)
    return promise
  }
}

/**
 * Returns the scanner of a worker, for the pool. Batches are transferred: their memory is detached afterwards.
 * @param died rejects when the worker is dead; every call then fails with its error
 * @param end terminates the worker
 *
 * @example
 * import { createPortableScanner } from './portableScanner.ts'
 * const served = serveScanner(Promise.resolve(createPortableScanner()))
 * remoteScanner(served, new Promise(() => undefined), () => undefined).close() // undefined
 */
export const remoteScanner = (
  remote: WireScanner,
  died: Promise<never>,
  end: () => Promise<unknown> | undefined,
): Scanner => {
  const unlessDead = callsUntilDeath(died)
  return {
    watch: (viewSecret, spendKeys, canary) => unlessDead(remote.watch(viewSecret, spendKeys, canary)),
    scan: async (batch) => {
      const buffers = Object.values(batch).map((rows) => rows.buffer as ArrayBuffer) // the pool made them with slice, so none is a SharedArrayBuffer
      return fromWire(await unlessDead(remote.scan(transfer(batch, buffers))))
    },
    close: async () => {
      try {
        // A dead worker has nothing to wipe and must not prevent a wallet from closing.
        await Promise.race([remote.close(), died.catch(() => undefined)])
      } finally {
        await end()
      }
    },
  }
}
