// Addresses of transactions in a block explorer.
import { explorerTemplate, TXID_PLACEHOLDER } from '../preferences/explorer.ts'
import { isEncryptedUrl, readPageUrl, withScheme } from './pageUrl.ts'

/** Stands for a transaction id while a template is checked. */
const SAMPLE_ID = 'a1'.repeat(32)

/** Returns the address of a transaction by a template; undefined if the template is not one of https, an onion address or this device. */
const filledIn = (template: string, txid: string): URL | undefined => {
  if (!template.includes(TXID_PLACEHOLDER)) return undefined
  const { url } = readPageUrl(template.replaceAll(TXID_PLACEHOLDER, txid))
  // The id is no part of the host: another host for each transaction would receive it.
  if (url === undefined || !isEncryptedUrl(url) || url.hostname.includes(txid)) return undefined
  return url
}

/** Returns a typed template with its scheme; undefined if it is none that can be used. */
export const readExplorerTemplate = (typed: string): string | undefined => {
  const template = withScheme(typed)
  return filledIn(template, SAMPLE_ID) === undefined ? undefined : template
}

/** Returns the address of a transaction in the explorer that the user named for a network; undefined without one. */
export const explorerUrl = (networkId: string, txid: string): URL | undefined =>
  filledIn(explorerTemplate(networkId), txid)
