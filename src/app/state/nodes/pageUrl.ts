// Addresses of nodes and services as people type and scan them, and whether a page can request them by its Content-Security-Policy.
import { withoutInvisibleCharacters } from '../../../bytes/invisibleCharacters.ts'
import { type TextKey, t } from '../../text/text.ts'

/** `scheme`: a page cannot request it; `form`: it is no URL */
export type UrlFault = 'login' | 'port' | 'scheme' | 'form'

export type ReadUrl = { readonly url: URL; readonly fault?: never } | { readonly url?: never; readonly fault: UrlFault }

/** Codes of nodes begin with it. The part behind `?` is a label. */
const NODE_SCHEME = /^xmrrpc:\/\/([^?#]*).*/is

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i

const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/(?<login>[^/?#]*@)?(?<host>\[[^\]]*\]|[^:/?#]*)(?::(?<port>[^/?#]*))?/i

const MAX_PORT = 65_535

/** Hosts that need no TLS: this device, and onion addresses, which are encrypted without it. */
const needsNoTls = (host: string): boolean =>
  host === 'localhost' || host === '127.0.0.1' || host.toLowerCase().endsWith('.onion')

/** Returns a typed address with a scheme: http:// for hosts that need no TLS, else https://. */
export const withScheme = (text: string): string => {
  const typed = withoutInvisibleCharacters(text).trim().replace(NODE_SCHEME, '$1')
  if (typed === '' || SCHEME.test(typed)) return typed
  const host = AUTHORITY.exec(`https://${typed}`)?.groups?.['host'] ?? ''
  return `${needsNoTls(host) ? 'http' : 'https'}://${typed}`
}

/** Returns whether what is sent to an address is encrypted, or does not leave this device. */
export const isEncryptedUrl = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && needsNoTls(url.hostname))

const isPort = (text: string): boolean => /^\d*$/.test(text) && Number(text) <= MAX_PORT

/** A name without a dot and a port is rather a word than a host. */
const isHost = (host: string, port: string | undefined): boolean =>
  host.includes('.') || host.startsWith('[') || host === 'localhost' || port !== undefined

/** Reads an address that a page can request, or says what is wrong with it. */
export const readPageUrl = (text: string): ReadUrl => {
  const typed = withScheme(text)
  const { login, host = '', port } = AUTHORITY.exec(typed)?.groups ?? {}
  if (login !== undefined) return { fault: 'login' }
  if (port !== undefined && !isPort(port)) return { fault: 'port' }
  if (!isHost(host, port) || !URL.canParse(typed)) return { fault: 'form' }
  const url = new URL(typed)
  const isPlain = url.protocol === 'http:' && (needsNoTls(url.hostname) || url.origin === location.origin)
  return url.protocol === 'https:' || isPlain ? { url } : { fault: 'scheme' }
}

/** Returns the text of a fault. `others`: the one of faults that need an example. */
export const urlFaultText = (fault: UrlFault, others: TextKey): string =>
  t(fault === 'login' || fault === 'port' ? `urlError.${fault}` : others)
