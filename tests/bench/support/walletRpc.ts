// monero-wallet-rpc as a contestant: native code without a limit of threads.

import {
  isJsonObject,
  type JsonObject,
  type JsonWritable,
  parseJson,
  stringifyJson,
} from '../../../src/jsonrpc/json.ts'
import type { Peer } from '../../support/peers/monero.ts'

/** Calls JSON-RPC. The answer may hold amounts beyond 2^53. */
export const callExactly = async (
  peer: Peer,
  method: string,
  params: { readonly [name: string]: JsonWritable } = {},
): Promise<JsonObject> => {
  const response = await fetch(`${peer.url}/json_rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: stringifyJson({ jsonrpc: '2.0', id: '0', method, params }),
  })
  const answer = parseJson(await response.text())
  if (!isJsonObject(answer) || !isJsonObject(answer['result']))
    throw new Error(`${method}: ${isJsonObject(answer) ? stringifyJson(answer['error'] ?? null) : 'no object'}`)
  return answer['result']
}
