// Accounts and their tags.

import * as v from 'valibot'
import { wrapAmount } from '../../coin/amount.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { list, u32, u64 } from '../../jsonrpc/schemas.ts'
import { createAccount as issueAccount, setLabel } from '../../wallet/accounts/addresses.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { describeTag, listTags, tagAccounts as tagged, tagOf, UnknownTagError } from '../../wallet/state/accountTags.ts'
import { sumBalances } from '../../wallet/state/balance.ts'
import { tagMatcher } from '../calls/tagPattern.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  method,
  omitIfEmpty,
  requireAccount,
  requireWallet,
  storedLabel,
} from '../calls/walletRpcContext.ts'

const text = v.optional(v.string(), '')
const account = v.optional(u32, 0)

const getAccounts = method({
  names: ['get_accounts'],
  about: 'Returns all accounts, or those with a tag or with tags that match a pattern, with their balances',
  access: 'public',
  effect: 'read',
  params: { tag: text, regexp: falseByDefault, strict_balances: falseByDefault },
  result: v.object({
    total_balance: u64,
    total_unlocked_balance: u64,
    subaddress_accounts: v.optional(
      v.array(
        v.object({
          account_index: u32,
          base_address: v.string(),
          balance: u64,
          unlocked_balance: u64,
          label: v.string(),
          tag: v.string(),
        }),
      ),
    ),
  }),
  handler: (context, { tag, regexp, strict_balances }) => {
    const wallet = requireWallet(context)
    const { labels, tags } = wallet.state
    const isSelected = regexp ? tagMatcher(tag) : (each: string): boolean => each === tag
    const accounts = [...labels.keys()].filter((index) => tag === '' || isSelected(tagOf(tags, index)))
    if (accounts.length === 0)
      throw new JsonRpcError(
        WALLET_RPC_CODES.unknown,
        regexp ? `No matches for regex filter ${tag} .` : `Tag ${tag} is unregistered.`,
      )
    const balances = wallet.addressBalances(strict_balances ? 'strict' : 'lenient')
    const rows = accounts.map((index) => ({ index, ...sumBalances(balances.filter(({ major }) => major === index)) }))
    const { total, unlocked } = sumBalances(rows)
    return {
      total_balance: wrapAmount(total),
      total_unlocked_balance: wrapAmount(unlocked),
      subaddress_accounts: rows.map((row) => ({
        account_index: row.index,
        base_address: wallet.addressText({ major: row.index, minor: 0 }),
        balance: wrapAmount(row.total),
        unlocked_balance: wrapAmount(row.unlocked),
        label: labels[row.index]?.[0] ?? '',
        tag: tagOf(tags, row.index),
      })),
    }
  },
})

const createAccount = method({
  names: ['create_account'],
  about: 'Creates an account',
  access: 'admin',
  params: { label: storedLabel },
  result: v.object({ account_index: u32, address: v.string() }),
  handler: async (context, { label }) => {
    const { index, address } = await issueAccount(requireWallet(context), label)
    return { account_index: index, address }
  },
})

const labelAccount = method({
  names: ['label_account'],
  about: 'Sets the label of an account, which is the label of its first address',
  access: 'admin',
  params: { account_index: account, label: storedLabel },
  result: v.object({}),
  handler: async (context, { account_index, label }) => {
    const wallet = requireWallet(context)
    requireAccount(wallet, account_index)
    await setLabel(wallet, { major: account_index, minor: 0 }, label)
    return {}
  },
})

const getAccountTags = method({
  names: ['get_account_tags'],
  about: 'Returns all account tags with their accounts',
  access: 'public',
  effect: 'read',
  flat: true,
  params: {},
  result: v.object({
    account_tags: v.optional(v.array(v.object({ tag: v.string(), label: v.string(), accounts: v.array(u32) }))),
  }),
  handler: (context) => ({
    account_tags: omitIfEmpty(
      listTags(requireWallet(context).state.tags).map(({ tag, description, accounts }) => ({
        tag,
        label: description,
        accounts: [...accounts],
      })),
    ),
  }),
})

const setTag = async ({ state }: Wallet, accounts: readonly number[], tag: string): Promise<void> => {
  const unknown = accounts.find((index) => index >= state.labels.length)
  if (unknown !== undefined)
    throw new JsonRpcError(
      WALLET_RPC_CODES.unknown,
      'Account index out of bound',
      `there is no account ${unknown}; this wallet has ${state.labels.length}`,
    )
  await state.update('strict', () => (accounts.length === 0 ? undefined : { tags: tagged(state.tags, accounts, tag) }))
}

const tagAccounts = method({
  names: ['tag_accounts'],
  about: 'Sets the tag of accounts, replacing their current ones',
  access: 'admin',
  params: { tag: storedLabel, accounts: list(u32) },
  result: v.object({}),
  handler: async (context, { tag, accounts }) => {
    await setTag(requireWallet(context), accounts, tag)
    return {}
  },
})

const untagAccounts = method({
  names: ['untag_accounts'],
  about: 'Removes the tags of accounts',
  access: 'admin',
  params: { accounts: list(u32) },
  result: v.object({}),
  handler: async (context, { accounts }) => {
    await setTag(requireWallet(context), accounts, '')
    return {}
  },
})

const setAccountTagDescription = method({
  names: ['set_account_tag_description'],
  about: 'Sets the description of a tag',
  access: 'admin',
  params: { tag: storedLabel, description: storedLabel },
  result: v.object({}),
  handler: async (context, { tag, description }) => {
    const { state } = requireWallet(context)
    if (tag === '') throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'Tag must not be empty')
    try {
      await state.update('strict', () => ({ tags: describeTag(state.tags, tag, description) }))
    } catch (error) {
      if (error instanceof UnknownTagError)
        throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'Tag is unregistered', error.message)
      throw error
    }
    return {}
  },
})

/** The methods of this file. */
export const accountMethods = [
  getAccounts,
  createAccount,
  labelAccount,
  getAccountTags,
  tagAccounts,
  untagAccounts,
  setAccountTagDescription,
]
