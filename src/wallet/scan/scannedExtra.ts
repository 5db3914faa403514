// What a wallet wants to know of a transaction's extra.

import { paymentIdField } from '../../coin/transactions/extraPaymentId.ts'
import { additionalPublicKeys, findField, txPublicKeys } from '../../coin/transactions/findExtraField.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import type { HasWireFormat } from '../../coin/transactions/transaction.ts'

export type ScannedExtra = {
  /** transaction public keys in their order */
  readonly keys: readonly Uint8Array[]
  /** one per output where they are used */
  readonly additionalKeys: readonly Uint8Array[]
  /** 8 bytes */
  readonly encryptedPaymentId: Uint8Array | undefined
  /** 32 bytes, in clear */
  readonly longPaymentId: Uint8Array | undefined
  /** locks a stake in a service node */
  readonly isStake: boolean
}

/** A coinbase has two keys, a careless sender's transaction may have a few; more are nobody's need. */
const MAX_KEYS = 255

/** What a stake tells in its extra. */
const STAKE_FIELDS = ['serviceNodeKey', 'contributor', 'txSecretKey'] as const

/** Reads an extra; fields after the first malformed one are not seen. */
export const parseScannedExtra = (network: HasWireFormat, extra: Uint8Array): ScannedExtra => {
  const fields = parseExtra(network, extra)
  const paymentId = paymentIdField(fields)
  return {
    keys: txPublicKeys(fields).slice(0, MAX_KEYS),
    additionalKeys: additionalPublicKeys(fields),
    encryptedPaymentId: paymentId?.form === 'encrypted' ? paymentId.id : undefined,
    longPaymentId: paymentId?.form === 'plain' ? paymentId.id : undefined,
    isStake:
      fields.length >= STAKE_FIELDS.length && STAKE_FIELDS.every((name) => findField(fields, name) !== undefined),
  }
}
