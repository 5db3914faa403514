// A scanner in threads, so that scanning does not block the thread that responds to calls.

import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { MessageChannel, type ResourceLimits, Worker } from 'node:worker_threads'
import { type Endpoint, wrap } from 'comlink'
import { scheduleTimer } from '../../async/time.ts'
import type { Scanner } from '../../crypto/scan/scanner.ts'
import { createScannerPool, ScannerWorkerError, scannerCount } from '../../crypto/scan/scannerPool.ts'
import { remoteScanner, type WireScanner } from '../../crypto/scan/scannerWire.ts'
import { installErrorTransfer } from '../../rpc/hosts/errorTransfer.ts'

installErrorTransfer((error) => console.error('scanner threads:', error))

/** A thread makes little garbage beside the memory of its kernel: by default it would keep up to 50 MB of space for new objects. */
const THREAD_LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 3 }

/** Returns a promise that rejects with ScannerWorkerError when a thread fails or ends. */
const endOf = (thread: Worker): Promise<never> =>
  new Promise<never>((_, reject) => {
    thread.once('error', (error) => {
      console.error('scanner thread:', error)
      reject(new ScannerWorkerError('a scanner thread failed', { cause: error }))
    })
    thread.once('exit', () => reject(new ScannerWorkerError('a scanner thread ended')))
  })

/** A started thread: what its port leads to, a promise that rejects when it ends, and how to end it. */
export type StartedThread = {
  readonly endpoint: Endpoint
  readonly ended: Promise<never>
  stop(): Promise<void>
}

/**
 * Starts a scanner thread.
 * @param module name of its file beside this one, without the extension: TypeScript in a checkout, JavaScript in an installed package
 */
export const startThread = (module: string): StartedThread => {
  const { port1: localPort, port2: threadPort } = new MessageChannel()
  const thread = new Worker(new URL(`./${module}${extname(import.meta.url)}`, import.meta.url), {
    name: 'scanner',
    workerData: threadPort,
    transferList: [threadPort],
    resourceLimits: THREAD_LIMITS,
  })
  return {
    // Node's MessagePort implements the web's, although their types differ.
    endpoint: localPort as unknown as Endpoint,
    ended: endOf(thread),
    stop: async () => {
      localPort.close()
      await thread.terminate()
    },
  }
}

/** Starts a scanner in a thread. Every call fails after the thread has ended. */
const startScannerThread = (): Scanner => {
  const { endpoint, ended, stop } = startThread('scannerThread')
  return remoteScanner(wrap<WireScanner>(endpoint), ended, stop)
}

/** Creates a scanner with `scannerCount` threads for this machine's cores. */
export const createThreadedScanner = async (): Promise<Scanner> =>
  createScannerPool({
    size: scannerCount(availableParallelism()),
    start: startScannerThread,
    now: () => performance.now(),
    schedule: scheduleTimer,
  })
