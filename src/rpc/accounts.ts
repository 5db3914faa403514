// Accounts and their addresses.

import * as v from 'valibot'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { list, u32 } from '../jsonrpc/schemas.ts'
import { method, requireWallet, WALLET_RPC_CODES } from './source.ts'

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

/** The methods of this file. */
export const accountMethods = [getAddress]
