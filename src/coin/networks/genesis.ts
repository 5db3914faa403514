// The first block of a chain, put together from what networks choose: versions, nonce and the transaction.

import { concat, u32Bytes } from '../../bytes/bytes.ts'
import { fromHex } from '../../bytes/hex.ts'

/** Bytes of a genesis block: timestamp 0, no block before, no transactions but `transaction` (hex). */
export const genesisBlock = (
  majorVersion: number,
  minorVersion: number,
  nonce: number,
  transaction: string,
): Uint8Array =>
  concat(
    Uint8Array.of(majorVersion, minorVersion, 0),
    new Uint8Array(32),
    u32Bytes(nonce),
    fromHex(transaction),
    Uint8Array.of(0),
  )
