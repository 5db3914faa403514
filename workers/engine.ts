// Hosts the engine in a page: hands it the browser's store, clock and randomness, scanners on the other cores, and nodes over the
// network or inside the page.
import { expose, transfer } from 'comlink'
import { createScannerPool, scannerCount } from '../src/crypto/scan/scannerPool.ts'
import { createNodeClient } from '../src/daemon/httpNodeClient.ts'
import type { NodeClient } from '../src/daemon/nodeClient.ts'
import { createNodePool } from '../src/daemon/nodeFailover.ts'
import type { Service } from '../src/jsonrpc/service.ts'
import { fromWireRequest, toWireResponse } from '../src/jsonrpc/wireMessages.ts'
import type { EngineWorkerApi } from '../src/rpc/hosts/workerProtocol.ts'
import { openIndexedDbStore } from '../src/store/indexedDbStore.ts'
import { Engine } from '../src/wallet/engine/engine.ts'
import type { EngineApi } from '../src/wallet/engine/engineApi.ts'
import { fetchFromDevnet, IN_PAGE_URL } from './devnetClient.ts'
import { startScanner } from './scannerClient.ts'

/** How settings name the development node inside the page. */
const IN_PAGE_NODE = 'devnet:'

const createClient = (url: string): NodeClient =>
  url === IN_PAGE_NODE
    ? createNodeClient({ url: IN_PAGE_URL, fetch: fetchFromDevnet })
    : createNodeClient({ url, fetch: (request) => fetch(request) })

const startEngine = async (): Promise<Engine> =>
  new Engine({
    store: await openIndexedDbStore(),
    createNode: (urls) => createNodePool(urls.map(createClient)),
    createScanner: async () =>
      createScannerPool({
        size: scannerCount(navigator.hardwareConcurrency),
        start: startScanner,
        now: () => performance.now(),
      }),
    clock: () => Date.now(),
    schedule: (callback, milliseconds) => {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  })

const starting = startEngine()

// Messages may come before the store is open: they wait here.
const engine = new Proxy({} as EngineApi, {
  get:
    (_, method: keyof EngineApi) =>
    async (...args: never[]): Promise<unknown> => {
      const started = await starting
      // The page calls by name what EngineApi declares; TypeScript cannot pair the arguments with the method here.
      return (started[method] as (...given: never[]) => Promise<unknown>).call(started, ...args)
    },
})

let rpc: Promise<Service> | undefined

/** Most people never call it: it is loaded with the first call. */
const startRpc = async (): Promise<Service> => {
  const [{ sourceOfEngine }, { createWalletRpc }] = await Promise.all([
    import('../src/rpc/hosts/engineWalletHost.ts'),
    import('../src/rpc/service.ts'),
  ])
  return createWalletRpc(sourceOfEngine(await starting))
}

/** Calls that are not answered yet. */
const callers = new Map<number, AbortController>()

const host: EngineWorkerApi = {
  engine,
  ping: () => undefined,
  // Nothing but the console needs it: it is loaded when that is opened.
  describeRpc: async () => (await import('../src/rpc/description.ts')).describeWalletRpc(),
  callRpc: async (callId, request) => {
    rpc ??= startRpc().catch((error: unknown) => {
      // The next call loads it anew.
      rpc = undefined
      throw error
    })
    const caller = new AbortController()
    callers.set(callId, caller)
    try {
      const handler = await rpc
      const response = await toWireResponse(await handler(fromWireRequest(request, caller.signal)))
      return transfer(response, [response.body])
    } finally {
      callers.delete(callId)
    }
  },
  cancelRpc: (callId) => callers.get(callId)?.abort(),
}

expose(host)
