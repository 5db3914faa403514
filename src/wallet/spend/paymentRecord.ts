// The record of a payment, from what `spend` prepared.

import { sumAmounts } from '../../coin/amount.ts'
import type { Payment } from '../state/ledger.ts'
import type { PreparedTransaction } from './prepare.ts'

/**
 * A prepared transaction as it is recorded before it is relayed.
 * @param created UNIX seconds
 */
export const paymentRecord = (transaction: PreparedTransaction, created: number): Payment => {
  const {
    txid,
    blob,
    fee,
    blink,
    kind,
    order,
    account,
    inputs,
    rings,
    destinations,
    change,
    keys,
    paymentId,
    unlockTime,
  } = transaction
  return {
    txid,
    state: 'pending',
    kind,
    order,
    account,
    subaddresses: [...new Set(inputs.map(({ subaddress }) => subaddress.minor))].sort((a, b) => a - b),
    amountIn: sumAmounts(inputs),
    fee,
    change,
    destinations,
    paymentId,
    unlockTime,
    keyImages: inputs.flatMap(({ keyImage }) => (keyImage === undefined ? [] : [keyImage])),
    rings: rings.map(({ members }) => members.map(({ globalIndex }) => globalIndex)),
    keys,
    created,
    isOwn: true,
    blob,
    blink,
    relayed: false,
    reverted: false,
    absences: 0,
    height: undefined,
    timestamp: undefined,
  }
}
