// The fields of a transaction's extra that scanning needs.

import type { ExtraField } from '../../coin/transactions/extraField.ts'
import { paymentIdField } from '../../coin/transactions/extraPaymentId.ts'
import { additionalPublicKeys, findField, txPublicKeys } from '../../coin/transactions/findExtraField.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import type { HasWireFormat } from '../../coin/transactions/transaction.ts'

/** Fields of an extra that scanning needs. */
export type ScannedExtra = {
  /** tx public keys in their order; wallet2 tries all of them, and their number is bounded by the size of the extra only */
  readonly keys: readonly Uint8Array[]
  /** as in the extra: usually empty or one per output, but a hostile sender may write any number */
  readonly additionalKeys: readonly Uint8Array[]
  /** 8 bytes */
  readonly encryptedPaymentId: Uint8Array | undefined
  /** 32 bytes, not encrypted */
  readonly longPaymentId: Uint8Array | undefined
  /** whether the transaction stakes to a service node */
  readonly isStake: boolean
  /** all fields, for what only few transactions need */
  readonly fields: readonly ExtraField[]
}

/** The extra fields of a stake. */
const STAKE_FIELDS = ['serviceNodeKey', 'contributor', 'txSecretKey'] as const

/** Parses an extra; fields after the first malformed one are ignored. */
export const parseScannedExtra = (network: HasWireFormat, extra: Uint8Array): ScannedExtra => {
  const fields = parseExtra(network, extra)
  const paymentId = paymentIdField(fields)
  return {
    keys: txPublicKeys(fields),
    additionalKeys: additionalPublicKeys(fields),
    encryptedPaymentId: paymentId?.form === 'encrypted' ? paymentId.id : undefined,
    longPaymentId: paymentId?.form === 'plain' ? paymentId.id : undefined,
    isStake:
      fields.length >= STAKE_FIELDS.length && STAKE_FIELDS.every((name) => findField(fields, name) !== undefined),
    fields,
  }
}
