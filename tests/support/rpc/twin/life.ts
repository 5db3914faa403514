// Calls that give the wallet everything that wallet2 keeps in its files, and calls that read it, for tests of files that travel.

import type { Peer } from '../../peers/monero.ts'
import { callsOf, type TwinCall, type TwinChapter, type TwinWorld } from './call.ts'

const COIN = 1_000_000_000_000

/** What the wallet of a world did: the ids of its payments, with a recipient of each. */
export type Life = {
  readonly payments: readonly { readonly txid: string; readonly address: string }[]
  /** key images of outputs: frozen, and ordinary */
  readonly frozen: string
  readonly plain: string
}

type Sent = { readonly tx_hash: string; readonly tx_hash_list: readonly string[] }
type Outputs = { readonly transfers: readonly { readonly key_image: string; readonly subaddr_index: object }[] }

/**
 * Opens the first wallet of a world, pays from it in every way, and names what it has. One payment stays in the txpool.
 */
export const liveIn = async (daemon: Peer, { call }: Peer, world: TwinWorld): Promise<Life> => {
  const payments: { txid: string; address: string }[] = []
  const pay = async (address: string, params: Record<string, unknown>, method = 'transfer'): Promise<void> => {
    const { tx_hash, tx_hash_list } = await call<Sent>(method, params)
    payments.push({ txid: tx_hash ?? tx_hash_list[0] ?? '', address })
  }
  const to = (...addresses: readonly string[]) => ({
    destinations: addresses.map((address, i) => ({ address, amount: ((i + 1) * COIN) / 100 })),
  })
  const mine = async (amount_of_blocks: number): Promise<void> => {
    await daemon.call('generateblocks', { amount_of_blocks, wallet_address: world.stranger })
    await call('refresh')
  }
  await call('open_wallet', { filename: 'first' })
  await call('refresh')
  const { address: shop } = await call<{ address: string }>('create_address', { account_index: 1, label: 'shop ü' })
  const { address: savings } = await call<{ address: string }>('create_account', { label: 'savings' })
  await call('create_account', {})
  await pay(world.stranger, to(world.stranger, world.subaddress, savings))
  await pay(world.strangerIntegrated, to(world.strangerIntegrated))
  await mine(12)
  await pay(shop, to(shop, world.stranger, world.secondAccount))
  await mine(12)
  await pay(world.stranger, { ...to(world.stranger), account_index: 1, priority: 2 })
  await pay(world.address, { address: world.address, account_index: 2 }, 'sweep_all')
  await mine(12)
  await pay(world.stranger, { ...to(world.stranger), subtract_fee_from_outputs: [0] })
  const { transfers } = await call<Outputs>('incoming_transfers', { transfer_type: 'available' })
  const [frozen = '', plain = ''] = transfers.map(({ key_image }) => key_image)
  await call('freeze', { key_image: frozen })
  await call('label_address', { index: { major: 0, minor: 0 }, label: 'primary é' })
  await call('label_address', { index: { major: 0, minor: 1 }, label: 'friends' })
  await call('tag_accounts', { tag: 'travel', accounts: [0, 2] })
  await call('tag_accounts', { tag: 'home', accounts: [1] })
  await call('set_account_tag_description', { tag: 'travel', description: 'for the summer ☀' })
  await call('set_tx_notes', {
    txids: [world.received, ...payments.map(({ txid }) => txid)],
    notes: ['räksmörgås', ...payments.map((_, i) => `note ${i}`)],
  })
  await call('set_attribute', { key: 'ünicode', value: 'välue' })
  await call('set_attribute', { key: 'empty', value: '' })
  for (const [i, address] of [world.stranger, world.strangerIntegrated, shop].entries())
    await call('add_address_book', { address, description: `contact ${i} ö` })
  return { payments, frozen, plain }
}

/** Returns calls that read all that `liveIn` made. */
export const lifeChapters = (world: TwinWorld, { payments, frozen, plain }: Life): TwinChapter[] => {
  const txids = [world.received, world.doubled, ...payments.map(({ txid }) => txid)]
  const each = <T>(of: readonly T[], method: string, params: (item: T) => Record<string, unknown>): TwinCall[] =>
    callsOf(method, ...of.map(params))
  return [
    {
      name: 'what was typed',
      calls: [
        ...callsOf('get_tx_notes', { txids }),
        ...each(['ünicode', 'empty', 'none'], 'get_attribute', (key) => ({ key })),
        { method: 'get_address_book' },
        { method: 'get_account_tags' },
        ...callsOf('get_accounts', {}, { tag: 'travel' }, { tag: 'home' }),
        ...each([0, 1, 2, 3, 4], 'get_address', (account_index) => ({ account_index })),
        ...each([frozen, plain], 'frozen', (key_image) => ({ key_image })),
      ],
    },
    {
      name: 'what was paid',
      calls: [
        ...each([0, 1, 2, 3], 'get_transfers', (account_index) => ({
          ...{ in: true, out: true, pending: true, failed: true, pool: true, account_index },
        })),
        ...each(txids, 'get_transfer_by_txid', (txid) => ({ txid })),
        ...each(txids, 'get_tx_key', (txid) => ({ txid })),
        ...each([0, 1, 2], 'incoming_transfers', (account_index) => ({
          ...{ transfer_type: 'all', verbose: true, account_index },
        })),
        ...each(['available', 'unavailable'], 'incoming_transfers', (transfer_type) => ({ transfer_type })),
        { method: 'get_default_fee_priority' },
        { method: 'get_balance', params: { all_accounts: true, strict: true } },
      ],
    },
    {
      name: 'what can be proven',
      isRandom: true,
      calls: [
        ...each(payments, 'get_tx_proof', (payment) => ({ ...payment, message: 'paid' })),
        ...each(payments, 'get_spend_proof', ({ txid }) => ({ txid, message: 'spent' })),
        ...callsOf('get_reserve_proof', { all: true, message: 'r' }, { all: false, account_index: 0, amount: 5 }),
        ...callsOf('sign', { data: 'x' }, { data: 'x', account_index: 1, address_index: 1 }),
        ...callsOf('sweep_single', { address: world.stranger, key_image: plain, do_not_relay: true }),
        ...callsOf('sweep_single', { address: world.stranger, key_image: frozen, do_not_relay: true }),
      ],
    },
  ]
}
