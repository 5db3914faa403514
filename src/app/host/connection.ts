// The engine worker, as the page holds it.
import { wrap } from 'comlink'
import type { MethodGroup } from '../../jsonrpc/describe.ts'
import type { WireRequest, WireResponse } from '../../jsonrpc/wireMessages.ts'
import type { EngineWorkerApi } from '../../rpc/hosts/workerProtocol.ts'
import type { EngineApi } from '../../wallet/engine/engineApi.ts'

/** The engine was stopped before it answered. */
export class EngineStoppedError extends Error {
  override readonly name = 'EngineStoppedError'
}

export type Connection = {
  readonly engine: EngineApi
  /** Whether the worker runs, or does within this many milliseconds. */
  isUp(patience: number): Promise<boolean>
  /** What the wallet RPC can be asked. */
  describeRpc(): Promise<readonly MethodGroup[]>
  /** Calls the wallet RPC. Throws EngineStoppedError. */
  rpc(request: WireRequest, signal: AbortSignal): Promise<WireResponse>
  /** Resolves once every call of the wallet RPC that is under way is answered. */
  answered(): Promise<void>
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
  const host = wrap<EngineWorkerApi>(worker)
  let stopped = (): void => undefined
  const stopping = new Promise<never>((_, reject) => {
    stopped = () => reject(new EngineStoppedError('the engine was stopped'))
  })
  // Whoever calls hears of it; nobody may be calling.
  stopping.catch(() => undefined)
  let calls = 0
  const answers = new Set<Promise<WireResponse>>()
  const call = async (request: WireRequest, signal: AbortSignal): Promise<WireResponse> => {
    const number = ++calls
    signal.addEventListener('abort', () => void host.cancelRpc(number), { once: true })
    return await Promise.race([host.callRpc(number, request), stopping])
  }
  return {
    // Comlink's proxy of a method returns a promise, as every method of EngineApi does; listeners are passed with proxy().
    engine: host.engine as unknown as EngineApi,
    isUp: async (patience) => {
      const { promise: late, resolve } = Promise.withResolvers<false>()
      const timer = setTimeout(() => resolve(false), patience)
      const isUp = await Promise.race([host.ping().then(() => true), late])
      clearTimeout(timer)
      return isUp
    },
    describeRpc: () => host.describeRpc(),
    rpc: (request, signal) => {
      const answer = call(request, signal)
      answers.add(answer)
      const done = (): boolean => answers.delete(answer)
      answer.then(done, done)
      return answer
    },
    answered: async () => void (await Promise.allSettled([...answers])),
    stop: () => {
      worker.terminate()
      stopped()
    },
  }
}
