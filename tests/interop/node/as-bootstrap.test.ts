// A development node as the bootstrap daemon of two real monerods that have no blocks: wallets at both see its blocks and its pool.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { callNode } from '../../support/devnet/node-calls.ts'
import { serveNode } from '../../support/devnet/serve-node.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { requestPath } from '../../support/peers/node-pair.ts'

const cleanups: (() => unknown)[] = []
let running: RunningNode
let wallets: readonly Peer[]

type DevelopmentWallet = { readonly seed: string; readonly amount: number }

/** Starts a monerod that forwards requests to the development node, and a wallet at it. */
const startWallet = async (node: string, { seed }: DevelopmentWallet): Promise<Peer> => {
  const monerod = await startMonerod()
  cleanups.push(monerod.stop)
  await requestPath(monerod.url, 'set_bootstrap_daemon', JSON.stringify({ address: node.replace('http://', '') }))
  const wallet = await startMoneroWallet(monerod)
  cleanups.push(wallet.stop)
  await wallet.call('restore_deterministic_wallet', { filename: 'w', password: '', restore_height: 0, seed })
  await wallet.call('refresh')
  return wallet
}

beforeAll(async () => {
  running = startDevelopmentNode({
    ...moneroChain,
    clock: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
    wallets: 2,
  })
  cleanups.push(running.close)
  await running.ready
  const served = await serveNode(running.fetch)
  cleanups.push(served.close)
  // The result has this shape.
  const given = (await callNode(running, 'dev_wallets'))['wallets'] as unknown as readonly DevelopmentWallet[]
  wallets = await Promise.all(given.map((wallet) => startWallet(served.url, wallet)))
}, 180_000)

afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

it('serves its blocks and its pool to both wallets', async () => {
  const [first] = wallets
  const heightsOf = () => Promise.all(wallets.map((wallet) => wallet.call<{ height: number }>('get_height')))
  expect(await heightsOf()).toEqual(wallets.map(() => ({ height: running.node.chain.height })))
  for (const wallet of wallets) {
    const { address } = await wallet.call<{ address: string }>('get_address')
    const { tx_hash: txid } = await callNode(running, 'dev_faucet', { address, amount: 10 ** 12 })
    await wallet.call('refresh')
    expect(await wallet.call('get_transfer_by_txid', { txid })).toMatchObject({
      transfer: { type: 'in', amount: 10 ** 12 },
    })
    // The payment returns to the pool.
    const { height } = running.node.chain
    while (running.node.pool.size === 0) running.node.popBlocks(1)
    await wallet.call('rescan_blockchain')
    expect(await wallet.call('get_transfer_by_txid', { txid })).toMatchObject({ transfer: { type: 'pool' } })
    running.miner.mine(height - running.node.chain.height + 1)
  }
  await first?.call('refresh')
  expect((await heightsOf())[0]).toEqual({ height: running.node.chain.height })
})
