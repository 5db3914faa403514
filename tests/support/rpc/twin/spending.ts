// Calls that make payments without sending them, sign, export and import, and calls that open wallets.

import { callsOf, type Kept, type TwinChapter, type TwinWorld } from './call.ts'

const MISSING_KEY = '01'.concat('0'.repeat(62))

const wrongPayments = (world: TwinWorld): TwinChapter => {
  const to = (address: string, amount: unknown) => ({ destinations: [{ address, amount }] })
  const ok = to(world.stranger, 1_000)
  return {
    name: 'payments that fail',
    calls: [
      { method: 'transfer' },
      ...callsOf(
        'transfer',
        {},
        { destinations: [] },
        { destinations: {} },
        { destinations: 'x' },
        { destinations: [1] },
        { destinations: [null] },
        { destinations: ['x', ok.destinations[0]] },
        { destinations: ok.destinations[0] },
        { destinations: [{ address: world.stranger }] },
        to('x', 1),
        to('', 1),
        to(world.testnet, 1),
        to(world.stranger, 0),
        to(world.stranger, -1),
        to(world.stranger, 0.5),
        to(world.stranger, 'x'),
        to(world.stranger, 10 ** 15),
        to(world.stranger, '18446744073709551615'),
        { destinations: [1, 2].map(() => ({ address: world.stranger, amount: '18446744073709551615' })) },
        { destinations: [1, 2].map(() => ({ address: world.strangerIntegrated, amount: 1 })) },
        { ...ok, account_index: 99 },
        { ...ok, account_index: 2 },
        { ...ok, account_index: 'x' },
        { ...ok, subaddr_indices: [7] },
        { ...ok, subaddr_indices: [99] },
        { ...ok, payment_id: world.paymentId },
        { ...ok, payment_id: 'zz' },
        { ...ok, priority: 'x' },
        { ...ok, unlock_time: -1 },
        { ...ok, subtract_fee_from_outputs: [5] },
        { ...ok, subtract_fee_from_outputs: [0] },
        { ...ok, unlock_time: 1 },
        { destinations: Array.from({ length: 16 }, () => ({ address: world.stranger, amount: 1 })) },
      ),
      ...callsOf('transfer_split', {}, to('x', 1), to(world.stranger, 0), to(world.stranger, 10 ** 15)),
      ...callsOf(
        'sweep_all',
        {},
        { address: 'x' },
        { address: world.stranger, outputs: 0 },
        { address: world.stranger, account_index: 99 },
        { address: world.stranger, account_index: 2 },
        { address: world.stranger, subaddr_indices: [7] },
        { address: world.stranger, below_amount: 1 },
        { address: world.stranger, payment_id: world.paymentId },
      ),
      ...callsOf(
        'sweep_single',
        {},
        { address: world.stranger },
        { address: world.stranger, key_image: 'zz' },
        { address: world.stranger, key_image: MISSING_KEY },
        { address: 'x', key_image: MISSING_KEY },
        { address: world.stranger, key_image: MISSING_KEY, outputs: 0 },
      ),
      ...callsOf('sweep_dust', {}, { do_not_relay: true }),
      ...callsOf('sweep_unmixable', {}),
      ...callsOf('relay_tx', {}, { hex: 'zz' }, { hex: '00ff' }),
      ...callsOf('sign_transfer', {}, { unsigned_txset: 'zz' }, { unsigned_txset: '00ff' }),
      ...callsOf('submit_transfer', {}, { tx_data_hex: 'zz' }, { tx_data_hex: '00ff' }),
      ...callsOf('describe_transfer', {}, { unsigned_txset: 'zz' }, { unsigned_txset: '00' }, { multisig_txset: '00' }),
    ],
  }
}

type SubaddressBalance = { readonly balance: number; readonly unlocked_balance: number }

