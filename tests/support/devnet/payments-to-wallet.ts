// Outputs of test transfers that a wallet finds: derived from the transaction key, with encrypted amounts and view tags.

import { commitmentMask, encryptAmount } from '../../../src/crypto/amounts/amountEncryption.ts'
import { derivationToScalar, deriveOutputKey, keyDerivation, viewTag } from '../../../src/crypto/keys/keys.ts'
import type { Payment } from './confidential-transfers.ts'

/** Returns payments to the primary address of a wallet. They are the first outputs of the transaction. */
export const paymentsTo = (
  { spendPublic, viewPublic }: { readonly spendPublic: Uint8Array; readonly viewPublic: Uint8Array },
  amounts: readonly bigint[],
  txSecret: Uint8Array,
): Payment[] => {
  const derivation = keyDerivation(viewPublic, txSecret)
  return amounts.map((amount, i) => {
    const shared = derivationToScalar(derivation, i)
    return {
      amount,
      key: deriveOutputKey(derivation, i, spendPublic),
      mask: commitmentMask(shared),
      ecdh: { mask: undefined, amount: encryptAmount(amount, shared) },
      viewTag: viewTag(derivation, i),
    }
  })
}
