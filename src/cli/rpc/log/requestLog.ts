// Log lines of RPC calls and of requests to the node: method, outcome and duration, never the content.

import type { Fetch } from '../../../jsonrpc/client.ts'
import { isJsonObject, type JsonValue, parseJson } from '../../../jsonrpc/json.ts'
import { walletMethods } from '../../../rpc/methodTable.ts'
import type { FetchHandler } from '../../http/httpServer.ts'
import type { Log } from './log.ts'

const METHOD_NAMES = new Set(walletMethods.flatMap(({ names }) => names))

/** Returns the JSON body of a message; undefined if it is not JSON. */
const parseBody = async (message: Request | Response): Promise<JsonValue | undefined> => {
  try {
    return parseJson(await message.text())
  } catch {
    return undefined
  }
}

/** Returns the method of a call. An unknown method is not logged by name: it may be any text, such as a password. */
const describeCall = (call: JsonValue | undefined): string => {
  if (Array.isArray(call)) return `batch of ${call.length}`
  const method = isJsonObject(call) ? call['method'] : undefined
  return typeof method === 'string' && METHOD_NAMES.has(method) ? method : 'unknown method'
}

const describeOutcome = (response: JsonValue | undefined): string => {
  const error = isJsonObject(response) ? response['error'] : undefined
  return isJsonObject(error) ? `error ${String(error['code'])}` : 'ok'
}

const elapsedSince = (start: number): string => `${Math.round(performance.now() - start)} ms`

/** Wraps a handler: logs requests, and the methods of RPC calls. */
export const withRequestLog =
  (handler: FetchHandler, log: Log): FetchHandler =>
  async (request, connection) => {
    if (!log.isEnabled('DEBUG', 'net.http') && !log.isEnabled('DEBUG', 'wallet.rpc'))
      return await handler(request, connection)
    const start = performance.now()
    const line = `${request.method} ${new URL(request.url).pathname}`
    log.write('DEBUG', 'net.http', line)
    const call = log.isEnabled('DEBUG', 'wallet.rpc') ? parseBody(request.clone()) : undefined
    const response = await handler(request, connection)
    log.write('DEBUG', 'net.http', `${line} ${response.status}, ${elapsedSince(start)}`)
    if (call !== undefined && response.ok) {
      const outcome = describeOutcome(await parseBody(response.clone()))
      log.write('DEBUG', 'wallet.rpc', `${describeCall(await call)}: ${outcome}, ${elapsedSince(start)}`)
    }
    return response
  }

/** Wraps a fetch: logs requests to the node. */
export const withFetchLog =
  (fetch: Fetch, log: Log): Fetch =>
  async (request) => {
    const start = performance.now()
    const { pathname } = new URL(request.url)
    try {
      const response = await fetch(request)
      log.write('TRACE', 'daemon.rpc', `${pathname} ${response.status}, ${elapsedSince(start)}`)
      return response
    } catch (error) {
      log.write('DEBUG', 'daemon.rpc', `${pathname}: ${error instanceof Error ? error.message : String(error)}`)
      throw error
    }
  }
