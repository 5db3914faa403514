// A wallet that sends its payments through all of its nodes: a setting, and what it means for a payment.
import { describe, expect, it } from 'vitest'
import { decodeCbor, encodeCbor } from '../../../src/bytes/cbor.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { NodeTimeoutError } from '../../../src/daemon/errors.ts'
import { createNodePool } from '../../../src/daemon/nodeFailover.ts'
import type { EngineEnvironment } from '../../../src/engine/api/engineHost.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { getSettings, newSettings, putSettings } from '../../../src/engine/vault/walletSettings.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { vector } from '../../support/data/vectors.ts'
import { mineOn } from '../../support/wallet/chain-builder.ts'
import { openedIn, restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const REFUSAL = { accepted: false, doubleSpend: false, reason: 'fee too low' } as const

/** A wallet with two nodes. */
const stage = async () => {
  const nodes = [new FakeNode(oxenRegtest, chain), new FakeNode(oxenRegtest, chain)] as const
  const host: EngineEnvironment = {
    ...testHost(nodes[0]),
    createNode: (_, relayTo) => createNodePool(nodes, { relayTo, clock: () => 0 }),
  }
  return { nodes, engine: await restored(host, 'oxen-regtest', wallets.B.keys.mnemonic) }
}

const pay = async (engine: Engine) => {
  const { id, fee } = await engine.prepareTransfer({
    account: 0,
    destinations: [{ address: wallets.C.keys.address, amount: 2_500_000_000n }],
    priority: 1,
  })
  const [transfer] = await engine.confirmTransfer(id)
  if (transfer === undefined) throw new Error('no transfer')
  return { transfer, fee }
}

describe('sending through all nodes', () => {
  it('is off until the user wants it, and then in force at once', async () => {
    const { nodes, engine } = await stage()
    await pay(engine)
    expect(nodes.map(({ submitted }) => submitted.length)).toEqual([1, 0])
    await engine.changeSettings({ relayTo: 'all' })
    await pay(engine)
    expect(nodes.map(({ submitted }) => submitted.length)).toEqual([2, 1])
    expect(nodes[0].submitted[1]).toEqual(nodes[1].submitted[0])
    await engine.closeWallet()
  })

  it('pays once if a node refuses: it is no failure of the payment, and the details name the node', async () => {
    const { nodes, engine } = await stage()
    const { total } = openedIn(engine).balance()
    await engine.changeSettings({ relayTo: 'all' })
    nodes[1].respondToSubmission = () => REFUSAL
    const { transfer, fee } = await pay(engine)
    expect(transfer).toMatchObject({ state: 'pending', relayed: true })
    expect(await engine.submitFailures(transfer.txid)).toMatchObject([{ kind: 'refused', reason: 'fee too low' }])
    for (const node of nodes) node.setChain(mineOn(oxenRegtest, node.chain, nodes[0].submitted))
    await engine.refresh()
    expect(openedIn(engine).balance().total).toBe(total - 2_500_000_000n - fee)
    const sent = (await engine.transfers({})).filter(({ txid }) => txid === transfer.txid)
    expect(sent).toMatchObject([{ state: 'confirmed' }])
    await engine.closeWallet()
  })

  it('keeps a payment pending that one node refused and another one may have, and sends the same bytes again', async () => {
    const { nodes, engine } = await stage()
    await engine.changeSettings({ relayTo: 'all' })
    nodes[0].respondToSubmission = () => REFUSAL
    nodes[1].respondToSubmission = () => new NodeTimeoutError('no response', { details: { url: 'http://node' } })
    const { transfer } = await pay(engine)
    expect(transfer).toMatchObject({ state: 'pending', relayed: false })
    nodes[0].respondToSubmission = () => undefined
    await engine.refresh()
    expect((await engine.transfers({})).find(({ txid }) => txid === transfer.txid)).toMatchObject({ relayed: true })
    const [first, ...others] = nodes.flatMap(({ submitted }) => submitted)
    for (const bytes of others) expect(bytes).toEqual(first)
    await engine.closeWallet()
  })
})

it('is off in wallets stored before there was this setting', async () => {
  const store = openMemoryStore()
  const settings = newSettings({ urls: ['http://node'], choice: 'order', trusted: [] })
  await putSettings(store, { ...settings, relayTo: 'all' })
  expect((await getSettings(store)).relayTo).toBe('all')
  const bytes = await store.get('wallet', 'settings')
  const stored = decodeCbor(bytes ?? new Uint8Array())
  // The record is a map of numbers, texts and lists.
  const { relayTo: _, ...older } = stored as { readonly [name: string]: number }
  await store.commit([{ table: 'wallet', key: 'settings', value: encodeCbor(older) }], 'strict')
  expect((await getSettings(store)).relayTo).toBe('one')
})
