// URIs of whole wallets, for QR codes: an address with its keys and the restore height, as Monero's wallets for phones read them
// (`monero_wallet:ADDRESS?view_key=KEY&height=HEIGHT`).

import type { Network } from '../networks/network.ts'

/** A wallet in a URI. Keys in hex, empty if the URI does not have them. */
export type WalletUri = {
  readonly address: string
  readonly viewKey: string
  readonly spendKey: string
  /** undefined if the URI does not have it */
  readonly height: number | undefined
}

/**
 * Formats the URI of a watch-only wallet.
 * @param viewKey hex
 *
 * @example
 * const network = { uri: { scheme: 'monero' } }
 * formatWatchUri(network, { address: '4A', viewKey: 'ab', height: 7 }) // 'monero_wallet:4A?view_key=ab&height=7'
 */
export const formatWatchUri = (
  { uri }: { readonly uri: Pick<Network['uri'], 'scheme'> },
  { address, viewKey, height }: { readonly address: string; readonly viewKey: string; readonly height: number },
): string => `${uri.scheme}_wallet:${address}?view_key=${viewKey}&height=${height}`

/** The fields of Feather's QR code of a watch-only wallet, JSON. */
const parseFeatherWallet = (text: string): WalletUri | undefined => {
  if (!/^\s*\{/.test(text)) return undefined
  try {
    const fields: unknown = JSON.parse(text)
    if (typeof fields !== 'object' || fields === null) return undefined
    const [address, viewKey, height] = ['primaryAddress', 'privateViewKey', 'restoreHeight'].map(
      (name): unknown => Object.entries(fields).find(([key]) => key === name)?.[1],
    )
    if (typeof address !== 'string' || typeof viewKey !== 'string') return undefined
    const isHeight = typeof height === 'number' && Number.isSafeInteger(height) && height >= 0
    return { address, viewKey, spendKey: '', height: isHeight ? height : undefined }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Parses the URI of a wallet of any coin, or the text of Feather's QR code of a watch-only wallet; undefined for any
 * other text. The address and the keys are not verified.
 *
 * @example
 * parseWalletUri('monero_wallet:4A?view_key=ab&height=7') // { address: '4A', viewKey: 'ab', spendKey: '', height: 7 }
 * parseWalletUri('{"version":0,"primaryAddress":"4A","privateViewKey":"ab"}') // { address: '4A', viewKey: 'ab', spendKey: '', height: undefined }
 * parseWalletUri('monero:4A') // undefined
 */
export const parseWalletUri = (text: string): WalletUri | undefined => {
  const [, address, query = ''] = /^[a-z]+[-_]wallet:([1-9A-HJ-NP-Za-km-z]+)(?:\?(.*))?$/i.exec(text.trim()) ?? []
  if (address === undefined) return parseFeatherWallet(text)
  const parameters = new URLSearchParams(query)
  const keyOf = (name: string): string => {
    const value = parameters.get(name) ?? ''
    return /^[0-9a-f]*$/i.test(value) ? value.toLowerCase() : ''
  }
  const height = parameters.get('height') ?? ''
  return {
    address,
    viewKey: keyOf('view_key'),
    spendKey: keyOf('spend_key'),
    height: /^\d{1,10}$/.test(height) ? Number(height) : undefined,
  }
}
