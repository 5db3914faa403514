// Sync with a real monerod that has pruned the payments of the wallets: ours finds what monero-wallet-rpc finds, whether it trusts the node or
// verifies each transaction.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Peer, startFabaWallet, startMoneroWallet } from '../../support/peers/monero.ts'
import { type PrunedChain, payer, receiver, startPrunedChain } from '../../support/peers/pruned-chain.ts'
import { createPeers } from '../../support/peers/started-peers.ts'

type Transfer = { readonly txid: string; readonly amount: number; readonly fee: number; readonly height: number }

/** What a wallet shows of its coins and payments. */
type Shown = {
  readonly balance: number
  readonly received: readonly Transfer[]
  readonly paid: readonly Transfer[]
}

const shownOf = (transfers: readonly Transfer[] = []): readonly Transfer[] =>
  transfers
    .map(({ txid, amount, fee, height }) => ({ txid, amount, fee, height }))
    .toSorted((a, b) => a.height - b.height)

const { started, stopPeers } = createPeers()
let chain: PrunedChain

/** Restores both wallets in a server and returns what they show. */
const synced = async (wallet: Peer): Promise<readonly Shown[]> => {
  const shown: Shown[] = []
  for (const [filename, { mnemonic: seed }] of Object.entries({ payer, receiver })) {
    await wallet.call('restore_deterministic_wallet', { filename, seed, restore_height: 0 })
    await wallet.call('refresh')
    const { balance } = await wallet.call<{ balance: number }>('get_balance', { account_index: 0 })
    const lists = await wallet.call<{ readonly [kind: string]: readonly Transfer[] }>('get_transfers', {
      in: true,
      out: true,
    })
    shown.push({ balance, received: shownOf(lists['in']), paid: shownOf(lists['out']) })
  }
  return shown
}

beforeAll(async () => {
  chain = await startPrunedChain()
  await started(Promise.resolve(chain.monerod))
  // Thousands of blocks on a busy machine.
}, 600_000)

afterAll(stopPeers)

describe('a wallet on a monerod that has pruned its payments', () => {
  let expected: readonly Shown[]

  beforeAll(async () => {
    expected = await synced(await started(startMoneroWallet(chain.monerod)))
  })

  it.each([
    ['verifies each transaction', ['--untrusted-daemon']],
    ['trusts the node', []],
  ])('shows what monero-wallet-rpc shows if it %s', async (_, flags) => {
    const shown = await synced(await started(startFabaWallet(chain.monerod, { flags })))
    expect(shown.map(({ received, paid }) => [received.length > 0, paid.map(({ txid }) => txid)])).toEqual([
      [true, chain.txids],
      [true, []],
    ])
    expect(shown[1]?.received.map(({ txid }) => txid)).toEqual(chain.txids)
    expect(shown).toEqual(expected)
  })

  it('pays from coins whose transactions are pruned', async () => {
    const wallet = await started(startFabaWallet(chain.monerod, { flags: ['--untrusted-daemon'] }))
    await wallet.call('restore_deterministic_wallet', { filename: 'w', seed: receiver.mnemonic, restore_height: 0 })
    await wallet.call('refresh')
    const { tx_hash_list } = await wallet.call<{ tx_hash_list: readonly string[] }>('sweep_all', {
      address: payer.address,
    })
    await chain.monerod.call('generateblocks', { amount_of_blocks: 1, wallet_address: payer.address })
    await wallet.call('refresh')
    expect(await wallet.call('get_balance')).toMatchObject({ balance: 0 })
    const { out = [] } = await wallet.call<{ readonly out?: readonly Transfer[] }>('get_transfers', { out: true })
    expect(out.map(({ txid }) => txid)).toEqual(tx_hash_list)
  })
})
