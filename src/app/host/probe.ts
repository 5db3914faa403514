// Asks a node whether it is there and which network it serves, before a wallet relies on it.
import * as v from 'valibot'

const Info = v.object({ height: v.number(), nettype: v.optional(v.string(), '') })
const FirstBlock = v.object({ result: v.object({ block_header: v.object({ hash: v.string() }) }) })

export type ProbedNode = {
  readonly height: number
  /** what the node calls the kind of its network */
  readonly netType: string
  /** the network it serves; undefined where it is none of ours */
  readonly networkId: string | undefined
}

const TIMEOUT_MS = 8000

/** What a node answers; undefined where it answers nothing of that shape. */
const ask = async <T>(url: string, body: string | undefined, shape: v.GenericSchema<unknown, T>) => {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const how: RequestInit = body === undefined ? {} : { method: 'POST', body }
  try {
    const response = await fetch(url, { ...how, signal, credentials: 'omit' })
    const answer = v.safeParse(shape, response.ok ? await response.json() : undefined)
    return answer.success ? answer.output : undefined
  } catch {
    // Refused, blocked or no JSON: for the person it is one thing, a node that cannot be used.
    return undefined
  }
}

/** Networks of both families call themselves alike; their first blocks tell them apart. */
const networkOf = async (url: string, netType: string): Promise<string | undefined> => {
  const question = { jsonrpc: '2.0', id: '0', method: 'get_block_header_by_height', params: { height: 0 } }
  const [first, { networks }, { toHex }] = await Promise.all([
    ask(`${url}/json_rpc`, JSON.stringify(question), FirstBlock),
    import('../../coin/networks/networks.ts'),
    import('../../bytes/hex.ts'),
  ])
  const hash = first?.result.block_header.hash
  return networks.find((network) => network.netType === netType && toHex(network.genesisId) === hash)?.id
}

/** The node's height and network, or undefined when it cannot be reached from a page. `url` ends without a slash. */
export const probeNode = async (url: string): Promise<ProbedNode | undefined> => {
  const info = await ask(`${url}/get_info`, undefined, Info)
  if (info === undefined) return undefined
  const { height, nettype } = info
  return { height, netType: nettype, networkId: await networkOf(url, nettype) }
}

/** Where `faba serve` puts its node. */
export const originNodeUrl = (): string => `${location.origin}/node`

let originProbe: Promise<ProbedNode | undefined> | undefined

/** The node of the server this page came from, asked once. */
export const probeOriginNode = (): Promise<ProbedNode | undefined> => {
  originProbe ??= probeNode(originNodeUrl())
  return originProbe
}
