// The scanners of many wallets in a bounded number of threads. Each wallet has its own scanner, with its own WASM instance, in one or more
// of the threads; its view secret is in these only, and is wiped when the wallet closes.

import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { type Endpoint, wrap } from 'comlink'
import type { Schedule } from '../../async/time.ts'
import type { Scanner } from '../../crypto/scan/scanner.ts'
import { createScannerPool, scannerCount } from '../../crypto/scan/scannerPool.ts'
import { remoteScanner, type WireScanner } from '../../crypto/scan/scannerWire.ts'
import { endOf } from './threadedScanner.ts'

/** The file of a thread, beside this one: TypeScript in a checkout, JavaScript in an installed package. */
const THREAD = `./sharedScannerThread${extname(import.meta.url)}`

/** A thread, the number of its scanners, and a promise that rejects when it ends. */
type HostThread = { readonly worker: Worker; readonly ended: Promise<never>; scanners: number }

const startThread = (): HostThread => {
  const worker = new Worker(new URL(THREAD, import.meta.url), { name: 'scanners' })
  return { worker, ended: endOf(worker), scanners: 0 }
}

/** Idle scanners stay: to start those of many wallets anew with each block takes longer than to scan it, and the threads are few. */
const never: Schedule = () => () => undefined

/** Threads that start with the first scanner in them, and end with the last. */
export class ScannerThreads {
  readonly #size: number
  readonly #threads = new Map<number, HostThread>()
  #wallets = 0

  /** @param size maximum number of threads; `scannerCount` for this machine's cores when left out */
  constructor(size: number = scannerCount(availableParallelism())) {
    this.#size = size
  }

  /** Number of running threads. */
  get count(): number {
    return this.#threads.size
  }

  /** Creates the scanner of a wallet, on up to all threads. */
  readonly createScanner = async (): Promise<Scanner> => {
    // The first thread of a wallet scans most: wallets begin with different ones.
    let next = this.#wallets++
    return createScannerPool({
      size: this.#size,
      start: () => this.#start(next++ % this.#size),
      now: () => performance.now(),
      schedule: never,
    })
  }

  /** Starts a scanner in a thread. Every call fails after the thread has ended. */
  #start(place: number): Scanner {
    const thread = this.#threads.get(place) ?? this.#startThread(place)
    const { port1: localPort, port2: threadPort } = new MessageChannel()
    thread.worker.postMessage(threadPort, [threadPort])
    thread.scanners++
    // Node's MessagePort implements the web's, although their types differ.
    const remote = wrap<WireScanner>(localPort as unknown as Endpoint)
    return remoteScanner(remote, thread.ended, async () => {
      localPort.close()
      thread.scanners--
      if (thread.scanners > 0) return
      this.#forget(place, thread)
      await thread.worker.terminate()
    })
  }

  #startThread(place: number): HostThread {
    const thread = startThread()
    thread.ended.catch(() => this.#forget(place, thread))
    this.#threads.set(place, thread)
    return thread
  }

  #forget(place: number, thread: HostThread): void {
    if (this.#threads.get(place) === thread) this.#threads.delete(place)
  }
}
