// Answers wallet RPC requests that the service worker forwards, if this tab owns the engine.
import type { RpcForward, RpcOwnership, WireRequest, WireResponse } from './protocol.ts'

/** Listens to the service worker. `answer` returns undefined where this tab does not own the engine. */
export const relayRpc = (answer: (request: WireRequest) => Promise<WireResponse> | undefined): void => {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<RpcForward>) => {
    const port = event.ports[0]
    if (port === undefined || event.data.kind !== 'faba-rpc') return
    const answering = answer(event.data.request)
    const ownership: RpcOwnership = { kind: 'faba-rpc-owner', owner: answering !== undefined }
    port.postMessage(ownership)
    answering
      ?.then((reply) => port.postMessage(reply, [reply.body]))
      .catch((error: unknown) => {
        const body = new TextEncoder().encode(error instanceof Error ? error.message : 'the engine stopped')
        const failure: WireResponse = { status: 500, headers: [['content-type', 'text/plain']], body: body.buffer }
        port.postMessage(failure)
      })
  })
  navigator.serviceWorker.startMessages()
}
