// The messages between page, engine worker and service worker.

import type { EngineApi } from '../../engine/api/engineApi.ts'
import type { RequestingPage } from '../../engine/approvals/requestingPages.ts'
import type { MethodGroup } from '../../jsonrpc/describe.ts'
import type { WireRequest, WireResponse } from '../../jsonrpc/wireMessages.ts'

/** Workers that the engine needs: those of the scanner pool, and the one of the development node. */
export type WorkerKind = 'scanner' | 'devnet'

/**
 * Starts a worker in the page, for the engine. Returns what terminates it.
 * @param port the worker serves on it
 * @param onFailed called if the worker does not load, or ends with an error
 */
export type StartWorker = (kind: WorkerKind, port: MessagePort, onFailed: () => void) => Promise<() => void>

/** The API that the engine worker exposes to the page through Comlink. */
export type EngineWorkerApi = {
  readonly engine: EngineApi
  /** Returns as soon as the worker runs; does not wait for the engine to start. */
  ping(): void
  /** Sets what starts workers; the engine waits for it. */
  useWorkers(start: StartWorker): void
  /** Loads the engine, which the first call that needs it does otherwise. */
  preload(): Promise<void>
  /**
   * Returns the address that an OpenAlias name has for a network.
   * @param resolver URL of a DNS service over HTTPS, which learns the name
   */
  lookUpAddress(resolver: string, networkId: string, name: string): Promise<string>
  /** Returns the methods of the wallet RPC, for the console. */
  describeRpc(): Promise<readonly MethodGroup[]>
  /**
   * Calls the wallet RPC; responds with a JSON-RPC error unless a wallet is open and its settings allow the RPC.
   * @param callId identifies the call for `cancelRpc`
   * @param page sends the request
   */
  callRpc(callId: number, request: WireRequest, page: RequestingPage): Promise<WireResponse>
  /** Aborts the signal of a call: steps of the method that have not begun are skipped. */
  cancelRpc(callId: number): void
}

/**
 * Service worker to every page. Each page replies on the port with `EngineOwnership`; the page that owns the engine then sends a
 * `WireResponse`, or `RpcConnectionLost` if the engine ended before it responded.
 */
export type ForwardedRpcRequest = {
  readonly kind: 'faba-rpc'
  readonly request: WireRequest
  /** absent from a service worker of an earlier version */
  readonly page?: RequestingPage
}

/** Service worker to page, on the port of a `ForwardedRpcRequest`: the caller no longer waits for the response. */
export type RpcCancellation = { readonly kind: 'faba-rpc-abandon' }

/** Page to service worker: whether the page owns the engine. */
export type EngineOwnership = { readonly kind: 'faba-rpc-owner'; readonly owner: boolean }

/** Page to service worker: the engine ended before it responded. */
export type RpcConnectionLost = { readonly kind: 'faba-rpc-lost' }

/** Name of the exclusive Web Lock that the tab with the engine holds, and of the channel for `EngineLockMessage`. */
export const ENGINE_LOCK = 'faba-engine'

/**
 * Page to the page that owns the engine: close the wallet and release the lock; or: do you live? That page responds that it owns the engine; one that ends
 * does not.
 */
export type EngineLockMessage = { readonly kind: 'please-release' | 'is-owned' | 'owned' }

/** The worker that decodes QR codes. */
export type QrDecoderApi = {
  /** Returns the text of the QR code of an image; undefined if there is none. */
  decode(image: ImageData): string | undefined
}
