// Prepared transactions without signatures: what is recorded of them, in which a test states what it is about.

import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import type { ConstructionData, TransferDestination } from '../../../../src/coin/transfer-sets/transferSet.ts'
import type { Ring } from '../../../../src/wallet/rings/ring.ts'
import type { PreparedTransaction } from '../../../../src/wallet/spend/prepare.ts'
import { bytesOf } from '../ledger-samples.ts'
import { ownedOutput } from '../owned-outputs.ts'

/** A ring of which only the indices matter. */
export const ringOf = (indices: readonly number[]): Ring => ({
  members: indices.map((globalIndex) => ({ globalIndex, key: bytesOf(1), commitment: bytesOf(1) })),
  realPosition: 0,
})

const NOBODY: TransferDestination = {
  ...{ original: new Uint8Array(), amount: 0n, spendKey: bytesOf(1), viewKey: bytesOf(1) },
  ...{ isSubaddress: false, isIntegrated: false },
}

/** Construction data without inputs and outputs. */
const NO_CONSTRUCTION: ConstructionData = {
  ...{ sources: [], change: NOBODY, outputs: [], destinations: [], selectedTransfers: [], extra: new Uint8Array() },
  ...{ unlockTime: 0n, confidential: true, viewTags: false, rangeProofType: 3, bulletproofVersion: 3 },
  ...{ account: 0, subaddresses: [], type: TransactionType.standard, hardFork: 0 },
}

const construction = (): ConstructionData => NO_CONSTRUCTION

/** A transaction 09…09 of 90 atomic units, which spends the output of `ownedOutput` and returns 7. */
export const preparedTransaction = (fields: Partial<PreparedTransaction> = {}): PreparedTransaction => ({
  txid: bytesOf(9),
  blob: Uint8Array.of(1, 2, 3),
  weight: 1500,
  fee: 3n,
  burn: 0n,
  kind: 'transfer',
  priority: 1,
  blink: false,
  account: 0,
  inputs: [ownedOutput()],
  rings: [ringOf([3, 7, 11])],
  destinations: [{ address: 'theirs', amount: 90n }],
  change: 7n,
  keys: { main: bytesOf(21), additional: [bytesOf(22)] },
  paymentId: new Uint8Array(),
  unlockTime: 0n,
  construction,
  ...fields,
})
