// A scenario of wallet RPC calls for any host. The responses are recorded in a form that can be compared between two hosts, field by
// field.

import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { walletRpcContextOf } from '../../../src/rpc/hosts/engineWalletHost.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { vector } from '../data/vectors.ts'
import { newWallet, testHost } from '../wallet/engine-host.ts'

/** A host of the wallet RPC on its own development chain, with an open wallet other than that of the scenario. */
export type ScenarioHost = {
  /** Sends a body to /json_rpc and returns the body of the response. */
  post(body: string): Promise<string>
  /** Calls the development node. */
  node(method: string, params: object): Promise<unknown>
}

/** One call and its response, without values that differ between runs. */
export type ScenarioCall = { readonly method: string; readonly params: JsonValue; readonly response: JsonValue }

const { wallets } = vector('oxen/chain-small/wallets.json')
const WORDS: string = wallets.A.keys.mnemonic
const OWN_ADDRESS: string = wallets.A.keys.address
const OTHER_ADDRESS: string = wallets.C.keys.address
const COIN = 10n ** 9n
const PASSWORD = 'pass word'

/** Fields with random values: encoded rings differ in length, and with them fees and balances. */
const RANDOM = /fee|balance|weight|timestamp|amount_list|global_index/

/** Fields that depend on timing: hosts also refresh on their own. */
const TIMING_DEPENDENT = /^(blocks_fetched|received_money)$/

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** Returns a function that makes values comparable: random texts are numbered in the order of their occurrence. */
const comparer = () => {
  const seen = new Map<string, number>()
  const named = (kind: string, text: string): string => {
    if (!seen.has(text)) seen.set(text, seen.size)
    return `${kind} ${seen.get(text)}`
  }
  const textOf = (text: string): string => {
    if (/^(Sig|InProof|OutProof|SpendProof|ReserveProof)V/.test(text)) return named('signature', text)
    return text.replace(/[0-9a-f]{64,}/g, (hex) =>
      /^0+$/.test(hex) ? hex : named(hex.length === 64 ? 'hash' : 'bytes', hex),
    )
  }
  const comparable = (value: JsonValue, name = ''): JsonValue => {
    if (TIMING_DEPENDENT.test(name)) return typeof value
    if (typeof value === 'string') return /csv/.test(name) ? `${value.split('\n').length} lines` : textOf(value)
    if (typeof value === 'number' || typeof value === 'bigint')
      return RANDOM.test(name) ? (BigInt(Math.trunc(Number(value))) === 0n ? 0 : 'some') : value
    if (value === null || typeof value !== 'object') return value
    if (isList(value)) return value.map((item) => comparable(item, name))
    // The reason why no wallet is open depends on the host.
    const members = value['code'] === -13 ? { ...value, data: '' } : value
    const entries = Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(entries.map(([key, member]) => [key, comparable(member, key)]))
  }
  return comparable
}

