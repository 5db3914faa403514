// Calls to one node, by path, by method or in binary: sent, answered, and read as far as whether the node agreed, and in which shape.

import * as v from 'valibot'
import { FormatError } from '../bytes/cursor.ts'
import { PortableError } from '../bytes/portableStorage.ts'
import { JSON_RPC_CODES } from '../jsonrpc/errors.ts'
import {
  isJsonObject,
  JsonError,
  type JsonObject,
  type JsonValue,
  type JsonWritable,
  parseJson,
  stringifyJson,
} from '../jsonrpc/json.ts'
import { NodeBusyError, NodeRefusedError, NodeResponseError } from './errors.ts'
import { Status } from './responses.ts'
import { createTransport, type TransportOptions } from './transport.ts'
import { ContradictionError } from './verifyResponses.ts'

/** Longest answer to what has a short one. */
export const MAX_SMALL_BYTES = 1024 * 1024

const CORE_BUSY = -9

type Ask = { readonly maxBytes: number; readonly signal: AbortSignal | undefined }

/**
 * How the node at `options.url` is called. Whatever is called throws NodeError.
 * @throws NodeUrlError when that is no address, or contains a login
 */
export const createCalls = (options: TransportOptions) => {
  const { url, post } = createTransport(options)

  /** For an answer that contradicts itself, or the question. */
  const unbelievable = (what: string, why: string): NodeResponseError =>
    new NodeResponseError(url, `the answer of ${url} to ${what} is not to be believed: ${why}`)

  /** Names errors of reading and checking an answer. */
  const reading = <T>(what: string, read: () => T): T => {
    try {
      return read()
    } catch (error) {
      if (
        error instanceof FormatError ||
        error instanceof PortableError ||
        error instanceof JsonError ||
        error instanceof ContradictionError
      )
        throw unbelievable(what, error.message)
      throw error
    }
  }

  /** Throws NodeBusyError, NodeRefusedError. */
  const checkStatus = (what: string, status: string): void => {
    if (status === 'OK') return
    if (status === 'BUSY') throw new NodeBusyError(url, `${url} is still fetching the chain: wait, or use another node`)
    throw new NodeRefusedError(url, `${url} refused ${what}: ${status}`)
  }

  /** An answer that has a shape. Throws NodeAnswerError. */
  const shaped = <Schema extends v.GenericSchema>(
    what: string,
    schema: Schema,
    value: JsonValue,
  ): v.InferOutput<Schema> => {
    const read = v.safeParse(schema, value)
    if (read.success) return read.output
    const [issue] = read.issues
    throw unbelievable(what, `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`)
  }

  /** A call whose answer says by itself what became of it. */
  const postJson = async (path: string, body: JsonWritable, ask: Ask): Promise<JsonObject> => {
    const bytes = await post(path, { body: stringifyJson(body), ...ask })
    const value = reading(path, () => parseJson(new TextDecoder().decode(bytes)))
    if (!isJsonObject(value)) throw unbelievable(path, 'it is no object')
    return value
  }

  /** A call by path, in JSON. */
  const callPath = async (
    path: string,
    params: { readonly [name: string]: JsonWritable },
    ask: Ask,
  ): Promise<JsonObject> => {
    const answer = await postJson(path, params, ask)
    checkStatus(path, shaped(path, Status, answer).status)
    return answer
  }

  /** A JSON-RPC method. Throws what the node refuses it with. */
  const callJsonRpc = async (
    method: string,
    params: JsonWritable,
    signal: AbortSignal | undefined,
    maxBytes = MAX_SMALL_BYTES,
  ): Promise<JsonValue> => {
    const ask = { maxBytes, signal }
    const { error, result } = await postJson('/json_rpc', { jsonrpc: '2.0', id: '0', method, params }, ask)
    if (error !== undefined && isJsonObject(error)) {
      const code = typeof error['code'] === 'number' ? error['code'] : 0
      const message = typeof error['message'] === 'string' ? error['message'] : 'no reason given'
      if (code === CORE_BUSY || code === JSON_RPC_CODES.busy) throw new NodeBusyError(url, `${url} is busy: ${message}`)
      // Nodes of ours say more there.
      const detail = typeof error['data'] === 'string' ? `: ${error['data']}` : ''
      throw new NodeRefusedError(url, `${url} refused ${method}: ${message} (${code})${detail}`)
    }
    if (result === undefined) throw unbelievable(method, 'it has neither result nor error')
    if (isJsonObject(result)) checkStatus(method, shaped(method, Status, result).status)
    return result
  }

  /** A call by path, in portable storage. */
  const callBinary = async <T extends { readonly status: string }>(
    path: string,
    body: Uint8Array,
    read: (bytes: Uint8Array) => T,
    ask: Ask,
  ): Promise<T> => {
    const bytes = await post(path, { body, ...ask })
    const answer = reading(path, () => read(bytes))
    checkStatus(path, answer.status)
    return answer
  }

  return { url, unbelievable, reading, checkStatus, shaped, postJson, callPath, callJsonRpc, callBinary }
}
