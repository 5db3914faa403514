// Bytewords in their minimal form: two letters a byte, with a checksum (BCR-2020-012 of Blockchain Commons).

import { concat, equalBytes } from '../../bytes/bytes.ts'
import { crc32 } from '../../bytes/crc32.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** A text is not bytewords, or its checksum is wrong. */
export class BytewordsError extends FabaError {
  override readonly name = 'BytewordsError'
  readonly code = 'bytewords'
}

/** The first and last letter of each of the 256 words. */
const LETTERS =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdldyeheyeoeeecenemetesftfrfnfsfmfh' +
  'fzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhehnhsidiaieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblb' +
  'lalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmknlnyndnsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrs' +
  'rtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm'

const PAIRS: readonly string[] = LETTERS.match(/../g) ?? []

const BYTES: ReadonlyMap<string, number> = new Map(PAIRS.map((pair, byte) => [pair, byte]))

const CHECKSUM = 4

const checksumOf = (bytes: Uint8Array): Uint8Array => {
  const checksum = new Uint8Array(CHECKSUM)
  new DataView(checksum.buffer).setUint32(0, crc32(bytes))
  return checksum
}

/**
 * Encodes bytes with their checksum.
 *
 * @example
 * encodeBytewords(Uint8Array.of(0, 1, 2, 128, 255)) // 'aeadaolazmjendeoti'
 */
export const encodeBytewords = (bytes: Uint8Array): string =>
  Array.from(concat(bytes, checksumOf(bytes)), (byte) => PAIRS[byte]).join('')

/**
 * Decodes bytewords, in any case.
 * @throws BytewordsError
 *
 * @example
 * decodeBytewords('AEADAOLAZMJENDEOTI') // Uint8Array.of(0, 1, 2, 128, 255)
 */
export const decodeBytewords = (text: string): Uint8Array => {
  const pairs = text.toLowerCase().match(/../g) ?? []
  if (text.length % 2 !== 0 || pairs.length <= CHECKSUM) throw new BytewordsError('the text of the code is incomplete')
  const bytes = Uint8Array.from(pairs, (pair) => {
    const byte = BYTES.get(pair)
    if (byte === undefined) throw new BytewordsError(`"${pair}" is not a byteword`)
    return byte
  })
  const content = bytes.subarray(0, -CHECKSUM)
  if (!equalBytes(checksumOf(content), bytes.subarray(-CHECKSUM)))
    throw new BytewordsError('the checksum of the code is wrong: scan it again')
  return content
}
