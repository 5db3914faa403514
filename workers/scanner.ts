// A worker of the scanner pool, with its own WASM instance.
import { expose } from 'comlink'
import { createScanner } from '../src/crypto/scan/createScanner.ts'
import { serveScanner } from '../src/crypto/scan/scannerWire.ts'
import { installErrorTransfer } from '../src/rpc/calls/errorTransfer.ts'

/** Creates a scanner and serves it on a port. The engine loads the same chunk, so nothing runs before. */
export const exposeScanner = (port: MessagePort): void => {
  installErrorTransfer((error) => console.error('scanner worker:', error))
  const scanner = createScanner((error) => console.warn('scanner worker, a slower kernel takes over:', error))
  expose(serveScanner(scanner), port)
}
