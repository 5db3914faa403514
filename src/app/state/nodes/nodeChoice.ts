// The choice of a node for a network: the node inside the page, the node of the page's origin, or a typed address.
import { type Accessor, createResource, createSignal } from 'solid-js'
import type { NodeSettings } from '../../../engine/api/engineViews.ts'
import { originNodeUrl, probeOriginNode } from '../../host/services/nodeProbe.ts'
import { t } from '../../text/text.ts'
import { lastNode, rememberNode } from '../preferences/preferences.ts'
import { DEVELOPMENT_NETWORK, IN_PAGE_NODE } from './networks.ts'

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

/** Returns whether a text is a URL without a login that a page can request, by the Content-Security-Policy. */
export const isReachableFromPage = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1'
  // Tor Browser reaches onion addresses; they are encrypted without TLS.
  const onion = url.hostname.endsWith('.onion')
  return url.protocol === 'https:' || (url.protocol === 'http:' && (local || onion || url.origin === location.origin))
}

/** Returns the URL of a service without trailing slashes; undefined if a page cannot reach such a URL. */
export const normalNodeUrl = (text: string): string | undefined => {
  const trimmed = text.trim()
  if (!isReachableFromPage(trimmed)) return undefined
  const url = new URL(trimmed)
  return url.search === '' && url.hash === '' ? url.href.replace(/\/+$/, '') : undefined
}

/** Parses node URLs separated by spaces or commas; undefined if there is none or a page cannot reach one of them. */
export const normalNodeUrls = (text: string): readonly string[] | undefined => {
  const urls: string[] = []
  for (const part of text.split(/[\s,]+/u).filter(Boolean)) {
    const url = normalNodeUrl(part)
    if (url === undefined) return undefined
    urls.push(url)
  }
  return urls.length === 0 ? undefined : urls
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
      const urls = normalNodeUrls(url())
      setProblem(urls !== undefined ? '' : url().trim() === '' ? t('node.urlMissing') : t('node.urlBad'))
      if (urls === undefined) return undefined
      rememberNode(networkId(), urls.join(' '))
      // One that was typed may be the user's own: others that are added later do not come before it.
      return { urls, choice: urls.length > 1 ? 'fastest' : 'order', trusted: [] }
    },
  }
}
