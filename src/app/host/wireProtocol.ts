// What page, engine worker and service worker say to each other.
import type { MethodGroup } from '../../jsonrpc/describe.ts'
import type { EngineApi } from '../../wallet/engine/engineApi.ts'

/** The parts of a Request, which itself cannot cross between workers. */
export type WireRequest = {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer
}

/** The parts of a Response. */
export type WireResponse = {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer
}

/** What the engine worker exposes to the page through Comlink. */
export type EngineWorkerApi = {
  readonly engine: EngineApi
  /** Answers as soon as the worker runs, whatever its engine still waits for. */
  greet(): void
  /** What the wallet RPC can be asked. */
  describeRpc(): Promise<readonly MethodGroup[]>
  /** The wallet RPC, if a wallet is open and its settings allow it; a JSON-RPC error otherwise. `call` names it for `abandon`. */
  rpc(call: number, request: WireRequest): Promise<WireResponse>
  /** Nobody waits for the answer any more: what has not begun does not. */
  abandon(call: number): void
}

/**
 * Service worker to pages; each page replies on the port, first `RpcOwnership`, then, if it owns the engine, a `WireResponse`, or
 * `RpcLost` where the engine ended before it answered. `RpcAbandon` on the port says that nobody waits any more.
 */
export type RpcForward = { readonly kind: 'faba-rpc'; readonly request: WireRequest }
export type RpcAbandon = { readonly kind: 'faba-rpc-abandon' }
export type RpcOwnership = { readonly kind: 'faba-rpc-owner'; readonly owner: boolean }
export type RpcLost = { readonly kind: 'faba-rpc-lost' }

/** The exclusive Web Lock of the tab that owns the engine, and the channel on which another tab asks for it. */
export const ENGINE_LOCK = 'faba-engine'
export type OwnershipMessage = { readonly kind: 'please-release' }
