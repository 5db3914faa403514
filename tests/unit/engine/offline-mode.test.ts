// Offline mode: no call reaches a node, and the wallet stays readable.
import { expect, it } from 'vitest'
import { encodeCbor } from '../../../src/bytes/cbor.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { getSettings } from '../../../src/engine/vault/walletSettings.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { openedIn, PASSWORD, restored, testHost, viewOf } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { chain, NETWORK, wallets } from '../../support/wallet/small-chain.ts'

it('calls no node, also after a restart, until it is turned off', async () => {
  const node = new FakeNode(oxenRegtest, chain.slice(0, 210))
  const host = testHost(node)
  const engine = await restored(host, NETWORK, wallets.B.keys.mnemonic)
  const balance = openedIn(engine).balance()
  await engine.changeSettings({ offline: true })
  node.calls.length = 0
  await engine.refresh()
  host.time.advance(600_000)
  await engine.refresh()
  expect(openedIn(engine).sync.state).toMatchObject({ phase: 'offline', problemCode: 'offline-mode' })
  expect((await viewOf(engine)).wallet).toMatchObject({ offline: true })
  expect(openedIn(engine).balance()).toEqual(balance)
  expect(await engine.nodeHealth()).toEqual([])
  const address = openedIn(engine).addressText({ major: 0, minor: 0 })
  const request = { account: 0, destinations: [{ address, amount: 1n }], priority: 1 }
  await expect(engine.prepareTransfer(request)).rejects.toMatchObject({ code: 'offline-mode' })
  await expect(engine.mine(1)).rejects.toMatchObject({ code: 'offline-mode' })
  await expect(engine.callDevelopmentNode('dev_mine', {})).rejects.toMatchObject({ code: 'offline-mode' })
  const { id } = engine.wallets[0] ?? { id: '' }
  await engine.closeWallet()

  const again = createEngine(host)
  await again.openWallet(id, PASSWORD)
  await again.refresh()
  expect(node.calls).toEqual([])
  await again.changeSettings({ offline: false })
  await again.refresh()
  expect(openedIn(again).sync.state.phase).toBe('synced')
  expect(node.calls).toContain('info')
  await again.closeWallet()
})

it('is off in the settings of older versions', async () => {
  const store = openMemoryStore()
  const value = encodeCbor({ urls: ['https://node.example'], lockMinutes: 5, rpcEnabled: false })
  await store.commit([{ table: 'wallet', key: 'settings', value }], 'strict')
  expect(await getSettings(store)).toMatchObject({ offline: false, lockMinutes: 5 })
})