/** Returns amounts about the balance and the unlocked balance of the addresses in a response of `get_balance`. */
const amountsAbout = (result: { readonly [name: string]: unknown } | undefined): number[] => {
  // The shape is that of the method.
  const addresses = (result?.['per_subaddress'] ?? []) as readonly SubaddressBalance[]
  const sum = (field: keyof SubaddressBalance): number => addresses.reduce((total, each) => total + each[field], 0)
  return [sum('balance'), sum('unlocked_balance')].flatMap((amount) => [amount + 1, amount, amount - 1_000])
}

const AMOUNTS_ABOUT = 6

/** Payments of more, as much and almost as much as there is, and as is unlocked. */
const limits = (world: TwinWorld): TwinChapter => {
  const sources = [
    { account_index: 0 },
    { account_index: 1 },
    { account_index: 0, subaddr_indices: [1] },
    { account_index: 0, subaddr_indices: [0, 1] },
  ]
  const paid = (source: object, name: string, i: number) => (kept: Kept) => {
    const destinations = [{ address: world.stranger, amount: amountsAbout(kept.get(name))[i] }]
    return { destinations, ...source, do_not_relay: true }
  }
  return {
    name: 'payments about the balance',
    isRandom: true,
    calls: sources.flatMap((source) => {
      const { account_index, subaddr_indices: address_indices } = source
      const name = `balance of ${account_index}/${address_indices ?? 'all'}`
      return [
        { method: 'get_balance', params: { account_index, address_indices }, keep: name },
        ...Array.from({ length: AMOUNTS_ABOUT }, (_, i) =>
          ['transfer', 'transfer_split'].map((method) => ({ method, params: paid(source, name, i) })),
        ).flat(),
      ]
    }),
  }
}

const preparedPayments = (world: TwinWorld): TwinChapter => {
  const unsent = { do_not_relay: true }
  const to = (address: string, amount: number | string = 1_000_000_000) => ({
    destinations: [{ address, amount }],
    ...unsent,
  })
  return {
    name: 'payments that are not sent',
    isRandom: true,
    calls: [
      ...callsOf(
        'transfer',
        to(world.stranger),
        to(world.stranger, '1000000000'),
        to(world.subaddress),
        to(world.strangerIntegrated),
        { ...to(world.stranger), get_tx_key: true },
        { ...to(world.stranger), get_tx_hex: true, get_tx_metadata: true },
        { ...to(world.stranger), ring_size: 3 },
        { ...to(world.stranger), mixin: 2 },
        { ...to(world.stranger), unlock_time: 1_000 },
        ...[0, 1, 2, 3, 4, 99].map((priority) => ({ ...to(world.stranger), priority })),
        { ...to(world.stranger), account_index: 1 },
        { ...to(world.stranger), subaddr_indices: [1] },
        { ...to(world.stranger), subtract_fee_from_outputs: [0] },
        {
          destinations: Array.from({ length: 15 }, () => ({ address: world.stranger, amount: 1_000 })),
          ...unsent,
        },
      ),
      ...callsOf('transfer_split', to(world.stranger), {
        ...to(world.stranger),
        get_tx_keys: true,
        get_tx_hex: true,
        get_tx_metadata: true,
      }),
      ...callsOf(
        'sweep_all',
        { address: world.stranger, account_index: 1, ...unsent },
        { address: world.stranger, account_index: 1, outputs: 3, get_tx_keys: true, ...unsent },
        { address: world.stranger, account_index: 1, subaddr_indices: [0], ...unsent },
      ),
      ...callsOf('sign', {}, { data: 'x' }, { data: 'x', signature_type: 'view' }, { data: 'x', signature_type: 'y' }),
      ...callsOf('sign', { data: 'x', account_index: 1 }, { data: 'x', account_index: 99 }),
      ...callsOf('get_reserve_proof', { all: true }, { all: false, account_index: 0, amount: 5, message: 'm' }),
    ],
  }
}

