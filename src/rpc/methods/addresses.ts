// Addresses: those of the wallet, integrated addresses and validation.

import * as v from 'valibot'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import {
  type Address,
  AddressError,
  findAddressNetwork,
  formatAddress,
  parseAddress,
  toIntegratedAddress,
  toStandardAddress,
} from '../../coin/addresses/address.ts'
import { isLookAhead, type LookAhead, MAX_LOOK_AHEAD_ADDRESSES } from '../../coin/lookAhead.ts'
import type { Network } from '../../coin/networks/network.ts'
import { networks, publicNetworksOf } from '../../coin/networks/networks.ts'
import { isAliasName } from '../../dns/openAlias.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { list, secretText, u32 } from '../../jsonrpc/schemas.ts'
import { addressesAt, addressesOf, createSubaddresses, setLabel } from '../../wallet/accounts/addresses.ts'
import { randomPaymentId } from '../../wallet/accounts/integratedAddress.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import { requireApproval } from '../calls/approval.ts'
import { resolveAliasAddress } from '../calls/openAlias.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  formOf,
  method,
  requireAccount,
  requireAddress,
  requireEnabled,
  requireHost,
  requireWallet,
  storedLabel,
  subaddressIndex,
} from '../calls/walletRpcContext.ts'

const text = v.optional(v.string(), '')

const getAddress = method({
  names: ['get_address', 'getaddress'],
  about: 'Returns the addresses of an account, or some of them',
  access: 'public',
  effect: 'read',
  params: { account_index: v.optional(u32, 0), address_index: list(u32) },
  result: v.object({
    address: v.string(),
    addresses: v.array(v.object({ address: v.string(), label: v.string(), address_index: u32, used: v.boolean() })),
  }),
  handler: async (context, { account_index, address_index }) => {
    const wallet = requireWallet(context)
    requireAccount(wallet, account_index)
    for (const minor of address_index) requireAddress(wallet, { major: account_index, minor })
    const wanted =
      address_index.length === 0
        ? await addressesOf(wallet, account_index)
        : addressesAt(wallet, account_index, address_index)
    return {
      address: wallet.addressText({ major: account_index, minor: 0 }),
      addresses: wanted.map(({ address, label, index, used }) => ({ address, label, address_index: index, used })),
    }
  },
})

const getAddressIndex = method({
  names: ['get_address_index'],
  about: 'Returns the account and index of an address of this wallet',
  access: 'public',
  effect: 'read',
  flat: true,
  params: { address: text },
  result: v.object({ index: subaddressIndex }),
  handler: (context, { address }) => {
    const wallet = requireWallet(context)
    const index = wallet.indexOf(parseAddress(wallet.network, address).spendKey)
    if (index === undefined)
      throw new JsonRpcError(WALLET_RPC_CODES.wrongAddress, "Address doesn't belong to the wallet")
    return { index }
  },
})

const requireLookAhead = (lookAhead: LookAhead): void => {
  const { majors, minors } = lookAhead
  const zero = majors === 0 ? 'major' : 'minor'
  if (majors === 0 || minors === 0)
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, `Subaddress ${zero} lookahead may not be zero`)
  if (!isLookAhead(lookAhead))
    throw new JsonRpcError(
      WALLET_RPC_CODES.unknown,
      'Subaddress lookahead is too large',
      `${majors} accounts of ${minors} addresses are more than ${MAX_LOOK_AHEAD_ADDRESSES} addresses`,
    )
}

const setSubaddressLookahead = method({
  names: ['set_subaddress_lookahead'],
  about:
    'Sets how many accounts, and addresses of each, are watched beyond the used ones, in blocks that are scanned from now on; watched ones stay so',
  access: 'admin',
  params: { password: secretText, major_idx: v.optional(u32, 0), minor_idx: v.optional(u32, 0) },
  result: v.object({}),
  approval: requireApproval((_, { major_idx: majors, minor_idx: minors }) => ({
    kind: 'lookahead',
    lookAhead: { majors, minors },
  })),
  handler: async (context, { password, major_idx: majors, minor_idx: minors }, { textEncoding }) => {
    requireWallet(context)
    const host = requireHost(context)
    await host.checkPassword(password)
    requireLookAhead({ majors, minors })
    await host.setLookAhead({ majors, minors }, { text: password, encoding: textEncoding })
    return {}
  },
})

/** All labels of an account are stored together, each on its own. */
const MAX_NEW_LABEL_CHARACTERS = 4_000_000

/** @throws JsonRpcError if the labels of new addresses are too long together */
const checkNewLabels = (label: string, count: number): void => {
  if (label.length * count > MAX_NEW_LABEL_CHARACTERS)
    throw new JsonRpcError(
      WALLET_RPC_CODES.unknown,
      `the labels of ${count} new addresses have ${label.length * count} characters together, at most ${MAX_NEW_LABEL_CHARACTERS} are possible; use a shorter label or fewer addresses`,
    )
}

const createAddress = method({
  names: ['create_address'],
  about: 'Creates addresses in an account, all with the same label',
  access: 'admin',
  params: { account_index: v.optional(u32, 0), label: storedLabel, count: v.optional(u32, 1) },
  result: v.object({
    address: v.string(),
    address_index: u32,
    addresses: v.array(v.string()),
    address_indices: v.array(u32),
  }),
  handler: async (context, { account_index, label, count }) => {
    const wallet = requireWallet(context)
    const { maxNewAddresses } = wallet.network.walletRpc
    if (count < 1 || count > maxNewAddresses)
      throw new JsonRpcError(WALLET_RPC_CODES.unknown, `Count must be between 1 and ${maxNewAddresses}.`)
    checkNewLabels(label, count)
    requireAccount(wallet, account_index)
    const indices = await createSubaddresses(wallet, account_index, label, count)
    await wallet.prepareAddressTexts(account_index, indices[0], count)
    const textAt = (minor: number): string => wallet.addressText({ major: account_index, minor })
    return {
      address: textAt(indices[0]),
      address_index: indices[0],
      addresses: indices.map(textAt),
      address_indices: indices,
    }
  },
})

