// Scanning in threads, so that the one that answers calls is free to answer them.

import { availableParallelism } from 'node:os'
import { MessageChannel, Worker } from 'node:worker_threads'
import { type Endpoint, wrap } from 'comlink'
import type { Scanner } from '../../crypto/scan/scanner.ts'
import { createScannerPool, ScannerWorkerError, scannerCount } from '../../crypto/scan/scannerPool.ts'
import { remoteScanner, type WireScanner } from '../../crypto/scan/scannerWire.ts'

/** A thread that scans. Every call fails once it is dead. */
const startScanner = (): Scanner => {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const thread = new Worker(new URL('./scannerThread.ts', import.meta.url), {
    name: 'scanner',
    workerData: theirs,
    transferList: [theirs],
  })
  const died = new Promise<never>((_, reject) => {
    thread.once('error', (error) => {
      const reason = error instanceof Error ? error.message : String(error)
      reject(new ScannerWorkerError(`a scanner stopped: ${reason}`))
    })
    thread.once('exit', () => reject(new ScannerWorkerError('a scanner stopped')))
  })
  // Node's port is the one of the web, though its type is another.
  return remoteScanner(wrap<WireScanner>(ours as unknown as Endpoint), died, async () => {
    ours.close()
    await thread.terminate()
  })
}

/** A scanner on all cores but one, on both of two. */
export const createThreadedScanner = async (): Promise<Scanner> =>
  createScannerPool({
    size: scannerCount(availableParallelism()),
    start: startScanner,
    now: () => performance.now(),
  })
