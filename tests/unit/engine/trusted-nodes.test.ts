// Nodes that the user runs: the setting, and the client of the nodes that is created with it.
import { describe, expect, it } from 'vitest'
import { encodeCbor } from '../../../src/bytes/cbor.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import type { NodeSettings } from '../../../src/engine/api/engineViews.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { getSettings, newSettings, putSettings } from '../../../src/engine/vault/walletSettings.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { PASSWORD, restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { chain, NETWORK, wallets } from '../../support/wallet/small-chain.ts'

const NODES: NodeSettings = { urls: ['https://own', 'https://public'], choice: 'order', trusted: ['https://own'] }

describe('the trusted nodes of a wallet', () => {
  it('are among its nodes: other addresses are dropped', () => {
    const trusted = [' https://own ', 'https://own', 'https://gone', '']
    expect(newSettings({ ...NODES, trusted }).nodes).toEqual(NODES)
  })

  it('are stored', async () => {
    const store = openMemoryStore()
    await putSettings(store, newSettings(NODES))
    expect((await getSettings(store)).nodes).toEqual(NODES)
  })

  it('are none in the settings of older versions, not even a node of this machine', async () => {
    const store = openMemoryStore()
    const older = { urls: ['http://127.0.0.1:18081'], nodeChoice: 'fastest', lockMinutes: 5, rpcEnabled: false }
    await store.commit([{ table: 'wallet', key: 'settings', value: encodeCbor(older) }], 'strict')
    expect((await getSettings(store)).nodes).toEqual({ urls: older.urls, choice: 'fastest', trusted: [] })
  })

  it('are rejected as damaged if they are no texts', async () => {
    const store = openMemoryStore()
    const damaged = { urls: ['https://own'], trusted: [1], lockMinutes: 5, rpcEnabled: false }
    await store.commit([{ table: 'wallet', key: 'settings', value: encodeCbor(damaged) }], 'strict')
    await expect(getSettings(store)).rejects.toThrow('damaged')
  })
})

it('connects anew when the user trusts a node or uses the fastest one, and stores it', async () => {
  const node = new FakeNode(oxenRegtest, chain.slice(0, 205))
  const created: NodeSettings[] = []
  const host = {
    ...testHost(node),
    createNode: (nodes: NodeSettings) => {
      created.push(nodes)
      node.trusted = nodes.trusted.includes('https://own')
      return node
    },
  }
  const engine = await restored(host, NETWORK, wallets.B.keys.mnemonic)
  await engine.changeSettings({ nodes: { ...NODES, trusted: [] } })
  const proofs = async (): Promise<number> => {
    node.calls.length = 0
    await engine.rescan({ from: 'beginning' })
    await engine.refresh()
    return node.calls.filter((name) => name === 'prunableHashes').length
  }
  expect(await proofs()).toBeGreaterThan(0)
  await engine.changeSettings({ nodes: NODES })
  expect(await proofs()).toBe(0)
  await engine.changeSettings({ lockMinutes: 7 })
  await engine.changeSettings({ nodes: { ...NODES, choice: 'fastest' } })
  await engine.changeSettings({ nodes: { ...NODES, urls: ['https://public'] } })
  await engine.changeSettings({ nodes: NODES })
  const { id } = engine.wallets[0] ?? { id: '' }
  await engine.closeWallet()
  const again = createEngine(host)
  await again.openWallet(id, PASSWORD)
  expect(created.slice(1).map(({ urls, choice, trusted }) => [urls.length, choice, ...trusted])).toEqual([
    [2, 'order'],
    [2, 'order', 'https://own'],
    [2, 'fastest', 'https://own'],
    [1, 'order'],
    [2, 'order', 'https://own'],
    [2, 'order', 'https://own'],
  ])
  await again.closeWallet()
})
