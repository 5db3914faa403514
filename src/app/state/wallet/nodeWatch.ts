// Compares the nodes of the open wallet now and then: a node on another chain is noticed before a payment.
import { createResource, type Resource } from 'solid-js'
import { probeNode } from '../../host/services/nodeProbe.ts'
import { IN_PAGE_NODE } from '../nodes/networks.ts'
import { type Comparison, compareNodes } from '../nodes/nodeTests.ts'
import { useSession } from '../session/session.tsx'
import { useOpenWallet } from './openWallet.tsx'

/** Between two comparisons of the same nodes. */
const INTERVAL_MS = 3_600_000

let last: { readonly key: string; readonly at: number; readonly comparison: Comparison | undefined } | undefined

const compare = async (urls: readonly string[], networkId: string): Promise<Comparison | undefined> => {
  const key = `${networkId} ${urls.join(' ')}`
  if (last?.key === key && Date.now() - last.at < INTERVAL_MS) return last.comparison
  const tested = await Promise.all(urls.map(async (url) => ({ url, probe: await probeNode(url) })))
  const comparison = await compareNodes(tested, networkId)
  last = { key, at: Date.now(), comparison }
  return comparison
}

/** Compares the nodes once the wallet is synced, at most once an hour; never offline, and never a single node. */
export const createNodeWatch = (): Resource<Comparison | undefined> => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [comparison] = createResource(
    () => (wallet().sync.phase === 'synced' && !wallet().offline ? wallet().networkId : undefined),
    async (networkId) => {
      const { nodes } = await engine.settings()
      const urls = nodes.urls.filter((url) => url !== IN_PAGE_NODE)
      return urls.length < 2 ? undefined : await compare(urls, networkId)
    },
  )
  return comparison
}

/** Whether the compared nodes are on different chains. */
export const disagrees = (comparison: Comparison | undefined): boolean => (comparison?.groups.length ?? 0) > 1
