// The scanners of many wallets in a bounded number of threads, which all wallets share.

import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { type Endpoint, wrap } from 'comlink'
import { remoteOwnerWorker, type WireOwnerFinder } from '../../crypto/scan/ownerWire.ts'
import type { OwnerWorker } from '../../crypto/scan/ownerWorkers.ts'
import type { Scanner } from '../../crypto/scan/scanner.ts'
import { ScannerGroup } from '../../crypto/scan/scannerGroup.ts'
import { scannerCount } from '../../crypto/scan/scannerPool.ts'
import { endOf, THREAD_LIMITS } from './threadedScanner.ts'

/** The file of a thread, beside this one: TypeScript in a checkout, JavaScript in an installed package. */
const THREAD = `./sharedScannerThread${extname(import.meta.url)}`

const startThread = (): OwnerWorker => {
  const { port1: localPort, port2: threadPort } = new MessageChannel()
  const thread = new Worker(new URL(THREAD, import.meta.url), {
    name: 'scanners',
    workerData: threadPort,
    transferList: [threadPort],
    resourceLimits: THREAD_LIMITS,
  })
  // Node's MessagePort implements the web's, although their types differ.
  return remoteOwnerWorker(wrap<WireOwnerFinder>(localPort as unknown as Endpoint), endOf(thread), async () => {
    localPort.close()
    await thread.terminate()
  })
}

/** Threads that start with the first scan, and end with the last scanner. */
export class ScannerThreads {
  readonly #group: ScannerGroup

  /** @param size maximum number of threads; `scannerCount` for this machine's cores when left out */
  constructor(size: number = scannerCount(availableParallelism())) {
    this.#group = new ScannerGroup({
      size,
      start: startThread,
      now: () => performance.now(),
      // Wallets that wait for the same response of their node go on in the same turn of the event loop.
      defer: setImmediate,
    })
  }

  /** Number of running threads. */
  get count(): number {
    return this.#group.workers
  }

  /** Creates the scanner of a wallet. */
  readonly createScanner = async (): Promise<Scanner> => this.#group.createScanner()
}
