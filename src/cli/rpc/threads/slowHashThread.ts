// The entry point of the thread that computes slow hashes.

import { type MessagePort, workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import { slowHashesHere } from '../../../crypto/hash/slowHashes.ts'
import { serveSlowHashes } from '../../../crypto/hash/slowHashWire.ts'
import { installErrorTransfer } from '../../../rpc/calls/errorTransfer.ts'
import { portEndpoint } from './portEndpoint.ts'

installErrorTransfer((error) => console.error('hash thread:', error))
// threadedSlowHashes.ts starts the thread with a port.
expose(serveSlowHashes(slowHashesHere), portEndpoint(workerData as MessagePort))
