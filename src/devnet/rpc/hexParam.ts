// Hexadecimal parameters.

import { fromHex, HexError } from '../../bytes/hex.ts'

/** Bytes of hex text of a length; undefined where it is something else. */
export const parseHex = (text: string, length?: number): Uint8Array | undefined => {
  try {
    return fromHex(text, length)
  } catch (error) {
    // Each method has an answer of its own to this.
    if (error instanceof HexError) return undefined
    throw error
  }
}
