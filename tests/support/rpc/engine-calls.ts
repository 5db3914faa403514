// Calls of the wallet RPC of an engine, regardless of its settings. Results are checked against their declarations.
import { expect } from 'vitest'
import type { JsonObject, JsonWritable } from '../../../src/jsonrpc/json.ts'
import { stringifyJson } from '../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import type { Engine } from '../../../src/wallet/engine/engine.ts'
import { failureIn, parseRpcResponse, type RpcResponse, resultIn } from '../rpc/response.ts'
import { openedIn } from '../wallet/engine-host.ts'
import { checkDeclaredFields } from './declared-results.ts'

const post = async (engine: Engine | undefined, body: string): Promise<RpcResponse> => {
  const wallet = engine === undefined ? undefined : openedIn(engine)
  const rpc = checkDeclaredFields(createWalletRpc({ wallet, rpcEnabled: true }))
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return parseRpcResponse(await response.text())
}

/** Calls a method; without an engine, no wallet is open. */
export const ask = (engine: Engine | undefined, method: string, params: JsonWritable = {}): Promise<RpcResponse> =>
  post(engine, stringifyJson({ jsonrpc: '2.0', id: '0', method, params }))

/** Calls a method that must succeed and returns its result. */
export const call = async (engine: Engine, method: string, params: JsonWritable = {}): Promise<JsonObject> => {
  const response = await ask(engine, method, params)
  expect(response.error).toBeUndefined()
  return resultIn(response)
}

/** Calls a method and returns code and message of its error; undefined if it succeeds. */
export const failure = async (engine: Engine, method: string, params: JsonWritable = {}) =>
  failureIn(await ask(engine, method, params))