const exports = (): TwinChapter => ({
  name: 'exports',
  isRandom: true,
  calls: [
    { method: 'export_outputs', params: {}, keep: 'new outputs' },
    { method: 'export_outputs', params: { all: true }, keep: 'all outputs' },
    ...callsOf('export_outputs', { all: 'x' }),
    { method: 'export_key_images', params: {}, keep: 'new key images' },
    { method: 'export_key_images', params: { all: true }, keep: 'all key images' },
    ...callsOf('import_outputs', {}, { outputs_data_hex: 'zz' }, { outputs_data_hex: '00ff' }),
    ...['new outputs', 'all outputs'].map((name) => ({
      method: 'import_outputs',
      params: (kept: Kept) => ({ outputs_data_hex: kept.get(name)?.['outputs_data_hex'] }),
    })),
    ...callsOf(
      'import_key_images',
      {},
      { signed_key_images: [] },
      { signed_key_images: [{ key_image: 'zz', signature: 'zz' }] },
      { signed_key_images: 'x' },
    ),
    {
      method: 'import_key_images',
      params: (kept) => ({ signed_key_images: kept.get('all key images')?.['signed_key_images'] }),
    },
  ],
})

const envelopes = (): TwinChapter => {
  const call = (rest: string): { body: string } => ({ body: `{"jsonrpc":"2.0",${rest}}` })
  const version = '"method":"get_version"'
  return {
    name: 'envelopes',
    calls: [
      ...['', '{nope', '[]', '{}', '5', '"x"', 'null'].map((body) => ({ body })),
      ...[
        'true',
        'false',
        'null',
        '[]',
        '[1]',
        '{}',
        '{"a":1}',
        '5',
        '-5',
        '1.5',
        '"x"',
        '""',
        '18446744073709551615',
      ].map((id) => call(`"id":${id},${version}`)),
      call(version),
      call(`${version},`),
      call(`${version},"params":`),
      call(`${version},"params":null`),
      call(`${version},"params":[]`),
      call(`${version},"params":[1]`),
      call(`${version},"params":"x"`),
      call(`${version},"params":5`),
      { body: `{${version}} more` },
      { body: `{${version}}}` },
      { body: `  {${version}}\n` },
      { body: `{${version}}{${version}}` },
      { body: `{'method':'get_version'}` },
      { body: '{"method":"get_balance","params":{"address_indices":[0,1,]}}' },
      { body: '{"method":"get_balance","params":{"account_index":0,}}' },
      { body: '{"method":"get_address","params":{"account_index":0.0}}' },
      { body: '{"method":"get_address","params":{"account_index":0e0}}' },
      { body: '{"method":"get_address","params":{"account_index":0,"address_index":[0.0]}}' },
      { body: '{"method":"get_address","params":{"account_index":-0}}' },
      { body: '{"method":"get_address","params":{"account_index":00}}' },
      { body: '{"method":"get_address","params":{"account_index":0x0}}' },
      { body: '{"method":"get_address","params":{"account_index":99999999999999999999999}}' },
      { body: '{"method":"sweep_all","params":{"below_amount":1.0}}' },
      { body: '{"method":"set_attribute","params":{"key":"raw","value":"one\ttwo\nthree"}}' },
      { body: '{"method":"get_attribute","params":{"key":"raw"}}' },
      { body: `{"id":TRUE,${version}}` },
      { body: `{\v${version}}` },
      { body: `\uFEFF{${version}}` },
      { body: '{"method":5}' },
      { body: '{"method":""}' },
      { body: '{"id":5,"method":"nope"}' },
      { body: '{"id":5,"method":"get_address","params":{"account_index":99}}' },
      { body: '{"method":"get_address","params":{"account_index":99}}' },
      { body: '{"id":5,"method":"get_address","params":{"account_index":"x"}}' },
      { body: '{"method":"get_transfers","params":{"in":null}}' },
      { body: `{${version}}`, httpMethod: 'PUT' },
      { body: `{${version}}`, httpMethod: 'DELETE' },
      { body: '', httpMethod: 'GET' },
      { body: '', httpMethod: 'GET', path: '/nope' },
      { body: '{}', path: '/nope' },
      { body: '{}', path: '/get_version' },
    ],
  }
}

