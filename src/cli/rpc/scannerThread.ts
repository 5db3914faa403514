// One scanner of the pool in a thread: its own WASM instance.

import { workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import { createScanner } from '../../crypto/scan/createScanner.ts'
import { serveScanner } from '../../crypto/scan/scannerWire.ts'

// What scanners.ts gives each thread.
expose(serveScanner(createScanner()), workerData as MessagePort)
