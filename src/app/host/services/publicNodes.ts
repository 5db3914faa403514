// The list of public nodes, a file beside the page: public/public-nodes.json says where its entries come from and how they are tested.
import * as v from 'valibot'

const NodeSchema = v.object({ url: v.string(), operator: v.string() })
const ListSchema = v.object({
  taken: v.string(),
  tested: v.string(),
  networks: v.record(v.string(), v.array(NodeSchema)),
})

export type PublicNode = v.InferOutput<typeof NodeSchema>

/** The public nodes of a network, and the dates (YYYY-MM-DD) when the list was made and tested; `never` if it was not tested. */
export type PublicNodes = { readonly taken: string; readonly tested: string; readonly nodes: readonly PublicNode[] }

/** Loads the list from the host of the page; no node learns of it. Without a list there are no nodes. */
export const loadPublicNodes = async (networkId: string): Promise<PublicNodes> => {
  const none: PublicNodes = { taken: '', tested: '', nodes: [] }
  try {
    const response = await fetch(new URL('public-nodes.json', location.href), { credentials: 'omit' })
    const parsed = v.safeParse(ListSchema, response.ok ? await response.json() : undefined)
    if (!parsed.success) return none
    const { taken, tested, networks } = parsed.output
    return { taken, tested, nodes: networks[networkId] ?? [] }
  } catch {
    // The host is unreachable, or has no list.
    return none
  }
}
