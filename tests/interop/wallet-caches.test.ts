// Caches of monero-wallet-rpc: `faba rpc` opens a wallet with its cache and answers what the user typed and paid as monero-wallet-rpc does.

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../support/peers/monero.ts'

const COIN = 1_000_000_000_000
const PAYMENT_ID = '0102030405060708'
const PASSWORD = 'pässword'

const peers: Peer[] = []
const started = async (peer: Promise<Peer>): Promise<Peer> => {
  const one = await peer
  peers.push(one)
  return one
}
let daemon: Peer
let ours: Peer
let theirs: Peer
/** ids of the payments, mined and not */
const txids: string[] = []

type Address = { readonly address: string }
type Sent = { readonly tx_hash: string }
type Outputs = { readonly transfers: readonly { readonly key_image: string; readonly frozen: boolean }[] }

/** Copies the files of a closed wallet from the folder of one service to that of another. */
const carry = (from: Peer, to: Peer, name: string): void => {
  for (const file of [name, `${name}.keys`]) copyFileSync(join(from.directory, file), join(to.directory, file))
}

const open = async (peer: Peer, filename: string, password: string): Promise<void> => {
  await peer.call('open_wallet', { filename, password })
  await peer.call('refresh')
}

const mine = (address: string, count: number) =>
  daemon.call('generateblocks', { amount_of_blocks: count, wallet_address: address })

/** Gives the wallet everything that a cache can hold. */
const live = async (): Promise<void> => {
  await theirs.call('create_wallet', { filename: 'lived', password: PASSWORD, language: 'English' })
  const { address } = await theirs.call<Address>('get_address')
  await mine(address, 80)
  await theirs.call('refresh')
  await theirs.call('label_address', { index: { major: 0, minor: 0 }, label: 'saving ü' })
  const savings = await theirs.call<Address>('create_account', { label: 'second' })
  await theirs.call('create_account', { label: '' })
  const named = await theirs.call<Address>('create_address', { account_index: 1, label: 'shop' })
  await theirs.call('tag_accounts', { tag: 'travel', accounts: [1, 2] })
  await theirs.call('set_account_tag_description', { tag: 'travel', description: 'for the summer' })
  const integrated = await theirs.call<{ readonly integrated_address: string }>('make_integrated_address', {
    standard_address: '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    payment_id: PAYMENT_ID,
  })
  const pay = async (destinations: readonly { readonly address: string; readonly amount: number }[]): Promise<void> => {
    txids.push((await theirs.call<Sent>('transfer', { destinations })).tx_hash)
  }
  await pay([
    { address: savings.address, amount: COIN },
    { address: named.address, amount: 2 * COIN },
  ])
  await pay([{ address: integrated.integrated_address, amount: 3 * COIN }])
  await mine(address, 12)
  await theirs.call('refresh')
  await pay([{ address: named.address, amount: COIN / 2 }])
  const contacts = [address, named.address, integrated.integrated_address]
  for (const [i, contact] of contacts.entries())
    await theirs.call('add_address_book', { address: contact, description: `contact ${i} ö` })
  await theirs.call('set_tx_notes', { txids: txids.slice(0, 2), notes: ['räksmörgås', 'second'] })
  await theirs.call('set_attribute', { key: 'ünicode', value: 'välue' })
  await theirs.call('set_attribute', { key: 'empty', value: '' })
  const { transfers } = await theirs.call<Outputs>('incoming_transfers', { transfer_type: 'available' })
  for (const { key_image } of transfers.slice(0, 2)) await theirs.call('freeze', { key_image })
}

type Account = {
  readonly account_index: number
  readonly label: string
  readonly tag: string
  readonly base_address: string
}

type Contact = { readonly index: number; readonly address: string; readonly description: string }

