// Answers wallet RPC requests that the service worker forwards, if this tab owns the engine.
import type { WireRequest, WireResponse } from '../../jsonrpc/wireMessages.ts'
import type {
  EngineOwnership,
  ForwardedRpcRequest,
  RpcCancellation,
  RpcConnectionLost,
} from '../../rpc/hosts/workerProtocol.ts'

/**
 * Listens to the service worker.
 * @param answer returns undefined where this tab does not own the engine, and rejects where it stops owning it; the signal fires
 *   when nobody waits for the answer any more
 */
export const relayRpc = (
  answer: (request: WireRequest, signal: AbortSignal) => Promise<WireResponse> | undefined,
): void => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<ForwardedRpcRequest>) => {
    const port = event.ports[0]
    if (port === undefined || event.data.kind !== 'faba-rpc') return
    const caller = new AbortController()
    port.onmessage = ({ data }: MessageEvent<RpcCancellation>) => {
      if (data.kind === 'faba-rpc-abandon') caller.abort()
    }
    // A service worker that is ended closes its ports, where the browser tells of that.
    port.addEventListener('close', () => caller.abort())
    const answering = answer(event.data.request, caller.signal)
    const ownership: EngineOwnership = { kind: 'faba-rpc-owner', owner: answering !== undefined }
    port.postMessage(ownership)
    const lost: RpcConnectionLost = { kind: 'faba-rpc-lost' }
    answering?.then(
      (reply) => port.postMessage(reply, [reply.body]),
      () => port.postMessage(lost),
    )
  })
  navigator.serviceWorker.startMessages()
}
