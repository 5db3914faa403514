// Forwards wallet RPC requests to the tab that owns the engine.
import type { RouteMatchCallbackOptions } from 'workbox-core'
import { type RequestingPage, UNKNOWN_PAGE } from '../../src/engine/approvals/requestingPages.ts'
import { FabaError } from '../../src/errors/fabaError.ts'
import {
  fromWireResponse,
  toWireErrorResponse,
  toWireRequest,
  type WireRequest,
  type WireResponse,
} from '../../src/jsonrpc/wireMessages.ts'
import { WALLET_RPC_CODES } from '../../src/rpc/calls/walletRpcCodes.ts'
import type {
  EngineOwnership,
  ForwardedRpcRequest,
  RpcCancellation,
  RpcConnectionLost,
} from '../../src/rpc/hosts/workerProtocol.ts'

/** A tab that does not reply with `EngineOwnership` within this time counts as not the owner. */
const OWNERSHIP_TIMEOUT_MS = 1500

/** Interval between two checks that the responding tab and the calling page still exist. */
const PRESENCE_INTERVAL_MS = 1000

/**
 * Returns a matcher of requests that scripts of this origin send to json_rpc in the page's folder. Excludes navigations: a form on a
 * foreign site can cause one, and would spend the user's coins.
 * @param scope address of the page's folder, with a trailing slash
 */
export const createRpcMatcher =
  (scope: string) =>
  ({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean =>
    sameOrigin && url.pathname === new URL('json_rpc', scope).pathname && request.mode !== 'navigate'

const connectionLostResponse = (request: WireRequest): WireResponse =>
  toWireErrorResponse(
    request,
    WALLET_RPC_CODES.unknown,
    'The tab with the wallet closed before it responded. The call may have been executed: check the payments before you repeat it.',
  )

/** The calling page. Its signal aborts when the page cancels the request; not every browser reports that. */
type Caller = { readonly page: RequestingPage; readonly signal: AbortSignal }

/** Returns the tab's response; undefined if the tab does not own the engine. */
const forwardTo = (
  client: WindowClient,
  clients: Clients,
  request: WireRequest,
  caller: Caller,
): Promise<WireResponse | undefined> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    let presenceTimer: ReturnType<typeof setInterval> | undefined
    const settle = (response: WireResponse | undefined): void => {
      clearInterval(presenceTimer)
      port1.close()
      resolve(response)
    }
    const ownershipTimer = setTimeout(() => settle(undefined), OWNERSHIP_TIMEOUT_MS)
    const cancel = (): void => {
      const message: RpcCancellation = { kind: 'faba-rpc-abandon' }
      port1.postMessage(message)
    }
    const checkPresence = async (): Promise<void> => {
      if ((await clients.get(client.id)) === undefined) settle(connectionLostResponse(request))
      else if (caller.page.id !== '' && (await clients.get(caller.page.id)) === undefined) cancel()
    }
    port1.onmessage = (event: MessageEvent<EngineOwnership | RpcConnectionLost | WireResponse>) => {
      clearTimeout(ownershipTimer)
      if ('status' in event.data) settle(event.data)
      else if (event.data.kind === 'faba-rpc-lost') settle(connectionLostResponse(request))
      else if (event.data.owner) presenceTimer = setInterval(() => void checkPresence(), PRESENCE_INTERVAL_MS)
      else settle(undefined)
    }
    caller.signal.addEventListener('abort', cancel)
    const message: ForwardedRpcRequest = { kind: 'faba-rpc', request, page: caller.page }
    client.postMessage(message, [port2])
  })

/** A tab does not own the engine. */
class NotEngineOwnerError extends FabaError {
  override readonly name = 'NotEngineOwnerError'
  readonly code = 'not-engine-owner'
}

/** Returns the response of the tab that owns the engine; a JSON-RPC error if no tab does. */
const requestFromTabs = async (wireRequest: WireRequest, caller: Caller, clients: Clients): Promise<WireResponse> => {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const responses = windows.map(async (client) => {
    const response = await forwardTo(client, clients, wireRequest, caller)
    if (response === undefined) throw new NotEngineOwnerError('this tab does not own the engine')
    return response
  })
  try {
    return await Promise.any(responses)
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
    const foreign = errors.filter((each) => !(each instanceof NotEngineOwnerError))
    if (foreign.length > 0) throw foreign[0]
    return toWireErrorResponse(
      wireRequest,
      WALLET_RPC_CODES.notOpen,
      'No wallet is open: open one in Faba, at the same address as this page.',
    )
  }
}

/** Returns the page or worker that sends a request. */
const pageOf = async (clientId: string, clients: Clients): Promise<RequestingPage> => {
  const client = await clients.get(clientId)
  return client === undefined ? UNKNOWN_PAGE : { id: clientId, path: new URL(client.url).pathname }
}

/** Answers a request with the response of the tab that owns the engine. Internal errors are printed, and answered without message. */
export const forwardRpc = async ({ request, clientId }: FetchEvent, clients: Clients): Promise<Response> => {
  // The wallet RPC is at the root of its own paths, wherever the page is.
  const wireRequest = { ...(await toWireRequest(request)), url: new URL('/json_rpc', request.url).href }
  const caller = { page: await pageOf(clientId, clients), signal: request.signal }
  try {
    return fromWireResponse(await requestFromTabs(wireRequest, caller, clients))
  } catch (error) {
    console.error('service worker:', error)
    return fromWireResponse(toWireErrorResponse(wireRequest, WALLET_RPC_CODES.unknown, 'Internal error'))
  }
}
