// Calls a JSON-RPC service over anything with a fetch: a server, a service worker, or a service in the same process.

import * as v from 'valibot'
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

/** No JSON-RPC answer came: the service cannot be reached, or what came is no answer. */
export class JsonRpcTransportError extends Error {
  override readonly name = 'JsonRpcTransportError'
}

/** As the global `fetch`. */
export type Fetch = (request: Request) => Promise<Response>

type ResultOf<Result> = Result extends v.GenericSchema ? v.InferOutput<Result> : JsonValue

export type JsonRpcClient = {
  /**
   * Calls a method by its name and returns its result as it came.
   * @throws JsonRpcError when the answer is an error, JsonRpcTransportError when there is none
   */
  call(method: string, params?: { readonly [name: string]: JsonWritable }, signal?: AbortSignal): Promise<JsonValue>
  /**
   * Calls a declared method; the result is read by the schema of the declaration.
   * @throws JsonRpcError when the answer is an error, JsonRpcTransportError when there is none or it does not fit
   */
  callMethod<Params extends ParamSchemas, Result extends v.GenericSchema | undefined>(
    method: JsonMethod<never, Params, Result>,
    params: ParamsInput<Params>,
    signal?: AbortSignal,
  ): Promise<ResultOf<Result>>
}

const errorOf = (error: JsonValue): JsonRpcError => {
  if (!isJsonObject(error)) return new JsonRpcError(0, 'the error has no form')
  const { code, message, data } = error
  return new JsonRpcError(
    typeof code === 'number' ? code : 0,
    typeof message === 'string' ? message : 'the error has no message',
    data,
  )
}

/** A client of the service at `url`, such as `http://127.0.0.1:1234/json_rpc`. */
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
        `no answer from ${url}: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    if (!response.ok) throw new JsonRpcTransportError(`${url} answered with status ${response.status}`)
    try {
      return parseJson(text)
    } catch (error) {
      if (!(error instanceof JsonError)) throw error
      throw new JsonRpcTransportError(`the answer of ${url} is ${error.message}`)
    }
  }

  const call: JsonRpcClient['call'] = async (method, params = {}, signal) => {
    const answer = await post({ jsonrpc: '2.0', id: ++lastId, method, params }, signal)
    if (!isJsonObject(answer)) throw new JsonRpcTransportError(`the answer of ${url} is no JSON-RPC answer`)
    const { error, result } = answer
    if (error !== undefined && error !== null) throw errorOf(error)
    if (result === undefined) throw new JsonRpcTransportError(`the answer of ${url} has neither result nor error`)
    return result
  }

  return {
    call,
    callMethod: async (method, params, signal) => {
      // The schemas describe JSON, which the compiler cannot see.
      const result = await call(method.names[0], params as JsonObject, signal)
      if (method.result === undefined) return result as never
      const read = v.safeParse(method.result, result)
      if (!read.success)
        throw new JsonRpcTransportError(`the result of ${method.names[0]} does not fit: ${read.issues[0].message}`)
      return read.output as never
    },
  }
}
