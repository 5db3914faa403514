// Calls of the wallet RPC of an engine, regardless of its settings.
import { type JsonWritable, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import type { Engine } from '../../../src/wallet/engine/engine.ts'
import { checkDeclaredFields } from './declared-results.ts'

export type RpcParams = { readonly [name: string]: unknown }

export type RpcError = { readonly code: number; readonly message: string }

/** A response without envelope and error data. */
export type RpcAnswer = { readonly result: RpcParams } | { readonly error: RpcError }

/** Calls a method. The engine may have no open wallet. */
export const askWallet = async (
  engine: Pick<Engine, 'wallet'>,
  method: string,
  params: unknown,
): Promise<RpcAnswer> => {
  const rpc = checkDeclaredFields(createWalletRpc({ wallet: engine.wallet, rpcEnabled: true }))
  // Recorded amounts beyond 2^53 are bigints, and RpcParams hold JSON values only.
  const body = stringifyJson({ jsonrpc: '2.0', id: '0', method, params: params as JsonWritable })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  // A test's own answer.
  const { result, error } = (await response.json()) as { result?: RpcParams; error?: RpcError }
  return error === undefined ? { result: result ?? {} } : { error: { code: error.code, message: error.message } }
}

/** Returns the result of a call that must succeed. */
export const resultOf = async (engine: Pick<Engine, 'wallet'>, method: string, params: unknown): Promise<RpcParams> => {
  const answer = await askWallet(engine, method, params)
  if ('error' in answer) throw new Error(`${method}: ${answer.error.code} ${answer.error.message}`)
  return answer.result
}

/** Returns a proof with another character at `position`, counted from the end, from 1. */
export const changeCharacter = (proof: string, position = 1): string => {
  const at = proof.length - position
  return `${proof.slice(0, at)}${proof[at] === '2' ? '3' : '2'}${proof.slice(at + 1)}`
}
