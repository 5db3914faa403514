// A wallet with everything that a cache of wallet2 can hold, and what its user sees of it, by either wallet RPC server.

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Peer } from './monero.ts'

const COIN = 1_000_000_000_000
const PAYMENT_ID = '0102030405060708'

export type Address = { readonly address: string }
type Sent = { readonly tx_hash: string }
type Outputs = { readonly transfers: readonly { readonly key_image: string; readonly frozen: boolean }[] }

/** Copies the files of a closed wallet from the folder of one service to that of another. */
export const carry = (from: Peer, to: Peer, name: string): void => {
  for (const file of [name, `${name}.keys`]) copyFileSync(join(from.directory, file), join(to.directory, file))
}

export const open = async (peer: Peer, filename: string, password: string): Promise<void> => {
  await peer.call('open_wallet', { filename, password })
  await peer.call('refresh')
}

/** Creates a wallet that has everything that a cache can hold; returns the ids of its payments, mined and not. */
export const liveWallet = async (
  daemon: Peer,
  peer: Peer,
  filename: string,
  password: string,
): Promise<readonly string[]> => {
  const txids: string[] = []
  const mine = (address: string, count: number) =>
    daemon.call('generateblocks', { amount_of_blocks: count, wallet_address: address })
  await peer.call('create_wallet', { filename, password, language: 'English' })
  const { address } = await peer.call<Address>('get_address')
  await mine(address, 80)
  await peer.call('refresh')
  await peer.call('label_address', { index: { major: 0, minor: 0 }, label: 'saving ü' })
  const savings = await peer.call<Address>('create_account', { label: 'second' })
  await peer.call('create_account', { label: '' })
  const named = await peer.call<Address>('create_address', { account_index: 1, label: 'shop' })
  await peer.call('tag_accounts', { tag: 'travel', accounts: [1, 2] })
  await peer.call('set_account_tag_description', { tag: 'travel', description: 'for the summer' })
  const integrated = await peer.call<{ readonly integrated_address: string }>('make_integrated_address', {
    standard_address: '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    payment_id: PAYMENT_ID,
  })
  const pay = async (destinations: readonly { readonly address: string; readonly amount: number }[]): Promise<void> => {
    txids.push((await peer.call<Sent>('transfer', { destinations })).tx_hash)
  }
  await pay([
    { address: savings.address, amount: COIN },
    { address: named.address, amount: 2 * COIN },
  ])
  await pay([{ address: integrated.integrated_address, amount: 3 * COIN }])
  await mine(address, 12)
  await peer.call('refresh')
  await pay([{ address: named.address, amount: COIN / 2 }])
  const contacts = [address, named.address, integrated.integrated_address]
  for (const [i, contact] of contacts.entries())
    await peer.call('add_address_book', { address: contact, description: `contact ${i} ö` })
  await peer.call('set_tx_notes', { txids: txids.slice(0, 2), notes: ['räksmörgås', 'second'] })
  await peer.call('set_attribute', { key: 'ünicode', value: 'välue' })
  await peer.call('set_attribute', { key: 'empty', value: '' })
  const { transfers } = await peer.call<Outputs>('incoming_transfers', { transfer_type: 'available' })
  for (const { key_image } of transfers.slice(0, 2)) await peer.call('freeze', { key_image })
  return txids
}

type Account = {
  readonly account_index: number
  readonly label: string
  readonly tag: string
  readonly base_address: string
}

type Contact = { readonly index: number; readonly address: string; readonly description: string }

/** What a user sees of the wallet. Each list is sorted where its order is free. */
export const seenOf = async (peer: Peer, txids: readonly string[]) => {
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
