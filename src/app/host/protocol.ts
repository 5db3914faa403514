// What page, engine worker and service worker say to each other.
import type { EngineApi } from '../../wallet/api.ts'

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
export type EngineHost = {
  readonly engine: EngineApi
  /** The wallet RPC, if a wallet is open and its settings allow it; a JSON-RPC error otherwise. */
  rpc(request: WireRequest): Promise<WireResponse>
}

/** Service worker to pages; each page replies on the port, first `RpcOwnership`, then, if it owns the engine, an `WireResponse`. */
export type RpcForward = { readonly kind: 'faba-rpc'; readonly request: WireRequest }
export type RpcOwnership = { readonly kind: 'faba-rpc-owner'; readonly owner: boolean }

/** The exclusive Web Lock of the tab that owns the engine, and the channel on which another tab asks for it. */
export const ENGINE_LOCK = 'faba-engine'
export type OwnershipMessage = { readonly kind: 'please-release' }
