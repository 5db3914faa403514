// Records of wallets before stakes were marked: they are read, and outputs of recorded stakes are marked.
import { expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { keccak256 } from '../../../../src/crypto/hash/keccak.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Payment } from '../../../../src/wallet/state/ledger.ts'
import {
  decodeImported,
  decodeOutputs,
  decodePayment,
  decodeRemovedPayment,
  encodeImported,
  encodeOutputs,
  encodePayment,
  encodeRemovedPayment,
} from '../../../../src/wallet/state/ledgerRecords.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { withoutBlob } from '../../../../src/wallet/state/walletStateStore.ts'
import { bytesOf, sampleOutput, samplePayment } from '../../../support/wallet/ledger-samples.ts'

const output = sampleOutput({ timestamp: 1, stake: true, change: true })

const stake: Payment = {
  txid: bytesOf(2),
  state: 'confirmed',
  kind: 'stake',
  account: 0,
  subaddresses: [0],
  amountIn: 101n,
  fee: 1n,
  change: 100n,
  destinations: [],
  paymentId: new Uint8Array(),
  unlockTime: 0n,
  keyImages: [],
  rings: [],
  keys: undefined,
  created: 1,
  isOwn: false,
  blob: new Uint8Array(),
  blink: false,
  relayed: true,
  reverted: false,
  absences: 0,
  height: 40,
  timestamp: 1,
}

/** The record of one output in version 2, which ends with the output; the mark is its last byte since version 3. */
const outputsRecord2 = (bytes: Uint8Array): Uint8Array => concat(Uint8Array.of(2), bytes.subarray(1, -1))

/** The record of one imported output in version 1; whether its key image is requested follows the output. */
const importedRecord1 = (bytes: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(1), bytes.subarray(1, -2), bytes.subarray(-1))

it('reads outputs that are not marked as stakes', () => {
  expect(decodeOutputs(outputsRecord2(encodeOutputs([output])))).toEqual([{ ...output, stake: false }])
  const imported = [{ output, requested: true }]
  expect(decodeImported(importedRecord1(encodeImported(imported)))).toEqual([
    { output: { ...output, stake: false }, requested: true },
  ])
})

/** The record of a payment without an order in version 3, which had none: the mark is the last byte since version 4. */
const paymentRecord3 = (payment: Payment): Uint8Array =>
  concat(Uint8Array.of(3), encodePayment(payment).subarray(1, -1))

/** The record of a payment in version 2, which contained its transaction and no flag for it: that is the last byte of version 3. */
const paymentRecord2 = (payment: Payment): Uint8Array =>
  concat(Uint8Array.of(2), paymentRecord3(payment).subarray(1, -1))

it('reads payments without orders, and orders of every kind', () => {
  const order = { kind: 'stake', serviceNodeKey: bytesOf(7) } as const
  expect(decodePayment(paymentRecord3(stake))).toEqual(stake)
  for (const each of [
    order,
    { ...order, kind: 'registration' },
    { kind: 'burn', burnt: 15n },
    { kind: 'name', operation: 'renew', type: 3, nameHash: bytesOf(8), burnt: 0n },
  ] as const)
    expect(decodePayment(encodePayment({ ...stake, order: each }))).toEqual({ ...stake, order: each })
})

it('moves the transactions of payments into records of their own', async () => {
  const store = openMemoryStore()
  const made = Array.from({ length: 600 }, (_, i) =>
    samplePayment({
      txid: keccak256(Uint8Array.of(i & 0xff, i >> 8)),
      created: i,
      blob: Uint8Array.of(1, i & 0xff, i >> 8),
    }),
  )
  const found = samplePayment({ txid: bytesOf(7), created: 600, blob: new Uint8Array() })
  await (await WalletState.create(store, 0)).close()
  const records = [...made, found].map((payment) => ({
    table: 'payments',
    key: toHex(payment.txid),
    value: paymentRecord2(payment),
  }))
  await store.commit(records, 'strict')
  // The second opening finds the records in their present form.
  for (let i = 0; i < 2; i++) {
    const state = await WalletState.open(store)
    expect([...state.ledger.payments.values()]).toEqual([...made.map(withoutBlob), found])
    for (const { txid, blob } of made) expect(await state.readTransaction(toHex(txid))).toEqual(blob)
    expect(await state.readTransaction(toHex(found.txid))).toBeUndefined()
  }
  expect((await store.list('payments')).every(([, value]) => decodePayment(value).blob.length === 0)).toBe(true)
})

it('removes the transaction of a payment with it', async () => {
  const store = openMemoryStore()
  const state = await WalletState.create(store, 0)
  const payment = samplePayment()
  await state.update('strict', (draft) => {
    draft.putPayment(payment)
    return undefined
  })
  expect(await store.list('transactions')).toHaveLength(1)
  await state.update('strict', (draft) => {
    draft.removePayment(toHex(payment.txid))
    return undefined
  })
  expect(await store.list('transactions')).toEqual([])
})

it('marks the outputs of recorded stakes', async () => {
  const store = openMemoryStore()
  const state = await WalletState.create(store, 0)
  const other = { ...output, txid: bytesOf(9), key: bytesOf(10), keyImage: bytesOf(11), height: 80, stake: false }
  const stakeLocks = new Map([
    [toHex(bytesOf(5)), { unlockHeight: 90, serviceNodeKey: toHex(bytesOf(7)) }],
    [toHex(bytesOf(6)), { unlockHeight: undefined, serviceNodeKey: undefined }],
  ])
  await state.update('strict', (draft) => {
    draft.putOutput(output)
    draft.putOutput(other)
    draft.putPayment(stake)
    return { stakeLocks }
  })
  await state.close()
  const records = await store.list('outputs')
  expect(records).toHaveLength(2)
  await store.commit(
    records.map(([name, value]) => ({ table: 'outputs', key: name, value: outputsRecord2(value) })),
    'strict',
  )
  const reopened = await WalletState.open(store)
  expect([...reopened.ledger.outputs.values()].map(({ txid, stake: isStake }) => [txid[0], isStake])).toEqual([
    [2, true],
    [9, false],
  ])
  expect(reopened.stakeLocks).toEqual(stakeLocks)
  await reopened.close()
})

it('reads payments that were removed before their times were retained', () => {
  const known = { destinations: [], paymentId: bytesOf(3), keys: undefined }
  const newest = encodeRemovedPayment({ ...known, created: undefined })
  expect(decodeRemovedPayment(newest)).toEqual({ ...known, created: undefined })
  // Version 1 ended with the keys.
  expect(decodeRemovedPayment(concat(Uint8Array.of(1), newest.subarray(1, -1)))).toEqual({
    ...known,
    created: undefined,
  })
})
