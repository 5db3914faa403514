// Base64 (RFC 4648): the usual alphabet with padding, and that of URLs without.

const LENGTHS = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

/**
 * Encodes `bytes` as base64 text with padding.
 *
 * @example
 * toBase64(Uint8Array.of(255, 254)) // '//4='
 */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/**
 * Decodes base64 text with or without padding; undefined if it is not base64.
 *
 * @example
 * fromBase64('//4') // Uint8Array.of(255, 254)
 * fromBase64('a') // undefined
 */
export const fromBase64 = (text: string): Uint8Array | undefined =>
  LENGTHS.test(text) ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : undefined

/**
 * Encodes `bytes` as base64url text.
 *
 * @example
 * toBase64Url(Uint8Array.of(255, 254)) // '__4'
 */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
