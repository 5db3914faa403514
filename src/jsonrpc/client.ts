// A JSON-RPC client over any `fetch`: to a server, a service worker, or a service in the same process.

import * as v from 'valibot'
import { FabaError } from '../errors/fabaError.ts'
import { JsonRpcError } from './errors.ts'
import {
  isJsonObject,
  JsonError,
  type JsonObject,
  type JsonValue,
  type JsonWritable,
  parseJson,
  stringifyJson,
} from './json.ts'
import type { JsonMethod, ParamSchemas, ParamsInput } from './method.ts'

/** The service is unreachable, or its response is not JSON-RPC. */
export class JsonRpcTransportError extends FabaError {
  override readonly name = 'JsonRpcTransportError'
  readonly code = 'json-rpc-transport'
}

/** The type of `fetch` that services and nodes have. */
export type Fetch = (request: Request) => Promise<Response>

type ResultOf<Result> = Result extends v.GenericSchema ? v.InferOutput<Result> : JsonValue

export type JsonRpcClient = {
  /**
   * Calls a method by its name and returns its result, unvalidated.
   * @throws JsonRpcError if the response is an error, JsonRpcTransportError if there is no response
   */
  call(method: string, params?: { readonly [name: string]: JsonWritable }, signal?: AbortSignal): Promise<JsonValue>
  /**
   * Calls a declared method and validates the result with the declaration's schema.
   * @throws JsonRpcError if the response is an error, JsonRpcTransportError if there is no response or the result is not valid
   */
  callMethod<Params extends ParamSchemas, Result extends v.GenericSchema | undefined>(
    method: JsonMethod<never, Params, Result>,
    params: ParamsInput<Params>,
    signal?: AbortSignal,
  ): Promise<ResultOf<Result>>
}

const toJsonRpcError = (error: JsonValue): JsonRpcError => {
  if (!isJsonObject(error)) return new JsonRpcError(0, 'the error is not an object')
  const { code, message, data } = error
  return new JsonRpcError(
    typeof code === 'number' ? code : 0,
    typeof message === 'string' ? message : 'the error has no message',
    data,
  )
}

/**
 * Creates a client of the service at `url`, such as `http://127.0.0.1:1234/json_rpc`.
 *
 * @example
 * const service = async () => new Response('{"jsonrpc":"2.0","id":1,"result":{"height":7}}')
 * await createJsonRpcClient(service, 'http://node/json_rpc').call('get_height') // { height: 7 }
 */
export const createJsonRpcClient = (fetch: Fetch, url: string): JsonRpcClient => {
  let lastId = 0

  const post = async (body: JsonWritable, signal: AbortSignal | undefined): Promise<JsonValue> => {
    signal?.throwIfAborted()
    const request = new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stringifyJson(body),
      signal: signal ?? null,
    })
    let response: Response
    let text: string
    try {
      response = await fetch(request)
      text = await response.text()
    } catch (error) {
      if (signal?.aborted) throw error
      throw new JsonRpcTransportError(
        `no response from ${url}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      )
    }
    // The body of a service that refuses a call says why.
    if (!response.ok && response.status !== 503)
      throw new JsonRpcTransportError(`${url} returned status ${response.status}`)
    try {
      return parseJson(text)
    } catch (error) {
      if (!(error instanceof JsonError)) throw error
      throw new JsonRpcTransportError(`the response of ${url} is not valid: ${error.message}`)
    }
  }

  const call: JsonRpcClient['call'] = async (method, params = {}, signal) => {
    const response = await post({ jsonrpc: '2.0', id: ++lastId, method, params }, signal)
    if (!isJsonObject(response)) throw new JsonRpcTransportError(`the response of ${url} is not a JSON-RPC response`)
    const { error, result } = response
    if (error !== undefined && error !== null) throw toJsonRpcError(error)
    if (result === undefined) throw new JsonRpcTransportError(`the response of ${url} has neither result nor error`)
    return result
  }

  return {
    call,
    callMethod: async (method, params, signal) => {
      // The schemas describe JSON, which their types do not express.
      const result = await call(method.names[0], params as JsonObject, signal)
      if (method.result === undefined) return result as never
      const parsed = v.safeParse(method.result, result)
      if (!parsed.success)
        throw new JsonRpcTransportError(`the result of ${method.names[0]} is not valid: ${parsed.issues[0].message}`)
      return parsed.output as never
    },
  }
}
