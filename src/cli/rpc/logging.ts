// What requests and exchanges with the node leave in the log: which, how they went and how long they took. Never what they held.

import type { Fetch } from '../../jsonrpc/client.ts'
import { isJsonObject, type JsonValue, parseJson } from '../../jsonrpc/json.ts'
import { walletMethods } from '../../rpc/methodTable.ts'
import type { FetchHandler } from '../http/httpServer.ts'
import type { Log } from './log.ts'

const NAMES = new Set(walletMethods.flatMap(({ names }) => names))

const parsed = async (message: Request | Response): Promise<JsonValue | undefined> => {
  try {
    return parseJson(await message.text())
  } catch {
    return undefined
  }
}

/** The method of a call; what is no method's name may be anything, a password among others. */
const nameOf = (call: JsonValue | undefined): string => {
  if (Array.isArray(call)) return `a batch of ${call.length}`
  const method = isJsonObject(call) ? call['method'] : undefined
  return typeof method === 'string' && NAMES.has(method) ? method : 'no known method'
}

const outcomeOf = (answer: JsonValue | undefined): string => {
  const error = isJsonObject(answer) ? answer['error'] : undefined
  return isJsonObject(error) ? `error ${String(error['code'])}` : 'answered'
}

const since = (start: number): string => `${Math.round(performance.now() - start)} ms`

/** Logs requests, and of calls their methods. */
export const loggedCalls =
  (handler: FetchHandler, log: Log): FetchHandler =>
  async (request) => {
    if (!log.tells('DEBUG', 'net.http') && !log.tells('DEBUG', 'wallet.rpc')) return await handler(request)
    const start = performance.now()
    const line = `${request.method} ${new URL(request.url).pathname}`
    log.write('DEBUG', 'net.http', line)
    const call = log.tells('DEBUG', 'wallet.rpc') ? parsed(request.clone()) : undefined
    const response = await handler(request)
    log.write('DEBUG', 'net.http', `${line} ${response.status}, ${since(start)}`)
    if (call !== undefined && response.ok) {
      const outcome = outcomeOf(await parsed(response.clone()))
      log.write('DEBUG', 'wallet.rpc', `${nameOf(await call)}: ${outcome}, ${since(start)}`)
    }
    return response
  }

/** Logs exchanges with the node. */
export const loggedFetch =
  (fetch: Fetch, log: Log): Fetch =>
  async (request) => {
    const start = performance.now()
    const { pathname } = new URL(request.url)
    try {
      const response = await fetch(request)
      log.write('TRACE', 'daemon.rpc', `${pathname} ${response.status}, ${since(start)}`)
      return response
    } catch (error) {
      log.write('DEBUG', 'daemon.rpc', `${pathname}: ${error instanceof Error ? error.message : String(error)}`)
      throw error
    }
  }
