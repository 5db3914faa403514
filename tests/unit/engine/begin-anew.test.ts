// A private chain that was started anew: the wallet keeps the history of the old one, and follows the new one when the user says so.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { putEarlierChain, readEarlierChains } from '../../../src/wallet/history/earlierChains.ts'
import type { EarlierChain } from '../../../src/wallet/history/historyViews.ts'
import { forkChain } from '../../support/wallet/chain-builder.ts'
import { openedIn, PASSWORD, restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { chain, contentOf, NETWORK, scanAfresh, wallets } from '../../support/wallet/small-chain.ts'

/** A wallet of the recorded chain whose host wants to know of new chains. */
const stageOf = async (asksBeforeNewChain = true) => {
  const node = new FakeNode(oxenRegtest, chain)
  const host = { ...testHost(node), asksBeforeNewChain }
  const engine = await restored(host, NETWORK, wallets.B.keys.mnemonic)
  const anew = async (length: number): Promise<void> => {
    node.setChain(forkChain(oxenRegtest, chain, 1, length))
    await engine.refresh()
  }
  return { node, host, engine, anew, syncOf: () => openedIn(engine).sync.state }
}

describe('a private chain that was started anew', () => {
  it.each([0, 5, 200, 400])('with %i blocks leaves the wallet as it is', async (length) => {
    const { engine, anew, syncOf } = await stageOf()
    const before = contentOf(openedIn(engine))
    await anew(length)
    expect(syncOf()).toMatchObject({ phase: 'offline', problemCode: 'chain-replaced', nodeHeight: length + 1 })
    expect(contentOf(openedIn(engine))).toEqual(before)
    expect(await engine.earlierChains()).toEqual([])
    await engine.closeWallet()
  })

  it('is followed when the user begins anew, and the old history stays readable', async () => {
    const { node, host, engine, anew, syncOf } = await stageOf()
    const old = await engine.transfers({})
    const { total } = openedIn(engine).balance()
    await engine.setNote(old[0]?.txid ?? '', 'rent')
    const { index } = await engine.createSubaddress(0, 'Old')
    await engine.setAddressPlace(0, index, 'hidden')
    await anew(400)
    await engine.beginAnew()
    await engine.refresh()
    // It shows again with whatever it receives on the new chain, whose heights begin anew.
    expect(openedIn(engine).state.addressMarks).toEqual([{ major: 0, minor: index, kind: 'hidden', height: 0 }])
    expect(syncOf()).toMatchObject({ phase: 'synced', problem: '', height: 401 })
    expect(contentOf(openedIn(engine)).height).toBe((await scanAfresh(node, 'B')).height)
    expect((await engine.transfers({})).filter(({ direction }) => direction === 'out')).toEqual([])

    const [earlier, ...others] = await engine.earlierChains()
    expect(others).toEqual([])
    expect(earlier).toMatchObject({ height: chain.length, balance: total, endedAt: Math.floor(host.time.now / 1000) })
    expect(earlier?.transfers.map(({ txid, amount }) => ({ txid, amount }))).toEqual(
      old.map(({ txid, amount }) => ({ txid, amount })),
    )
    expect(earlier?.transfers[0]).toMatchObject({ note: 'rent', direction: old[0]?.direction, kind: old[0]?.kind })

    // It is stored with the wallet.
    const { id } = engine.wallets[0] ?? { id: '' }
    await engine.closeWallet()
    const again = createEngine(host)
    await again.openWallet(id, PASSWORD)
    expect(await again.earlierChains()).toEqual([earlier])
    await again.closeWallet()
  })

  it('is a reorganisation where the host does not ask, as in wallet2', async () => {
    const { engine, anew, syncOf } = await stageOf(false)
    await engine.changeSettings({ maxReorgDepth: 1000 })
    await anew(400)
    expect(syncOf()).toMatchObject({ phase: 'synced', height: 401 })
    await engine.closeWallet()
  })

  it('is not one that lost its newest blocks, or that replaces some', async () => {
    const { node, engine, syncOf } = await stageOf()
    node.setChain(chain.slice(0, 300))
    await engine.refresh()
    expect(syncOf()).toMatchObject({ phase: 'synced', height: 336, nodeHeight: 300 })
    node.setChain(forkChain(oxenRegtest, chain, chain.length - 5, 7))
    await engine.refresh()
    expect(syncOf()).toMatchObject({ phase: 'synced', height: 338 })
    await engine.closeWallet()
  })
})

describe('the histories of earlier chains', () => {
  const chainOf = (number: number): EarlierChain => ({
    id: `${number}`.padStart(64, '0'),
    endedAt: 1_800_000_000 + number,
    height: 5,
    balance: 2n ** 63n,
    transfers: [],
  })

  it('are the last ten, each once', async () => {
    const store = openMemoryStore()
    for (let number = 1; number <= 12; number++) await putEarlierChain(store, chainOf(number))
    await putEarlierChain(store, chainOf(12))
    const kept = await readEarlierChains(store)
    expect(kept.map(({ endedAt }) => endedAt - 1_800_000_000)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(kept[0]).toEqual(chainOf(12))
  })
})
