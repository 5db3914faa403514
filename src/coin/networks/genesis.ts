// Builds the genesis block of a chain from the values that differ between networks.

import { concat, u32Bytes } from '../../bytes/bytes.ts'
import { fromHex } from '../../bytes/hex.ts'

/**
 * Returns the bytes of a genesis block: timestamp 0, previous id zero, and one transaction (oxen-core:
 * cryptonote_tx_utils.cpp, generate_genesis_block).
 * @param transaction hex
 *
 * @example
 * genesisBlock(1, 0, 10000, '01').length // 41
 */
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
