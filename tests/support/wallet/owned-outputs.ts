// Owned outputs and payments without a chain: plain records in which a test states what it is about.

import type { OwnedOutput, Payment } from '../../../src/wallet/state/ledger.ts'

/** 32 bytes of one value. */
export const bytesOf = (value: number): Uint8Array => new Uint8Array(32).fill(value)

/** An unspent output in block 40 with key image 05…05. */
export const ownedOutput = (fields: Partial<OwnedOutput> = {}): OwnedOutput => ({
  globalIndex: 7,
  confidential: true,
  key: bytesOf(1),
  txid: bytesOf(2),
  indexInTx: 0,
  amount: 100n,
  mask: bytesOf(3),
  subaddress: { major: 0, minor: 0 },
  txPublicKey: bytesOf(4),
  keyImage: bytesOf(5),
  height: 40,
  timestamp: 1,
  unlockTime: 0n,
  prefixUnlockTime: 0n,
  coinbase: false,
  stake: false,
  paymentId: new Uint8Array(),
  fee: 1n,
  change: false,
  spent: undefined,
  frozen: false,
  ...fields,
})

/** A pending payment 09…09 of 90 atomic units, which spends the key image 05…05 and returns 7. */
export const pendingPayment = (fields: Partial<Payment> = {}): Payment => ({
  txid: bytesOf(9),
  state: 'pending',
  kind: 'transfer',
  account: 0,
  subaddresses: [0],
  amountIn: 100n,
  fee: 3n,
  change: 7n,
  destinations: [{ address: 'theirs', amount: 90n }],
  paymentId: new Uint8Array(),
  unlockTime: 0n,
  keyImages: [bytesOf(5)],
  rings: [[3, 7, 11]],
  keys: undefined,
  created: 1000,
  blob: Uint8Array.of(1, 2, 3),
  blink: false,
  relayed: false,
  reverted: false,
  absences: 0,
  height: undefined,
  timestamp: undefined,
  ...fields,
})
