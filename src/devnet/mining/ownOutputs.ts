// Finds the outputs of a transaction to the primary address of given keys.

import { equalBytes } from '../../bytes/bytes.ts'
import type { Network } from '../../coin/networks/network.ts'
import { txPublicKeys } from '../../coin/transactions/findExtraField.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import { deriveSpendKey, keyDerivation, type WalletKeys } from '../../crypto/keys/keys.ts'

/** An output's index in its transaction, and the keys by which it was found. */
export type OwnOutput = {
  readonly index: number
  readonly txPublicKey: Uint8Array
  readonly derivation: Uint8Array
}

/** Returns the outputs to the primary address, for each tx public key: protocol-mandated outputs of a coinbase use a second one. */
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
