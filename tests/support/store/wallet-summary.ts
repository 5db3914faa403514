// What a stored wallet shows through the wallet RPC, for comparison with what it showed when it was written.
import type { Caller } from '../peers/commands.ts'

type Fields = Record<string, unknown>

const resultOf = async (call: Caller, method: string, params: object = {}): Promise<Fields> => {
  const { result, error } = await call(method, params)
  if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`)
  return result ?? {}
}

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value : [])

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))

const TRANSFER = ['txid', 'amount', 'fee', 'height', 'timestamp', 'note', 'address', 'destinations', 'subaddr_index']

/** Returns the contacts of a list without their payment ids, which monero-wallet-rpc omits and earlier versions of the program did not. */
export const shownContacts = (entries: unknown): readonly Fields[] =>
  listOf(entries).map((contact) => pick(contact, ['index', 'address', 'description']))

/** Returns the names that the open wallet owns: only oxen has them, and they need a node. */
export const ownedNames = async (call: Caller, family: 'oxen' | 'monero'): Promise<unknown> =>
  family === 'oxen' ? ((await resultOf(call, 'lns_known_names'))['known_names'] ?? []) : []

/** Returns keys, balance, history with notes, labels, tags, contacts and attributes of the open wallet. */
export const walletSummary = async (call: Caller): Promise<Fields> => {
  const all = { in: true, out: true, pending: true, pool: true, failed: true, all_accounts: true }
  const transfers = await resultOf(call, 'get_transfers', all)
  const shown = [...listOf(transfers['in']), ...listOf(transfers['out'])].map((transfer) => pick(transfer, TRANSFER))
  const accounts = await resultOf(call, 'get_accounts')
  const attribute = await call('get_attribute', { key: 'colour' })
  return {
    words: (await call('query_key', { key_type: 'mnemonic' })).result?.['key'] ?? null,
    height: (await resultOf(call, 'get_height'))['height'],
    balance: (await resultOf(call, 'get_balance'))['balance'],
    transfers: shown.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    accounts: listOf(accounts['subaddress_accounts']).map((account) =>
      pick(account, ['account_index', 'balance', 'base_address', 'label', 'tag']),
    ),
    addresses: listOf((await resultOf(call, 'get_address'))['addresses']).map((address) =>
      pick(address, ['address', 'address_index', 'label', 'used']),
    ),
    tags: (await resultOf(call, 'get_account_tags'))['account_tags'] ?? [],
    contacts: shownContacts((await resultOf(call, 'get_address_book'))['entries']),
    attribute: attribute.result?.['value'] ?? null,
    multisig: pick(await resultOf(call, 'is_multisig'), ['multisig', 'ready', 'threshold', 'total']),
    txKeys: await Promise.all(
      listOf(transfers['out']).map(async ({ txid }) => (await resultOf(call, 'get_tx_key', { txid }))['tx_key']),
    ),
  }
}
