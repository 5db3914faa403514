// What a test of nodes means for a wallet: which of them it can use, in words.

import { type NodeProbe, probeNode } from '../../host/services/nodeProbe.ts'
import { formatCount } from '../../text/counts.ts'
import { inOneLine, t } from '../../text/text.ts'
import { IN_PAGE_NODE, networkName } from './networks.ts'

/**
 * - `ready`: usable
 * - `behind`: usable, but the node is still synchronizing
 * - `other-network`, `useless`, `unreachable`: not usable
 */
export type NodeVerdict = 'ready' | 'behind' | 'other-network' | 'useless' | 'unreachable'

/** Blocks that a node may be behind its peers without a remark. */
const MAX_LAG = 3

/** Judges a node for wallets of a network. */
export const judgeNode = (probe: NodeProbe, networkId: string): NodeVerdict => {
  if (probe.state !== 'node') return probe.state
  if (probe.networkId !== networkId) return 'other-network'
  return probe.targetHeight - probe.height > MAX_LAG ? 'behind' : 'ready'
}

/** Whether a wallet can use such a node. */
export const isUsable = (verdict: NodeVerdict): boolean => verdict === 'ready' || verdict === 'behind'

/** Returns the verdict as a sentence. */
export const verdictText = (probe: NodeProbe, networkId: string): string => {
  if (probe.state !== 'node') return t(probe.state === 'unreachable' ? 'node.unreachable' : 'node.useless')
  const network = networkName(probe.networkId ?? probe.netType)
  switch (judgeNode(probe, networkId)) {
    case 'other-network':
      return t('node.otherNetwork', { network, wanted: networkName(networkId) })
    case 'behind':
      return t('node.behind', { height: formatCount(probe.height), target: formatCount(probe.targetHeight) })
    default:
      return t('node.reachable', { height: formatCount(probe.height), network })
  }
}

/** Returns what a usable node reported, in a line. */
export const probeFacts = (probe: NodeProbe): string =>
  probe.state !== 'node'
    ? ''
    : inOneLine([
        t('nodes.blocks', { height: formatCount(probe.height) }),
        t('nodes.latency', { milliseconds: formatCount(probe.milliseconds) }),
        networkName(probe.networkId ?? probe.netType),
        probe.version === '' ? '' : t('nodes.version', { version: probe.version }),
      ])

export type CheckedNode = { readonly url: string; readonly verdict: NodeVerdict; readonly text: string }

/** Tests nodes for wallets of a network. The node inside the page needs no test. */
export const checkNodes = (urls: readonly string[], networkId: string): Promise<readonly CheckedNode[]> =>
  Promise.all(
    urls
      .filter((url) => url !== IN_PAGE_NODE)
      .map(async (url) => {
        const probe = await probeNode(url)
        return { url, verdict: judgeNode(probe, networkId), text: verdictText(probe, networkId) }
      }),
  )
