// A worker that the page starts for the engine.
import { proxy, transfer } from 'comlink'
import type { StartWorker, WorkerKind } from '../src/rpc/hosts/workerProtocol.ts'

export type RemoteWorker = {
  /** the messages of the worker */
  readonly port: MessagePort
  /** rejects when the worker is dead; nothing needs to handle it */
  readonly failed: Promise<never>
  end(): Promise<void>
}

/** Starts a worker. Its messages wait until it runs. `failure` makes the error of its death. */
export const startRemoteWorker = (start: StartWorker, kind: WorkerKind, failure: () => Error): RemoteWorker => {
  const { port1: port, port2 } = new MessageChannel()
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => undefined)
  const fail = (): void => reject(failure())
  const end = start(kind, transfer(port2, [port2]), proxy(fail))
  end.catch(fail)
  return {
    port,
    failed,
    end: async () => {
      await (await end)()
      port.close()
    },
  }
}
