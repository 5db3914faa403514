// Scans of single transactions below the restore height (scan_tx).
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parseTransactionParts } from '../../../../src/coin/transactions/transactionBytes.ts'
import { keccak256 } from '../../../../src/crypto/hash/keccak.ts'
import { createEngine } from '../../../../src/engine/engine.ts'
import type { WalletHost } from '../../../../src/rpc/calls/walletRpcContext.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { vector } from '../../../support/data/vectors.ts'
import { callWallet, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { forkChain } from '../../../support/wallet/chain-builder.ts'
import { BEGINNING, newWallet, openedIn, PASSWORD, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const { txs } = vector('oxen/chain-small/txs.json')
const chain = smallChain()
const NETWORK = 'oxen-regtest'
const LATE = 300

const recordedNode = (): FakeNode => {
  const node = new FakeNode(oxenRegtest, chain)
  for (const { hash, hex, coinbase } of txs)
    if (!coinbase) node.falseHashes.set(hash, keccak256(parseTransactionParts(oxenRegtest, fromHex(hex)).prunable))
  return node
}

const contentOf = ({ state }: Wallet) => ({
  outputs: [...state.ledger.outputs],
  payments: [...state.ledger.payments].sort(([a], [b]) => (a < b ? -1 : 1)),
})

/** A wallet with a late restore height, and the state of one that scanned the whole chain. */
const stage = async () => {
  const node = recordedNode()
  const full = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
  const whole = contentOf(openedIn(full))
  await full.closeWallet()
  const store = openMemoryStore()
  const engine = createEngine(testHost(node, store))
  const words = { words: wallets.B.keys.mnemonic, offset: '' }
  await engine.restoreFromWords(newWallet(NETWORK), words, { from: 'height', height: LATE })
  await engine.refresh()
  const wallet = openedIn(engine)
  const early = whole.outputs.filter(([, { height }]) => height < LATE)
  expect(early.length).toBeGreaterThan(3)
  expect(contentOf(wallet).outputs.every(([, { height }]) => height >= LATE)).toBe(true)
  /** ids of all transactions that concern the wallet */
  const ids = [
    ...new Set([...whole.outputs.map(([, { txid }]) => toHex(txid)), ...whole.payments.map(([txid]) => txid)]),
  ]
  return { node, engine, wallet, whole, early, ids, store }
}

describe('scan_tx', () => {
  it('finds what a scan of the whole chain finds, in any order, without duplicates', async () => {
    const { node, engine, wallet, whole, ids, store } = await stage()
    await resultOf(engine, 'scan_tx', { txids: ids.toReversed() })
    expect(contentOf(wallet)).toEqual(whole)
    await resultOf(engine, 'scan_tx', { txids: [...ids, ...ids] })
    expect(contentOf(wallet)).toEqual(whole)
    // It remains after a restart, and scanning the blocks counts nothing twice.
    await engine.closeWallet()
    const again = createEngine(testHost(node, store))
    await again.openWallet(engine.wallets[0]?.id ?? '', PASSWORD)
    await again.refresh()
    expect(contentOf(openedIn(again))).toEqual(whole)
    await again.rescan(BEGINNING)
    await again.refresh()
    expect(contentOf(openedIn(again))).toEqual(whole)
    await again.closeWallet()
  })

  it('is reverted by a reorganisation', async () => {
    const { node, engine, wallet, early } = await stage()
    const [, newest] = early.at(-1) ?? []
    if (newest === undefined) throw new Error('there is no early output')
    await resultOf(engine, 'scan_tx', { txids: [toHex(newest.txid)] })
    expect(contentOf(wallet).outputs.map(([, { height }]) => height)).toContain(newest.height)
    node.setChain(forkChain(oxenRegtest, chain, newest.height - 1, 400))
    await engine.refresh()
    expect(wallet.sync.state.problem).toBe('')
    expect(contentOf(wallet).outputs.map(([id]) => id)).not.toContain(`${toHex(newest.txid)}:${newest.indexInTx}`)
    await engine.closeWallet()
  })

  it('requests the spent status from a trusted node', async () => {
    const { engine, wallet, early, whole } = await stage()
    const [id, spent] = early.find(([, output]) => output.spent !== undefined) ?? []
    if (id === undefined || spent === undefined) throw new Error('there is no early spend')
    const txids = [toHex(spent.txid)]
    await resultOf(engine, 'scan_tx', { txids })
    expect(wallet.state.ledger.outputs.get(id)?.spent).toBeUndefined()
    // The method uses nothing else of the host.
    const host = { trustsNode: true } as WalletHost
    const rpc = createWalletRpc({ wallet, rpcEnabled: true, host })
    const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method: 'scan_tx', params: { txids } })
    expect(await (await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))).json()).toMatchObject({
      result: {},
    })
    expect(wallet.state.ledger.outputs.get(id)).toEqual(new Map(whole.outputs).get(id))
    await engine.closeWallet()
  })

  it("returns wallet2's errors for malformed and unknown transaction ids", async () => {
    const { engine, wallet } = await stage()
    const before = contentOf(wallet)
    expect(await resultOf(engine, 'scan_tx', {})).toEqual({})
    expect(await resultOf(engine, 'scan_tx', { txids: [] })).toEqual({})
    for (const txid of ['zz', 'aabb', '', '0'.repeat(63)])
      expect(await callWallet(engine, 'scan_tx', { txids: [txid] })).toEqual({
        error: { code: -8, message: 'TX ID has invalid format' },
      })
    expect(await callWallet(engine, 'scan_tx', { txids: ['0'.repeat(64)] })).toEqual({
      error: { code: -1, message: 'Failed to get transaction from daemon' },
    })
    expect(contentOf(wallet)).toEqual(before)
    await engine.closeWallet()
  })

  it.each([
    [
      'another transaction',
      'for the requested transaction',
      (node: FakeNode, txid: string) => {
        node.falseHashes.set(txid, new Uint8Array(32))
      },
    ],
    [
      'a block that does not contain it',
      'does not contain',
      (node: FakeNode) => {
        const transactions = node.transactions.bind(node)
        node.transactions = async (ids) =>
          (await transactions(ids)).map((one) => ({ ...one, blockHeight: (one.blockHeight ?? 0) - 1 }))
      },
    ],
    [
      'a block of another height',
      'for block',
      (node: FakeNode) => {
        const block = node.block.bind(node)
        node.block = async (height) => await block(height + 1)
      },
    ],
    [
      'too few indices',
      'indices',
      (node: FakeNode) => {
        const transactions = node.transactions.bind(node)
        node.transactions = async (ids) => (await transactions(ids)).map((one) => ({ ...one, outputIndices: [] }))
      },
    ],
  ] as const)('rejects a node that returns %s', async (_, words, lie) => {
    const { node, engine, wallet, early } = await stage()
    const [, output] = early.find(([, { coinbase }]) => !coinbase) ?? []
    if (output === undefined) throw new Error('there is no early transfer')
    const txid = toHex(output.txid)
    const before = contentOf(wallet)
    lie(node, txid)
    expect(await callWallet(engine, 'scan_tx', { txids: [txid] })).toEqual({
      error: { code: -1, message: expect.stringContaining(words) },
    })
    expect(contentOf(wallet)).toEqual(before)
    await engine.closeWallet()
  })
})
