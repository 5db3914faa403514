// An offline payment whose processes are killed at any commit: of the watch-only wallet that prepares it, of its copy that signs, and of the
// watch-only wallet that submits. Nothing is lost, and nothing is paid twice.
import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import { oxenRegtest } from '../../src/coin/networks/oxen.ts'

import { createEngine, type Engine } from '../../src/engine/engine.ts'
import { exportKeyImages, importKeyImages } from '../../src/wallet/exchange/keyImageExchange.ts'
import { exportOutputs, importOutputs } from '../../src/wallet/exchange/outputExchange.ts'
import { resultOf } from '../support/rpc/wallet-calls.ts'
import { mineOn } from '../support/wallet/chain-builder.ts'
import { BEGINNING, newWallet, openedIn, restored, testHost } from '../support/wallet/engine-host.ts'
import { FakeNode } from '../support/wallet/fake-node.ts'
import { type CopiedStore, copiedStore, killAtEach, reopened } from '../support/wallet/killed-steps.ts'
import { chain, NETWORK, wallets } from '../support/wallet/small-chain.ts'

const AMOUNT = 2_500_000_000n
const REQUEST = { account: 0, destinations: [{ address: wallets.C.keys.address, amount: AMOUNT }], priority: 1 }
const { address, view_key: viewSecret, spend_key: spendSecret } = wallets.B.keys

const newNode = (): FakeNode => new FakeNode(oxenRegtest, chain)
const noNode = (): FakeNode => {
  const node = newNode()
  node.failure = new TypeError('there is no network here')
  return node
}

/** The stores of the watch-only wallet and of its copy with the spend key, which never sees the chain. */
const stores: { readonly hot: CopiedStore; readonly cold: CopiedStore } = { hot: copiedStore(), cold: copiedStore() }
let total: bigint
let unsigned: Uint8Array
let signed: Uint8Array
let fee: bigint
let txid: string

const restore = async (store: CopiedStore, node: FakeNode, spend: string): Promise<Engine> => {
  const engine = createEngine(testHost(node, store))
  await engine.restoreFromKeys(newWallet(NETWORK), { address, viewSecret, spendSecret: spend }, BEGINNING)
  await engine.refresh()
  return engine
}

/** Runs a step in a wallet and closes it. */
const within = async <T>(
  store: CopiedStore,
  node: FakeNode,
  step: (engine: Engine) => Promise<T>,
  seed = 7,
): Promise<T> => {
  const engine = await reopened(store, node, seed)
  try {
    return await step(engine)
  } finally {
    await engine.closeWallet()
  }
}

beforeAll(async () => {
  const whole = await restored(testHost(newNode()), NETWORK, wallets.B.keys.mnemonic)
  const images = await exportKeyImages(openedIn(whole), 'all')
  await whole.closeWallet()
  const hot = await restore(stores.hot, newNode(), '')
  const cold = await restore(stores.cold, noNode(), spendSecret)
  await importOutputs(openedIn(cold), await exportOutputs(openedIn(hot), { from: 0 }))
  // The key image of the newest output is still missing, so that each set contains this output.
  await importKeyImages(openedIn(hot), { offset: 0, images: images.images.slice(0, -1) })
  total = openedIn(hot).balance().total
  for (const engine of [hot, cold]) await engine.closeWallet()
  const prepared = await within(await stores.hot.copy(), newNode(), (engine) => engine.prepareUnsignedTransfer(REQUEST))
  unsigned = prepared.bytes
  fee = prepared.fee
  const result = await within(await stores.cold.copy(), noNode(), (engine) => engine.signUnsignedSet(unsigned))
  signed = result.bytes
  txid = result.txids[0] ?? ''
})

const sent = ({ submitted }: FakeNode): number => new Set(submitted.map(toHex)).size

