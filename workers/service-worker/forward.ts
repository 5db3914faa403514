// Finds the tab that owns the engine and lets it answer a wallet RPC request.
import type { RouteMatchCallbackOptions } from 'workbox-core'
import type {
  RpcAbandon,
  RpcForward,
  RpcLost,
  RpcOwnership,
  WireRequest,
  WireResponse,
} from '../../src/app/host/wireProtocol.ts'
import { fromWireResponse, NOT_OPEN, refuse, toWireRequest, UNKNOWN } from '../wire.ts'

/** A tab that does not say within this time whether it owns the engine does not. */
const OWNERSHIP_MS = 1500

/** How often the tab that owes an answer is looked for, and the page that waits for it. */
const PRESENCE_MS = 1000

/**
 * Requests that scripts of this origin make to /json_rpc. A navigation is none of them: a form on a foreign site can send one,
 * and would pay with the coins of whoever looks at it.
 */
export const isRpcRequest = ({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean =>
  sameOrigin && url.pathname === '/json_rpc' && request.mode !== 'navigate'

const lost = (request: WireRequest): WireResponse =>
  refuse(
    request,
    UNKNOWN,
    'The tab that has the wallet went away before it answered. What was asked may have been done: look at the payments before you ask again.',
  )

/** The page that asks: where it comes from, and what fires when it gives up (not every browser tells that). */
type Caller = { readonly clientId: string; readonly signal: AbortSignal }

/** The tab's answer, or undefined when it does not own the engine. */
const ask = (
  client: WindowClient,
  clients: Clients,
  request: WireRequest,
  caller: Caller,
): Promise<WireResponse | undefined> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    let presence: ReturnType<typeof setInterval> | undefined
    const settle = (answer: WireResponse | undefined): void => {
      clearInterval(presence)
      port1.close()
      resolve(answer)
    }
    const timer = setTimeout(() => settle(undefined), OWNERSHIP_MS)
    const abandon = (): void => {
      const message: RpcAbandon = { kind: 'faba-rpc-abandon' }
      port1.postMessage(message)
    }
    const watch = async (): Promise<void> => {
      if ((await clients.get(client.id)) === undefined) settle(lost(request))
      else if (caller.clientId !== '' && (await clients.get(caller.clientId)) === undefined) abandon()
    }
    port1.onmessage = (event: MessageEvent<RpcOwnership | RpcLost | WireResponse>) => {
      clearTimeout(timer)
      if ('status' in event.data) settle(event.data)
      else if (event.data.kind === 'faba-rpc-lost') settle(lost(request))
      else if (event.data.owner) presence = setInterval(() => void watch(), PRESENCE_MS)
      else settle(undefined)
    }
    caller.signal.addEventListener('abort', abandon)
    const message: RpcForward = { kind: 'faba-rpc', request }
    client.postMessage(message, [port2])
  })

/** The first answer of a tab that owns the engine, or a JSON-RPC error when none does. */
export const forwardRpc = async ({ request, clientId }: FetchEvent, clients: Clients): Promise<Response> => {
  const caller: Caller = { clientId, signal: request.signal }
  const wire = await toWireRequest(request)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const answers = windows.map(async (client) => {
    const answer = await ask(client, clients, wire, caller)
    if (answer === undefined) throw new Error('not the owner')
    return answer
  })
  const answer = await Promise.any(answers).catch(() =>
    refuse(wire, NOT_OPEN, 'No wallet is open: open one in Faba, at the same address as this page.'),
  )
  return fromWireResponse(answer)
}
