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

/** Private IPv4 addresses (RFC 1918). */
const PRIVATE = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+)+$/

/**
 * Returns whether the URL of a node has an address of this machine or of a private network.
 *
 * @example
 * isNearNode('http://192.168.1.5:18081') // true
 * isNearNode('http://node.example:18089') // false
 */
export const isNearNode = (url: string): boolean => isLocalNode(url) || PRIVATE.test(new URL(url).hostname)
