// Requests to one node, as JSON, JSON-RPC or portable storage. Checks the status of each response and its schema.

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
import { parsePackedJson } from '../jsonrpc/packedJson.ts'
import { NodeBusyError, NodeRefusedError, NodeResponseError } from './errors.ts'
import { StatusResponse } from './jsonResponses.ts'
import { createTransport, type Transport, type TransportOptions } from './transport.ts'
import { InconsistentResponseError } from './verifyResponses.ts'

/** Maximum number of values in a JSON response: of 100 transactions with their output indices, or the ids of a full txpool. */
const MAX_JSON_VALUES = 1_000_000

/** Maximum size of small responses. */
export const MAX_SMALL_BYTES = 1024 * 1024

/** CORE_RPC_ERROR_CODE_CORE_BUSY of monerod and oxen-core. */
const CORE_BUSY = -9

type Limits = { readonly maxBytes: number; readonly signal: AbortSignal | undefined }

const readJson = (bytes: Uint8Array, maxValues: number): JsonValue =>
  parseJson(new TextDecoder().decode(bytes), maxValues)

/** Sends requests to one node. All methods throw NodeError, or the reason of their signal. */
export class NodeRpc {
  readonly #transport: Transport

  /** @throws NodeUrlError if `options.url` is not a URL, or contains a login */
  constructor(options: TransportOptions) {
    this.#transport = createTransport(options)
  }

  get url(): string {
    return this.#transport.url
  }

  get receivedBytes(): number {
    return this.#transport.receivedBytes
  }

  /** Returns the error for a response that is inconsistent with itself or with the request. */
  invalidResponse(call: string, reason: string): NodeResponseError {
    const { url } = this
    return new NodeResponseError(`${url} sent an invalid response to ${call}: ${reason}`, { details: { url } })
  }

  /** Runs a parser or a check of a response; converts their errors to NodeResponseError. */
  parse<T>(call: string, parser: () => T): T {
    try {
      return parser()
    } catch (error) {
      if (
        error instanceof FormatError ||
        error instanceof PortableError ||
        error instanceof JsonError ||
        error instanceof InconsistentResponseError ||
        // A list that no array can hold.
        error instanceof RangeError
      )
        throw this.invalidResponse(call, error.message)
      throw error
    }
  }

  /** @throws NodeBusyError, NodeRefusedError */
  checkStatus(call: string, status: string): void {
    const { url } = this
    if (status === 'OK') return
    if (status === 'BUSY')
      throw new NodeBusyError(`${url} is synchronizing: wait, or use another node`, { details: { url } })
    throw new NodeRefusedError(`${url} refused ${call}: ${status}`, { details: { url, reason: status } })
  }

  /**
   * Validates a response against a schema.
   * @throws NodeResponseError
   */
  validate<Schema extends v.GenericSchema>(call: string, schema: Schema, value: JsonValue): v.InferOutput<Schema> {
    const result = v.safeParse(schema, value)
    if (result.success) return result.output
    const [issue] = result.issues
    throw this.invalidResponse(call, `${v.getDotPath(issue) ?? 'response'}: ${issue.message}`)
  }

  /** Sends a JSON request to a path; returns the response with its status unchecked. */
  async postJson(path: string, body: JsonWritable, limits: Limits, read = readJson): Promise<JsonObject> {
    const bytes = await this.#transport.post(path, { body: stringifyJson(body), ...limits })
    const value = this.parse(path, () => read(bytes, MAX_JSON_VALUES))
    if (!isJsonObject(value)) throw this.invalidResponse(path, 'it is not an object')
    return value
  }

  /** Calls a path with JSON parameters. */
  async callPath(path: string, params: { readonly [name: string]: JsonWritable }, limits: Limits): Promise<JsonObject> {
    const response = await this.postJson(path, params, limits)
    this.checkStatus(path, this.validate(path, StatusResponse, response).status)
    return response
  }

  /** Calls a JSON-RPC method; returns its result. */
  async callMethod(
    method: string,
    params: JsonWritable,
    signal: AbortSignal | undefined,
    maxBytes = MAX_SMALL_BYTES,
  ): Promise<JsonValue> {
    return await this.#callMethod(method, params, { maxBytes, signal }, readJson)
  }

  /** Calls a JSON-RPC method whose result may have packed values; `packedBytes` returns the bytes of one. */
  async callPackedMethod(method: string, params: JsonWritable, limits: Limits): Promise<JsonValue> {
    return await this.#callMethod(method, params, limits, parsePackedJson)
  }

  async #callMethod(method: string, params: JsonWritable, limits: Limits, read: typeof readJson): Promise<JsonValue> {
    const request = { jsonrpc: '2.0', id: '0', method, params }
    const { error, result } = await this.postJson('/json_rpc', request, limits, read)
    if (error !== undefined && isJsonObject(error)) throw this.#toNodeError(method, error)
    if (result === undefined) throw this.invalidResponse(method, 'it has neither result nor error')
    if (isJsonObject(result)) this.checkStatus(method, this.validate(method, StatusResponse, result).status)
    return result
  }

  /** Calls a path with parameters in portable storage. */
  async callBinary<T extends { readonly status: string }>(
    path: string,
    body: Uint8Array,
    parser: (bytes: Uint8Array) => T,
    limits: Limits,
  ): Promise<T> {
    const bytes = await this.#transport.post(path, { body, ...limits })
    const response = this.parse(path, () => parser(bytes))
    this.checkStatus(path, response.status)
    return response
  }

  #toNodeError(method: string, error: JsonObject): NodeBusyError | NodeRefusedError {
    const { url } = this
    const code = typeof error['code'] === 'number' ? error['code'] : 0
    const message = typeof error['message'] === 'string' ? error['message'] : 'no reason given'
    if (code === CORE_BUSY || code === JSON_RPC_CODES.busy)
      return new NodeBusyError(`${url} is busy: ${message}`, { details: { url } })
    // Development nodes explain the error there.
    const explanation = typeof error['data'] === 'string' ? `: ${error['data']}` : ''
    return new NodeRefusedError(`${url} refused ${method}: ${message} (${code})${explanation}`, {
      details: { url, reason: `${message}${explanation}` },
    })
  }
}
