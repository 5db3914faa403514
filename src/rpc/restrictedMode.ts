// The methods that restricted mode refuses although oxen-wallet-rpc 8.1.6 or monero-wallet-rpc 0.18.0 serves them there, each with the
// reason: --restricted-rpc promises that callers neither spend nor change anything, prove nothing and learn no history.

export type RestrictionReason = 'spends' | 'changes' | 'proves' | 'shows history' | 'exports a secret'

/** Served in restricted mode by both. */
const STRICTER_THAN_BOTH: Readonly<Record<string, RestrictionReason>> = {
  relay_tx: 'spends',
  create_wallet: 'changes',
  open_wallet: 'changes',
  restore_deterministic_wallet: 'changes',
  generate_from_keys: 'changes',
  create_account: 'changes',
  label_account: 'changes',
  tag_accounts: 'changes',
  untag_accounts: 'changes',
  set_account_tag_description: 'changes',
  create_address: 'changes',
  label_address: 'changes',
  start_mining: 'changes',
  stop_mining: 'changes',
  get_tx_key: 'exports a secret',
  get_tx_proof: 'proves',
  get_spend_proof: 'proves',
  get_reserve_proof: 'proves',
  export_key_images: 'proves',
  incoming_transfers: 'shows history',
  get_payments: 'shows history',
  get_bulk_payments: 'shows history',
  get_tx_notes: 'shows history',
}

/** Served in restricted mode by oxen-wallet-rpc 8.1.6. */
export const STRICTER_THAN_OXEN: Readonly<Record<string, RestrictionReason>> = {
  ...STRICTER_THAN_BOTH,
  lns_add_known_names: 'changes',
  lns_known_names: 'shows history',
}

/** Served in restricted mode by monero-wallet-rpc 0.18.0. */
export const STRICTER_THAN_MONERO: Readonly<Record<string, RestrictionReason>> = {
  ...STRICTER_THAN_BOTH,
  close_wallet: 'changes',
  finalize_multisig: 'changes',
  freeze: 'changes',
  thaw: 'changes',
  frozen: 'shows history',
  get_address_book: 'shows history',
}

/** Served in restricted mode by at least one of the two. */
export const STRICTER_THAN_ONE: Readonly<Record<string, RestrictionReason>> = {
  ...STRICTER_THAN_OXEN,
  ...STRICTER_THAN_MONERO,
}
