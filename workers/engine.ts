// The engine worker: creates the engine with the browser's store, clock and randomness, scanner workers, and nodes over the network or
// in the page.

import { expose, transfer } from 'comlink'
import { systemRandom } from '../src/crypto/random.ts'
import { createScannerPool, scannerCount } from '../src/crypto/scan/scannerPool.ts'
import { createNodeClient } from '../src/daemon/httpNodeClient.ts'
import type { NodeClient } from '../src/daemon/nodeClient.ts'
import { createNodePool } from '../src/daemon/nodeFailover.ts'
import type { Service } from '../src/jsonrpc/service.ts'
import { fromWireRequest, toWireResponse } from '../src/jsonrpc/wireMessages.ts'
import { installErrorTransfer } from '../src/rpc/hosts/errorTransfer.ts'
import { installScriptPolicy } from '../src/rpc/hosts/scriptPolicy.ts'
import type { EngineWorkerApi } from '../src/rpc/hosts/workerProtocol.ts'
import { openIndexedDbStore } from '../src/store/indexedDbStore.ts'
import { createEngine, type Engine } from '../src/wallet/engine/engine.ts'
import type { EngineApi } from '../src/wallet/engine/engineApi.ts'
import { DEVNET_URL, fetchFromDevnet } from './devnetClient.ts'
import { startScanner } from './scannerClient.ts'

const report = (error: unknown): void => console.error('engine worker:', error)

installErrorTransfer(report)
// The build puts the workers into the folder assets.
installScriptPolicy('../')

/** The URL of the in-page development node in the settings. */
const IN_PAGE_NODE = 'devnet:'

const createClient = (url: string): NodeClient =>
  url === IN_PAGE_NODE
    ? createNodeClient({ url: DEVNET_URL, fetch: fetchFromDevnet })
    : createNodeClient({ url, fetch: (request) => fetch(request) })

const startEngine = async (): Promise<Engine> =>
  createEngine({
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
    random: systemRandom,
    asksBeforeNewChain: true,
    report,
  })

const starting = startEngine()

// Calls that arrive before the store is open wait for it.
const engine = new Proxy({} as EngineApi, {
  get:
    (_, method: keyof EngineApi) =>
    async (...args: never[]): Promise<unknown> => {
      const started = await starting
      // The page calls methods of EngineApi; TypeScript cannot relate the arguments to the method here.
      return (started[method] as (...args: never[]) => Promise<unknown>).call(started, ...args)
    },
})

let rpc: Promise<Service> | undefined

/** Loads the wallet RPC, with the first call. */
const loadRpc = async (): Promise<Service> => {
  const [{ walletRpcContextOf }, { createWalletRpc }] = await Promise.all([
    import('../src/rpc/hosts/engineWalletHost.ts'),
    import('../src/rpc/service.ts'),
  ])
  return createWalletRpc(walletRpcContextOf(await starting), {
    report: (error, method) => console.error(`wallet RPC, ${method}:`, error),
  })
}

/** The controllers of pending calls. */
const pendingCalls = new Map<number, AbortController>()

const api: EngineWorkerApi = {
  engine,
  ping: () => undefined,
  // Loaded with the console, which alone needs it.
  describeRpc: async () => (await import('../src/rpc/description.ts')).describeWalletRpc(),
  callRpc: async (callId, request) => {
    rpc ??= loadRpc().catch((error: unknown) => {
      // The next call tries again.
      rpc = undefined
      throw error
    })
    const controller = new AbortController()
    pendingCalls.set(callId, controller)
    try {
      const handler = await rpc
      const response = await toWireResponse(await handler(fromWireRequest(request, controller.signal)))
      return transfer(response, [response.body])
    } finally {
      pendingCalls.delete(callId)
    }
  },
  cancelRpc: (callId) => pendingCalls.get(callId)?.abort(),
}

expose(api)
