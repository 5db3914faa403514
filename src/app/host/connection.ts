// The engine worker, as the page holds it.
import { wrap } from 'comlink'
import type { EngineApi } from '../../wallet/api.ts'
import type { EngineHost, WireRequest, WireResponse } from './protocol.ts'

export type Connection = {
  readonly engine: EngineApi
  rpc(request: WireRequest): Promise<WireResponse>
  /** Ends the worker and all that runs in it. What was committed is safe. */
  stop(): void
}

/** Starts the engine worker; `crashed` is called if it cannot start or dies of an error. */
export const startEngine = (crashed: (reason: string) => void): Connection => {
  const worker = new Worker(new URL('../../../workers/engine.ts', import.meta.url), { type: 'module', name: 'engine' })
  worker.onerror = (event) => {
    event.preventDefault()
    crashed(event.message)
  }
  const host = wrap<EngineHost>(worker)
  return {
    // Comlink's proxy of a method returns a promise, as every method of EngineApi does; listeners are passed with proxy().
    engine: host.engine as unknown as EngineApi,
    rpc: (request) => host.rpc(request),
    stop: () => worker.terminate(),
  }
}
