// The entry point of the thread that computes slow hashes.

import { workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import { slowHashesHere } from '../../../crypto/hash/slowHashes.ts'
import { serveSlowHashes } from '../../../crypto/hash/slowHashWire.ts'
import { installErrorTransfer } from '../../../rpc/calls/errorTransfer.ts'

installErrorTransfer((error) => console.error('hash thread:', error))
// threadedSlowHashes.ts starts the thread with a port.
expose(serveSlowHashes(slowHashesHere), workerData as MessagePort)
