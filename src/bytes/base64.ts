// Base64 in the alphabet of URLs (RFC 4648, 5), without padding.

/**
 * Encodes `bytes` as base64url text.
 *
 * @example
 * toBase64Url(Uint8Array.of(255, 254)) // '__4'
 */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
