// Mining in a node, for whoever owns it.

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

const MAX_ANSWER = 64 * 1024

const Answer = v.object({ status: v.string() })

const ask = async (options: TransportOptions, path: string, body: JsonWritable): Promise<void> => {
  const { url, post } = createTransport(options)
  const bytes = await post(path, { body: stringifyJson(body), maxBytes: MAX_ANSWER, signal: undefined })
  const answer = v.safeParse(Answer, parseJson(new TextDecoder().decode(bytes)))
  const status = answer.success ? answer.output.status : 'it gave no status'
  if (status !== 'OK') throw new NodeRefusedError(url, `${url} refused ${path}: ${status}`)
}

/** Has the node mine. Throws NodeError. */
export const startMining = (options: TransportOptions, request: MiningRequest): Promise<void> =>
  ask(options, '/start_mining', {
    miner_address: request.address,
    threads_count: request.threads,
    do_background_mining: request.background,
    ignore_battery: request.ignoreBattery,
  })

/** Has the node stop. Throws NodeError. */
export const stopMining = (options: TransportOptions): Promise<void> => ask(options, '/stop_mining', {})
