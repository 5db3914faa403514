// The wallet RPC while the wallet is busy: reading calls run at once, writing calls wait, and acknowledged changes are saved.
import { afterEach, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { listWallets } from '../../../../src/engine/vault/walletCatalog.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { vector } from '../../../support/data/vectors.ts'
import { numberIn, parseRpcResponse, type RpcResponse, resultIn, stringIn } from '../../../support/rpc/response.ts'
import { openedIn, PASSWORD, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'
import { settled } from '../../../support/wallet/sync-stage.ts'

const { A, C } = vector('oxen/chain-small/wallets.json').wallets
const chain = smallChain()

/** A node that responds about its chain once its gate is open. */
class SlowNode extends FakeNode {
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

const openWallet = async () => {
  const node = new SlowNode(oxenRegtest, chain)
  const store = openMemoryStore()
  const host = testHost(node, store)
  const engine = await restored(host, 'oxen-regtest', A.keys.mnemonic)
  opened.push(engine)
  const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
  const call = async (method: string, params: object = {}): Promise<RpcResponse> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
    return parseRpcResponse(await response.text())
  }
  /** Holds the node back until the returned function is called. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    node.gate = promise
    return resolve
  }
  return { node, store, engine, call, hold, time: host.time }
}

const READING_CALLS: readonly (readonly [string, object])[] = [
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

describe.each(['refresh', 'rescan_blockchain'])('while %s runs', (busy) => {
  it('runs reading calls', async () => {
    const { call, hold, time } = await openWallet()
    const release = hold()
    let ended = false
    const working = call(busy).then((answer) => {
      ended = true
      return answer
    })
    for (const [method, params] of READING_CALLS) {
      const answer = call(method, params)
      await settled()
      // Transfers of the txpool are awaited for a moment.
      time.advance(3000)
      expect(await answer, method).toHaveProperty('result')
    }
    expect(ended).toBe(false)
    release()
    expect(await working).toHaveProperty('result')
    expect(resultIn(await call('get_height'))['height']).toBe(chain.length)
  })

  it('runs writing calls afterwards, in any order', async () => {
    const { call, hold, engine } = await openWallet()
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

it('finds all outputs again in a rescan, and makes a payment requested meanwhile after it', async () => {
  const { call, hold, node } = await openWallet()
  const balance = numberIn(resultIn(await call('get_balance')), 'balance')
  expect(balance).toBeGreaterThan(0)
  const release = hold()
  const rescanning = call('rescan_blockchain')
  const paying = call('transfer', { destinations: [{ amount: 5, address: C.keys.address }], priority: 1 })
  await call('get_height')
  expect(node.submitted).toEqual([])
  release()
  expect(await rescanning).toMatchObject({ result: {} })
  const paid = resultIn(await paying)
  const { balance: left } = resultIn(await call('get_balance'))
  expect(left).toBe(balance - numberIn(paid, 'amount') - numberIn(paid, 'fee'))
})

it('saves acknowledged changes without store and without closing the wallet', async () => {
  const { call, store, node } = await openWallet()
  await call('create_account', { label: 'kept' })
  await call('create_address', { account_index: 1, label: 'too', count: 2 })
  await call('tag_accounts', { tag: 't', accounts: [1] })
  await call('set_tx_notes', { txids: ['ab'.repeat(32)], notes: ['n'] })
  await call('set_attribute', { key: 'k', value: 'v' })
  await call('add_address_book', { address: C.keys.address, description: 'c' })
  const paid = await call('transfer', { destinations: [{ amount: 7, address: C.keys.address }], priority: 1 })
  // As another process does after this one was killed.
  const later = createEngine(testHost(node, store))
  const [summary] = await listWallets(store)
  await later.openWallet(summary?.id ?? '', PASSWORD)
  opened.push(later)
  const { state } = openedIn(later)
  expect(state.labels[1]).toEqual(['kept', 'too', 'too'])
  expect([...state.notes]).toEqual([['ab'.repeat(32), 'n']])
  expect(state.attributes.get('k')).toBe('v')
  expect(state.addressBook.map(({ description }) => description)).toEqual(['c'])
  expect(state.ledger.payments.has(stringIn(resultIn(paid), 'tx_hash'))).toBe(true)
})