/** What a user sees of the wallet. Each list is sorted where its order is free. */
const seenOf = async (peer: Peer) => {
  const transfers = await peer.call<Record<string, readonly Record<string, unknown>[]>>('get_transfers', {
    ...{ out: true, pending: true, account_index: 0 },
  })
  const payments = [...(transfers['out'] ?? []), ...(transfers['pending'] ?? [])].map(
    ({ txid, amount, fee, destinations, payment_id, note, subaddr_index, timestamp, type }) => ({
      ...{ txid, amount, fee, destinations, payment_id, note, subaddr_index, timestamp, type },
    }),
  )
  const { subaddress_accounts } = await peer.call<{ readonly subaddress_accounts: readonly Account[] }>('get_accounts')
  const { entries } = await peer.call<{ readonly entries: readonly Contact[] }>('get_address_book')
  const { transfers: outputs } = await peer.call<Outputs>('incoming_transfers', { transfer_type: 'all' })
  const keys = await Promise.all(txids.map((txid) => peer.call<{ readonly tx_key: string }>('get_tx_key', { txid })))
  return {
    payments: payments.sort((a, b) => (String(a.txid) < String(b.txid) ? -1 : 1)),
    accounts: subaddress_accounts.map(({ account_index, label, tag, base_address }) => ({
      ...{ account_index, label, tag, base_address },
    })),
    tags: await peer.call('get_account_tags'),
    addresses: await peer.call('get_address', { account_index: 1 }),
    contacts: entries.map(({ index, address, description }) => ({ index, address, description })),
    notes: await peer.call('get_tx_notes', { txids }),
    attributes: await Promise.all(['ünicode', 'empty'].map((key) => peer.call('get_attribute', { key }))),
    frozen: outputs.flatMap((output) => (output.frozen ? [output.key_image] : [])).sort(),
    keys: keys.map(({ tx_key }) => tx_key),
  }
}

beforeAll(async () => {
  daemon = await started(startMonerod())
  ours = await started(startFabaWallet(daemon, { flags: ['--keys-files'] }))
  theirs = await started(startMoneroWallet(daemon))
  await live()
}, 300_000)

afterAll(async () => {
  for (const peer of peers.toReversed()) await peer.stop()
}, 60_000)

describe('the cache of monero-wallet-rpc', () => {
  it('is imported with the keys file', { timeout: 300_000 }, async () => {
    await theirs.call('close_wallet')
    await open(theirs, 'lived', PASSWORD)
    const seen = await seenOf(theirs)
    expect([seen.frozen.length, seen.payments.length, seen.keys.length]).toEqual([2, 3, 3])
    await theirs.call('close_wallet')
    carry(theirs, ours, 'lived')
    await open(ours, 'lived', PASSWORD)
    expect(await seenOf(ours)).toEqual(seen)
  })

  it('stays imported after rescans and another start', { timeout: 300_000 }, async () => {
    const seen = await seenOf(ours)
    await ours.call('rescan_blockchain')
    expect(await seenOf(ours)).toEqual(seen)
    await ours.call('close_wallet')
    await open(ours, 'lived', PASSWORD)
    expect(await seenOf(ours)).toEqual(seen)
  })

  it('is opened by monero-wallet-rpc after the password was changed here', { timeout: 300_000 }, async () => {
    const seen = await seenOf(ours)
    await ours.call('change_wallet_password', { old_password: PASSWORD, new_password: 'new' })
    await ours.call('close_wallet')
    carry(ours, theirs, 'lived')
    await open(theirs, 'lived', 'new')
    expect(await seenOf(theirs)).toEqual(seen)
  })

  it('gives a watch-only wallet its key images', { timeout: 300_000 }, async () => {
    const [{ address }, { key }] = [
      await theirs.call<Address>('get_address'),
      await theirs.call<{ readonly key: string }>('query_key', { key_type: 'view_key' }),
    ]
    const { signed_key_images } = await theirs.call<{ readonly signed_key_images: unknown }>('export_key_images', {
      all: true,
    })
    await theirs.call('close_wallet')
    await theirs.call('generate_from_keys', { filename: 'watch', password: '', address, viewkey: key })
    await theirs.call('refresh')
    await theirs.call('import_key_images', { signed_key_images })
    await theirs.call('refresh')
    const balance = (peer: Peer) => peer.call<{ readonly balance: number }>('get_balance')
    const before = await balance(theirs)
    await theirs.call('close_wallet')
    carry(theirs, ours, 'watch')
    await ours.call('open_wallet', { filename: 'watch', password: '' })
    await ours.call('refresh')
    expect((await balance(ours)).balance).toBe(before.balance)
  })
})
