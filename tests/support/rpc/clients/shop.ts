// A shop that follows the guides for accepting payments: curl commands with the parameters of the published documentation.

import { firstOf, type RpcClient } from './life.ts'

const PAYMENT_ID = '60900e5603bf96e3'
const COIN = 1_000_000_000_000

/** Restores the wallet, and creates addresses for three kinds of customers. */
export const shop: RpcClient = {
  name: 'shop',
  form: {
    body: (method, params) =>
      JSON.stringify({ jsonrpc: '2.0', id: '0', method, ...(params === undefined ? {} : { params }) }),
    curl: ['--digest', '--header', 'Content-Type: application/json'],
  },
  live: async ({ call, mine, words, stranger }) => {
    await call('get_version')
    await call('get_languages')
    // On a slow machine the automatic refresh of monero-wallet-rpc would come before the refresh below.
    await call('auto_refresh', { enable: false })
    await call('open_wallet', { filename: 'shop', password: 'x' })
    await call('restore_deterministic_wallet', {
      filename: 'shop',
      password: 'x',
      seed: words,
      restore_height: 0,
      language: 'English',
      seed_offset: '',
      autosave_current: false,
    })
    await call('create_wallet', { filename: 'shop', password: 'x', language: 'English' })
    await call('close_wallet')
    await call('open_wallet', { filename: 'shop', password: 'wrong' })
    await call('open_wallet', { filename: 'shop', password: 'x' })
    await call('refresh', { start_height: 0 })
    await call('get_address', { account_index: 0, address_index: [0] })
    await call('validate_address', { address: stranger, any_net_type: true, allow_openalias: false })

    const customer = await call('create_address', { account_index: 0, label: 'order 17', count: 1 })
    const { integrated_address } = await call('make_integrated_address', { payment_id: PAYMENT_ID })
    await call('make_integrated_address', { standard_address: stranger, payment_id: PAYMENT_ID })
    await call('split_integrated_address', { integrated_address })
    const { uri } = await call('make_uri', {
      address: customer['address'],
      amount: 10,
      recipient_name: 'shop',
      tx_description: 'order',
    })
    await call('parse_uri', { uri })
    await call('make_uri', { address: stranger, amount: COIN })
    await call('create_account', { label: 'tips' })
    await call('label_account', { account_index: 1, label: 'gifts' })
    await call('tag_accounts', { tag: 'shop', accounts: [0, 1] })
    await call('set_account_tag_description', { tag: 'shop', description: 'of the shop' })
    await call('get_account_tags')
    await call('get_accounts', { tag: 'shop' })
    await call('untag_accounts', { accounts: [1] })

    const pay = { account_index: 0, subaddr_indices: [0], priority: 0, ring_size: 16, get_tx_key: true }
    const toBoth = [customer['address'], integrated_address].map((address) => ({ amount: COIN, address }))
    await call('transfer', { ...pay, destinations: toBoth, do_not_relay: true })
    await call('transfer', { ...pay, destinations: [{ amount: 3 * COIN, address: integrated_address }] })
    const paid = await call('transfer', { ...pay, destinations: [{ amount: 2 * COIN, address: customer['address'] }] })
    const txid = paid['tx_hash']
    await call('get_transfers', { pool: true, pending: true })
    await call('get_balance', { account_index: 0, address_indices: [0, 1] })
    await mine()
    await call('refresh')
    await call('get_transfers', { in: true, out: true, account_index: 0 })
    await call('get_transfers', { in: true, subaddr_indices: [1] })
    await call('get_transfers', { in: true, filter_by_height: true, min_height: 100, max_height: 104 })
    await call('get_transfers', { in: true, all_accounts: true })
    await call('get_transfer_by_txid', { txid })
    await call('get_payments', { payment_id: PAYMENT_ID })
    await call('get_bulk_payments', { payment_ids: [PAYMENT_ID], min_block_height: 90 })
    await call('get_bulk_payments', { payment_ids: [], min_block_height: 90 })
    await call('incoming_transfers', {
      transfer_type: 'available',
      account_index: 0,
      subaddr_indices: [1],
      verbose: true,
    })
    await call('incoming_transfers', { transfer_type: 'unavailable', account_index: 0 })
    const { tx_key } = await call('get_tx_key', { txid })
    await call('check_tx_key', { txid, tx_key, address: customer['address'] })
    const { signature } = await call('get_tx_proof', { txid, address: customer['address'], message: 'order 17' })
    await call('check_tx_proof', { txid, address: customer['address'], message: 'order 17', signature })
    const spent = await call('get_spend_proof', { txid, message: 'order 17' })
    await call('check_spend_proof', { txid, message: 'order 17', signature: spent['signature'] })
    const reserve = await call('get_reserve_proof', { all: false, account_index: 0, amount: COIN, message: 'm' })
    const own = await call('get_address')
    await call('check_reserve_proof', { address: own['address'], message: 'm', signature: reserve['signature'] })
    await call('set_tx_notes', { txids: [txid], notes: ['delivered'] })
    await call('get_tx_notes', { txids: [txid] })
    await call('set_attribute', { key: 'last order', value: '17' })
    await call('get_attribute', { key: 'last order' })
    const signed = await call('sign', { data: 'This is sample data to be signed' })
    await call('verify', {
      data: 'This is sample data to be signed',
      address: own['address'],
      signature: signed['signature'],
    })
    await call('add_address_book', { address: stranger, description: 'supplier' })
    await call('get_address_book', { entries: [0] })
    await call('edit_address_book', { index: 0, set_description: true, description: 'other supplier' })
    await call('delete_address_book', { index: 0 })
    await call('transfer_split', { ...pay, destinations: [{ amount: COIN, address: stranger }] })
    await mine()
    await call('refresh')
    await call('sweep_all', {
      address: stranger,
      subaddr_indices: [1],
      ring_size: 16,
      unlock_time: 0,
      get_tx_keys: true,
    })
    const kept = await call('incoming_transfers', { transfer_type: 'available' })
    await call('sweep_single', {
      address: stranger,
      ring_size: 16,
      unlock_time: 0,
      key_image: firstOf(kept['transfers'])['key_image'] ?? '',
      get_tx_keys: true,
      do_not_relay: true,
    })
    await call('store')
    await call('get_height')
  },
}