const files = ({ words, address, viewKey, spendKey, stranger, node }: TwinWorld): TwinChapter => {
  const copy = { address, viewkey: viewKey, password: '' }
  return {
    name: 'wallet files',
    calls: [
      ...callsOf(
        'open_wallet',
        {},
        { filename: 'missing' },
        { filename: '../x' },
        { filename: 'twin', password: 'wrong' },
      ),
      { method: 'get_address' },
      ...callsOf(
        'create_wallet',
        {},
        { filename: 'twin', language: 'English' },
        { filename: 'other', language: 'Klingon' },
        { filename: 'other' },
        { filename: '../x', language: 'English' },
      ),
      ...callsOf(
        'restore_deterministic_wallet',
        {},
        { filename: 'other', seed: 'one two three' },
        { filename: 'twin', seed: words },
        { filename: '../x', seed: words },
      ),
      ...callsOf(
        'generate_from_keys',
        {},
        { ...copy, filename: 'twin' },
        { ...copy, filename: 'other', address: 'x' },
        { ...copy, filename: 'other', address: '' },
        { ...copy, filename: 'other', viewkey: '' },
        { ...copy, filename: 'other', viewkey: 'zz' },
        { ...copy, filename: 'other', spendkey: 'zz' },
      ),
      { method: 'get_address' },
      { method: 'store' },
      ...callsOf('change_wallet_password', { old_password: 'wrong', new_password: 'x' }, {}),
      ...callsOf('set_daemon', { address: 'x', ssl_support: 'nope' }, { ssl_support: 5 }),
      ...callsOf(
        'set_daemon',
        ...['zz', 'ab', 'a', '', 'ab'.repeat(31)].map((text) => ({ address: node, ssl_allowed_fingerprints: [text] })),
      ),
      // monero-wallet-rpc opens these wallets; the next call opens another one in both servers.
      { method: 'generate_from_keys', params: { ...copy, filename: 'no view key', viewkey: '0'.repeat(64) } },
      { method: 'generate_from_keys', params: { ...copy, filename: 'wrong keys', spendkey: MISSING_KEY } },
      { method: 'generate_from_keys', params: { ...copy, filename: 'keys', spendkey: spendKey } },
      { method: 'query_key', params: { key_type: 'mnemonic' } },
      { method: 'close_wallet' },
      ...['get_balance', 'close_wallet', 'store', 'get_version', 'set_daemon'].map((method) => ({ method })),
      { method: 'validate_address', params: { address: stranger } },
      { method: 'validate_address', params: { address: stranger, any_net_type: true } },
      { method: 'generate_from_keys', params: { ...copy, filename: 'view-only' } },
      { method: 'refresh' },
      ...callsOf('query_key', { key_type: 'mnemonic' }, { key_type: 'spend_key' }, { key_type: 'view_key' }),
      { method: 'get_balance' },
      { method: 'get_transfers', params: { in: true, out: true } },
      // monero-wallet-rpc 0.18.0 ends if it signs or exports key images here.
      { method: 'get_reserve_proof', params: { all: true } },
      { method: 'get_spend_proof', params: { txid: MISSING_KEY } },
      { method: 'prepare_multisig' },
      { method: 'sign_transfer', params: { unsigned_txset: '00' } },
    ],
  }
}

/** Returns the chapters that leave the wallet open. */
export const paymentChapters = (world: TwinWorld): TwinChapter[] => [
  envelopes(),
  wrongPayments(world),
  limits(world),
  preparedPayments(world),
  exports(),
]

/** Returns the chapters of this file. */
export const spendingChapters = (world: TwinWorld): TwinChapter[] => [...paymentChapters(world), files(world)]
