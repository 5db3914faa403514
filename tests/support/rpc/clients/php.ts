// The calls of Monero Integrations' PHP library, which shop systems use: no id, `null` and empty texts for parameters that are not given, and
// parameters of old versions.

import type { RpcClient } from './life.ts'

const COIN = 1_000_000_000_000

/** Uses the wallet that is open. */
export const php: RpcClient = {
  name: 'php',
  form: {
    body: (method, params) => JSON.stringify({ jsonrpc: '2.0', method, params: params ?? null }),
    curl: ['--digest', '--compressed', '--header', 'Content-type: application/json'],
  },
  live: async ({ call, mine, stranger }) => {
    const { address } = await call('get_address', { account_index: 0, address_index: 0 })
    await call('get_balance', { account_index: 0 })
    await call('get_address_index', { address })
    await call('create_address', { account_index: 0, label: '' })
    await call('store')
    await call('label_address', { index: { major: 0, minor: 2 }, label: 'php' })
    await call('label_address', { index: 2, label: 'php' })
    await call('get_accounts')
    await call('get_accounts', { tag: 'none' })
    await call('create_account', { label: '' })
    await call('label_account', { account_index: 1, label: 'one' })
    await call('get_account_tags')
    await call('tag_accounts', { accounts: [0], tag: 'php' })
    await call('set_account_tag_description', { tag: 'php', description: 'shops' })
    await call('untag_accounts', { accounts: [0] })
    await call('get_height')
    const { integrated_address } = await call('make_integrated_address', { payment_id: null })
    await call('split_integrated_address', { integrated_address })
    await call('make_integrated_address', { payment_id: '1234567890abcdef' })

    const options = {
      mixin: 15,
      get_tx_key: true,
      account_index: 0,
      subaddr_indices: '',
      priority: 2,
      do_not_relay: false,
    }
    const destinations = [{ amount: COIN / 4, address: stranger }]
    const { tx_hash: txid, tx_key } = await call('transfer', { destinations, ...options, ringsize: 11 })
    await call('store')
    await call('transfer_split', { destinations, ...options, payment_id: '', unlock_time: 0 })
    await call('get_transfers', {
      account_index: 0,
      subaddr_indices: '',
      min_height: 0,
      max_height: 4206931337,
      in: true,
      out: true,
      pending: true,
      failed: true,
      pool: true,
    })
    await mine()
    await call('refresh', { start_height: null })
    await call('get_transfers', {
      subaddr_indices: '',
      min_height: 100,
      max_height: 120,
      account_index: 0,
      in: true,
      filter_by_height: true,
    })
    await call('get_transfer_by_txid', { txid, account_index: 0 })
    await call('get_payments', { payment_id: '60900e5603bf96e3' })
    await call('get_bulk_payments', { payment_ids: ['60900e5603bf96e3', '1234567890abcdef'] })
    await call('incoming_transfers', { transfer_type: 'all', account_index: 0, subaddr_indices: '' })
    for (const key_type of ['view_key', 'spend_key', 'mnemonic']) await call('query_key', { key_type })
    await call('set_tx_notes', { txids: [txid], notes: ['php'] })
    await call('get_tx_notes', { txids: [txid] })
    await call('set_attribute', { key: 'php', value: '1' })
    await call('get_attribute', { key: 'php' })
    await call('get_tx_key', { txid })
    await call('check_tx_key', { address: stranger, txid, tx_key })
    const sent = await call('get_tx_proof', { address: stranger, txid })
    await call('check_tx_proof', { address: stranger, txid, signature: sent['signature'] })
    const spent = await call('get_spend_proof', { txid })
    await call('check_spend_proof', { txid, signature: spent['signature'] })
    await call('get_reserve_proof')
    await call('sign', { string: 'text' })
    await call('verify', { data: 'text', address, signature: 'SigV2x' })
    const exported = await call('export_key_images')
    await call('import_key_images', { signed_key_images: exported['signed_key_images'] })
    const { uri } = await call('make_uri', {
      address,
      amount: COIN,
      payment_id: null,
      recipient_name: null,
      tx_description: null,
    })
    await call('parse_uri', { uri })
    await call('add_address_book', { address: stranger, payment_id: '', description: 'php' })
    await call('add_address_book', { address: stranger, payment_id: null, description: 'php' })
    await call('get_address_book', { entries: [0] })
    await call('delete_address_book', { index: 0 })
    await call('rescan_spent')
    await call('is_multisig')
    await call('validate_address', { address, any_net_type: false, allow_openalias: false })
    await call('sweep_dust')
    await call('sweep_unmixable')
    await call('sweep_all', {
      address: stranger,
      mixin: 15,
      get_tx_key: true,
      subaddr_indices: '',
      account_index: 0,
      payment_id: '',
      priority: 2,
      below_amount: 0,
      unlock_time: 0,
      do_not_relay: true,
    })
    await call('auto_refresh', { enable: true, period: 10 })
    await call('auto_refresh', { enable: false, period: 10 })
    await call('get_languages')
    await call('create_wallet', { filename: 'php', password: null, language: 'English' })
    await call('open_wallet', { filename: 'php', password: null })
    await call('change_wallet_password', { old_password: '', new_password: '' })
    await call('get_version')
    await call('relay_tx_method', { hex: '00' })
    await call('close_wallet')
    await call('open_wallet', { filename: 'shop', password: 'x' })
  },
}
