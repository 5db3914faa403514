// The page's connection to the engine worker.
import { proxy, wrap } from 'comlink'
import type { Milliseconds } from '../../../async/time.ts'
import { withTimeout } from '../../../async/withTimeout.ts'
import type { EngineApi } from '../../../engine/api/engineApi.ts'
import type { RequestingPage } from '../../../engine/approvals/requestingPages.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import type { MethodGroup } from '../../../jsonrpc/describe.ts'
import type { WireRequest, WireResponse } from '../../../jsonrpc/wireMessages.ts'
import { installErrorTransfer } from '../../../rpc/calls/errorTransfer.ts'
import type { EngineWorkerApi } from '../../../rpc/hosts/workerProtocol.ts'
import { createEngineWorkers } from './engineWorkers.ts'

installErrorTransfer((error) => console.error('page:', error))

/** The engine was stopped before it responded. */
export class EngineStoppedError extends FabaError {
  override readonly name = 'EngineStoppedError'
  readonly code = 'engine-stopped'
}

export type Connection = {
  readonly engine: EngineApi
  /** Resolves whether the worker responds within `timeout`. */
  isReady(timeout: Milliseconds): Promise<boolean>
  /** Loads the engine. */
  preload(): Promise<void>
  /** Returns the address that an OpenAlias name has for a network. `resolver`: URL of a DNS service, which learns the name. */
  lookUpAddress(resolver: string, networkId: string, name: string): Promise<string>
  /** Returns the methods of the wallet RPC. */
  describeRpc(): Promise<readonly MethodGroup[]>
  /**
   * Calls the wallet RPC.
   * @throws EngineStoppedError
   */
  callRpc(request: WireRequest, page: RequestingPage, signal: AbortSignal): Promise<WireResponse>
  /** Resolves when every pending call of the wallet RPC has settled. */
  rpcIdle(): Promise<void>
  /** Terminates the worker and all that runs in it. Committed data is safe. */
  stop(): void
}

/** Starts the engine worker. `onCrash` is called if it cannot start or ends with an error. */
export const startEngine = (onCrash: () => void): Connection => {
  const worker = new Worker(new URL('../../../../workers/worker.ts', import.meta.url), {
    type: 'module',
    name: 'engine',
  })
  worker.onerror = (event) => {
    event.preventDefault()
    console.error('engine worker:', event.message, `${event.filename}:${event.lineno}`)
    onCrash()
  }
  const host = wrap<EngineWorkerApi>(worker)
  const workers = createEngineWorkers()
  // `isReady` reports a worker that does not load.
  host.useWorkers(proxy(workers.start)).catch(() => undefined)
  const stopped = Promise.withResolvers<never>()
  // The rejection reaches pending calls only; without one it is not an unhandled rejection.
  stopped.promise.catch(() => undefined)
  let lastCallId = 0
  const pending = new Set<Promise<WireResponse>>()
  const call = async (request: WireRequest, page: RequestingPage, signal: AbortSignal): Promise<WireResponse> => {
    const callId = ++lastCallId
    signal.addEventListener('abort', () => void host.cancelRpc(callId), { once: true })
    return await Promise.race([host.callRpc(callId, request, page), stopped.promise])
  }
  return {
    // Comlink's proxy of a method returns a promise, as every method of EngineApi does; listeners are passed with proxy().
    engine: host.engine as unknown as EngineApi,
    isReady: async (timeout) =>
      await withTimeout(
        host.ping().then(() => true),
        timeout,
        () => false,
      ),
    preload: () => host.preload(),
    lookUpAddress: (resolver, networkId, name) => host.lookUpAddress(resolver, networkId, name),
    describeRpc: () => host.describeRpc(),
    callRpc: (request, page, signal) => {
      const response = call(request, page, signal)
      pending.add(response)
      const settle = (): boolean => pending.delete(response)
      response.then(settle, settle)
      return response
    },
    rpcIdle: async () => void (await Promise.allSettled([...pending])),
    stop: () => {
      worker.terminate()
      workers.stop()
      stopped.reject(new EngineStoppedError('the engine was stopped'))
    },
  }
}
