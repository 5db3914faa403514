// The nodes of a wallet in their order: those of this device and site first, and one only where each node has a chain of its own.
import { isLocalNode } from '../../../daemon/nodeUrl.ts'
import { originNodeUrl } from '../../host/services/nodeProbe.ts'
import { t } from '../../text/text.ts'
import { IN_PAGE_NODE, isPrivateNetwork } from './networks.ts'

/** Whether a node is on this device, or of the site of the page. */
const isLocalOrSite = (url: string): boolean => url === IN_PAGE_NODE || url === originNodeUrl() || isLocalNode(url)

/** Returns the name of a node: what it is, or its address. */
export const nodeName = (url: string): string => {
  if (url === IN_PAGE_NODE) return t('node.inPage')
  return url === originNodeUrl() ? t('node.origin') : url
}

/**
 * Returns the list with further nodes: those of this device and site before all others, others at the end. On a private network every node has a chain of its
 * own, so the new ones replace the list.
 */
export const withNodes = (urls: readonly string[], added: readonly string[], networkId: string): readonly string[] => {
  if (isPrivateNetwork(networkId)) return added.slice(0, 1)
  const fresh = added.filter((url) => !urls.includes(url))
  return [...fresh.filter(isLocalOrSite), ...urls, ...fresh.filter((url) => !isLocalOrSite(url))]
}

/** Returns the list with a node one place earlier. */
export const movedUp = (urls: readonly string[], url: string): readonly string[] => {
  const index = urls.indexOf(url)
  if (index <= 0) return urls
  return [...urls.slice(0, index - 1), url, ...urls.slice(index - 1, index), ...urls.slice(index + 1)]
}
