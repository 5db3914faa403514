// What is recorded of a prepared transaction before it is relayed.
import { expect, it } from 'vitest'
import { paymentRecord } from '../../../../src/wallet/spend/paymentRecord.ts'
import { ownedOutput } from '../../../support/wallet/owned-outputs.ts'
import { preparedTransaction, ringOf } from '../../../support/wallet/spend/prepared.ts'

it('records a prepared transaction as a pending payment', () => {
  const keys = { main: new Uint8Array(32).fill(7), additional: [] }
  const keyImage = (value: number): Uint8Array => new Uint8Array(32).fill(value)
  const prepared = preparedTransaction({
    txid: keyImage(9),
    blob: Uint8Array.of(1, 2, 3),
    fee: 30n,
    blink: true,
    account: 2,
    inputs: [
      ownedOutput({ amount: 100n, subaddress: { major: 2, minor: 11 }, keyImage: keyImage(3) }),
      ownedOutput({ amount: 40n, subaddress: { major: 2, minor: 4 }, keyImage: undefined }),
      ownedOutput({ amount: 5n, subaddress: { major: 2, minor: 11 }, keyImage: keyImage(4) }),
      ownedOutput({ amount: 1n, subaddress: { major: 2, minor: 9 }, keyImage: keyImage(5) }),
    ],
    rings: [ringOf([3, 7]), ringOf([8, 9])],
    destinations: [{ address: 'theirs', amount: 100n }],
    change: 16n,
    keys,
    paymentId: new Uint8Array(8).fill(6),
    unlockTime: 77n,
  })
  expect(paymentRecord(prepared, 1_700_000_000)).toEqual({
    txid: keyImage(9),
    state: 'pending',
    kind: 'transfer',
    account: 2,
    subaddresses: [4, 9, 11],
    amountIn: 146n,
    fee: 30n,
    change: 16n,
    destinations: [{ address: 'theirs', amount: 100n }],
    paymentId: new Uint8Array(8).fill(6),
    unlockTime: 77n,
    keyImages: [keyImage(3), keyImage(4), keyImage(5)],
    rings: [
      [3, 7],
      [8, 9],
    ],
    keys,
    created: 1_700_000_000,
    isOwn: true,
    blob: Uint8Array.of(1, 2, 3),
    blink: true,
    relayed: false,
    reverted: false,
    absences: 0,
    height: undefined,
    timestamp: undefined,
  })
})
