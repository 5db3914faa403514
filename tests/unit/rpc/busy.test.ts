// The wallet RPC while the wallet is busy: who looks is answered, who changes something waits for his turn, and whatever was
// answered is saved.
import { afterEach, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { Engine } from '../../../src/wallet/engine/engine.ts'
import { listWallets } from '../../../src/wallet/engine/walletCatalog.ts'
import { vector } from '../../support/data/vectors.ts'
import { ChainNode, smallChain } from '../../support/wallet/chain-node.ts'
import { openedIn, PASSWORD, restored, testHost } from '../../support/wallet/engine-host.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not understood
type Json = { readonly [name: string]: any }

const { A, C } = vector('oxen/chain-small/wallets.json').wallets
const chain = smallChain()

/** A node that tells of its chain when its gate is open. */
class SlowNode extends ChainNode {
  gate: Promise<void> = Promise.resolve()

  override async info() {
    await this.gate
    return await super.info()
  }

  override async blocks(history: readonly Uint8Array[]) {
    await this.gate
    return await super.blocks(history)
  }

  override async blocksFrom(height: number) {
    await this.gate
    return await super.blocksFrom(height)
  }
}

const opened: Engine[] = []
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.closeWallet()
})

const stage = async () => {
  const node = new SlowNode(oxenRegtest, chain)
  const store = openMemoryStore()
  const engine = await restored(testHost(node, store), 'oxen-regtest', A.keys.mnemonic)
  opened.push(engine)
  const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
  const call = async (method: string, params: object = {}): Promise<Json> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await (await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))).json()) as Json
  }
  /** Holds the node back until the returned function is called. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    node.gate = promise
    return resolve
  }
  return { node, store, engine, call, hold }
}

const LOOKS: readonly (readonly [string, object])[] = [
  ['get_height', {}],
  ['get_version', {}],
  ['get_balance', { all_accounts: true }],
  ['get_address', {}],
  ['get_accounts', {}],
  ['get_transfers', {}],
  ['incoming_transfers', { transfer_type: 'all' }],
  ['get_address_book', {}],
  ['validate_address', { address: C.keys.address }],
]

describe.each(['refresh', 'rescan_blockchain'])('while %s is under way', (busy) => {
  it('calls that look are answered', async () => {
    const { call, hold } = await stage()
    const release = hold()
    let ended = false
    const working = call(busy).then((answer) => {
      ended = true
      return answer
    })
    for (const [method, params] of LOOKS) expect(await call(method, params), method).toHaveProperty('result')
    expect(ended).toBe(false)
    release()
    expect(await working).toHaveProperty('result')
    expect((await call('get_height'))['result'].height).toBe(chain.length)
  })

  it('calls that change something are carried out, whatever the order in which that ends', async () => {
    const { call, hold, engine } = await stage()
    const release = hold()
    const answers = [
      call(busy),
      call('label_account', { account_index: 0, label: 'while busy' }),
      call('create_account', { label: 'new' }),
      call('set_attribute', { key: 'a', value: 'b' }),
    ]
    release()
    for (const answer of await Promise.all(answers)) expect(answer).toHaveProperty('result')
    const { labels, attributes } = openedIn(engine).state
    expect(labels.map(([first]) => first)).toEqual(['while busy', 'new'])
    expect(attributes.get('a')).toBe('b')
  })
})

it('a rescan finds again what was there, and a payment asked for meanwhile is paid after it', async () => {
  const { call, hold, node } = await stage()
  const { balance } = (await call('get_balance'))['result']
  expect(balance).toBeGreaterThan(0)
  const release = hold()
  const rescanning = call('rescan_blockchain')
  const paying = call('transfer', { destinations: [{ amount: 5, address: C.keys.address }], priority: 1 })
  await call('get_height')
  expect(node.submitted).toEqual([])
  release()
  expect(await rescanning).toMatchObject({ result: {} })
  const { amount, fee } = (await paying)['result']
  expect((await call('get_balance'))['result'].balance).toBe(balance - amount - fee)
})

it('whatever was answered is saved, without store and without closing', async () => {
  const { call, store, node } = await stage()
  await call('create_account', { label: 'kept' })
  await call('create_address', { account_index: 1, label: 'too', count: 2 })
  await call('tag_accounts', { tag: 't', accounts: [1] })
  await call('set_tx_notes', { txids: ['ab'.repeat(32)], notes: ['n'] })
  await call('set_attribute', { key: 'k', value: 'v' })
  await call('add_address_book', { address: C.keys.address, description: 'c' })
  const paid = (await call('transfer', { destinations: [{ amount: 7, address: C.keys.address }], priority: 1 }))[
    'result'
  ]
  // Another process that finds what the first left when it was killed at this moment.
  const later = new Engine(testHost(node, store))
  const [summary] = await listWallets(store)
  await later.openWallet(summary?.id ?? '', PASSWORD)
  opened.push(later)
  const { state } = openedIn(later)
  expect(state.labels[1]).toEqual(['kept', 'too', 'too'])
  expect([...state.notes]).toEqual([['ab'.repeat(32), 'n']])
  expect(state.attributes.get('k')).toBe('v')
  expect(state.addressBook.map(({ description }) => description)).toEqual(['c'])
  expect(state.ledger.payments.has(paid.tx_hash)).toBe(true)
})
