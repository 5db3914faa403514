// Owned outputs and payments of the tests of payments: the samples of the ledger's tests with other amounts.

import type { Payment } from '../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../src/wallet/state/outputFields.ts'
import { sampleOutput, samplePayment } from './ledger-samples.ts'

/** An unspent output in block 40 with key image 05…05. */
export const ownedOutput = (fields: Partial<OutputFields> = {}): OutputFields =>
  sampleOutput({ timestamp: 1, ...fields })

/** A pending payment 09…09 of 90 atomic units, which spends the key image 05…05 and returns 7. */
export const pendingPayment = (fields: Partial<Payment> = {}): Payment =>
  samplePayment({
    fee: 3n,
    change: 7n,
    destinations: [{ address: 'theirs', amount: 90n }],
    rings: [[3, 7, 11]],
    created: 1000,
    blob: Uint8Array.of(1, 2, 3),
    relayed: false,
    ...fields,
  })
