// The workers that the engine needs besides its own. The page starts them: in Firefox, a worker that starts workers itself stops for good
// now and then, on a busy machine.
import { proxy } from 'comlink'
import type { StartWorker, WorkerKind } from '../../../rpc/hosts/workerProtocol.ts'

const create = {
  scanner: () =>
    new Worker(new URL('../../../../workers/worker.ts', import.meta.url), { type: 'module', name: 'scanner' }),
  devnet: () =>
    new Worker(new URL('../../../../workers/worker.ts', import.meta.url), { type: 'module', name: 'devnet' }),
} satisfies Record<WorkerKind, () => Worker>

export type EngineWorkers = {
  /** starts a worker for the engine */
  readonly start: StartWorker
  /** Terminates all workers: the engine has ended. */
  stop(): void
}

export const createEngineWorkers = (): EngineWorkers => {
  const workers = new Set<Worker>()
  const end = (worker: Worker): void => {
    worker.terminate()
    workers.delete(worker)
  }
  return {
    start: async (kind, port, onFailed) => {
      const worker = create[kind]()
      workers.add(worker)
      worker.onerror = (event) => {
        event.preventDefault()
        console.error(`${kind} worker:`, event.message, `${event.filename}:${event.lineno}`)
        end(worker)
        onFailed()
      }
      worker.postMessage(port, [port])
      return proxy(() => end(worker))
    },
    stop: () => {
      for (const worker of workers) end(worker)
    },
  }
}