/** Runs the scenario over the whole method table; later steps use the results of earlier ones. */
export const runScenario = async ({ post, node }: ScenarioHost): Promise<readonly ScenarioCall[]> => {
  const calls: ScenarioCall[] = []
  const comparable = comparer()

  /** Calls a method and returns its result, or an empty object for an error. */
  const call = async (method: string, params: JsonObject = {}): Promise<JsonObject> => {
    const text = await post(stringifyJson({ jsonrpc: '2.0', id: calls.length, method, params }))
    const answer = parseJson(text)
    calls.push({ method, params: comparable(params), response: comparable(answer) })
    const result = isJsonObject(answer) ? answer['result'] : undefined
    return isJsonObject(result) ? result : {}
  }
  const textIn = (result: JsonObject, name: string): string => String(result[name])
  const mine = async (blocks = 12): Promise<void> => {
    await node('dev_mine', { blocks })
    await call('refresh')
  }
  const to = (address: string, amount: bigint): JsonObject => ({ address, amount })

  await call('get_version')
  await call('get_languages')
  await call('restore_deterministic_wallet', { filename: 'Life', password: PASSWORD, seed: WORDS })
  await call('restore_deterministic_wallet', { filename: 'Life', seed: WORDS })
  await call('refresh')
  await call('get_address')
  await call('get_height')
  await call('store')

  await call('label_account', { account_index: 0, label: 'Daily' })
  await call('create_account', { label: 'Savings' })
  await call('create_address', { account_index: 1, label: 'Shop', count: 2 })
  await call('label_address', { index: { major: 1, minor: 2 }, label: 'Market' })
  await call('label_address', { index: { major: 7, minor: 2 }, label: 'x' })
  const { address: savings = '' } = await call('get_address', { account_index: 1, address_index: [0, 2] })
  await call('get_address_index', { address: savings })
  await call('get_address_index', { address: OTHER_ADDRESS })
  await call('tag_accounts', { tag: 'home', accounts: [0, 1] })
  await call('set_account_tag_description', { tag: 'home', description: 'ours' })
  await call('get_account_tags')
  await call('untag_accounts', { accounts: [1] })
  await call('get_accounts')

  for (const _ of [1, 2, 3, 4]) await node('dev_faucet', { address: OWN_ADDRESS, amount: Number(50n * COIN) })
  await mine()
  await call('get_balance', { all_accounts: true })
  await call('incoming_transfers', { transfer_type: 'available' })
  await call('get_transfers', { in: true })

  const own = await call('transfer', {
    // Equal amounts, because outputs are in random order.
    destinations: [to(String(savings), 5n * COIN), to(String(savings), 5n * COIN)],
    priority: 1,
    get_tx_key: true,
  })
  await call('get_transfers', { out: true, pending: true, pool: true, all_accounts: true })
  await mine()
  await call('get_transfer_by_txid', { txid: textIn(own, 'tx_hash') })
  await call('get_balance', { account_index: 1 })
  await call('get_accounts', { tag: 'home' })

  const paid = await call('transfer', { destinations: [to(OTHER_ADDRESS, 5n * COIN)], priority: 1, get_tx_key: true })
  // One payment per block: payments in one block are unordered.
  await mine()
  const prepared = await call('transfer', {
    destinations: [to(OTHER_ADDRESS, COIN)],
    priority: 1,
    do_not_relay: true,
    get_tx_metadata: true,
  })
  await call('relay_tx', { hex: textIn(prepared, 'tx_metadata') })
  await call('relay_tx', { hex: 'abcd' })
  await mine()
  await call('transfer_split', { destinations: [to(OTHER_ADDRESS, 2n * COIN)], priority: 1, get_tx_keys: true })
  await mine()

  const txid = textIn(paid, 'tx_hash')
  await call('get_tx_key', { txid })
  await call('get_tx_key', { txid: '0'.repeat(64) })
  await call('check_tx_key', { txid, tx_key: textIn(paid, 'tx_key'), address: OTHER_ADDRESS })
  const { signature: proof = '' } = await call('get_tx_proof', { txid, address: OTHER_ADDRESS, message: 'hello' })
  await call('check_tx_proof', { txid, address: OTHER_ADDRESS, message: 'hello', signature: proof })
  await call('check_tx_proof', { txid, address: OTHER_ADDRESS, message: 'other', signature: proof })
  const { signature: spent = '' } = await call('get_spend_proof', { txid, message: '' })
  await call('check_spend_proof', { txid, message: '', signature: spent })
  const { signature: reserve = '' } = await call('get_reserve_proof', { all: true, message: 'mine' })
  await call('check_reserve_proof', { address: OWN_ADDRESS, message: 'mine', signature: reserve })
  const { signature } = await call('sign', { data: 'words' })
  await call('verify', { data: 'words', address: OWN_ADDRESS, signature: signature ?? '' })
  await call('verify', { data: 'other', address: OWN_ADDRESS, signature: signature ?? '' })

  const { transfers: coins } = await call('incoming_transfers', { transfer_type: 'available', account_index: 1 })
  const coin = coins !== undefined && isList(coins) ? coins[0] : undefined
  const keyImage = coin !== undefined && isJsonObject(coin) ? String(coin['key_image']) : ''
  await call('freeze', { key_image: keyImage })
  await call('frozen', { key_image: keyImage })
  await call('sweep_single', { address: OTHER_ADDRESS, key_image: keyImage })
  await call('thaw', { key_image: keyImage })
  await call('sweep_single', { address: OTHER_ADDRESS, key_image: keyImage, priority: 1 })
  await mine()
  await call('sweep_dust')
  await call('sweep_all', { address: OTHER_ADDRESS, account_index: 1, subaddr_indices_all: true, priority: 1 })
  await mine()
  await call('get_balance', { account_index: 1 })

  await call('set_tx_notes', { txids: [txid], notes: ['rent'] })
  await call('get_tx_notes', { txids: [txid] })
  await call('set_attribute', { key: 'colour', value: 'blue' })
  await call('get_attribute', { key: 'colour' })
  await call('get_attribute', { key: 'size' })

  await call('add_address_book', { address: OTHER_ADDRESS, description: 'Carol' })
  await call('add_address_book', { address: 'nobody', description: 'x' })
  await call('edit_address_book', { index: 0, set_description: true, description: 'Carola' })
  await call('get_address_book')
  await call('delete_address_book', { index: 0 })
  await call('delete_address_book', { index: 9 })

  const { uri = '' } = await call('make_uri', {
    address: OWN_ADDRESS,
    amount: 5,
    recipient_name: 'Ann',
    tx_description: 'tea',
  })
  await call('parse_uri', { uri })
  await call('parse_uri', { uri: 'nothing:x' })
  const { integrated_address = '' } = await call('make_integrated_address', { payment_id: '1234567890abcdef' })
  await call('split_integrated_address', { integrated_address })
  await call('validate_address', { address: OWN_ADDRESS, any_net_type: true })
  await call('validate_address', { address: 'nobody' })
  await call('get_payments', { payment_id: '1234567890abcdef' })
  await call('get_bulk_payments', { payment_ids: [], min_block_height: 1 })

  await call('get_transfers', { in: true, out: true, pending: true, failed: true, pool: true, all_accounts: true })
  await call('get_transfers_csv', { in: true, out: true })
  await call('incoming_transfers', { transfer_type: 'all' })
  await call('rescan_blockchain')
  await call('get_height')
  await call('get_tx_notes', { txids: [txid] })

  await call('transfer', { destinations: [] })
  await call('transfer', { destinations: [to('nobody', COIN)] })
  await call('transfer', { destinations: [to(OTHER_ADDRESS, 0n)] })
  await call('transfer', { destinations: [to(OTHER_ADDRESS, 2n ** 64n - 1n)] })
  await call('transfer', { destinations: [to(OTHER_ADDRESS, COIN)], payment_id: '1234567890abcdef' })
  await call('transfer', { destinations: 'all' })
  await call('get_balance', { account_index: 99 })
  await call('get_transfer_by_txid', { txid: '1'.repeat(64) })
  await call('sweep_all', { address: 'nobody' })
  await call('query_key', { key_type: 'nothing' })
  await call('query_key', { key_type: 'view_key' })
  await call('query_key', { key_type: 'mnemonic' })
  await call('no_such_method')
  await call('change_wallet_password', { old_password: 'wrong', new_password: 'x' })
  await call('change_wallet_password', { old_password: PASSWORD, new_password: 'another' })
  await call('close_wallet')
  await call('get_address')
  return calls
}

