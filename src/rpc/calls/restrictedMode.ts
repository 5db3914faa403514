// The methods that restricted mode refuses in the oxen family although oxen-wallet-rpc 8.1.6 serves them there, each with the reason:
// callers neither spend nor change anything, prove nothing and learn no history. In the monero family it is that of monero-wallet-rpc 0.18.5.

export type RestrictionReason = 'spends' | 'changes' | 'proves' | 'shows history' | 'exports a secret'

/** Served in restricted mode by oxen-wallet-rpc 8.1.6. */
export const STRICTER_THAN_OXEN: Readonly<Record<string, RestrictionReason>> = {
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
  lns_add_known_names: 'changes',
  lns_known_names: 'shows history',
}
