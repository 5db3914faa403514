// Calls of the wallet RPC of an engine, regardless of its settings. Results are checked against their declarations.
import { expect } from 'vitest'
import type { Engine } from '../../../src/engine/engine.ts'
import { type JsonObject, type JsonWritable, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { checkDeclaredFields } from './declared-results.ts'
import { failureIn, parseRpcResponse, type RpcResponse, resultIn } from './response.ts'

export type RpcParams = { readonly [name: string]: unknown }

export type RpcError = { readonly code: number; readonly message: string }

/** A response without envelope and error data. */
export type RpcAnswer = { readonly result: RpcParams } | { readonly error: RpcError }

/** An engine; its wallet is undefined if none is open. */
type WalletHolder = Pick<Engine, 'wallet'>

const post = async ({ wallet }: WalletHolder, method: string, params: JsonWritable): Promise<string> => {
  const rpc = checkDeclaredFields(createWalletRpc({ wallet, rpcEnabled: true }))
  const body = stringifyJson({ jsonrpc: '2.0', id: '0', method, params })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return await response.text()
}

/** Calls a method; amounts of the response are bigints. Without an engine, no wallet is open. */
export const postCall = async (
  engine: WalletHolder = { wallet: undefined },
  method: string,
  params: JsonWritable = {},
): Promise<RpcResponse> => parseRpcResponse(await post(engine, method, params))

/** Calls a method that must succeed and returns its result. */
export const call = async (engine: WalletHolder, method: string, params: JsonWritable = {}): Promise<JsonObject> => {
  const response = await postCall(engine, method, params)
  expect(response.error).toBeUndefined()
  return resultIn(response)
}

/** Calls a method and returns code and message of its error; undefined if it succeeds. */
export const failure = async (engine: WalletHolder, method: string, params: JsonWritable = {}) =>
  failureIn(await postCall(engine, method, params))

/** Calls a method with recorded parameters; numbers of the answer are JavaScript's, as those of recorded answers are. */
export const callWallet = async (engine: WalletHolder, method: string, params: unknown): Promise<RpcAnswer> => {
  // Recorded amounts beyond 2^53 are bigints, and RpcParams hold JSON values only.
  const text = await post(engine, method, params as JsonWritable)
  // A response of the RPC under test.
  const { result, error } = JSON.parse(text) as { result?: RpcParams; error?: RpcError }
  return error === undefined ? { result: result ?? {} } : { error: { code: error.code, message: error.message } }
}

/** Returns the result of a call with recorded parameters that must succeed. */
export const resultOf = async (engine: WalletHolder, method: string, params: unknown): Promise<RpcParams> => {
  const answer = await callWallet(engine, method, params)
  if ('error' in answer) throw new Error(`${method}: ${answer.error.code} ${answer.error.message}`)
  return answer.result
}
