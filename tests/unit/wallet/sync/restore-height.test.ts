// The restore height: estimates, corrections, and chains that do not contain the first known block.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { createScanner } from '../../../../src/crypto/scan/createScanner.ts'
import { createEngine } from '../../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { forkChain } from '../../../support/wallet/chain-builder.ts'
import { newWallet, openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { chain, contentOf, NETWORK, scanAfresh, wallets } from '../../../support/wallet/small-chain.ts'

describe('the restore height', () => {
  it('has no effect on the result of a partial rescan', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const whole = await scanAfresh(node, 'B')
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    await engine.rescan({ from: 'height', height: 200 })
    await engine.refresh()
    expect(contentOf(openedIn(engine))).toEqual(whole)
    await engine.closeWallet()
  })

  it('remains if the scan starts again because the chain does not contain the first known block', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const engine = createEngine(testHost(node))
    const words = { words: wallets.B.keys.mnemonic, offset: '' }
    await engine.restoreFromWords(newWallet(NETWORK), words, { from: 'height', height: 204 })
    await engine.refresh()
    const wallet = openedIn(engine)
    expect(wallet.state.blockIds.base).toBe(203)
    await engine.changeSettings({ maxReorgDepth: 200 })
    node.setChain(forkChain(oxenRegtest, chain, 190, 160))
    await engine.refresh()
    expect(wallet.sync.state).toMatchObject({ phase: 'synced', height: 350 })
    expect(wallet.state.blockIds.base).toBe(203)
    expect(wallet.state.blockIds.idAt(349)).toEqual(node.chain[349]?.id)
    expect(wallet.state.ledger.payments.size).toBe(0)
    await engine.closeWallet()
  })

  it('is corrected by block timestamps if it was estimated from a date, also after a restart', async () => {
    // Two blocks a day: estimates by the usual time between blocks run ahead of such a chain.
    const timestampOf = (height: number): number => 1_700_000_000 + 43_200 * height
    const begin = async (estimate: number, date: number): Promise<number> => {
      const node = new FakeNode(oxenRegtest, chain)
      node.blockTimestamp = async (height) => timestampOf(height)
      const store = openMemoryStore()
      await WalletState.create(store, estimate, date)
      const state = await WalletState.open(store)
      const keys = generateKeys(new Uint8Array(32).fill(7))
      const changed = (): void => undefined
      const scanner = await createScanner()
      const wallet = await Wallet.open({
        host: testHost(node),
        network: oxenRegtest,
        keys,
        state,
        scanner,
        node,
        changed,
      })
      await wallet.sync.refresh()
      expect(wallet.sync.state.phase).toBe('synced')
      await wallet.close()
      return state.restoreHeight
    }
    // The scan begins at the latest a day before the date.
    expect(await begin(300, timestampOf(100))).toBe(98)
    expect(await begin(9999, timestampOf(100))).toBe(98)
    // An estimate before the date remains, and so does a height from the user.
    expect(await begin(50, timestampOf(100))).toBe(50)
    expect(await begin(300, 0)).toBe(300)
    // A wrong clock: a week before the top, which includes all of this chain.
    expect(await begin(9999, timestampOf(5000))).toBe(0)
    expect(await begin(300, 1)).toBe(0)
  })

  it('above the height of a node changes nothing: the node is only behind', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const engine = createEngine(testHost(node))
    const words = { words: wallets.B.keys.mnemonic, offset: '' }
    await engine.restoreFromWords(newWallet(NETWORK), words, { from: 'height', height: 204 })
    await engine.refresh()
    node.setChain(chain.slice(0, 100))
    await engine.refresh()
    expect(openedIn(engine).state.height).toBe(336)
    expect(openedIn(engine).sync.state).toMatchObject({ phase: 'offline' })
    expect(openedIn(engine).sync.state.problem).toContain('only 100 blocks so far')
    await engine.closeWallet()
  })
})
