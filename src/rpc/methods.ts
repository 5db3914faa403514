// The methods of the wallet RPC.

import * as v from 'valibot'
import { toHex } from '../bytes/hex.ts'
import { sumAmounts } from '../coin/amount.ts'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { methodsOf } from '../jsonrpc/method.ts'
import { index, list, u32, u64 } from '../jsonrpc/schemas.ts'
import { type AddressBalance, sumBalances } from '../wallet/balance.ts'
import type { Entry } from '../wallet/history.ts'
import { PaymentRefusedError } from '../wallet/relay.ts'
import { transactionKeyText } from '../wallet/transferView.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { requireEnabled, requireWallet, WALLET_RPC_CODES, type WalletSource } from './source.ts'
import { listTransfers, transferObject } from './transfers.ts'

const method = methodsOf<WalletSource>()

const yes = v.optional(v.boolean(), true)
const no = v.optional(v.boolean(), false)

/** 1.17 of the wallet RPC. */
const VERSION = (1 << 16) | 17

const getVersion = method({
  names: ['get_version'],
  about: 'The version of the wallet RPC: major version times 65536 plus minor version',
  access: 'public',
  params: {},
  result: v.object({ version: u32 }),
  handler: (source) => {
    requireEnabled(source)
    return { version: VERSION }
  },
})

const getHeight = method({
  names: ['get_height', 'getheight'],
  about: 'How many blocks the wallet knows',
  access: 'public',
  params: {},
  result: v.object({ height: index, immutable_height: index }),
  handler: (source) => {
    const { book } = requireWallet(source)
    return { height: book.height, immutable_height: book.immutableHeight }
  },
})

const addressBalance = v.object({
  account_index: u32,
  address_index: u32,
  address: v.string(),
  balance: u64,
  unlocked_balance: u64,
  label: v.string(),
  num_unspent_outputs: index,
  blocks_to_unlock: index,
  time_to_unlock: index,
})

const NOTHING = { total: 0n, unlocked: 0n, blocksToUnlock: 0, timeToUnlock: 0, unspentOutputs: 0 }

const balanceObject = (wallet: Wallet, balance: AddressBalance) => {
  const { major, minor, total, unlocked, unspentOutputs, blocksToUnlock, timeToUnlock } = balance
  return {
    account_index: major,
    address_index: minor,
    address: wallet.addressText({ major, minor }),
    balance: total,
    unlocked_balance: unlocked,
    label: wallet.book.labels[major]?.[minor] ?? '',
    num_unspent_outputs: unspentOutputs,
    blocks_to_unlock: blocksToUnlock,
    time_to_unlock: timeToUnlock,
  }
}

const getBalance = method({
  names: ['get_balance', 'getbalance'],
  about: 'What an account, some of its addresses, or all accounts hold',
  access: 'public',
  params: { account_index: v.optional(u32, 0), address_indices: list(u32), all_accounts: no, strict: no },
  result: v.object({
    balance: u64,
    unlocked_balance: u64,
    multisig_import_needed: v.boolean(),
    per_subaddress: v.optional(v.array(addressBalance)),
    blocks_to_unlock: index,
    time_to_unlock: index,
  }),
  handler: (source, { account_index, address_indices, all_accounts, strict }) => {
    const wallet = requireWallet(source)
    const all = wallet.addressBalances(strict ? 'strict' : 'lenient')
    const own = all_accounts ? all : all.filter(({ major }) => major === account_index)
    const sum = sumBalances(own)
    const isKnown = all_accounts || account_index < wallet.book.labels.length
    const shown =
      all_accounts || address_indices.length === 0
        ? own
        : address_indices.map(
            (minor) => own.find((balance) => balance.minor === minor) ?? { major: account_index, minor, ...NOTHING },
          )
    return {
      balance: sum.total,
      unlocked_balance: sum.unlocked,
      multisig_import_needed: false,
      per_subaddress: isKnown && shown.length > 0 ? shown.map((balance) => balanceObject(wallet, balance)) : undefined,
      blocks_to_unlock: sum.blocksToUnlock,
      time_to_unlock: sum.timeToUnlock,
    }
  },
})

const getAddress = method({
  names: ['get_address', 'getaddress'],
  about: 'The addresses of an account, or some of them',
  access: 'public',
  params: { account_index: v.optional(u32, 0), address_index: list(u32) },
  result: v.object({
    address: v.string(),
    addresses: v.array(v.object({ address: v.string(), label: v.string(), address_index: u32, used: v.boolean() })),
  }),
  handler: (source, { account_index, address_index }) => {
    const wallet = requireWallet(source)
    if (account_index >= wallet.book.labels.length)
      throw new JsonRpcError(WALLET_RPC_CODES.accountIndex, 'Account index is out of bound')
    const addresses = wallet.addresses(account_index)
    const wanted = address_index.length === 0 ? addresses.map((address) => address.index) : address_index
    return {
      address: wallet.addressText({ major: account_index, minor: 0 }),
      addresses: wanted.map((minor) => {
        const found = addresses[minor]
        if (found === undefined) throw new JsonRpcError(WALLET_RPC_CODES.addressIndex, 'Address index is out of bound')
        return { address: found.address, label: found.label, address_index: minor, used: found.used }
      }),
    }
  },
})

