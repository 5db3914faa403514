// The entry point of a thread that scans for many wallets, with its own WASM instance.

import { type MessagePort, workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import { serveOwnerFinder } from '../../../crypto/scan/ownerWire.ts'
import { installErrorTransfer } from '../../../rpc/calls/errorTransfer.ts'
import { portEndpoint } from './portEndpoint.ts'

installErrorTransfer((error) => console.error('scanner thread:', error))
// scannerThreads.ts starts each thread with a port.
expose(
  serveOwnerFinder((error) => console.warn('scanner thread, a slower kernel takes over:', error)),
  portEndpoint(workerData as MessagePort),
)
