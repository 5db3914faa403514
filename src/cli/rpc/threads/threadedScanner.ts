// A scanner in threads, so that scanning does not block the thread that responds to calls.

import { availableParallelism } from 'node:os'
import { wrap } from 'comlink'
import { scheduleTimer } from '../../../async/time.ts'
import type { Scanner } from '../../../crypto/scan/scanner.ts'
import { createScannerPool, ScannerWorkerError, scannerCount } from '../../../crypto/scan/scannerPool.ts'
import { remoteScanner, type WireScanner } from '../../../crypto/scan/scannerWire.ts'
import { installErrorTransfer } from '../../../rpc/calls/errorTransfer.ts'
import { type StartedThread, startThread } from './thread.ts'

installErrorTransfer((error) => console.error('scanner threads:', error))

/**
 * Starts a scanner thread.
 * @param module name of its file beside this one, without the extension
 */
export const startScannerThread = (module: string): StartedThread =>
  startThread(module, { name: 'scanner', failure: (...failure) => new ScannerWorkerError(...failure) })

/** Starts a scanner in a thread. Every call fails after the thread has ended. */
const startThreadedScanner = (): Scanner => {
  const { endpoint, ended, stop } = startScannerThread('scannerThread')
  return remoteScanner(wrap<WireScanner>(endpoint), ended, stop)
}

/** Creates a scanner with `scannerCount` threads for this machine's cores. */
export const createThreadedScanner = async (): Promise<Scanner> =>
  createScannerPool({
    size: scannerCount(availableParallelism()),
    start: startThreadedScanner,
    now: () => performance.now(),
    schedule: scheduleTimer,
  })
