// Payments that a reorganisation of a real monerod undoes, by `faba rpc` and by monero-wallet-rpc in the same steps, each on its own chain:
// the balance, the lists and the free coins are the same after each step.

import { afterEach, expect, it } from 'vitest'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'

const COIN = 1_000_000_000_000
/** an address of another wallet */
const OTHER = '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A'

type Side = { readonly daemon: Peer; readonly wallet: Peer }

type Transfer = { readonly type: string; readonly amount: number; readonly fee: number; readonly height: number }

const peers: Peer[] = []

afterEach(async () => {
  for (const peer of peers.splice(0).reverse()) await peer.stop()
})

const mine = async ({ daemon }: Side, blocks: number, wallet_address = OTHER): Promise<void> => {
  await daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address })
}

/** Starts a wallet with five coins; the chain is built in the same way for each. */
const startSide = async (startWallet: (daemon: Peer) => Promise<Peer>): Promise<Side> => {
  const daemon = await startMonerod()
  peers.push(daemon)
  const wallet = await startWallet(daemon)
  peers.push(wallet)
  await wallet.call('create_wallet', { filename: 'w', language: 'English' })
  const { address } = await wallet.call<{ address: string }>('get_address')
  const side = { daemon, wallet }
  await mine(side, 5, address)
  await mine(side, 80)
  await wallet.call('refresh')
  return side
}

/** Replaces the newest block by two without transactions. */
const undo = async (side: Side): Promise<void> => {
  await fetch(`${side.daemon.url}/pop_blocks`, { method: 'POST', body: JSON.stringify({ nblocks: 1 }) })
  await side.daemon.call('flush_txpool')
  await mine(side, 2)
  await side.wallet.call('refresh')
}

const mineOne = async (side: Side): Promise<void> => {
  await mine(side, 1)
  await side.wallet.call('refresh')
}

const restart = async ({ wallet }: Side): Promise<void> => {
  await wallet.call('store')
  await wallet.call('close_wallet')
  await wallet.call('open_wallet', { filename: 'w' })
  await wallet.call('refresh')
}

type Paid = { readonly tx_hash: string; readonly tx_metadata: string }

const pay = ({ wallet }: Side, amount = COIN, do_not_relay = false): Promise<Paid> =>
  wallet.call('transfer', {
    destinations: [{ address: OTHER, amount }],
    priority: 1,
    get_tx_metadata: true,
    do_not_relay,
  })

/** Returns what a wallet shows, without fees, whose last digits are random. */
const viewOf = async ({ wallet }: Side) => {
  const { balance, unlocked_balance } = await wallet.call<{ balance: number; unlocked_balance: number }>('get_balance')
  const all = { in: true, out: true, pending: true, failed: true, pool: true }
  const lists = await wallet.call<Record<string, readonly Transfer[]>>('get_transfers', all)
  const paid = [...(lists['out'] ?? []), ...(lists['pending'] ?? [])]
  const { transfers } = await wallet.call<{ transfers: { amount: number; spent: boolean; unlocked: boolean }[] }>(
    'incoming_transfers',
    { transfer_type: 'all' },
  )
  return {
    balance: balance + paid.reduce((sum, { fee }) => sum + fee, 0),
    unlocked_balance,
    lists: Object.fromEntries(
      Object.entries(lists).map(([name, entries]) => [
        name,
        entries.map(({ type, amount, height }) => ({ type, amount, height })).sort((a, b) => a.height - b.height),
      ]),
    ),
    coins: transfers.filter(({ unlocked }) => unlocked).map(({ amount, spent }) => ({ amount, spent })),
  }
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: Error) => error.message,
  )

it('lists no payment that a reorganisation undid, frees its coins, and sends the same payment again', async () => {
  const theirs = await startSide((daemon) => startMoneroWallet(daemon))
  const ours = await startSide(startFabaWallet)
  const sides = [theirs, ours] as const
  const [their, our] = [await pay(theirs), await pay(ours)]
  const both = async (step: (side: Side) => Promise<unknown>) => {
    for (const side of sides) await step(side)
    const [theirView, ourView] = [await viewOf(theirs), await viewOf(ours)]
    expect(ourView).toEqual(theirView)
    return ourView
  }
  const paid = await both(mineOne)
  expect(paid.lists).toMatchObject({ out: [{ type: 'out', amount: COIN, height: 86 }] })

  const undone = await both(undo)
  expect(Object.keys(undone.lists)).toEqual(['in'])
  expect(undone.coins.map(({ spent }) => spent)).toEqual([false, false, false, false, false])
  expect(undone.unlocked_balance).toBe(undone.balance)
  expect(await both(restart)).toEqual(undone)
  for (const [{ wallet }, { tx_hash: txid }] of [
    [theirs, their],
    [ours, our],
  ] as const)
    expect(await codeOf(wallet.call('get_transfer_by_txid', { txid }))).toContain('-8 Transaction not found.')
  // A payment of nearly everything takes all coins.
  for (const side of sides) await pay(side, undone.balance - COIN, true)
  for (const method of ['rescan_spent', 'rescan_blockchain'])
    expect(await both((side) => side.wallet.call(method))).toEqual(undone)

  await theirs.wallet.call('relay_tx', { hex: their.tx_metadata })
  expect(await ours.wallet.call('relay_tx', { txid: our.tx_hash })).toEqual({ tx_hash: our.tx_hash })
  const again = await both((side) => side.wallet.call('refresh'))
  expect(again.lists).toMatchObject({ pending: [{ type: 'pending', amount: COIN }] })
  expect((await both(mineOne)).lists).toMatchObject({ out: [{ type: 'out', amount: COIN, height: 88 }] })

  await both(undo)
  await both((side) => pay(side))
  for (const [{ wallet }, { tx_metadata: hex }] of [
    [theirs, their],
    [ours, our],
  ] as const)
    expect(await codeOf(wallet.call('relay_tx', { hex }))).toContain('-4 Failed to commit tx.')
  expect(await codeOf(ours.wallet.call('relay_tx', { txid: our.tx_hash }))).toContain('-4 Failed to commit tx.')
  const { lists } = await both(mineOne)
  expect(lists['out']).toHaveLength(1)
}, 600_000)
