// Answers wallet RPC requests that the service worker forwards, if this tab owns the engine.

import { type RequestingPage, UNKNOWN_PAGE } from '../../../engine/approvals/requestingPages.ts'
import type { WireRequest, WireResponse } from '../../../jsonrpc/wireMessages.ts'
import type {
  EngineOwnership,
  ForwardedRpcRequest,
  RpcCancellation,
  RpcConnectionLost,
} from '../../../rpc/hosts/workerProtocol.ts'
import { hasServiceWorker } from '../device/browserSupport.ts'
import { reportInternal } from '../device/reportInternal.ts'

/**
 * Calls the wallet RPC. Returns undefined if this tab does not own the engine; rejects if the engine ends first. The signal fires when
 * the caller no longer waits for the response.
 */
export type RpcHandler = (
  request: WireRequest,
  page: RequestingPage,
  signal: AbortSignal,
) => Promise<WireResponse> | undefined

/** Handles the requests of the service worker from now on. */
export const handleForwardedRpc = (handler: RpcHandler): void => {
  if (!hasServiceWorker()) return
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<ForwardedRpcRequest>) => {
    const port = event.ports[0]
    if (port === undefined || event.data.kind !== 'faba-rpc') return
    const cancellation = new AbortController()
    port.onmessage = ({ data }: MessageEvent<RpcCancellation>) => {
      if (data.kind === 'faba-rpc-abandon') cancellation.abort()
    }
    // The ports of a terminated service worker close; not every browser reports it.
    port.addEventListener('close', () => cancellation.abort())
    const response = handler(event.data.request, event.data.page ?? UNKNOWN_PAGE, cancellation.signal)
    const ownership: EngineOwnership = { kind: 'faba-rpc-owner', owner: response !== undefined }
    port.postMessage(ownership)
    const lost: RpcConnectionLost = { kind: 'faba-rpc-lost' }
    response?.then(
      (wire) => port.postMessage(wire, [wire.body]),
      (error: unknown) => {
        reportInternal(error)
        port.postMessage(lost)
      },
    )
  })
  navigator.serviceWorker.startMessages()
}
