// The choice of a node for a network: the one inside the page, the one the page came with, or an address someone types.
import { type Accessor, createResource, createSignal } from 'solid-js'
import type { NodeSettings } from '../../wallet/engine/engineApi.ts'
import { originNodeUrl, probeOriginNode } from '../host/nodeProbe.ts'
import { t } from '../text/text.ts'
import { DEVELOPMENT_NETWORK, IN_PAGE_NODE } from './networks.ts'
import { lastNode, rememberNode } from './preferences.ts'

export type NodeKind = 'inPage' | 'origin' | 'custom'

export type NodeChoice = {
  readonly kinds: Accessor<readonly NodeKind[]>
  readonly kind: Accessor<NodeKind>
  choose(kind: NodeKind): void
  /** as typed */
  readonly url: Accessor<string>
  setUrl(url: string): void
  readonly problem: Accessor<string>
  /** The choice as the engine takes it; undefined, with a problem to show, where it is no choice yet. */
  validate(): NodeSettings | undefined
}

/** The address of a node or another service without trailing slashes, or undefined when a page cannot reach such an address. */
export const normalNodeUrl = (text: string): string | undefined => {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return undefined
  const url = new URL(trimmed)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1'
  const reachable = url.protocol === 'https:' || (url.protocol === 'http:' && (local || url.origin === location.origin))
  return reachable ? url.href.replace(/\/+$/, '') : undefined
}

/** Node addresses parted by spaces or commas, or undefined when there is none or one of them cannot be reached. */
export const normalNodeUrls = (text: string): readonly string[] | undefined => {
  const urls: string[] = []
  for (const part of text.split(/[\s,]+/u).filter(Boolean)) {
    const url = normalNodeUrl(part)
    if (url === undefined) return undefined
    urls.push(url)
  }
  return urls.length === 0 ? undefined : urls
}

/** The choice for a network; `inUse` are the addresses in use, where there are some. */
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
    const wanted = chosen()
    return wanted !== undefined && kinds().includes(wanted) ? wanted : preferred()
  }
  const url = (): string => typed() ?? lastNode(networkId())

  return {
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
      if (kind() === 'inPage') return { urls: [IN_PAGE_NODE] }
      if (kind() === 'origin') return { urls: [originNodeUrl()] }
      const urls = normalNodeUrls(url())
      setProblem(urls !== undefined ? '' : url().trim() === '' ? t('node.urlMissing') : t('node.urlBad'))
      if (urls === undefined) return undefined
      rememberNode(networkId(), urls.join(' '))
      return { urls }
    },
  }
}
