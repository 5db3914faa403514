// The subaddress lookahead beside monero-wallet-rpc 0.18.5: of keys files and caches, set by a call and by a flag.

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { farAddress } from '../../support/peers/far-address.ts'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'

const COIN = 1_000_000_000_000
const PASSWORD = 'pw'
const TIMEOUT = { timeout: 300_000 }

const { started, stopPeers } = createPeers()
let daemon: Peer
let ours: Peer
let theirs: Peer
let payer: Peer
let payerAddress = ''

const addressOf = async (peer: Peer): Promise<string> => (await peer.call<{ address: string }>('get_address')).address

const mine = (count: number) => daemon.call('generateblocks', { amount_of_blocks: count, wallet_address: payerAddress })

/** Returns addresses of the open wallet, which it need not have created. */
const addressesAt = async (peer: Peer, indices: readonly (readonly [number, number])[]): Promise<string[]> => {
  const { key: viewKey } = await peer.call<{ key: string }>('query_key', { key_type: 'view_key' })
  const wallet = { address: await addressOf(peer), viewKey }
  return indices.map(([major, minor]) => farAddress(moneroRegtest, wallet, major, minor))
}

/** Pays one coin to each address in a transaction of its own block, in their order. */
const pay = async (addresses: readonly string[]): Promise<void> => {
  for (const address of addresses) {
    await payer.call('transfer', { destinations: [{ address, amount: COIN }] })
    await mine(1)
    await payer.call('refresh')
  }
}

const setLookAhead = (peer: Peer, majors: number, minors: number) =>
  peer.call('set_subaddress_lookahead', { password: PASSWORD, major_idx: majors, minor_idx: minors })

const create = (peer: Peer, filename: string) =>
  peer.call('create_wallet', { filename, password: PASSWORD, language: 'English' })

const carry = (files: readonly string[]): void => {
  for (const file of files) copyFileSync(join(theirs.directory, file), join(ours.directory, file))
}

/** What a wallet has received, and to which accounts and numbers of addresses that gave rise. */
const receivedBy = async (peer: Peer) => {
  await peer.call('refresh')
  const { balance } = await peer.call<{ balance: number }>('get_balance', { all_accounts: true })
  const { subaddress_accounts } = await peer.call<{ subaddress_accounts: readonly unknown[] }>('get_accounts')
  const { addresses } = await peer.call<{ addresses: readonly unknown[] }>('get_address')
  return { balance, accounts: subaddress_accounts.length, addresses: addresses.length }
}

beforeAll(async () => {
  daemon = await started(startMonerod())
  theirs = await started(startMoneroWallet(daemon))
  payer = await started(startMoneroWallet(daemon))
  ours = await started(startFabaWallet(daemon))
  await create(payer, 'payer')
  payerAddress = await addressOf(payer)
  await mine(100)
  await payer.call('refresh')
}, 300_000)

afterAll(async () => {
  await stopPeers()
}, 60_000)

describe('a wallet of monero-wallet-rpc with a long lookahead', () => {
  it.each([1000, 100_000])(
    'finds the payment after a gap of %i addresses, from its keys file alone',
    TIMEOUT,
    async (gap) => {
      const name = `ahead-${gap}`
      await create(theirs, name)
      await setLookAhead(theirs, 1, gap + 1)
      await pay(await addressesAt(theirs, [[0, gap]]))
      const received = await receivedBy(theirs)
      expect(received).toEqual({ balance: COIN, accounts: 1, addresses: gap + 1 })
      await theirs.call('close_wallet')
      carry([`${name}.keys`])
      await ours.call('open_wallet', { filename: name, password: PASSWORD })
      expect(await receivedBy(ours)).toEqual(received)
    },
  )

  it('finds payments to all addresses that its cache lists, although its lookahead is short now', TIMEOUT, async () => {
    await create(theirs, 'listed')
    await setLookAhead(theirs, 3, 2000)
    await setLookAhead(theirs, 2, 10)
    const far = await addressesAt(theirs, [
      [0, 1999],
      [2, 1500],
      [0, 2500],
    ])
    await theirs.call('close_wallet')
    carry(['listed', 'listed.keys'])
    await ours.call('open_wallet', { filename: 'listed', password: PASSWORD })
    await pay(far)
    await theirs.call('open_wallet', { filename: 'listed', password: PASSWORD })
    // wallet2 creates no address beyond the lookahead for a payment; here all up to it exist, so that lists show where coins are.
    expect(await receivedBy(theirs)).toEqual({ balance: 2 * COIN, accounts: 3, addresses: 1 })
    const received = { balance: 2 * COIN, accounts: 3, addresses: 2000 }
    expect(await receivedBy(ours)).toEqual(received)
    await ours.call('close_wallet')
    await ours.call('open_wallet', { filename: 'listed', password: PASSWORD })
    await ours.call('rescan_blockchain')
    expect(await receivedBy(ours)).toEqual(received)
  })
})

describe('a wallet that both restore from the same words', () => {
  const restore = async (peer: Peer, filename: string, seed: string): Promise<void> => {
    const request = { filename, password: PASSWORD, seed, restore_height: 0, language: 'English' }
    await peer.call('restore_deterministic_wallet', request)
  }
  let words = ''

  beforeAll(async () => {
    await create(theirs, 'words')
    words = (await theirs.call<{ key: string }>('query_key', { key_type: 'mnemonic' })).key
    await pay(
      await addressesAt(theirs, [
        [0, 5],
        [0, 1005],
        [60, 0],
      ]),
    )
  }, 300_000)

  it(
    'misses the same payments without a longer lookahead, and finds them with the call and a rescan',
    TIMEOUT,
    async () => {
      for (const peer of [theirs, ours]) {
        await restore(peer, 'restored', words)
        expect((await receivedBy(peer)).balance).toBe(COIN)
        await setLookAhead(peer, 61, 1001)
        await peer.call('rescan_blockchain')
        expect(await receivedBy(peer)).toEqual({ balance: 3 * COIN, accounts: 61, addresses: 1006 })
      }
    },
  )

  it('finds them at once with the flag', TIMEOUT, async () => {
    const flagged = await started(startFabaWallet(daemon, { flags: ['--subaddress-lookahead=61:1001'] }))
    await restore(flagged, 'flagged', words)
    expect(await receivedBy(flagged)).toEqual({ balance: 3 * COIN, accounts: 61, addresses: 1006 })
  })
})
