// Calls of the node RPC in this process.
import type { RunningNode } from '../../../src/devnet/startNode.ts'
import type { RpcParams } from '../rpc/wallet-calls.ts'

type RpcResponse = { readonly result?: RpcParams; readonly error?: { readonly code: number; readonly message: string } }

const post = async ({ fetch }: RunningNode, method: string, params: RpcParams): Promise<RpcResponse> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
  const response = await fetch(new Request('http://devnet.test/json_rpc', { method: 'POST', body }))
  // JSON-RPC responses have this shape.
  return (await response.json()) as RpcResponse
}

/** Calls a method of a node that must succeed; returns its result. */
export const callNode = async (running: RunningNode, method: string, params: RpcParams = {}): Promise<RpcParams> => {
  const { result, error } = await post(running, method, params)
  if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`)
  return result ?? {}
}

/** Calls a method of a node; returns its result or its error. */
export const answerOf = async (running: RunningNode, method: string, params: RpcParams = {}): Promise<RpcParams> => {
  const { result, error } = await post(running, method, params)
  return error ?? result ?? {}
}