const ZERO = { major: 0, minor: 0 }

const labelAddress = method({
  names: ['label_address'],
  about: 'Sets the label of an address',
  access: 'admin',
  params: {
    index: v.optional(v.object({ major: v.optional(u32, 0), minor: v.optional(u32, 0) }), ZERO),
    label: storedLabel,
  },
  result: v.object({}),
  handler: async (context, { index, label }) => {
    const wallet = requireWallet(context)
    requireAddress(wallet, index)
    await setLabel(wallet, index, label)
    return {}
  },
})

const PAYMENT_ID = 8

const wrongPaymentId = (data: string): JsonRpcError =>
  new JsonRpcError(WALLET_RPC_CODES.wrongPaymentId, 'Invalid payment ID', data)

const shortPaymentId = (hex: string): Uint8Array => {
  try {
    return fromHex(hex, PAYMENT_ID)
  } catch (error) {
    if (error instanceof HexError) throw wrongPaymentId(error.message)
    throw error
  }
}

const INTEGRATED_MESSAGES: Partial<Record<Address['kind'], string>> = {
  subaddress: "Subaddress shouldn't be used",
  integrated: 'Already integrated address',
}

const makeIntegratedAddress = method({
  names: ['make_integrated_address'],
  about:
    'Returns an integrated address of an address, by default the primary one, and a payment id, by default a random one',
  access: 'public',
  effect: 'read',
  params: { standard_address: text, payment_id: text },
  result: v.object({ integrated_address: v.string(), payment_id: v.string() }),
  handler: (context, { standard_address, payment_id }) => {
    const wallet = requireWallet(context)
    const id = payment_id === '' ? randomPaymentId(wallet) : shortPaymentId(payment_id)
    const own = wallet.addressText({ major: 0, minor: 0 })
    const address = parseAddress(wallet.network, standard_address === '' ? own : standard_address)
    const refusal = INTEGRATED_MESSAGES[address.kind]
    if (refusal !== undefined) throw new JsonRpcError(WALLET_RPC_CODES.wrongAddress, refusal)
    return {
      integrated_address: formatAddress(wallet.network, toIntegratedAddress(address, id)),
      payment_id: toHex(id),
    }
  },
})

const splitIntegratedAddress = method({
  names: ['split_integrated_address'],
  about: 'Splits an integrated address into standard address and payment id',
  access: 'public',
  effect: 'read',
  params: { integrated_address: text },
  result: v.object({ standard_address: v.string(), payment_id: v.string(), is_subaddress: v.boolean() }),
  handler: (context, { integrated_address }) => {
    const { network } = requireWallet(context)
    const address = parseAddress(network, integrated_address)
    if (address.paymentId === undefined)
      throw new JsonRpcError(WALLET_RPC_CODES.wrongAddress, 'Address is not an integrated address')
    return {
      standard_address: formatAddress(network, toStandardAddress(address)),
      payment_id: toHex(address.paymentId),
      is_subaddress: false,
    }
  },
})

const INVALID = { valid: false, integrated: false, subaddress: false, nettype: '', openalias_address: '' }

/** Returns the network on which `validate_address` accepts addresses without `any_net_type`; none on oxen's regtest, as in wallet2. */
const ownNetworks = ({ network }: Wallet): Network[] =>
  network.netType === 'fakechain' && !network.walletRpc.validatesRegtest ? [] : [network]

const validateAddress = method({
  names: ['validate_address'],
  about: 'Validates an address, or an OpenAlias name, and returns its kind and network',
  access: 'public',
  effect: 'read',
  params: { address: text, any_net_type: falseByDefault, allow_openalias: falseByDefault },
  result: v.object({
    valid: v.boolean(),
    integrated: v.boolean(),
    subaddress: v.boolean(),
    nettype: v.string(),
    openalias_address: v.string(),
  }),
  handler: async (context, { address: text, any_net_type, allow_openalias }) => {
    const wallet = any_net_type ? context.wallet : requireWallet(context)
    requireEnabled(context)
    const network = (wallet ?? context.host)?.network
    const everywhere = network === undefined ? networks : publicNetworksOf(network)
    const accepted = wallet === undefined || any_net_type ? everywhere : ownNetworks(wallet)
    if (accepted.length === 0) return INVALID
    const isName = allow_openalias && isAliasName(text)
    const address = isName ? await resolveAliasAddress(context, accepted, text) : text
    if (address === undefined) return INVALID
    const known = findAddressNetwork(everywhere, address)
    const isOurs = wallet === undefined || any_net_type || isAddressOf(wallet, address)
    if (known === undefined || !isOurs) return INVALID
    const { kind } = known.address
    return {
      valid: true,
      integrated: kind === 'integrated',
      subaddress: kind === 'subaddress',
      nettype: known.network.netType,
      openalias_address: isName || (allow_openalias && formOf(context).repeatsAddress) ? address : '',
    }
  },
})

const isAddressOf = ({ network }: Wallet, address: string): boolean => {
  try {
    parseAddress(network, address)
    return true
  } catch (error) {
    if (error instanceof AddressError) return false
    throw error
  }
}

/** The methods of this file. */
export const addressMethods = [
  getAddress,
  getAddressIndex,
  setSubaddressLookahead,
  createAddress,
  labelAddress,
  makeIntegratedAddress,
  splitIntegratedAddress,
  validateAddress,
]
