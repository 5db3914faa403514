// A scanner in its own worker, for the scanner pool.
import { wrap } from 'comlink'
import type { Scanner } from '../src/crypto/scan/scanner.ts'
import { ScannerWorkerError } from '../src/crypto/scan/scannerPool.ts'
import { remoteScanner, type WireScanner } from '../src/crypto/scan/scannerWire.ts'
import type { StartWorker } from '../src/rpc/hosts/workerProtocol.ts'
import { startRemoteWorker } from './remoteWorker.ts'

/** Starts a scanner worker. Every call fails with ScannerWorkerError after the worker has failed. */
export const startScanner = (startWorker: StartWorker): Scanner => {
  const failure = (): Error => new ScannerWorkerError('a scanner worker failed')
  const { port, failed, end } = startRemoteWorker(startWorker, 'scanner', failure)
  return remoteScanner(wrap<WireScanner>(port), failed, end)
}
