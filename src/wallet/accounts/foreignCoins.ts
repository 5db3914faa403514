// Links and addresses of other coins, which people paste by mistake.

/** Names of coins by the schemes of their payment links. */
const COINS: ReadonlyMap<string, string> = new Map([
  ['bitcoin', 'Bitcoin'],
  ['bitcoincash', 'Bitcoin Cash'],
  ['cardano', 'Cardano'],
  ['dash', 'Dash'],
  ['dogecoin', 'Dogecoin'],
  ['ethereum', 'Ethereum'],
  ['lightning', 'Lightning (Bitcoin)'],
  ['litecoin', 'Litecoin'],
  ['monero', 'Monero'],
  ['nano', 'Nano'],
  ['oxen', 'Oxen'],
  ['ripple', 'XRP'],
  ['solana', 'Solana'],
  ['stellar', 'Stellar'],
  ['tether', 'Tether'],
  ['tron', 'Tron'],
  ['wownero', 'Wownero'],
  ['zcash', 'Zcash'],
])

/** Addresses and requests that are told apart from others by their form. */
const ADDRESSES: readonly (readonly [coin: string, form: RegExp])[] = [
  ['Bitcoin', /^(?:bc1[02-9ac-hj-np-z]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/i],
  ['Lightning (Bitcoin)', /^(?:lnbc|lnurl)[02-9ac-hj-np-z1]{20,}$/i],
  ['Litecoin', /^(?:ltc1[02-9ac-hj-np-z]{11,87}|[LM][1-9A-HJ-NP-Za-km-z]{33})$/],
  ['Ethereum', /^0x[0-9a-f]{40}$/i],
  ['Tron', /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
]

const SCHEME = /^(?:web\+)?([a-z][a-z0-9-]*):/i

/**
 * Returns the coin of a payment link, or the one whose address a text is by its form; undefined for others.
 * @param text without spaces and line breaks
 */
export const coinOf = (text: string): string | undefined => {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase()
  return scheme === undefined ? ADDRESSES.find(([, form]) => form.test(text))?.[0] : COINS.get(scheme)
}

/** Returns the part of a payment link that is its address; the text itself if it is no link. */
export const addressInLink = (text: string): string => text.replace(SCHEME, '').replace(/^\/\/|[?].*$/g, '')

/** Whether a text is the address of a page. */
export const isPageUrl = (text: string): boolean => /^https?:\/\//i.test(text)
