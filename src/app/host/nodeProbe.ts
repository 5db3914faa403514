// Checks whether a node is reachable and which network it serves, before a wallet uses it.
import * as v from 'valibot'

const InfoSchema = v.object({ height: v.number(), nettype: v.optional(v.string(), '') })
const FirstBlockSchema = v.object({ result: v.object({ block_header: v.object({ hash: v.string() }) }) })

export type ProbedNode = {
  readonly height: number
  /** `nettype` of the node's get_info */
  readonly netType: string
  /** id of the network that it serves; undefined if Faba does not know the network */
  readonly networkId: string | undefined
}

const TIMEOUT_MS = 8000

/** Fetches JSON of a schema; undefined if the request fails or the response does not match. */
const fetchJson = async <T>(url: string, body: string | undefined, schema: v.GenericSchema<unknown, T>) => {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const init: RequestInit = body === undefined ? {} : { method: 'POST', body }
  try {
    const response = await fetch(url, { ...init, signal, credentials: 'omit' })
    const parsed = v.safeParse(schema, response.ok ? await response.json() : undefined)
    return parsed.success ? parsed.output : undefined
  } catch {
    // Connection refused, CORS, timeout or no JSON: for the user all are the same, a node that cannot be used.
    return undefined
  }
}

/** Finds the network by net type and first block: networks of both families share the names of their net types. */
const findNetworkId = async (url: string, netType: string): Promise<string | undefined> => {
  const request = { jsonrpc: '2.0', id: '0', method: 'get_block_header_by_height', params: { height: 0 } }
  const [first, { networks }, { toHex }] = await Promise.all([
    fetchJson(`${url}/json_rpc`, JSON.stringify(request), FirstBlockSchema),
    import('../../coin/networks/networks.ts'),
    import('../../bytes/hex.ts'),
  ])
  const hash = first?.result.block_header.hash
  return networks.find((network) => network.netType === netType && toHex(network.genesisId) === hash)?.id
}

/** Returns height and network of a node; undefined if a page cannot reach it. `url` has no trailing slash. */
export const probeNode = async (url: string): Promise<ProbedNode | undefined> => {
  const info = await fetchJson(`${url}/get_info`, undefined, InfoSchema)
  if (info === undefined) return undefined
  const { height, nettype } = info
  return { height, netType: nettype, networkId: await findNetworkId(url, nettype) }
}

/** URL of the node beside the page, as `faba serve` provides it. */
export const originNodeUrl = (): string => new URL('node', location.href).href

let originProbe: Promise<ProbedNode | undefined> | undefined

/** Probes the node of the page's own origin, once per page load. */
export const probeOriginNode = (): Promise<ProbedNode | undefined> => {
  originProbe ??= probeNode(originNodeUrl())
  return originProbe
}
