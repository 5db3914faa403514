// Reorganisations: the state equals that of a fresh scan, and final blocks are never replaced.
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { createScanner } from '../../../../src/crypto/scan/createScanner.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { LedgerDraft } from '../../../../src/wallet/state/ledgerDraft.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { forkChain, mineOn } from '../../../support/wallet/chain-builder.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { chain, contentOf, NETWORK, scanAfresh, wallets } from '../../../support/wallet/small-chain.ts'

describe('reorganisations', () => {
  it.each([1, 3, 40, 134])('of %i blocks have the result of a fresh scan of the new chain', async (depth) => {
    const node = new FakeNode(oxenRegtest, chain)
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    await engine.changeSettings({ maxReorgDepth: 200 })
    node.setChain(forkChain(oxenRegtest, chain, chain.length - depth, depth + 2))
    await engine.refresh()
    const content = contentOf(openedIn(engine))
    expect(content.height).toBe(chain.length + 2)
    expect(content).toEqual(await scanAfresh(node, 'B'))

    // And back to the first chain.
    node.setChain(mineOn(oxenRegtest, mineOn(oxenRegtest, mineOn(oxenRegtest, chain))))
    await engine.refresh()
    expect(contentOf(openedIn(engine))).toEqual(await scanAfresh(node, 'B'))
    await engine.closeWallet()
  })

  it('do not happen if the chain is shorter without new blocks', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    node.setChain(chain.slice(0, 300))
    await engine.refresh()
    expect(openedIn(engine).state.height).toBe(336)
    expect(openedIn(engine).sync.state.problem).toBe('')
    await engine.closeWallet()
  })

  it('do not replace final blocks', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    node.immutableHeight = 320
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const before = contentOf(openedIn(engine))
    node.setChain(forkChain(oxenRegtest, chain, 319, 30))
    await engine.refresh()
    expect(openedIn(engine).sync.state.phase).toBe('offline')
    expect(openedIn(engine).sync.state.problem).toContain('blocks up to 320 are final')
    expect(contentOf(openedIn(engine))).toEqual(before)
    node.setChain(forkChain(oxenRegtest, chain, 321, 30))
    await engine.refresh()
    expect(openedIn(engine).sync.state.phase).toBe('synced')
    expect(openedIn(engine).state.height).toBe(351)
    await engine.closeWallet()
  })

  it('to any depth have the result of a scan to that height', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    node.pageSize = 7
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const { state } = openedIn(engine)
    await engine.closeWallet()
    const short = new FakeNode(oxenRegtest, chain.slice(0, 1))
    const growing = await restored(testHost(short), NETWORK, wallets.B.keys.mnemonic)
    const grown = openedIn(growing).state
    for (let height = 2; height <= chain.length; height++) {
      short.setChain(chain.slice(0, height))
      if (height % 5 !== 0 && height !== chain.length) continue
      await growing.refresh()
      const draft = new LedgerDraft(state.ledger)
      draft.rollback(height, 'derived')
      const left = [...state.ledger.outputs.keys()].flatMap((id) => draft.output(id) ?? [])
      expect(new Set(left)).toEqual(new Set(grown.ledger.outputs.values()))
      const payments = [...state.ledger.payments.keys()].flatMap((id) => draft.payment(id) ?? [])
      expect(new Set(payments)).toEqual(new Set(grown.ledger.payments.values()))
    }
    await growing.closeWallet()
  })
})

it('does not replace blocks below a checkpoint', async () => {
  const checkpoint = { height: 300, id: chain[300]?.id ?? new Uint8Array() }
  const network = { ...oxenRegtest, checkpoints: [...oxenRegtest.checkpoints, checkpoint] }
  const node = new FakeNode(network, chain)
  const host = testHost(node)
  const keys = generateKeys(fromHex(wallets.B.keys.spend_key))
  const state = await WalletState.create(host.store, 0)
  const scanner = await createScanner()
  const wallet = await Wallet.open({ host, network, keys, state, scanner, node, changed: () => undefined })
  await wallet.sync.refresh()
  node.setChain(forkChain(network, chain, 298, 2))
  await wallet.sync.refresh()
  expect(wallet.sync.state.problem).toContain('blocks up to 300 are final')
  expect(state.height).toBe(336)
  node.setChain(forkChain(network, chain, 301, 50))
  await wallet.sync.refresh()
  expect(wallet.sync.state).toMatchObject({ phase: 'synced', height: 351 })
  await wallet.close()

  const stranger = await WalletState.create(openMemoryStore(), 0)
  const other = new FakeNode(network, forkChain(network, chain, 299, 50))
  const second = await Wallet.open({
    host,
    network,
    keys: generateKeys(fromHex(wallets.B.keys.spend_key)),
    state: stranger,
    scanner: await createScanner(),
    node: other,
    changed: () => undefined,
  })
  await second.sync.refresh()
  expect(second.sync.state.problem).toContain(`but the network's is ${toHex(checkpoint.id)}`)
  await second.close()
})
