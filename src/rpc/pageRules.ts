// What other pages of the site may do with the wallet: every method has effects, and each effect has one rule, the same for all methods
// that have it. Hosts without a user in front of them (`faba rpc`) allow all of it, or what restricted mode leaves.

import type { JsonMethod } from '../jsonrpc/method.ts'
import { UnsupportedByHostError, type WalletRpcContext } from './calls/walletRpcContext.ts'
import type { WalletMethod } from './methodTable.ts'

/** `free`: without asking; `asks`: the user approves each call; `refused`: a page cannot do it. */
export type PageRule = 'free' | 'asks' | 'refused'

/** The rule of each effect, in the order of the reference page. */
export const PAGE_RULES = {
  'reads nothing of the wallet': 'free',
  'reads addresses': 'free',
  'reads the balance': 'free',
  'reads the history, contacts, notes and attributes': 'free',
  'looks for new blocks and payments': 'free',
  'adds addresses, labels, tags, notes, attributes and names': 'free',
  'reads which coins are the wallet’s': 'asks',
  'reads secrets': 'asks',
  'signs and proves': 'asks',
  'pays and stakes': 'asks',
  'changes contacts': 'asks',
  'changes which coins are known, spent or frozen': 'asks',
  'changes how the chain is followed': 'asks',
  'shows the node what is the wallet’s': 'asks',
  'chooses the node': 'asks',
  'opens, closes and changes wallets': 'asks',
  'controls the service and the node': 'refused',
} as const satisfies Record<string, PageRule>

export type PageEffect = keyof typeof PAGE_RULES

type MethodName = WalletMethod['names'][0]

const NOTHING: PageEffect = 'reads nothing of the wallet'
const ADDRESSES: PageEffect = 'reads addresses'
const BALANCE: PageEffect = 'reads the balance'
const HISTORY: PageEffect = 'reads the history, contacts, notes and attributes'
const LABELS: PageEffect = 'adds addresses, labels, tags, notes, attributes and names'
const COINS: PageEffect = 'reads which coins are the wallet’s'
const SECRETS: PageEffect = 'reads secrets'
const SIGNS: PageEffect = 'signs and proves'
const PAYS: PageEffect = 'pays and stakes'
const CONTACTS: PageEffect = 'changes contacts'
const COIN_STATE: PageEffect = 'changes which coins are known, spent or frozen'
const SYNC: PageEffect = 'changes how the chain is followed'
const SHOWS_NODE: PageEffect = 'shows the node what is the wallet’s'
const WALLETS: PageEffect = 'opens, closes and changes wallets'
const SERVICE: PageEffect = 'controls the service and the node'

/** A payment returns the key images of what it spends, also if it is not sent. */
const PAYMENT = [PAYS, COINS] as const

