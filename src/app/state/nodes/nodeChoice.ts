// The choice of a node for a network: the node inside the page, the node of the page's origin, or a typed address.
import { type Accessor, createResource, createSignal } from 'solid-js'
import type { NodeSettings } from '../../../engine/api/engineViews.ts'
import { originNodeUrl, probeOriginNode } from '../../host/services/nodeProbe.ts'
import { t } from '../../text/text.ts'
import { lastNode, rememberNode } from '../preferences/preferences.ts'
import { DEVELOPMENT_NETWORK, IN_PAGE_NODE } from './networks.ts'
import { readPageUrl, type UrlFault, urlFaultText } from './pageUrl.ts'

export type NodeKind = 'inPage' | 'origin' | 'custom'

export type NodeChoice = {
  readonly networkId: Accessor<string>
  readonly kinds: Accessor<readonly NodeKind[]>
  readonly kind: Accessor<NodeKind>
  choose(kind: NodeKind): void
  /** as typed */
  readonly url: Accessor<string>
  setUrl(url: string): void
  readonly problem: Accessor<string>
  /** Returns the settings for the engine; undefined, with a problem to show, if the choice is incomplete. */
  validate(): NodeSettings | undefined
}

/** The URL of a node or service without trailing slashes, or what is wrong with it. */
export type NormalUrl =
  | { readonly url: string; readonly fault?: never }
  | { readonly url?: never; readonly fault: UrlFault }

/** Reads the URL of a service that a page can reach. */
export const normalNodeUrl = (text: string): NormalUrl => {
  const { url, fault } = readPageUrl(text)
  if (url === undefined) return { fault }
  return url.search === '' && url.hash === '' ? { url: url.href.replace(/\/+$/, '') } : { fault: 'form' }
}

/** URLs of nodes, or what is wrong with the first one that is not valid. */
export type NormalUrls =
  | { readonly urls: readonly string[]; readonly fault?: never }
  | { readonly urls?: never; readonly fault: UrlFault }

/** Reads node URLs separated by spaces or commas. */
export const normalNodeUrls = (text: string): NormalUrls => {
  const read = text
    .split(/[\s,]+/u)
    .filter(Boolean)
    .map(normalNodeUrl)
  const wrong = read.find(({ fault }) => fault !== undefined)
  if (wrong?.fault !== undefined) return { fault: wrong.fault }
  return { urls: read.flatMap(({ url }) => url ?? []) }
}

const problemOf = (text: string): string => {
  const { urls, fault } = normalNodeUrls(text)
  if (urls !== undefined) return urls.length === 0 ? t('node.urlMissing') : ''
  return urlFaultText(fault, fault === 'form' ? 'node.urlForm' : 'node.urlBad')
}

/** Creates the choice for a network. `inUse`: the current node URLs, if any. */
export const createNodeChoice = (networkId: Accessor<string>, inUse: readonly string[] = []): NodeChoice => {
  const current = inUse.join(' ')
  const [origin] = createResource(probeOriginNode)
  const currentKind = (): NodeKind | undefined => {
    if (current === '') return undefined
    if (current === IN_PAGE_NODE) return 'inPage'
    return current === originNodeUrl() ? 'origin' : 'custom'
  }
  const [chosen, setChosen] = createSignal(currentKind())
  const [typed, setTyped] = createSignal(currentKind() === 'custom' ? current : undefined)
  const [problem, setProblem] = createSignal('')

  const isServed = (): boolean => origin()?.networkId === networkId()
  const kinds = (): readonly NodeKind[] => {
    const offered: NodeKind[] = []
    if (isServed() || currentKind() === 'origin') offered.push('origin')
    if (networkId() === DEVELOPMENT_NETWORK) offered.push('inPage')
    offered.push('custom')
    return offered
  }
  const preferred = (): NodeKind => {
    if (lastNode(networkId()) !== '') return 'custom'
    if (isServed()) return 'origin'
    return networkId() === DEVELOPMENT_NETWORK ? 'inPage' : 'custom'
  }
  const kind = (): NodeKind => {
    const kind = chosen()
    return kind !== undefined && kinds().includes(kind) ? kind : preferred()
  }
  const url = (): string => typed() ?? lastNode(networkId())

  return {
    networkId,
    kinds,
    kind,
    url,
    problem,
    choose: (next) => {
      setChosen(next)
      setProblem('')
    },
    setUrl: (next) => {
      setTyped(next)
      setProblem('')
    },
    validate: () => {
      if (kind() === 'inPage') return { urls: [IN_PAGE_NODE], choice: 'order', trusted: [] }
      if (kind() === 'origin') return { urls: [originNodeUrl()], choice: 'order', trusted: [] }
      const { urls = [] } = normalNodeUrls(url())
      setProblem(problemOf(url()))
      if (urls.length === 0) return undefined
      rememberNode(networkId(), urls.join(' '))
      // One that was typed may be the user's own: others that are added later do not come before it.
      return { urls, choice: urls.length > 1 ? 'fastest' : 'order', trusted: [] }
    },
  }
}