/** The password of the wallet until the end of the scenario. */
export const SCENARIO_PASSWORD = PASSWORD

/** Returns the methods that a scenario called. */
export const methodsOf = (calls: readonly ScenarioCall[]): ReadonlySet<string> =>
  new Set(calls.map(({ method }) => method))

/** The errors of the scenario, in order: method and code. */
export const SCENARIO_ERRORS: readonly string[] = [
  'restore_deterministic_wallet -1',
  'label_address -14',
  'get_address_index -2',
  'relay_tx -27',
  'get_tx_key -24',
  'sweep_single -1',
  'get_attribute -45',
  'add_address_book -2',
  'delete_address_book -12',
  'parse_uri -11',
  'transfer -20',
  'transfer -2',
  'transfer -20',
  'transfer -17',
  'transfer -5',
  'transfer -20',
  'get_transfer_by_txid -8',
  'sweep_all -2',
  'query_key -1',
  'no_such_method -32601',
  'change_wallet_password -22',
  'get_address -13',
]

/** Returns the failed calls with their codes. */
export const errorsIn = (calls: readonly ScenarioCall[]): readonly string[] =>
  calls.flatMap(({ method, response }) => {
    const error = isJsonObject(response) ? response['error'] : undefined
    return isJsonObject(error) ? [`${method} ${String(error['code'])}`] : []
  })

/** Starts a host in this process, on a node over HTTP: an engine with a store in memory, without a user for approvals. */
export const startInProcess = async (nodeUrl: string, node: ScenarioHost['node']): Promise<ScenarioHost> => {
  const client = createNodeClient({ url: nodeUrl, fetch: (request) => fetch(request) })
  const engine = createEngine(testHost(client))
  await engine.draftSeed('English')
  await engine.createWallet(newWallet(oxenRegtest.id, 'First'), [])
  await engine.changeSettings({ rpcEnabled: true, lockMinutes: 0 })
  const context = walletRpcContextOf(engine)
  const service = createWalletRpc({
    get wallet() {
      return context.wallet
    },
    get rpcEnabled() {
      return context.rpcEnabled
    },
    ...(context.host === undefined ? {} : { host: context.host }),
  })
  return {
    node,
    post: async (body) => await (await service(new Request('http://here/json_rpc', { method: 'POST', body }))).text(),
  }
}