/** Submits a signed set in a watch-only wallet, mines it, and verifies that the payment was made once. */
const expectPaidOnce = async (
  store: CopiedStore,
  node: FakeNode,
  set: Uint8Array,
  cost = AMOUNT + fee,
): Promise<void> => {
  await within(store, node, async (engine) => {
    const [payment] = await engine.submitSignedSet(set)
    expect(payment).toMatchObject({ state: 'pending', destinations: REQUEST.destinations })
    const wallet = openedIn(engine)
    expect(wallet.balance().total).toBe(total - cost)
    expect([sent(node), node.pool.size]).toEqual([1, 1])
    node.setChain(mineOn(oxenRegtest, chain, node.submitted.slice(0, 1)))
    node.pool.clear()
    await engine.refresh()
    await engine.submitSignedSet(set)
    expect(
      wallet.transfersOf([wallet.state.ledger.payments.get(payment?.txid ?? '')?.txid ?? new Uint8Array()]),
    ).toEqual([expect.objectContaining({ txid: payment?.txid, state: 'confirmed' })])
    expect(wallet.balance().total).toBe(total - cost)
    expect(sent(node)).toBe(1)
  })
}

describe('an offline payment', () => {
  it('is prepared again after a kill', async () => {
    const step = { store: stores.hot, newNode, run: (engine: Engine) => engine.prepareUnsignedTransfer(REQUEST) }
    const commits = await killAtEach(step, async ({ store, node }) => {
      const again = await within(store, node, async (engine) => {
        expect(openedIn(engine).balance().total).toBe(total)
        expect(node.submitted).toEqual([])
        return await engine.prepareUnsignedTransfer(REQUEST)
      })
      const set = await within(await stores.cold.copy(), noNode(), (engine) => engine.signUnsignedSet(again.bytes))
      await expectPaidOnce(store, node, set.bytes, AMOUNT + again.fee)
    })
    expect(commits).toBeGreaterThan(0)
  })

  it('is signed again after a kill, with keys that are known', async () => {
    const step = { store: stores.cold, newNode: noNode, run: (engine: Engine) => engine.signUnsignedSet(unsigned) }
    const commits = await killAtEach(step, async ({ store }) => {
      const set = await within(store, noNode(), async (engine) => {
        const again = await engine.signUnsignedSet(unsigned)
        const { tx_key } = await resultOf(engine, 'get_tx_key', { txid: again.txids[0] })
        expect(tx_key).toMatch(/^[0-9a-f]{64}$/)
        return again
      })
      await expectPaidOnce(await stores.hot.copy(), newNode(), set.bytes)
    })
    // The outputs of the set, then the transaction keys.
    expect(commits).toBe(2)
  })

  it('is submitted again after a kill', async () => {
    const step = { store: stores.hot, newNode, run: (engine: Engine) => engine.submitSignedSet(signed) }
    const commits = await killAtEach(step, async ({ store, node, commit, moment }) => {
      // The payment and key images are recorded in the first commit, before anything is sent.
      const isRecorded = commit > 1 || moment === 'after'
      expect(sent(node)).toBe(commit > 1 ? 1 : 0)
      await within(store, node, async (engine) => {
        const { state } = openedIn(engine)
        expect(state.ledger.payments.has(txid)).toBe(isRecorded)
        expect(openedIn(engine).balance().total).toBe(isRecorded ? total - AMOUNT - fee : total)
      })
      await expectPaidOnce(store, node, signed)
    })
    // The record, then the node's response.
    expect(commits).toBe(2)
  })

  it('is paid once if its set was signed twice', async () => {
    const [store, node] = [await stores.hot.copy(), newNode()]
    const other = await within(await stores.cold.copy(), noNode(), (engine) => engine.signUnsignedSet(unsigned), 8)
    expect(other.txids).not.toEqual([txid])
    await within(store, node, async (engine) => {
      await engine.submitSignedSet(signed)
      await expect(engine.submitSignedSet(other.bytes)).rejects.toThrow('were spent since it was prepared')
      expect(sent(node)).toBe(1)
      expect(openedIn(engine).balance().total).toBe(total - AMOUNT - fee)
    })
    await expectPaidOnce(store, node, signed)
  })
})
