// The entry point of a scanner thread, with its own WASM instance.

import { type MessagePort, workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import { createScanner } from '../../../crypto/scan/createScanner.ts'
import { serveScanner } from '../../../crypto/scan/scannerWire.ts'
import { installErrorTransfer } from '../../../rpc/calls/errorTransfer.ts'
import { portEndpoint } from './portEndpoint.ts'

installErrorTransfer((error) => console.error('scanner thread:', error))
// threadedScanner.ts starts each thread with a port.
expose(
  serveScanner(createScanner((error) => console.warn('scanner thread, a slower kernel takes over:', error))),
  portEndpoint(workerData as MessagePort),
)