/** The effects of every method. */
export const METHOD_EFFECTS: Readonly<Record<MethodName, readonly [PageEffect, ...PageEffect[]]>> = {
  create_wallet: [WALLETS],
  open_wallet: [WALLETS],
  close_wallet: [WALLETS],
  restore_deterministic_wallet: [WALLETS],
  generate_from_keys: [WALLETS],
  store: [NOTHING],
  change_wallet_password: [WALLETS],
  get_version: [NOTHING],
  get_height: [NOTHING],
  refresh: ['looks for new blocks and payments'],
  auto_refresh: [SYNC],
  rescan_blockchain: [SYNC],
  rescan_spent: [SYNC, SHOWS_NODE],
  scan_tx: [SYNC, COIN_STATE],
  start_mining: [SERVICE],
  stop_mining: [SERVICE],
  set_daemon: ['chooses the node'],
  // A page has no log: nothing happens.
  set_log_level: [NOTHING],
  set_log_categories: [NOTHING],
  stop_wallet: [SERVICE],
  get_balance: [BALANCE],
  get_accounts: [BALANCE, ADDRESSES],
  create_account: [LABELS],
  label_account: [LABELS],
  get_account_tags: [ADDRESSES],
  tag_accounts: [LABELS],
  untag_accounts: [LABELS],
  set_account_tag_description: [LABELS],
  get_address: [ADDRESSES],
  get_address_index: [ADDRESSES],
  set_subaddress_lookahead: [SYNC],
  create_address: [LABELS],
  label_address: [LABELS],
  make_integrated_address: [ADDRESSES],
  split_integrated_address: [NOTHING],
  validate_address: [NOTHING],
  get_transfers: [HISTORY],
  get_transfer_by_txid: [HISTORY],
  get_transfers_csv: [HISTORY],
  incoming_transfers: [COINS],
  get_payments: [HISTORY],
  get_bulk_payments: [HISTORY],
  set_tx_notes: [LABELS],
  get_tx_notes: [HISTORY],
  set_attribute: [LABELS],
  get_attribute: [HISTORY],
  add_address_book: [CONTACTS],
  get_address_book: [HISTORY],
  edit_address_book: [CONTACTS],
  delete_address_book: [CONTACTS],
  make_uri: [NOTHING],
  parse_uri: [NOTHING],
  get_languages: [NOTHING],
  transfer: PAYMENT,
  transfer_split: PAYMENT,
  relay_tx: [PAYS],
  sweep_all: PAYMENT,
  sweep_single: PAYMENT,
  // Chains with confidential amounts have no dust: nothing happens.
  sweep_dust: [NOTHING],
  freeze: [COIN_STATE],
  thaw: [COIN_STATE],
  frozen: [COINS],
  get_default_fee_priority: [NOTHING],
  estimate_tx_size_and_weight: [NOTHING],
  estimate_fee: [BALANCE],
  get_tx_key: [SECRETS],
  check_tx_key: [NOTHING],
  get_tx_proof: [SIGNS],
  check_tx_proof: [NOTHING],
  get_spend_proof: [SIGNS],
  check_spend_proof: [NOTHING],
  get_reserve_proof: [SIGNS, COINS],
  check_reserve_proof: [NOTHING],
  sign: [SIGNS],
  verify: [NOTHING],
  query_key: [SECRETS],
  export_outputs: [COINS],
  import_outputs: [COIN_STATE],
  export_key_images: [COINS, SIGNS],
  // It needs a node that is trusted with private data, which pages do not have.
  import_key_images: [SERVICE],
  stake: PAYMENT,
  register_service_node: PAYMENT,
  can_request_stake_unlock: [HISTORY],
  request_stake_unlock: [PAYS, SIGNS],
  is_multisig: [NOTHING],
  prepare_multisig: [SECRETS],
  make_multisig: [WALLETS],
  exchange_multisig_keys: [WALLETS],
  finalize_multisig: [WALLETS],
  export_multisig_info: [COINS],
  import_multisig_info: [COIN_STATE, SYNC],
  sign_multisig: [PAYS, SIGNS],
  submit_multisig: [PAYS],
  lns_buy_mapping: PAYMENT,
  lns_renew_mapping: PAYMENT,
  lns_update_mapping: PAYMENT,
  lns_make_update_mapping_signature: [SIGNS],
  lns_known_names: [HISTORY, SHOWS_NODE],
  lns_add_known_names: [LABELS],
  lns_hash_name: [NOTHING],
  lns_encrypt_value: [NOTHING],
  lns_decrypt_value: [NOTHING],
  describe_transfer: [HISTORY],
  sign_transfer: [PAYS, SIGNS],
  submit_transfer: [PAYS],
}

/** The strictest rule first. */
const STRICTNESS: readonly PageRule[] = ['refused', 'asks', 'free']

/** Returns the rule of a method: the strictest of its effects. */
export const pageRuleOf = (effects: readonly PageEffect[]): PageRule =>
  STRICTNESS.find((rule) => effects.some((effect) => PAGE_RULES[effect] === rule)) ?? 'refused'

/** Returns the effects of a method; none if it is not classified. */
const effectsOf = ({ names: [name] }: Pick<JsonMethod<WalletRpcContext>, 'names'>): readonly PageEffect[] =>
  (METHOD_EFFECTS as Readonly<Record<string, readonly PageEffect[]>>)[name] ?? []

/** Whether pages cannot call a method: its effects are refused or unknown, or need an approval that it does not request. */
const isRefused = (method: JsonMethod<WalletRpcContext>): boolean => {
  const rule = pageRuleOf(effectsOf(method))
  return rule === 'refused' || (rule === 'asks' && !method.needsApproval)
}

/**
 * Returns the methods so that a host with a user in front of it refuses what the rules refuse to pages. The approvals themselves are
 * declared by the methods, which know what to show.
 */
export const withPageRules = (
  methods: readonly JsonMethod<WalletRpcContext>[],
): readonly JsonMethod<WalletRpcContext>[] =>
  methods.map((method) => {
    if (!isRefused(method)) return method
    const invoke: typeof method.invoke = async (context, params, call) => {
      if (context.requestApproval !== undefined)
        throw new UnsupportedByHostError(`a page cannot call ${call.name}; \`faba rpc\` serves it`)
      return await method.invoke(context, params, call)
    }
    return { ...method, invoke }
  })
