// Calls that read addresses, balances and history.

import { callsOf, type TwinChapter, type TwinWorld } from './call.ts'

const MISSING_ID = '0'.repeat(63).concat('1')

const FLAGS = ['in', 'out', 'pending', 'failed', 'pool'] as const

const balances = (): TwinChapter => ({
  name: 'balances',
  calls: [
    { method: 'get_balance' },
    { method: 'getbalance' },
    ...callsOf(
      'get_balance',
      ...[0, 1, 2, 99].map((account_index) => ({ account_index })),
      { account_index: 0, address_indices: [0, 1] },
      { account_index: 0, address_indices: [7] },
      { account_index: 0, address_indices: [1, 0, 1, 7, 7] },
      { account_index: 99, address_indices: [0] },
      { all_accounts: true },
      { all_accounts: true, strict: true },
      { strict: true },
      { account_index: 1, strict: true },
      { address_indices: 0 },
      { address_indices: 'x' },
      { account_index: '0' },
      { account_index: -1 },
      { account_index: 0.5 },
      { account_index: 2 ** 32 },
      { strict: 1 },
    ),
    ...callsOf(
      'get_accounts',
      {},
      { tag: '' },
      { tag: 'none' },
      { strict_balances: true },
      { regexp: true, tag: 'x' },
      { regexp: true },
    ),
    { method: 'get_account_tags' },
    { method: 'get_height' },
    { method: 'getheight' },
    { method: 'refresh' },
    ...callsOf('refresh', {}, { start_height: 5 }, { start_height: 'x' }),
  ],
})

const addresses = (world: TwinWorld): TwinChapter => ({
  name: 'addresses',
  calls: [
    { method: 'get_address' },
    { method: 'getaddress' },
    ...callsOf(
      'get_address',
      { account_index: 1 },
      { account_index: 0, address_index: [0, 1] },
      { account_index: 0, address_index: [1, 1] },
      { account_index: 99 },
      { account_index: 0, address_index: [99] },
      { address_index: 1 },
      { address_index: 'x' },
    ),
    ...callsOf(
      'get_address_index',
      {},
      ...[
        world.address,
        world.subaddress,
        world.secondAccount,
        world.integrated,
        world.stranger,
        world.testnet,
        'x',
      ].map((address) => ({ address })),
    ),
    ...callsOf(
      'validate_address',
      {},
      ...[world.address, world.subaddress, world.integrated, world.testnet, 'x', ''].flatMap((address) => [
        { address },
        { address, any_net_type: true },
        { address, allow_openalias: true },
      ]),
    ),
    ...callsOf(
      'make_integrated_address',
      { payment_id: world.paymentId },
      { payment_id: 'x' },
      { payment_id: '00' },
      { payment_id: world.paymentId, standard_address: world.stranger },
      { payment_id: world.paymentId, standard_address: world.subaddress },
      { payment_id: world.paymentId, standard_address: world.integrated },
      { payment_id: world.paymentId, standard_address: 'x' },
      { standard_address: 'x' },
    ),
    ...callsOf(
      'split_integrated_address',
      {},
      ...[world.integrated, world.address, world.subaddress, 'x'].map((integrated_address) => ({ integrated_address })),
    ),
  ],
})

const transfers = (world: TwinWorld): TwinChapter => ({
  name: 'transfers',
  calls: [
    { method: 'get_transfers' },
    ...callsOf(
      'get_transfers',
      {},
      ...FLAGS.map((flag) => ({ [flag]: true })),
      Object.fromEntries(FLAGS.map((flag) => [flag, true])),
      { in: true, out: true, all_accounts: true },
      { in: true, out: true, account_index: 1 },
      { in: true, out: true, account_index: 99 },
      { in: true, account_index: 0, subaddr_indices: [1] },
      { in: true, out: true, account_index: 0, subaddr_indices: [7] },
      { in: true, subaddr_indices: 1 },
      { in: true, min_height: 150 },
      { in: true, max_height: 5 },
      { in: true, out: true, filter_by_height: true },
      { in: true, out: true, filter_by_height: true, min_height: 101 },
      { in: true, out: true, filter_by_height: true, max_height: 5 },
      { in: true, out: true, filter_by_height: true, min_height: 3, max_height: 5 },
      { in: true, out: true, filter_by_height: true, min_height: 5, max_height: 3 },
      { in: true, out: true, pool: true, filter_by_height: true, min_height: 10 ** 9, max_height: 10 ** 9 },
      { coinbase: true },
      { in: true, coinbase: true },
      { stake: true },
      { in: 1 },
      { in: 'true' },
      { in: true, min_height: -1 },
    ),
    ...callsOf(
      'get_transfer_by_txid',
      {},
      ...[world.received, world.doubled, world.sent, world.pooled, world.coinbase, MISSING_ID, 'zz', 'ab'].map(
        (txid) => ({ txid }),
      ),
      { txid: world.received, account_index: 1 },
      { txid: world.received, account_index: 99 },
      { txid: 'zz', account_index: 99 },
    ),
  ],
})

const payments = (world: TwinWorld): TwinChapter => ({
  name: 'received payments',
  calls: [
    { method: 'incoming_transfers' },
    ...callsOf(
      'incoming_transfers',
      { transfer_type: 'all' },
      { transfer_type: 'available' },
      { transfer_type: 'unavailable' },
      { transfer_type: 'all', account_index: 1 },
      { transfer_type: 'all', account_index: 99 },
      { transfer_type: 'all', subaddr_indices: [1] },
      { transfer_type: 'all', verbose: true },
      { transfer_type: 'x' },
      { transfer_type: 5 },
    ),
    ...callsOf(
      'get_payments',
      {},
      ...[world.paymentId, world.paymentId.padEnd(64, '0'), '0'.repeat(16), 'zz', '00', 'g'.repeat(16)].map(
        (payment_id) => ({ payment_id }),
      ),
    ),
    { method: 'get_bulk_payments' },
    ...callsOf(
      'get_bulk_payments',
      {},
      { payment_ids: [] },
      { payment_ids: [], min_block_height: 3 },
      { payment_ids: [], min_block_height: 101 },
      { payment_ids: [], min_block_height: world.height },
      { payment_ids: [], min_block_height: world.height - 1 },
      { payment_ids: [world.paymentId] },
      { payment_ids: [world.paymentId], min_block_height: world.height - 1 },
      { payment_ids: ['zz'] },
      { payment_ids: ['g'.repeat(16)] },
      { payment_ids: 'x' },
      { payment_ids: [5] },
    ),
  ],
})

/** Returns the chapters of this file. */
export const readingChapters = (world: TwinWorld): TwinChapter[] => [
  balances(),
  addresses(world),
  transfers(world),
  payments(world),
]
