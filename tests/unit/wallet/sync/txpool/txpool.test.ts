// Payments in the txpool of the node.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../../src/coin/networks/oxen.ts'
import { openedIn, restored, testHost } from '../../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../../support/wallet/fake-node.ts'
import { chain, NETWORK, txs, wallets, wholeTransaction } from '../../../../support/wallet/small-chain.ts'

describe('the txpool', () => {
  // A paid B in block 203, from which on there are transfers.
  const txid = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'
  const blob = wholeTransaction(txid)

  it('shows an incoming payment, which is confirmed once', async () => {
    const node = new FakeNode(oxenRegtest, chain.slice(0, 203))
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const before = openedIn(engine).balance()
    node.addToPool(blob, true)
    await engine.refresh()
    const [pooled] = await engine.transfers({})
    expect(pooled).toMatchObject({
      txid,
      state: 'pool',
      amount: 777000001n,
      paymentId: 'edb7f1d5cbf15150',
      doubleSpendSeen: true,
      height: 0,
    })
    expect(openedIn(engine).balance()).toEqual(before)
    node.setChain(chain.slice(0, 204))
    await engine.refresh()
    const mined = (await engine.transfers({})).filter((transfer) => transfer.txid === txid)
    expect(mined).toHaveLength(1)
    expect(mined[0]).toMatchObject({ state: 'confirmed', amount: 777000001n, height: 203, confirmations: 1 })
    await engine.closeWallet()
  })

  it('removes a payment that leaves it without being mined', async () => {
    const node = new FakeNode(oxenRegtest, chain.slice(0, 203))
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    node.addToPool(blob)
    await engine.refresh()
    node.pool.clear()
    await engine.refresh()
    expect((await engine.transfers({})).filter((transfer) => transfer.txid === txid)).toEqual([])
    await engine.closeWallet()
  })

  it('shows a payment of another copy of the wallet as pending until its transaction disappears', async () => {
    const node = new FakeNode(oxenRegtest, chain.slice(0, 203))
    const host = testHost(node)
    const engine = await restored(host, NETWORK, wallets.A.keys.mnemonic)
    const { total } = openedIn(engine).balance()
    node.addToPool(blob)
    await engine.refresh()
    const [pending] = (await engine.transfers({})).filter((transfer) => transfer.txid === txid)
    expect(pending).toMatchObject({ state: 'pending', direction: 'out', amount: 777000001n })
    expect(openedIn(engine).balance().total).toBe(total - 777000001n - (pending?.fee ?? 0n))
    node.pool.clear()
    await engine.refresh()
    host.time.advance(20_000)
    await engine.refresh()
    expect((await engine.transfers({})).filter((transfer) => transfer.txid === txid)).toEqual([])
    expect(openedIn(engine).balance().total).toBe(total)
    await engine.closeWallet()
  })
})

it('has the recorded id of a transaction', () => {
  expect(toHex(new FakeNode(oxenRegtest, chain).addToPool(wholeTransaction(txs.at(-1).hash)))).toBe(txs.at(-1).hash)
})
