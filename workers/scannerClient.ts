// A scanner in a worker of its own, as the pool speaks to it.
import { wrap } from 'comlink'
import type { Scanner } from '../src/crypto/scan/scanner.ts'
import { ScannerWorkerError } from '../src/crypto/scan/scannerPool.ts'
import { remoteScanner, type WireScanner } from '../src/crypto/scan/scannerWire.ts'

/** Starts a worker. Every call fails once it is dead. */
export const startScanner = (): Scanner => {
  const worker = new Worker(new URL('./scanner.ts', import.meta.url), { type: 'module', name: 'scanner' })
  const died = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault()
      reject(new ScannerWorkerError(`a scanner stopped: ${event.message || 'its script could not be loaded'}`))
    }
  })
  return remoteScanner(wrap<WireScanner>(worker), died, () => void worker.terminate())
}
