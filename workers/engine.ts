// Hosts the engine in its worker. The wallets of this device are listed by a small part; the engine itself is loaded with the first call
// that needs it, or when the page expects one.

import { expose, transfer } from 'comlink'
import type { EngineApi } from '../src/engine/api/engineApi.ts'
import type { EngineView } from '../src/engine/api/engineViews.ts'
import type { RequestingPage } from '../src/engine/approvals/requestingPages.ts'
import type { Engine } from '../src/engine/engine.ts'
import { closedView } from '../src/engine/session/closedView.ts'
import { listWallets } from '../src/engine/vault/walletCatalog.ts'
import { CALLER_HEADER } from '../src/jsonrpc/method.ts'
import type { Service } from '../src/jsonrpc/service.ts'
import { fromWireRequest, toWireResponse, type WireRequest } from '../src/jsonrpc/wireMessages.ts'
import { installErrorTransfer } from '../src/rpc/calls/errorTransfer.ts'
import { formatPage } from '../src/rpc/hosts/requestingPageText.ts'
import { installScriptPolicy } from '../src/rpc/hosts/scriptPolicy.ts'
import type { EngineWorkerApi, StartWorker } from '../src/rpc/hosts/workerProtocol.ts'
import { openIndexedDbStore } from '../src/store/indexedDbStore.ts'
import { RetainingStore } from '../src/store/retainingStore.ts'
import { findPasskey } from '../src/store/storedPasskey.ts'

const report = (error: unknown): void => console.error('engine worker:', error)

/** Returns a function that runs `load` with its first call, and again after it failed. */
const lazily = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** Returns the headers of a request with the page that sent it, whatever that wrote there. */
const withCallerOf = (page: RequestingPage, headers: WireRequest['headers']): WireRequest['headers'] => [
  ...headers.filter(([name]) => name.toLowerCase() !== CALLER_HEADER),
  [CALLER_HEADER, formatPage(page)],
]

/** Serves the engine to the page that started this worker. */
export const serveEngine = (): void => {
  installErrorTransfer(report)
  // The build puts the workers into the folder assets.
  installScriptPolicy('../')
  const opening = openIndexedDbStore().then((store) => new RetainingStore(store, report))
  // `subscribe` reports a store that cannot be opened.
  opening.catch(() => undefined)
  const listeners = new Set<(view: EngineView) => void>()
  const { promise: startWorker, resolve: useWorkers } = Promise.withResolvers<StartWorker>()

  const startedEngine = lazily(async (): Promise<Engine> => {
    const [{ createBrowserEngine }, store] = await Promise.all([import('./browserEngine.ts'), opening])
    const engine = createBrowserEngine(store, await startWorker, report)
    for (const listener of listeners) await engine.subscribe(listener)
    return engine
  })

  const listed: Pick<EngineApi, 'subscribe' | 'passkey'> = {
    // One page subscribes, before any other call.
    subscribe: async (listener) => {
      listener(closedView(await listWallets(await opening)))
      listeners.add(listener)
    },
    passkey: async (id) => findPasskey(await opening, id),
  }

  const engine = new Proxy(listed as EngineApi, {
    get:
      (target, method: keyof EngineApi) =>
      async (...args: never[]): Promise<unknown> => {
        const owner = method in target ? target : await startedEngine()
        // The page calls methods of EngineApi; TypeScript cannot relate the arguments to the method here.
        return (owner[method] as (...args: never[]) => Promise<unknown>).call(owner, ...args)
      },
  })

  const loadedRpc = lazily(async (): Promise<Service> => {
    const [{ walletRpcContextOf }, { createWalletRpc }] = await Promise.all([
      import('../src/rpc/hosts/engineWalletHost.ts'),
      import('../src/rpc/service.ts'),
    ])
    return createWalletRpc(walletRpcContextOf(await startedEngine()), {
      report: (error, method) => console.error(`wallet RPC, ${method}:`, error),
    })
  })

  /** The controllers of pending calls. */
  const pendingCalls = new Map<number, AbortController>()

  const api: EngineWorkerApi = {
    engine,
    ping: () => undefined,
    useWorkers,
    preload: async () => void (await startedEngine()),
    // Loaded with the first name, as no name is looked up without a DNS service in the settings.
    lookUpAddress: async (resolver, networkId, name) =>
      await (await import('./nameLookup.ts')).lookUpAddress(resolver, networkId, name),
    // Loaded with the console, which alone needs it.
    describeRpc: async () => (await import('../src/rpc/description.ts')).describeWalletRpc(),
    callRpc: async (callId, { headers, ...request }, page) => {
      const handler = await loadedRpc()
      const controller = new AbortController()
      pendingCalls.set(callId, controller)
      try {
        const withCaller = { ...request, headers: withCallerOf(page, headers) }
        const response = await toWireResponse(await handler(fromWireRequest(withCaller, controller.signal)))
        return transfer(response, [response.body])
      } finally {
        pendingCalls.delete(callId)
      }
    },
    cancelRpc: (callId) => pendingCalls.get(callId)?.abort(),
  }

  expose(api)
}
