// Calls of every method while the node cannot be reached.

import { callsOf, type TwinChapter, type TwinWorld } from './call.ts'

const MISSING_ID = '0'.repeat(63).concat('1')
const NO_KEY = '01'.concat('0'.repeat(62))

const reading = (world: TwinWorld): TwinChapter => ({
  name: 'reading without a node',
  calls: [
    ...['get_balance', 'get_address', 'get_accounts', 'get_account_tags', 'get_height', 'getheight'].map((method) => ({
      method,
    })),
    ...callsOf('get_balance', { all_accounts: true, strict: true }),
    ...callsOf('get_address_index', { address: world.subaddress }),
    ...callsOf('incoming_transfers', { transfer_type: 'all' }),
    ...callsOf('get_payments', { payment_id: world.paymentId }),
    ...callsOf('get_bulk_payments', { payment_ids: [] }),
    ...callsOf('get_transfers', { in: true, out: true, pending: true, failed: true }, { pool: true }),
    ...callsOf('get_transfer_by_txid', { txid: world.sent }, { txid: world.pooled }, { txid: MISSING_ID }),
    ...callsOf('make_integrated_address', { payment_id: world.paymentId }),
    ...callsOf('validate_address', { address: world.address }),
    ...callsOf('get_tx_notes', { txids: [world.received] }),
    ...callsOf('query_key', { key_type: 'view_key' }),
    ...callsOf('frozen', { key_image: NO_KEY }),
    ...callsOf('get_attribute', { key: 'none' }),
    ...['get_address_book', 'get_languages', 'get_version', 'is_multisig', 'store'].map((method) => ({ method })),
    ...callsOf('estimate_tx_size_and_weight', { n_inputs: 1, n_outputs: 2 }),
    ...callsOf('make_uri', { address: world.address }),
    ...callsOf('verify', { data: 'd', address: world.stranger, signature: world.strangerSignature }),
  ],
})

const syncing = (world: TwinWorld): TwinChapter => ({
  name: 'syncing without a node',
  calls: [
    ...callsOf('refresh', {}, { start_height: 3 }),
    ...callsOf('scan_tx', { txids: [world.received] }, { txids: [MISSING_ID] }, { txids: [] }),
    { method: 'rescan_spent' },
    ...callsOf('auto_refresh', { enable: false }),
    ...callsOf('start_mining', { threads_count: 1, do_background_mining: false, ignore_battery: true }),
    { method: 'stop_mining' },
    { method: 'get_balance' },
    { method: 'get_height' },
    ...callsOf('get_transfers', { in: true, out: true }),
  ],
})

const spending = (world: TwinWorld): TwinChapter => {
  const to = (address: string, amount: number) => ({ destinations: [{ address, amount }] })
  return {
    name: 'spending without a node',
    calls: [
      ...callsOf(
        'transfer',
        {},
        to(world.stranger, 1_000),
        to(world.stranger, 1_000_000_000_000_000),
        to(world.stranger, 0),
        to('x', 1),
        { ...to(world.stranger, 1_000), do_not_relay: true },
        { ...to(world.stranger, 1_000), priority: 1 },
        { ...to(world.stranger, 1_000), account_index: 99 },
        { ...to(world.stranger, 1_000), account_index: 2 },
      ),
      ...callsOf('transfer_split', to(world.stranger, 1_000)),
      ...callsOf(
        'sweep_all',
        { address: world.stranger },
        { address: world.stranger, account_index: 2 },
        { address: 'x' },
      ),
      ...callsOf('sweep_single', { address: world.stranger, key_image: NO_KEY }),
      ...callsOf('sweep_dust', {}),
      ...callsOf('sweep_unmixable', {}),
      ...callsOf('relay_tx', { hex: '00ff' }),
      ...callsOf('submit_transfer', { tx_data_hex: '00ff' }),
      ...callsOf('sign_transfer', { unsigned_txset: '00ff' }),
      ...callsOf('describe_transfer', { unsigned_txset: '00' }),
    ],
  }
}

