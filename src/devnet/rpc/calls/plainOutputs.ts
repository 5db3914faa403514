// Outputs from before RingCT, whose amounts are public: monerod lists them by their amount, all others under amount 0. The rules of this node
// begin after RingCT, so the coinbase of the genesis block alone has such outputs.

import { zeroMaskCommitment } from '../../../crypto/amounts/commitment.ts'
import type { Chain } from '../../chain/chain.ts'
import type { OutputRecord } from '../../records/chainRecords.ts'

export type PlainOutput = OutputRecord & { readonly amount: bigint }

/** Returns the outputs with public amounts, in the order of the chain. */
export const plainOutputs = (chain: Chain): readonly PlainOutput[] => {
  const [coinbase] = chain.blockAt(0)?.transactions ?? []
  if (coinbase === undefined || coinbase.transaction.rct !== undefined) return []
  const { unlockTime, outputs } = coinbase.transaction
  return outputs.map(({ amount, key }) => ({
    ...{ amount, key, unlockTime, height: 0, txid: coinbase.id },
    commitment: zeroMaskCommitment(amount),
  }))
}
