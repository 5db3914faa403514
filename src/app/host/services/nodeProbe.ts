// Probes a node with the requests of a page: whether it responds, how quickly, and which network it serves.
import * as v from 'valibot'
import { MAX_HEIGHT } from '../../../coin/blocks/chainLimits.ts'
import { findNetworkId } from '../../../coin/networks/chainIds.ts'

const InfoSchema = v.object({
  height: v.number(),
  nettype: v.optional(v.string(), ''),
  target_height: v.optional(v.number(), 0),
  // oxen-core 8 and later send a list of numbers.
  version: v.optional(v.union([v.string(), v.array(v.number())]), ''),
})
const BlockHeaderSchema = v.object({ result: v.object({ block_header: v.object({ hash: v.string() }) }) })

export type ProbedNode = {
  readonly state: 'node'
  readonly height: number
  /** best height known to the node, at least `height` */
  readonly targetHeight: number
  /** `nettype` of the node's get_info */
  readonly netType: string
  /** id of the network that it serves; undefined if Faba does not know the network */
  readonly networkId: string | undefined
  /** empty if the node hides it */
  readonly version: string
  /** time of the response to get_info */
  readonly milliseconds: number
}

/** `unreachable`: no response reaches the page; `useless`: the response is not that of a node for wallets. */
export type NodeProbe = ProbedNode | { readonly state: 'unreachable' | 'useless' }

const TIMEOUT_MS = 8000

type Answer<T> = { readonly state: 'ok'; readonly value: T } | { readonly state: 'unreachable' | 'useless' }

/** Fetches JSON of a schema. */
const fetchJson = async <T>(
  url: string,
  body: string | undefined,
  schema: v.GenericSchema<unknown, T>,
): Promise<Answer<T>> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const init: RequestInit = body === undefined ? {} : { method: 'POST', body }
  let response: Response
  try {
    response = await fetch(url, { ...init, signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  } catch {
    // Connection refused, CORS or timeout: a page cannot distinguish them.
    return { state: 'unreachable' }
  }
  try {
    const parsed = v.safeParse(schema, response.ok ? await response.json() : undefined)
    return parsed.success ? { state: 'ok', value: parsed.output } : { state: 'useless' }
  } catch {
    // No JSON.
    return { state: 'useless' }
  }
}

/** Requests the id of a block; undefined if the node does not return it. */
export const fetchBlockId = async (url: string, height: number): Promise<string | undefined> => {
  const request = { jsonrpc: '2.0', id: '0', method: 'get_block_header_by_height', params: { height } }
  const answer = await fetchJson(`${url}/json_rpc`, JSON.stringify(request), BlockHeaderSchema)
  return answer.state === 'ok' ? answer.value.result.block_header.hash : undefined
}

/** Probes a node. `url` has no trailing slash. */
export const probeNode = async (url: string): Promise<NodeProbe> => {
  const start = performance.now()
  const info = await fetchJson(`${url}/get_info`, undefined, InfoSchema)
  const milliseconds = Math.round(performance.now() - start)
  if (info.state !== 'ok') return info
  const genesisId = await fetchBlockId(url, 0)
  if (genesisId === undefined) return { state: 'useless' }
  const { height, nettype: netType, target_height, version } = info.value
  return {
    state: 'node',
    height,
    // What no chain reaches is a false claim of one of its peers.
    targetHeight: target_height > MAX_HEIGHT ? height : Math.max(height, target_height),
    netType,
    networkId: findNetworkId(netType, genesisId),
    version: typeof version === 'string' ? version : version.join('.'),
    milliseconds,
  }
}

/** URL of the node beside the page, as `faba serve` provides it. */
export const originNodeUrl = (): string => new URL('node', location.href).href

let originProbe: Promise<ProbedNode | undefined> | undefined

/** Probes the node of the page's own origin, once per page load; undefined without one. */
export const probeOriginNode = (): Promise<ProbedNode | undefined> => {
  originProbe ??= probeNode(originNodeUrl()).then((probe) => (probe.state === 'node' ? probe : undefined))
  return originProbe
}
