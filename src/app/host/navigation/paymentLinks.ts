// Payment links from outside: a link that this site handles, a text that another app shares, an installed app that is opened again.
import { createSignal } from 'solid-js'
import { FabaError } from '../../../errors/fabaError.ts'

/** The coins whose links can be handled. Browsers let sites handle only schemes that begin with web+. */
const SCHEMES = ['web+monero', 'web+oxen'] as const

/** Longer texts contain no link. */
const MAX_LENGTH = 4000

const LINK = /(?:web\+)?(?:monero|oxen):[^\s<>"]+/i
const ADDRESS = /\b[1-9A-HJ-NP-Za-km-z]{90,110}\b/

const [paymentLink, setPaymentLink] = createSignal('')

/** The link that waits for an open wallet; empty without one. */
export { paymentLink }

/** The browser does not let this site handle links. */
export class LinkHandlerError extends FabaError {
  override readonly name = 'LinkHandlerError'
  readonly code = 'link-handler'
}

/** Removes the link that waits. */
export const clearPaymentLink = (): void => {
  setPaymentLink('')
}

/** Returns the payment link or address in a text; empty if there is none. */
export const findPaymentLink = (text: string): string =>
  LINK.exec(text.slice(0, MAX_LENGTH))?.[0] ?? ADDRESS.exec(text.slice(0, MAX_LENGTH))?.[0] ?? ''

/** Returns the payment link that an address of this page carries; empty if it carries none. */
export const linkOfLocation = ({ search, hash }: Pick<URL, 'search' | 'hash'>): string => {
  const shared = new URLSearchParams(search)
  const texts = ['text', 'url', 'title'].map((name) => shared.get(name) ?? '')
  const [, query = ''] = /^#\/pay\?(.*)$/.exec(hash) ?? []
  return findPaymentLink([new URLSearchParams(query).get('link') ?? '', ...texts].join(' '))
}

type LaunchQueue = { setConsumer(consumer: (params: { readonly targetURL?: string }) => void): void }

const take = (url: URL): void => {
  const link = linkOfLocation(url)
  if (link !== '') setPaymentLink(link)
}

/** Returns the address of the page, which loses its payment link. */
const forgetLink = (): URL => {
  const url = new URL(location.href)
  if (linkOfLocation(url) !== '' || location.search !== '')
    history.replaceState(history.state, '', `${location.pathname}#/`)
  return url
}

/**
 * Takes the link with which the page was opened, and those with which an installed app is opened again while it runs. The address of the
 * page forgets the link at once.
 */
export const receivePaymentLinks = (): void => {
  take(forgetLink())
  // A link of this page to itself loads nothing. The router, which listens later, goes to the address without the link first.
  window.addEventListener('hashchange', () => {
    const url = forgetLink()
    setTimeout(() => take(url), 0)
  })
  // Chromium only; the types of the DOM lack it.
  const { launchQueue } = window as { readonly launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    if (targetURL !== undefined && URL.canParse(targetURL)) take(new URL(targetURL))
  })
}

/** Whether this browser lets sites handle links. */
export const canHandleLinks = (): boolean => 'registerProtocolHandler' in navigator

/**
 * Asks the browser to open payment links of other sites here; the user confirms in the browser.
 * @throws LinkHandlerError
 */
export const handlePaymentLinks = (): void => {
  const page = new URL('./', location.href).href
  try {
    for (const scheme of SCHEMES) navigator.registerProtocolHandler(scheme, `${page}#/pay?link=%s`)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    throw new LinkHandlerError('the browser does not let this page open payment links', { cause: error })
  }
}
