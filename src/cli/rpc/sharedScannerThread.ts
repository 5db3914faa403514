// The entry point of a thread that hosts the scanners of many wallets: one for each port that it receives, with its own WASM instance.

import { parentPort } from 'node:worker_threads'
import { type Endpoint, expose } from 'comlink'
import { createScanner } from '../../crypto/scan/createScanner.ts'
import { serveScanner } from '../../crypto/scan/scannerWire.ts'
import { installErrorTransfer } from '../../rpc/hosts/errorTransfer.ts'

installErrorTransfer((error) => console.error('scanner thread:', error))

const report = (error: unknown): void => console.warn('scanner thread, a slower kernel takes over:', error)

parentPort?.on('message', (port: Endpoint) => expose(serveScanner(createScanner(report)), port))
