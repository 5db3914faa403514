// One scanner of the pool: its own WASM instance.
import { expose } from 'comlink'
import { createScanner } from '../src/crypto/scan.ts'
import { serveScanner } from '../src/crypto/scannerWire.ts'

expose(serveScanner(createScanner()))
