// Methods that the bootstrap node answers while this node is far behind.

import { NodeError } from '../../daemon/errors.ts'
import { JSON_RPC_CODES, JsonRpcError } from '../../jsonrpc/errors.ts'
import { isJsonObject, JsonError, type JsonObject, type JsonValue, stringifyJson } from '../../jsonrpc/json.ts'
import type { BinaryMethod, JsonMethod, Method } from '../../jsonrpc/method.ts'
import { writablePacked } from '../../jsonrpc/packedJson.ts'
import { type Ask, readObject } from '../upstream/bootstrapDaemon.ts'
import type { NodeContext, ResponseFields } from './calls/nodeContext.ts'

/** Methods about this node itself, which are never forwarded. */
const LOCAL_METHODS: ReadonlySet<string> = new Set(['get_public_nodes', 'get_version'])

/** Converts a failure of the bootstrap node to the RPC error that callers see. */
const toRpcError = (error: unknown): unknown =>
  error instanceof NodeError || error instanceof JsonError
    ? new JsonRpcError(JSON_RPC_CODES.internalError, 'Internal error', `the bootstrap daemon: ${error.message}`)
    : error

const isList = (value: JsonValue | undefined): boolean => Array.isArray(value)

/** Requests the result of a method from the bootstrap node. */
const requestResult = async (
  ask: Ask,
  { names: [name], transports }: JsonMethod<NodeContext>,
  params: JsonValue | undefined,
  signal: AbortSignal,
): Promise<JsonValue> => {
  // monerod serves many methods as paths only.
  if (transports.includes('path') && !isList(params))
    return readObject(await ask(`/${name}`, stringifyJson(params ?? {}), signal))
  const call = { jsonrpc: '2.0', id: '0', method: name, params: params ?? {} }
  const { result, error } = readObject(await ask('/json_rpc', stringifyJson(call), signal))
  if (isJsonObject(error)) {
    const { code, message, data } = error
    throw new JsonRpcError(typeof code === 'number' ? code : JSON_RPC_CODES.internalError, String(message), data)
  }
  return result ?? {}
}

const writableMembers = (members: JsonObject): ResponseFields =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, writablePacked(value)]))

const forwardJson = (method: JsonMethod<NodeContext>): JsonMethod<NodeContext> => ({
  ...method,
  invoke: async (context, params, call) => {
    const [name] = method.names
    const there = await context.bootstrap?.current()
    if (there === undefined) return await method.invoke(context, params, call)
    const refusal = context.dialect.bootstrapRefusals.get(name)
    if (refusal !== undefined) return refusal()
    let result: JsonValue
    try {
      result = await requestResult(there, method, params, call.signal)
    } catch (error) {
      throw toRpcError(error)
    }
    if (!isJsonObject(result)) return result
    // Packed values are forwarded byte for byte.
    if (name !== 'get_info') return { ...writableMembers(result), untrusted: true }
    const own = await method.invoke(context, params, call)
    // The response combines this node's own state with the chain state of the bootstrap node, without its admin fields.
    return { ...(isJsonObject(own as JsonValue) ? (own as JsonObject) : {}), ...publicInfo(result), untrusted: true }
  },
})

/** Fields of get_info about the chain rather than the node. */
const CHAIN_FIELDS =
  /^(height|target.*|immutable_.*|pulse_.*|.*difficulty.*|tx_.*|.*net|nettype|top_block_hash|block_(size|weight)_.*|adjusted_time|status)$/

const publicInfo = (info: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(info).filter(([name]) => CHAIN_FIELDS.test(name)))

const UNTRUSTED = new TextEncoder().encode('\x09untrusted\x0b')

/** Sets `untrusted` in a binary response. The field is near the end, since fields are sorted by name. */
const markUntrusted = (answer: Uint8Array): Uint8Array => {
  const changed = Uint8Array.from(answer)
  for (let at = changed.length - UNTRUSTED.length - 1; at >= 0; at--)
    if (UNTRUSTED.every((byte, i) => changed[at + i] === byte)) {
      changed[at + UNTRUSTED.length] = 1
      break
    }
  return changed
}

const forwardBinary = <M extends BinaryMethod<NodeContext>>(method: M): M => ({
  ...method,
  invoke: async (context: NodeContext, body, call) => {
    const there = await context.bootstrap?.current()
    if (there === undefined) return await method.invoke(context, body, call)
    try {
      return markUntrusted(await there(`/${method.names[0]}`, body, call.signal))
    } catch (error) {
      throw toRpcError(error)
    }
  },
})

/** Returns a method that is forwarded to the bootstrap node while this node is far behind; admin and development methods stay local. */
export const withBootstrapNode = (method: Method<NodeContext>): Method<NodeContext> => {
  const [name] = method.names
  if (method.access !== 'public' || name.startsWith('dev_') || LOCAL_METHODS.has(name)) return method
  return method.kind === 'json' ? forwardJson(method) : forwardBinary(method)
}
