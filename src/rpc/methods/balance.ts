// Balances.

import * as v from 'valibot'
import { wrapAmount } from '../../coin/amount.ts'
import { index, list, u32, u64 } from '../../jsonrpc/schemas.ts'
import { needsMultisigImport } from '../../wallet/multisig/infoExchange.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { type AddressBalance, sumBalances } from '../../wallet/state/balance.ts'
import { falseByDefault, method, requireWallet } from '../calls/walletRpcContext.ts'

const addressBalance = v.object({
  account_index: u32,
  address_index: u32,
  address: v.string(),
  balance: u64,
  unlocked_balance: u64,
  label: v.string(),
  num_unspent_outputs: index,
  blocks_to_unlock: index,
  time_to_unlock: u64,
})

const NOTHING = { total: 0n, unlocked: 0n, blocksToUnlock: 0, timeToUnlock: 0n, unspentOutputs: 0 }

const balanceObject = (wallet: Wallet, balance: AddressBalance) => {
  const { major, minor, total, unlocked, unspentOutputs, blocksToUnlock, timeToUnlock } = balance
  return {
    account_index: major,
    address_index: minor,
    address: wallet.addressText({ major, minor }),
    balance: wrapAmount(total),
    unlocked_balance: wrapAmount(unlocked),
    label: wallet.state.labels[major]?.[minor] ?? '',
    num_unspent_outputs: unspentOutputs,
    blocks_to_unlock: blocksToUnlock,
    time_to_unlock: timeToUnlock,
  }
}

const getBalance = method({
  names: ['get_balance', 'getbalance'],
  about: 'Returns the balance of an account, of some of its addresses, or of all accounts',
  access: 'public',
  effect: 'read',
  params: {
    account_index: v.optional(u32, 0),
    address_indices: list(u32),
    all_accounts: falseByDefault,
    strict: falseByDefault,
  },
  result: v.object({
    balance: u64,
    unlocked_balance: u64,
    multisig_import_needed: v.boolean(),
    per_subaddress: v.optional(v.array(addressBalance)),
    blocks_to_unlock: index,
    time_to_unlock: u64,
  }),
  handler: (context, { account_index, address_indices, all_accounts, strict }) => {
    const wallet = requireWallet(context)
    const all = wallet.addressBalances(strict ? 'strict' : 'lenient')
    const own = all_accounts ? all : all.filter(({ major }) => major === account_index)
    const sum = sumBalances(own)
    const isKnown = all_accounts || account_index < wallet.state.labels.length
    const shown =
      all_accounts || address_indices.length === 0
        ? own.filter(({ total }) => total > 0n) // excludes addresses whose outputs are all frozen
        : [...new Set(address_indices)]
            .sort((a, b) => a - b)
            .map(
              (minor) => own.find((balance) => balance.minor === minor) ?? { major: account_index, minor, ...NOTHING },
            )
    return {
      balance: wrapAmount(sum.total),
      unlocked_balance: wrapAmount(sum.unlocked),
      multisig_import_needed: needsMultisigImport(wallet),
      per_subaddress: isKnown && shown.length > 0 ? shown.map((balance) => balanceObject(wallet, balance)) : undefined,
      blocks_to_unlock: sum.blocksToUnlock,
      time_to_unlock: sum.timeToUnlock,
    }
  },
})

/** The methods of this file. */
export const balanceMethods = [getBalance]
