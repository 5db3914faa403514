// The scanners of many wallets in a bounded number of threads, which all wallets share.

import { availableParallelism } from 'node:os'
import { wrap } from 'comlink'
import { remoteOwnerWorker, type WireOwnerFinder } from '../../../crypto/scan/ownerWire.ts'
import type { OwnerWorker } from '../../../crypto/scan/ownerWorkers.ts'
import type { Scanner } from '../../../crypto/scan/scanner.ts'
import { ScannerGroup } from '../../../crypto/scan/scannerGroup.ts'
import { scannerCount } from '../../../crypto/scan/scannerPool.ts'
import { startScannerThread } from './threadedScanner.ts'

const startOwnerThread = (): OwnerWorker => {
  const { endpoint, ended, stop } = startScannerThread('sharedScannerThread')
  return remoteOwnerWorker(wrap<WireOwnerFinder>(endpoint), ended, stop)
}

/** Threads that start with the first scan, and end with the last scanner. */
export class ScannerThreads {
  readonly #group: ScannerGroup

  /** @param size maximum number of threads; `scannerCount` for this machine's cores when left out */
  constructor(size: number = scannerCount(availableParallelism())) {
    this.#group = new ScannerGroup({
      size,
      start: startOwnerThread,
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
