// Starts and stops the miner of a node.

import * as v from 'valibot'
import { type JsonWritable, parseJson, stringifyJson } from '../jsonrpc/json.ts'
import { NodeRefusedError } from './errors.ts'
import { createTransport, type TransportOptions } from './transport.ts'

export type MiningRequest = {
  readonly address: string
  readonly threads: number
  readonly background: boolean
  readonly ignoreBattery: boolean
}

const MAX_RESPONSE_BYTES = 64 * 1024

const MiningResponse = v.object({ status: v.string() })

const post = async (options: TransportOptions, path: string, body: JsonWritable): Promise<void> => {
  const transport = createTransport(options)
  const { url } = transport
  const bytes = await transport.post(path, {
    body: stringifyJson(body),
    maxBytes: MAX_RESPONSE_BYTES,
    signal: undefined,
  })
  const response = v.safeParse(MiningResponse, parseJson(new TextDecoder().decode(bytes)))
  const status = response.success ? response.output.status : 'the response has no status'
  if (status !== 'OK')
    throw new NodeRefusedError(`${url} refused ${path}: ${status}`, { details: { url, reason: status } })
}

/**
 * Starts mining in the node.
 * @throws NodeError
 */
export const startMining = (options: TransportOptions, request: MiningRequest): Promise<void> =>
  post(options, '/start_mining', {
    miner_address: request.address,
    threads_count: request.threads,
    do_background_mining: request.background,
    ignore_battery: request.ignoreBattery,
  })

/**
 * Stops mining in the node.
 * @throws NodeError
 */
export const stopMining = (options: TransportOptions): Promise<void> => post(options, '/stop_mining', {})
