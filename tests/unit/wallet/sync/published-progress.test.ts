// The published progress of a sync.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { chain, NETWORK, wallets } from '../../../support/wallet/small-chain.ts'

describe('sync progress', () => {
  it('is published with height, target and speed', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    node.pageSize = 40
    const host = testHost(node)
    const page = node.blocks.bind(node)
    node.blocks = async (history) => {
      host.time.advance(500)
      return page(history)
    }
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    await engine.closeWallet()
    const seen: { phase: string; height: number; blocksPerSecond: number; secondsLeft: number | undefined }[] = []
    const second = await restored(host, NETWORK, wallets.C.keys.mnemonic)
    await second.subscribe(({ wallet }) => {
      if (wallet !== undefined) seen.push(wallet.sync)
    })
    await second.rescan({ from: 'beginning' })
    await second.refresh()
    const syncing = seen.filter(({ phase }) => phase === 'syncing')
    expect(syncing.length).toBeGreaterThan(2)
    expect(syncing.some(({ blocksPerSecond, secondsLeft }) => blocksPerSecond > 0 && (secondsLeft ?? 0) > 0)).toBe(true)
    expect(syncing.map(({ height }) => height)).toEqual(syncing.map(({ height }) => height).toSorted((a, b) => a - b))
    expect(openedIn(second).sync.state).toMatchObject({ phase: 'synced', height: 336, target: 336, secondsLeft: 0 })
    await second.closeWallet()
  })
})
