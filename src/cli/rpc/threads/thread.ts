// A thread that serves through a message port.

import { extname } from 'node:path'
import { MessageChannel, type ResourceLimits, Worker } from 'node:worker_threads'
import type { Endpoint } from 'comlink'
import { portEndpoint } from './portEndpoint.ts'

/** A thread makes little garbage beside the memory of its kernel: by default it would keep up to 50 MB of space for new objects. */
const THREAD_LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 3 }

/** A started thread: what its port leads to, a promise that rejects when it ends, and how to end it. */
export type StartedThread = {
  readonly endpoint: Endpoint
  readonly ended: Promise<never>
  stop(): Promise<void>
}

/** The name of a thread in messages, and the error of its end. */
export type ThreadKind = {
  readonly name: string
  readonly failure: (message: string, options?: { readonly cause: unknown }) => Error
}

/** Returns a promise that rejects when a thread fails or ends. */
const endOf = (thread: Worker, { name, failure }: ThreadKind): Promise<never> =>
  new Promise<never>((_, reject) => {
    thread.once('error', (error) => {
      console.error(`${name} thread:`, error)
      reject(failure(`a ${name} thread failed`, { cause: error }))
    })
    thread.once('exit', () => reject(failure(`a ${name} thread ended`)))
  })

/**
 * Starts a thread.
 * @param module name of its file beside this one, without the extension: TypeScript in a checkout, JavaScript in an installed package
 */
export const startThread = (module: string, kind: ThreadKind): StartedThread => {
  const { port1: localPort, port2: threadPort } = new MessageChannel()
  const thread = new Worker(new URL(`./${module}${extname(import.meta.url)}`, import.meta.url), {
    name: kind.name,
    workerData: threadPort,
    transferList: [threadPort],
    resourceLimits: THREAD_LIMITS,
  })
  return {
    endpoint: portEndpoint(localPort),
    ended: endOf(thread, kind),
    stop: async () => {
      localPort.close()
      await thread.terminate()
    },
  }
}
