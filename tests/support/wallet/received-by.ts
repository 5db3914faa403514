// What a transaction pays to an address, read with the secret view key of its owner.

import { equalBytes } from '../../../src/bytes/bytes.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { additionalPublicKeys, txPublicKeys } from '../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import type { Transaction } from '../../../src/coin/transactions/transaction.ts'
import { decryptAmount } from '../../../src/crypto/amounts/amountEncryption.ts'
import { derivationToScalar, deriveOutputKey, keyDerivation } from '../../../src/crypto/keys/keys.ts'

/** The owner of a primary address. */
type Owner = { readonly viewSecret: Uint8Array; readonly spendPublic: Uint8Array }

/** Returns what a transaction pays to the primary address of an owner, in atomic units. */
export const receivedBy = (network: Network, { viewSecret, spendPublic }: Owner, transaction: Transaction): bigint => {
  const fields = parseExtra(network, transaction.extra)
  const publicKeys = [...txPublicKeys(fields), ...additionalPublicKeys(fields)]
  return transaction.outputs.reduce((sum, { key }, i) => {
    for (const publicKey of publicKeys) {
      const derivation = keyDerivation(publicKey, viewSecret)
      if (!equalBytes(deriveOutputKey(derivation, i, spendPublic), key)) continue
      const encrypted = transaction.rct?.ecdhInfo[i]?.amount ?? new Uint8Array()
      return sum + decryptAmount(encrypted, derivationToScalar(derivation, i))
    }
    return sum
  }, 0n)
}
