// Nodes in a thread of their own, separate from the measured wallet.

import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** The URLs of nodes that run in a thread. */
export type NodeThread<Urls> = { readonly urls: Urls; stop(): Promise<void> }

/**
 * Starts a module in a thread. It posts the URLs of its nodes once they listen.
 * @param module `import.meta.url` of the module
 */
export const startNodeThread = async <Urls>(module: string, workerData?: unknown): Promise<NodeThread<Urls>> => {
  const worker = new Worker(fileURLToPath(module), { workerData })
  const urls = await new Promise<Urls>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return {
    urls,
    stop: async () => {
      await worker.terminate()
    },
  }
}
