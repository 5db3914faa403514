// Base32 in the alphabet z-base-32, without padding: addresses of lokinet.

const ALPHABET = 'ybndrfg8ejkmcpqxot1uwisza345h769'
const BITS = 5

/**
 * Encodes bytes.
 *
 * @example
 * encodeBase32z(Uint8Array.of(255)) // '9h'
 */
export const encodeBase32z = (bytes: Uint8Array): string => {
  let text = ''
  let [buffer, held] = [0, 0]
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    held += 8
    for (; held >= BITS; held -= BITS) text += ALPHABET[(buffer >> (held - BITS)) & 31] ?? ''
    buffer &= (1 << held) - 1
  }
  return held === 0 ? text : text + (ALPHABET[(buffer << (BITS - held)) & 31] ?? '')
}

/**
 * Decodes text in upper or lower case; undefined if it is not the encoding of bytes: another character, or bits left over that are set.
 *
 * @example
 * decodeBase32z('9h') // Uint8Array.of(255)
 * decodeBase32z('99') // undefined
 */
export const decodeBase32z = (text: string): Uint8Array | undefined => {
  const bytes: number[] = []
  let [buffer, held] = [0, 0]
  for (const character of text.toLowerCase()) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return undefined
    buffer = (buffer << BITS) | digit
    held += BITS
    if (held < 8) continue
    held -= 8
    bytes.push(buffer >> held)
    buffer &= (1 << held) - 1
  }
  return held >= BITS || buffer !== 0 ? undefined : Uint8Array.from(bytes)
}
