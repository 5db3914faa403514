// URLs of nodes.

import { NodeUrlError } from './errors.ts'

/**
 * Parses the URL of a node; returns it without a trailing slash.
 * @throws NodeUrlError
 */
export const parseNodeUrl = (text: string): string => {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new NodeUrlError('the address of a node looks like http://host:port')
  }
  if (url.username !== '' || url.password !== '')
    throw new NodeUrlError('the address of a node must not contain a login: set user and password separately')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new NodeUrlError(`the address of a node begins with http:// or https://, not ${url.protocol}//`)
  if (url.search !== '' || url.hash !== '') throw new NodeUrlError('the address of a node has no ? or # part')
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

/** Returns whether the URL of a node has a loopback host. */
export const isLocalNode = (url: string): boolean => {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}
