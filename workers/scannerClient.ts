// A scanner in its own worker, for the scanner pool.
import { wrap } from 'comlink'
import type { Scanner } from '../src/crypto/scan/scanner.ts'
import { ScannerWorkerError } from '../src/crypto/scan/scannerPool.ts'
import { remoteScanner, type WireScanner } from '../src/crypto/scan/scannerWire.ts'

/** Starts a worker. Every call fails with ScannerWorkerError after the worker has failed. */
export const startScanner = (): Scanner => {
  const worker = new Worker(new URL('./scanner.ts', import.meta.url), { type: 'module', name: 'scanner' })
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault()
      console.error('scanner worker:', event.message, `${event.filename}:${event.lineno}`)
      reject(new ScannerWorkerError('a scanner worker failed'))
    }
  })
  return remoteScanner(wrap<WireScanner>(worker), failed, () => void worker.terminate())
}
