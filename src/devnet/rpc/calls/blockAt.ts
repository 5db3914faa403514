// Blocks by their height in a request, which may be any integer of 64 bits.

import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { Chain } from '../../chain/chain.ts'
import type { BlockRecord } from '../../records/chainRecords.ts'
import { NODE_ERROR_CODES } from './errors.ts'

/** Returns a block of the main chain. @throws JsonRpcError if the height is above the top block's */
export const blockAt = (chain: Chain, height: bigint): BlockRecord => {
  const record = chain.blockAt(Number(height))
  if (record !== undefined) return record
  throw new JsonRpcError(
    NODE_ERROR_CODES.tooBigHeight,
    `Requested block height: ${height} greater than current top block height: ${chain.height - 1}`,
  )
}