const subaddressIndex = v.object({ major: u32, minor: u32 })

const transfer = v.object({
  address: v.string(),
  amount: u64,
  blink_mempool: v.boolean(),
  checkpointed: u32,
  confirmations: v.optional(index),
  destinations: v.optional(v.array(v.object({ address: v.string(), amount: u64 }))),
  double_spend_seen: v.boolean(),
  fee: u64,
  height: index,
  note: v.string(),
  payment_id: v.string(),
  subaddr_index: subaddressIndex,
  subaddr_indices: v.array(subaddressIndex),
  suggested_confirmations_threshold: v.optional(index),
  timestamp: index,
  txid: v.string(),
  type: v.string(),
  unlock_time: u64,
  was_blink: v.boolean(),
})

const getTransfers = method({
  names: ['get_transfers'],
  about: 'What came and what went',
  access: 'admin',
  params: {
    in: yes,
    out: yes,
    stake: yes,
    pending: yes,
    failed: yes,
    pool: yes,
    coinbase: yes,
    filter_by_height: no,
    min_height: v.optional(index, 0),
    max_height: v.optional(index, 500_000_000),
    account_index: v.optional(u32, 0),
    subaddr_indices: list(u32),
    all_accounts: no,
  },
  result: v.object({
    in: v.optional(v.array(transfer)),
    out: v.optional(v.array(transfer)),
    pool: v.optional(v.array(transfer)),
  }),
  handler: (source, params) => {
    const wallet = requireWallet(source)
    const buckets = listTransfers(wallet, params)
    const objects = (entries: readonly Entry[]) =>
      entries.length === 0 ? undefined : entries.map((entry) => transferObject(wallet, entry))
    return { in: objects(buckets.in), out: objects(buckets.out), pool: objects(buckets.pool) }
  },
})

const pay = method({
  names: ['transfer'],
  about: 'Pays, in one transaction',
  access: 'admin',
  params: {
    destinations: list(v.object({ amount: u64, address: v.string() })),
    account_index: v.optional(u32, 0),
    subaddr_indices: list(u32),
    priority: v.optional(u32, 0),
    unlock_time: v.optional(u64, 0n),
    payment_id: v.optional(v.string(), ''),
    get_tx_key: no,
    do_not_relay: no,
    get_tx_hex: no,
    get_tx_metadata: no,
  },
  result: v.object({
    tx_hash: v.string(),
    tx_key: v.string(),
    amount: u64,
    fee: u64,
    tx_blob: v.string(),
    tx_metadata: v.string(),
    multisig_txset: v.string(),
    unsigned_txset: v.string(),
  }),
  handler: async (source, params) => {
    const wallet = requireWallet(source)
    if (params.destinations.length === 0)
      throw new JsonRpcError(WALLET_RPC_CODES.zeroDestination, 'No destinations for this transfer')
    if (params.destinations.some(({ amount }) => amount === 0n))
      throw new JsonRpcError(WALLET_RPC_CODES.zeroDestination, 'Destination amount is zero')
    if (params.payment_id !== '')
      throw new JsonRpcError(
        WALLET_RPC_CODES.wrongPaymentId,
        'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
      )
    const prepared = await wallet.prepareTransfer({
      account: params.account_index,
      subaddresses: params.subaddr_indices,
      destinations: params.destinations,
      priority: params.priority,
      unlockTime: params.unlock_time,
    })
    const [transaction, ...others] = prepared
    if (transaction === undefined) throw new JsonRpcError(WALLET_RPC_CODES.notPossible, 'No transaction created')
    if (others.length > 0)
      throw new JsonRpcError(WALLET_RPC_CODES.tooLarge, 'Transaction would be too large.  try /transfer_split.')
    if (!params.do_not_relay) {
      const [result] = await wallet.pay(prepared)
      if (result?.state === 'refused') throw new PaymentRefusedError(result.reason)
    }
    return {
      tx_hash: toHex(transaction.txid),
      tx_key: params.get_tx_key ? transactionKeyText(transaction.keys) : '',
      amount: sumAmounts(transaction.destinations),
      fee: transaction.fee,
      tx_blob: params.get_tx_hex ? toHex(transaction.blob) : '',
      tx_metadata: '',
      multisig_txset: '',
      unsigned_txset: '',
    }
  },
})

/** Every method, in the order in which a reader wants them. */
export const walletMethods = [getVersion, getHeight, getBalance, getAddress, getTransfers, pay]
