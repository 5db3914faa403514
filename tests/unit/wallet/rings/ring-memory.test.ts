// The memory of rings: kept by the wallet state, encrypted, and filled from payments of older versions.
import { expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { walletRingMemory } from '../../../../src/wallet/rings/ringMemory.ts'
import type { Payment } from '../../../../src/wallet/state/ledger.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'

const KEY_IMAGE = 'ab'.repeat(32)
const OTHER = 'cd'.repeat(32)

const payment = (rings: readonly (readonly number[])[]): Payment => ({
  txid: new Uint8Array(32).fill(1),
  state: 'failed',
  kind: 'transfer',
  account: 0,
  subaddresses: [0],
  amountIn: 1n,
  fee: 1n,
  change: 0n,
  destinations: [],
  paymentId: new Uint8Array(),
  unlockTime: 0n,
  keyImages: [fromHex(KEY_IMAGE), fromHex(OTHER)],
  rings,
  keys: undefined,
  created: 1,
  isOwn: false,
  blob: new Uint8Array(),
  blink: false,
  relayed: false,
  reverted: false,
  absences: 0,
  height: undefined,
  timestamp: undefined,
})

it('keeps rings in the store, the newest of each key image', async () => {
  const store = openMemoryStore()
  const memory = walletRingMemory(await WalletState.create(store, 0))
  expect(await memory.get(KEY_IMAGE)).toBeUndefined()
  await memory.put(new Map([[KEY_IMAGE, { candidates: [5, 3, 9], members: [], height: 0 }]]))
  await memory.put(
    new Map([
      [KEY_IMAGE, { candidates: [5, 3, 9], members: [3, 5], height: 300 }],
      [OTHER, { candidates: [], members: [2 ** 40], height: 1 }],
    ]),
  )
  const reopened = walletRingMemory(await WalletState.open(store))
  expect(await reopened.get(KEY_IMAGE)).toEqual({ candidates: [5, 3, 9], members: [3, 5], height: 300 })
  expect(await reopened.get(OTHER)).toEqual({ candidates: [], members: [2 ** 40], height: 1 })
})

it('returns the rings of payments that were recorded before rings were remembered', async () => {
  const state = await WalletState.create(openMemoryStore(), 0)
  await state.update('strict', (draft) => {
    draft.putPayment(payment([[1, 2, 3], [4]]))
    return undefined
  })
  const memory = walletRingMemory(state)
  expect(await memory.get(KEY_IMAGE)).toEqual({ candidates: [], members: [1, 2, 3], height: 0 })
  await memory.put(new Map([[KEY_IMAGE, { candidates: [7], members: [7], height: 9 }]]))
  expect(await memory.get(KEY_IMAGE)).toEqual({ candidates: [7], members: [7], height: 9 })
  expect(await memory.get(OTHER)).toEqual({ candidates: [], members: [4], height: 0 })
  expect(await memory.get(toHex(new Uint8Array(32)))).toBeUndefined()
})
