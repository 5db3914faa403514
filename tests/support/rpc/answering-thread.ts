// A thread that serves through a message port, and returns which parts of Node it has loaded.

import { type MessagePort, workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import { portEndpoint } from '../../../src/cli/rpc/threads/portEndpoint.ts'

export type AnsweringThread = {
  sizeOf(bytes: Uint8Array): number
  fail(): never
  loaded(): readonly string[]
}

const served: AnsweringThread = {
  sizeOf: (bytes) => bytes.length,
  fail: () => {
    throw new RangeError('no')
  },
  // Not in the types of Node.
  loaded: () => (process as unknown as { readonly moduleLoadList: readonly string[] }).moduleLoadList,
}

expose(served, portEndpoint(workerData as MessagePort))
