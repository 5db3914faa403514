// Asks a node whether it is there and which network it serves, before a wallet relies on it.
import * as v from 'valibot'

const Info = v.object({ height: v.number(), nettype: v.optional(v.string(), '') })

export type ProbedNode = { readonly height: number; readonly network: string }

const TIMEOUT_MS = 8000

/** The node's height and network, or undefined when it cannot be reached from a page. `url` ends without a slash. */
export const probeNode = async (url: string): Promise<ProbedNode | undefined> => {
  try {
    const response = await fetch(`${url}/get_info`, { signal: AbortSignal.timeout(TIMEOUT_MS), credentials: 'omit' })
    if (!response.ok) return undefined
    const info = v.safeParse(Info, await response.json())
    return info.success ? { height: info.output.height, network: info.output.nettype } : undefined
  } catch {
    // Refused, blocked or no JSON: for the person it is one thing, a node that cannot be used.
    return undefined
  }
}

/** Where `faba serve` puts its node. */
export const originNodeUrl = (): string => `${location.origin}/node`

let originProbe: Promise<ProbedNode | undefined> | undefined

/** The node of the server this page came from, asked once. */
export const probeOriginNode = (): Promise<ProbedNode | undefined> => {
  originProbe ??= probeNode(originNodeUrl())
  return originProbe
}
