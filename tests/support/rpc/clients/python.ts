// The calls of monero-python's wallet backend: old names of methods, an id that is a number, and a request that is sent without a login
// first, as its HTTP library does.

import { isJsonObject } from '../../../../src/jsonrpc/json.ts'
import type { RpcClient } from './life.ts'

const COIN = 1_000_000_000_000

/** Writes JSON as Python does: with a space after each colon and comma, and ASCII only. */
const pythonJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([name, item]) => `${JSON.stringify(name)}: ${pythonJson(item)}`)
    .join(', ')}}`
}

/** Reads the wallet that is open, pays, and moves outputs and key images. */
export const python: RpcClient = {
  name: 'python',
  form: {
    body: (method, params) => pythonJson({ jsonrpc: '2.0', id: 0, method, params: params ?? {} }),
    curl: [
      '--anyauth',
      '--compressed',
      '--header',
      'Content-Type: application/json',
      '--user-agent',
      'python-requests/2.31.0',
    ],
  },
  live: async ({ call, mine, stranger }) => {
    const payments = async (account_index: number): Promise<void> => {
      const received = { account_index, pending: false, out: false }
      await call('get_transfers', { ...received, in: true, pool: false })
      await call('get_transfers', { ...received, in: false, pool: true })
      await call('get_transfers', { ...received, in: true, pool: true })
      await call('get_transfers', { ...received, in: true, pool: false, min_height: 101, filter_by_height: true })
      await call('get_transfers', { ...received, in: true, pool: false, max_height: 103, filter_by_height: true })
      await call('get_bulk_payments', {
        account_index,
        pending: false,
        payment_ids: ['60900e5603bf96e3'],
        min_block_height: 0,
      })
      for (const pending of [false, true])
        await call('get_transfers', { account_index, in: false, out: true, pool: false, pending })
    }
    for (const key_type of ['spend_key', 'view_key', 'mnemonic']) await call('query_key', { key_type })
    await call('getheight')
    await call('get_accounts')
    await call('create_account', { label: null })
    await call('create_account', { label: 'third' })
    await call('getaddress', { account_index: 0 })
    await call('create_address', { account_index: 1, label: null })
    await call('getaddress', { account_index: 1, address_index: [1] })
    for (const account_index of [0, 1, 9]) await call('getbalance', { account_index })
    await call('getbalance', { account_index: 0, address_indices: [] })
    await call('getbalance', { account_index: 0, address_indices: [1, 2] })
    await payments(0)

    const pay = {
      account_index: 0,
      destinations: [{ address: stranger, amount: COIN }],
      ...{ priority: 0, unlock_time: 0, get_tx_keys: true, get_tx_hex: true, new_algorithm: true },
    }
    await call('transfer_split', { ...pay, do_not_relay: true })
    await call('transfer_split', { ...pay, do_not_relay: false, payment_id: '1234567890abcdef' })
    await call('transfer_split', {
      ...pay,
      destinations: [{ address: stranger, amount: 10 ** 18 }],
      do_not_relay: false,
    })
    const { tx_hash_list } = await call('transfer_split', { ...pay, priority: 2, do_not_relay: false })
    await payments(0)
    const txid = Array.isArray(tx_hash_list) ? tx_hash_list[0] : ''
    await call('get_transfer_by_txid', { account_index: 0, txid })
    await call('get_transfer_by_txid', { account_index: 0, txid: '00'.repeat(32) })
    await mine()
    await call('refresh')
    await payments(0)
    await call('get_transfer_by_txid', { account_index: 0, txid })

    const { signed_key_images } = await call('export_key_images')
    await call('import_key_images', { signed_key_images })
    const { per_subaddress } = await call('get_balance', { account_index: 0 })
    const spendable = (Array.isArray(per_subaddress) ? per_subaddress : []).filter(isJsonObject)
    await call('sweep_all', {
      account_index: 0,
      address: stranger,
      subaddr_indices: spendable.filter((item) => item['unlocked_balance'] !== 0).map((item) => item['address_index']),
      ...{ priority: 0, unlock_time: 0, get_tx_keys: true, get_tx_hex: true, do_not_relay: true },
    })
    const { outputs_data_hex } = await call('export_outputs')
    await call('import_outputs', { outputs_data_hex })
  },
}
