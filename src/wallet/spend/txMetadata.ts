// Metadata of a prepared transaction (`tx_metadata` of the wallet RPC), in the form of wallet2: a pending transaction that is not encrypted.
// It contains the signed transaction and its secret keys. `offline/readMetadata.ts` reads it.

import type { Network } from '../../coin/networks/network.ts'
import { parseTransaction } from '../../coin/transactions/transactionBytes.ts'
import { keyImagesText } from './construction.ts'
import type { PreparedTransaction } from './prepare.ts'

/** Returns the metadata of a prepared transaction (wallet2: ptx_to_string). */
export const formatMetadata = (
  network: Network,
  { blob, fee, keys, construction: construct }: PreparedTransaction,
): Uint8Array => {
  const transaction = parseTransaction(network, blob)
  const construction = construct()
  const { change, destinations, selectedTransfers } = construction
  return network.transferSets.pending.encode({
    transaction,
    ...{ dust: 0n, fee, dustAddedToFee: false },
    ...{ change, destinations, selectedTransfers, construction },
    keyImages: keyImagesText(transaction),
    txKey: keys.main,
    additionalTxKeys: keys.additional,
    candidates: [],
    keyEntropy: new Uint8Array(32),
  })
}
