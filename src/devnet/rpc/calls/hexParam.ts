// Hexadecimal parameters.

import { fromHex, HexError } from '../../../bytes/hex.ts'

/** Parses hexadecimal text of `length` bytes, if given; returns undefined if the text is not that. */
export const parseHex = (text: string, length?: number): Uint8Array | undefined => {
  try {
    return fromHex(text, length)
  } catch (error) {
    // Each method has its own error for this.
    if (error instanceof HexError) return undefined
    throw error
  }
}
