// The highest fee that a wallet accepts of its node: a setting that payments, estimates and the wallet RPC obey.
import { describe, expect, it } from 'vitest'
import { decodeCbor, encodeCbor } from '../../../src/bytes/cbor.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { getSettings, newSettings, putSettings } from '../../../src/engine/vault/walletSettings.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { vector } from '../../support/data/vectors.ts'
import { destinations } from '../../support/rpc/payment-calls.ts'
import { call, failure } from '../../support/rpc/wallet-calls.ts'
import { PASSWORD, restored, testHost, viewOf } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()

/** A node that requests a multiple of the ordinary fees. */
class GreedyNode extends FakeNode {
  ratio = 1n

  override async feeEstimate() {
    return { perByte: 122n * this.ratio, perOutput: 20_000_000n * this.ratio, perByteLevels: [], quantizationMask: 10n }
  }
}

const open = async (): Promise<{ readonly node: GreedyNode; readonly engine: Engine }> => {
  const node = new GreedyNode(oxenRegtest, chain)
  return { node, engine: await restored(testHost(node), 'oxen-regtest', wallets.B.keys.mnemonic) }
}

const prepare = (engine: Engine) =>
  engine.prepareTransfer({ account: 0, destinations: destinations(1000n), priority: 1 })

describe('the highest fee', () => {
  it('is ten times the ordinary one; no payment is made above it, from the page or by RPC', async () => {
    const { node, engine } = await open()
    const ordinary = await prepare(engine)
    node.ratio = 10n
    // Weights differ by a few bytes.
    const highest = (await prepare(engine)).fee
    expect(Number(highest) / Number(ordinary.fee)).toBeCloseTo(10, 2)
    node.ratio = 11n
    await expect(prepare(engine)).rejects.toMatchObject({ code: 'fee-estimate' })
    const params = { destinations: destinations(1000n), priority: 1 }
    for (const method of ['transfer', 'transfer_split'])
      expect(await failure(engine, method, params)).toEqual({
        code: -1,
        message: expect.stringMatching(/^the node requests a fee per byte of 1342 atomic units; .* 10 times/),
      })
    expect(await failure(engine, 'sweep_all', { address: wallets.C.keys.address, priority: 1 })).toMatchObject({
      code: -1,
    })
    expect(node.submitted).toEqual([])
    node.ratio = 2n
    const { fee } = await call(engine, 'transfer', params)
    expect(Number(fee) / Number(ordinary.fee)).toBeCloseTo(2, 2)
    await engine.closeWallet()
  })

  it('is a setting, in force at once and after the wallet is opened again', async () => {
    const { node, engine } = await open()
    node.ratio = 40n
    await expect(prepare(engine)).rejects.toMatchObject({ code: 'fee-estimate' })
    await engine.changeSettings({ maxFeeRatio: 40 })
    await prepare(engine)
    const id = (await viewOf(engine)).wallet?.id ?? ''
    await engine.lock()
    await engine.openWallet(id, PASSWORD)
    await engine.refresh()
    await prepare(engine)
    node.ratio = 41n
    await expect(prepare(engine)).rejects.toMatchObject({ code: 'fee-estimate' })
    await engine.closeWallet()
  })

  it('is a whole number of times the ordinary fee', async () => {
    const { engine } = await open()
    for (const maxFeeRatio of [0, -1, 1.5, Number.NaN, 100_001])
      await expect(engine.changeSettings({ maxFeeRatio })).rejects.toMatchObject({ code: 'settings' })
    expect((await engine.settings()).maxFeeRatio).toBe(10)
    await engine.closeWallet()
  })

  it('is ten times the ordinary one in wallets stored before there was a limit', async () => {
    const store = openMemoryStore()
    await putSettings(store, {
      ...newSettings({ urls: ['http://node'], choice: 'order', trusted: [] }),
      maxFeeRatio: 7,
    })
    expect((await getSettings(store)).maxFeeRatio).toBe(7)
    const stored = decodeCbor((await store.get('wallet', 'settings')) ?? new Uint8Array())
    // The record is a map of settings.
    const { maxFeeRatio: _, ...older } = stored as { readonly [name: string]: number }
    await store.commit([{ table: 'wallet', key: 'settings', value: encodeCbor(older) }], 'strict')
    expect((await getSettings(store)).maxFeeRatio).toBe(10)
  })
})
