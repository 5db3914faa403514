// Which outputs of a transaction are to somebody whose keys are at hand, all to one address.

import { equalBytes } from '../../bytes/bytes.ts'
import type { Network } from '../../coin/networks/network.ts'
import { parseExtra, txPublicKeys } from '../../coin/transactions/extra.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { deriveSpendKey, keyDerivation, type WalletKeys } from '../../crypto/keys/keys.ts'

/** Where one is in its transaction, and the keys that led to it. */
export type OwnOutput = {
  readonly index: number
  readonly txPublicKey: Uint8Array
  readonly derivation: Uint8Array
}

/** Outputs to the primary address of keys, by each public key of the transaction: those that rules decree have a second one in coinbases. */
export const findOwnOutputs = (
  network: Network,
  { extra, outputs }: Transaction,
  { viewSecret, spendPublic }: WalletKeys,
): readonly OwnOutput[] =>
  txPublicKeys(parseExtra(network, extra)).flatMap((txPublicKey) => {
    const derivation = keyDerivation(txPublicKey, viewSecret)
    return outputs.flatMap(({ key }, index) =>
      equalBytes(deriveSpendKey(derivation, index, key), spendPublic) ? [{ index, txPublicKey, derivation }] : [],
    )
  })
