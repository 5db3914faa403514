// A node's address as a person writes it.

import type { Network } from '../../coin/networks/network.ts'
import { DaemonChoiceError } from '../walletRpcContext.ts'

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
const PORT = /^https?:\/\/(?:\[[^\]]*\]|[^:/[\]]*):\d+/i

/**
 * A node's URL from what a person writes: `host`, `host:port` or a URL. What is left out is http and the network's port.
 * @throws DaemonChoiceError
 */
export const nodeUrlOf = (address: string, network: Network): string => {
  const text = address.trim()
  const whole = SCHEME.test(text) ? text : `http://${text}`
  if (!URL.canParse(whole) || !/^https?:\/\/./i.test(whole))
    throw new DaemonChoiceError(`a node's address looks like host:${network.rpcPort} or http://host:${network.rpcPort}`)
  const url = new URL(whole)
  if (url.username !== '' || url.password !== '')
    throw new DaemonChoiceError("a node's address must not contain a login: give user and password apart")
  if (!PORT.test(whole)) url.port = String(network.rpcPort)
  return url.href.replace(/\/+$/, '')
}

/** Whether a node is on this machine. */
export const isLocalNode = (url: string): boolean => {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}
