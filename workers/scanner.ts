// A worker of the scanner pool, with its own WASM instance. Its first message is the port on which it serves.
import { expose } from 'comlink'
import { createScanner } from '../src/crypto/scan/createScanner.ts'
import { serveScanner } from '../src/crypto/scan/scannerWire.ts'
import { installErrorTransfer } from '../src/rpc/hosts/errorTransfer.ts'

installErrorTransfer((error) => console.error('scanner worker:', error))
const scanner = createScanner((error) => console.warn('scanner worker, a slower kernel takes over:', error))
self.addEventListener('message', ({ data: port }: MessageEvent<MessagePort>) => expose(serveScanner(scanner), port), {
  once: true,
})
