// Finds the tab that owns the engine and lets it answer a wallet RPC request.
import type { RouteMatchCallbackOptions } from 'workbox-core'
import type { RpcForward, RpcOwnership, WireRequest, WireResponse } from '../../src/app/host/protocol.ts'
import { fromWireResponse, NOT_OPEN, refuse, toWireRequest } from '../wire.ts'

/** A tab that does not say within this time whether it owns the engine does not. */
const OWNERSHIP_MS = 1500

/**
 * Requests that scripts of this origin make to /json_rpc. A navigation is none of them: a form on a foreign site can send one,
 * and would pay with the coins of whoever looks at it.
 */
export const isRpcRequest = ({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean =>
  sameOrigin && url.pathname === '/json_rpc' && request.mode !== 'navigate'

/** The tab's answer, or undefined when it does not own the engine. */
const ask = (client: WindowClient, request: WireRequest): Promise<WireResponse | undefined> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const settle = (answer: WireResponse | undefined): void => {
      port1.close()
      resolve(answer)
    }
    const timer = setTimeout(() => settle(undefined), OWNERSHIP_MS)
    port1.onmessage = (event: MessageEvent<RpcOwnership | WireResponse>) => {
      clearTimeout(timer)
      if ('status' in event.data) settle(event.data)
      else if (!event.data.owner) settle(undefined)
    }
    const message: RpcForward = { kind: 'faba-rpc', request }
    client.postMessage(message, [port2])
  })

/** The first answer of a tab that owns the engine, or a JSON-RPC error when none does. */
export const forwardRpc = async (request: Request, clients: Clients): Promise<Response> => {
  const wire = await toWireRequest(request)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const answers = windows.map(async (client) => {
    const answer = await ask(client, wire)
    if (answer === undefined) throw new Error('not the owner')
    return answer
  })
  const answer = await Promise.any(answers).catch(() =>
    refuse(wire, NOT_OPEN, 'No wallet is open: open one in Faba, at the same address as this page.'),
  )
  return fromWireResponse(answer)
}