const proving = (world: TwinWorld): TwinChapter => {
  const { received, receivedKey, address, stranger, sent } = world
  return {
    name: 'proofs without a node',
    calls: [
      ...callsOf('get_tx_key', { txid: sent }, { txid: received }),
      ...callsOf(
        'check_tx_key',
        { txid: received, tx_key: receivedKey, address },
        { txid: 'zz', tx_key: receivedKey, address },
      ),
      ...callsOf('get_tx_proof', { txid: sent, address: stranger }, { txid: received, address }),
      ...callsOf('check_tx_proof', { txid: received, address, message: 'm', signature: world.outProof }),
      ...callsOf('get_spend_proof', { txid: sent, message: 'm' }, { txid: received, message: 'm' }),
      ...callsOf('check_spend_proof', { txid: received, message: 'm', signature: world.strangerSpendProof }),
      ...callsOf('check_reserve_proof', { address: stranger, message: 'm', signature: world.strangerReserveProof }),
    ],
  }
}

const random = (): TwinChapter => ({
  name: 'signing and exporting without a node',
  isRandom: true,
  calls: [
    ...callsOf('sign', { data: 'x' }),
    ...callsOf('get_reserve_proof', { all: true }),
    ...callsOf('export_outputs', { all: true }),
    { method: 'export_key_images', params: { all: true }, keep: 'key images' },
    {
      method: 'import_key_images',
      params: (kept) => ({ signed_key_images: kept.get('key images')?.['signed_key_images'] }),
    },
    ...callsOf('import_key_images', { signed_key_images: [] }),
    ...callsOf('import_outputs', { outputs_data_hex: '00ff' }),
  ],
})

const writing = ({ received, stranger, words, address, viewKey }: TwinWorld): TwinChapter => ({
  name: 'records and wallets without a node',
  calls: [
    ...callsOf('set_tx_notes', { txids: [received], notes: ['n'] }),
    ...callsOf('set_attribute', { key: 'k', value: 'v' }),
    ...callsOf('add_address_book', { address: stranger }),
    ...callsOf('edit_address_book', { index: 0, set_description: true, description: 'd' }),
    ...callsOf('delete_address_book', { index: 0 }),
    ...callsOf('label_account', { account_index: 0, label: 'a' }),
    ...callsOf('create_address', { account_index: 0 }),
    ...callsOf('create_account', { label: 'b' }),
    ...callsOf('tag_accounts', { tag: 't', accounts: [0] }),
    ...callsOf('untag_accounts', { accounts: [0] }),
    ...callsOf('change_wallet_password', { old_password: 'secret', new_password: 'secret' }),
    { method: 'close_wallet' },
    ...callsOf('open_wallet', { filename: 'twin', password: 'secret' }),
    { method: 'get_balance' },
    { method: 'get_height' },
    ...callsOf('get_transfers', { in: true, out: true }),
    { method: 'refresh' },
    ...callsOf('restore_deterministic_wallet', { filename: 'offline', seed: words, restore_height: 5 }),
    ...['get_height', 'refresh', 'get_balance'].map((method) => ({ method })),
    ...callsOf('generate_from_keys', { filename: 'offline view', address, viewkey: viewKey, password: '' }),
    ...['get_height', 'refresh', 'get_balance', 'rescan_spent'].map((method) => ({ method })),
    ...callsOf('set_daemon', { address: '127.0.0.1:1' }, { address: '127.0.0.1:1', trusted: true }, { address: '' }),
    ...['get_height', 'refresh'].map((method) => ({ method })),
  ],
})

/** monero-wallet-rpc erases its wallet first. */
const rescanning = (): TwinChapter => ({
  name: 'rescans without a node',
  calls: [
    ...callsOf('open_wallet', { filename: 'twin', password: 'secret' }),
    { method: 'rescan_blockchain' },
    ...callsOf('rescan_blockchain', { hard: true }),
    { method: 'get_height' },
    { method: 'close_wallet' },
  ],
})

/** Returns the chapters of this file. */
export const nodelessChapters = (world: TwinWorld): TwinChapter[] => [
  reading(world),
  syncing(world),
  spending(world),
  proving(world),
  random(),
  writing(world),
  rescanning(),
]
