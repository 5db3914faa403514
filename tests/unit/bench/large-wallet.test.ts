// The wallet of the bench of large wallets.
import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { historyEntries } from '../../../src/wallet/history/history.ts'
import { WalletState } from '../../../src/wallet/state/walletState.ts'
import { LARGE_NETWORK, largeHeight, writeLargeWallet } from '../../bench/large/records.ts'

it('writes wallets with as many outputs and entries of the history as requested', async () => {
  const store = openMemoryStore()
  await writeLargeWallet(store, 100)
  const { ledger, pool, height } = await WalletState.open(store)
  expect(height).toBe(largeHeight(100))
  expect(ledger.outputs.size).toBe(100)
  expect(historyEntries(LARGE_NETWORK, { ledger, pool })).toHaveLength(100)
  expect([...ledger.outputs.values()].filter(({ spent }) => spent !== undefined)).toHaveLength(40)
  expect(await store.list('rings')).toHaveLength(40)
})
