// Changes that subscribers see at once, and payments that wait for a block.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { JsonObject, JsonWritable } from '../../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'
import { parseRpcResponse, resultIn, stringIn } from '../../../support/rpc/response.ts'
import { postCall } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const node = new FakeNode(oxenRegtest, smallChain())

it('publishes each change to subscribers without waiting for the node', async () => {
  const host = testHost(node)
  const watched = await restored(host, 'oxen-regtest', wallets.B.keys.mnemonic)
  let seen = 0
  await watched.subscribe(({ wallet }) => {
    seen = wallet?.revision ?? 0
  })
  const address = openedIn(watched).addressText({ major: 0, minor: 0 })
  const changes: [method: string, params: JsonWritable][] = [
    ['add_address_book', { address, description: 'Ann' }],
    ['edit_address_book', { index: 0, set_description: true, description: 'Anne' }],
    ['delete_address_book', { index: 0 }],
    ['label_address', { index: { major: 0, minor: 1 }, label: 'till' }],
    ['label_account', { account_index: 0, label: 'shop' }],
    ['create_address', { account_index: 0 }],
    ['create_account', {}],
    ['set_tx_notes', { txids: ['ab'.repeat(32)], notes: ['note'] }],
  ]
  for (const [method, params] of changes) {
    const before = seen
    expect(await postCall(watched, method, params)).not.toHaveProperty('error')
    // The time of all changes together is shorter than the polling interval.
    host.time.advance(250)
    expect(seen, method).toBeGreaterThan(before)
  }
  await watched.closeWallet()
})

describe('pending transfers', () => {
  it.each([
    ['oxen-regtest', true],
    ['another network', false],
  ])('are listed as pending, and as outgoing if the network does so, on %s', async (_, hasUnminedInOut) => {
    const own = await restored(
      testHost(new FakeNode(oxenRegtest, smallChain())),
      'oxen-regtest',
      wallets.B.keys.mnemonic,
    )
    const wallet = openedIn(own)
    const destinations = [{ address: wallets.C.keys.address, amount: 123_456_789n }]
    const prepared = await own.prepareTransfer({ account: 0, destinations, priority: 1 })
    await own.confirmTransfer(prepared.id)
    const txid = prepared.transactions[0]?.txid
    // The only difference between the networks.
    const network = { ...wallet.network, walletRpc: { ...wallet.network.walletRpc, hasUnminedInOut } }
    const seen = new Proxy(wallet, {
      get: (target, name) => {
        const value: unknown = name === 'network' ? network : Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const list = async (method: string, params: JsonWritable): Promise<JsonObject> => {
      const rpc = createWalletRpc({ wallet: seen, rpcEnabled: true })
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
      return resultIn(parseRpcResponse(await response.text()))
    }
    const none = { in: false, out: false, stake: false, pending: false, failed: false, pool: false }
    const { pending, out } = await list('get_transfers', { ...none, pending: true, coinbase: false })
    expect(pending).toMatchObject([
      { txid, type: 'pending', amount: 123_456_789, height: 0, locked: true, destinations: [{ amount: 123_456_789 }] },
    ])
    expect(out).toEqual(hasUnminedInOut ? pending : undefined)
    expect(await list('get_transfers', { ...none, failed: true })).toEqual({})
    const byTxid = await list('get_transfer_by_txid', { txid })
    expect([byTxid['transfer']]).toEqual(pending)
    await wallet.setNotes([{ txid: txid ?? '', text: 'a, "b"\nc' }])
    const csv = stringIn(await list('get_transfers_csv', {}), 'csv')
    expect(csv.split('\r\n').slice(-2)[0]).toMatch(
      new RegExp(`^pending,out,,no,.*,0\\.123456789,.*,${txid},.*,0\\.123456789,'0',"a, ""b""\nc"$`),
    )
    await own.closeWallet()
  })
})
