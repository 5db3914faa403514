// The address book.

import * as v from 'valibot'
import { concat, isZero } from '../../bytes/bytes.ts'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { formatAddress, parseAddress, toIntegratedAddress } from '../../coin/addresses/address.ts'
import type { ApprovalContact } from '../../engine/api/approvalRequest.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { index, list } from '../../jsonrpc/schemas.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import {
  type AddressBookEntry,
  deleteEntry,
  editEntry,
  entryAt,
  UnknownEntryError,
} from '../../wallet/state/addressBook.ts'
import { requireApprovalOf } from '../calls/approval.ts'
import { resolveAddress } from '../calls/openAlias.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  method,
  omitIfEmpty,
  parseAddressParam,
  requireWallet,
  storedLabel,
  type WalletRpcContext,
} from '../calls/walletRpcContext.ts'

const text = v.optional(v.string(), '')
const SHORT_ID = 8
const LONG_ID = 32

/** Parses a payment id of either length; a short one is padded with zeros. */
const readPaymentId = (hex: string): Uint8Array => {
  if (hex === '') return new Uint8Array(LONG_ID)
  try {
    const id = fromHex(hex)
    if (id.length === SHORT_ID || id.length === LONG_ID) return concat(id, new Uint8Array(LONG_ID - id.length))
  } catch (error) {
    // Invalid hex is reported like a wrong length, as in wallet2.
    if (!(error instanceof HexError)) throw error
  }
  throw new JsonRpcError(
    WALLET_RPC_CODES.wrongPaymentId,
    'Payment ID has invalid format',
    'it has 16 or 64 hex digits, or is left out',
  )
}

/** Parses an address with the separate payment id of older clients; a short payment id becomes part of the address. */
const readAddress = ({ network }: Wallet, address: string, id: Uint8Array): Omit<AddressBookEntry, 'description'> => {
  const parsed = parseAddressParam(network, address)
  if (isZero(id)) return { address, paymentId: new Uint8Array() }
  if (parsed.kind !== 'standard')
    throw new JsonRpcError(
      WALLET_RPC_CODES.wrongPaymentId,
      'A payment ID goes with a standard address only',
      `this address is ${parsed.kind}`,
    )
  if (!isZero(id.subarray(SHORT_ID))) return { address, paymentId: id }
  const integrated = toIntegratedAddress(parsed, id.subarray(0, SHORT_ID))
  return { address: formatAddress(network, integrated), paymentId: new Uint8Array() }
}

/** Returns the payment id in the older form: that of an integrated address, the separate one, or zeros. */
const paymentIdText = ({ network }: Wallet, { address, paymentId }: AddressBookEntry): string => {
  const id = parseAddress(network, address).paymentId ?? paymentId
  return toHex(concat(id, new Uint8Array(LONG_ID - id.length)))
}

const outOfRange = (wanted: number): JsonRpcError =>
  new JsonRpcError(WALLET_RPC_CODES.wrongIndex, `Index out of range: ${wanted}`)

/** Runs an operation on the entry at an index. */
const atIndex = async <T>(wanted: number, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnknownEntryError) throw outOfRange(wanted)
    throw error
  }
}

/** Parses a new entry; a name in place of an address is resolved first. */
const parseNewEntry = async (
  context: WalletRpcContext,
  params: { readonly address: string; readonly description: string; readonly payment_id: string },
): Promise<AddressBookEntry> => {
  const wallet = requireWallet(context)
  const address = await resolveAddress(context, wallet.network, params.address)
  return { ...readAddress(wallet, address, readPaymentId(params.payment_id)), description: params.description }
}

/** Returns an entry as the user is shown it. */
const contactOf = ({ address, description }: AddressBookEntry): ApprovalContact => ({ address, description })

const approveAddition = requireApprovalOf(parseNewEntry, (_context, _params, entry) => ({
  kind: 'add contact',
  contact: contactOf(entry),
}))

const addAddressBook = method({
  names: ['add_address_book'],
  about: 'Adds an entry to the address book',
  access: 'admin',
  flat: true,
  params: { address: text, description: storedLabel, payment_id: text },
  result: v.object({ index }),
  approval: approveAddition,
  handler: async (context, params, _call, approved) => {
    const wallet = requireWallet(context)
    const entry = approved ?? (await parseNewEntry(context, params))
    let position = 0
    await wallet.state.update('strict', () => {
      position = wallet.state.addressBook.length
      return { addressBook: [...wallet.state.addressBook, entry] }
    })
    return { index: position }
  },
})

const getAddressBook = method({
  names: ['get_address_book'],
  about: 'Returns the address book, or some of its entries',
  access: 'admin',
  effect: 'read',
  flat: true,
  params: { entries: list(index) },
  result: v.object({
    entries: v.optional(
      v.array(v.object({ index, address: v.string(), description: v.string(), payment_id: v.optional(v.string()) })),
    ),
  }),
  handler: async (context, { entries }) => {
    const wallet = requireWallet(context)
    const { addressBook } = wallet.state
    const wanted = entries.length === 0 ? [...addressBook.keys()] : entries
    const found = wanted.map(async (position) => {
      const entry = await atIndex(position, () => entryAt(addressBook, position))
      const { address, description } = entry
      const { contactPaymentIds } = wallet.network.walletRpc
      const payment_id = contactPaymentIds ? paymentIdText(wallet, entry) : undefined
      return { index: position, address, description, payment_id }
    })
    return { entries: omitIfEmpty(await Promise.all(found)) }
  },
})

type EditParams = {
  readonly index: number
  readonly set_address: boolean
  readonly address: string
  readonly set_description: boolean
  readonly description: string
}

/** An entry, and what it becomes. */
type Edit = { readonly before: AddressBookEntry; readonly after: AddressBookEntry }

const parseEdit = async (context: WalletRpcContext, params: EditParams): Promise<Edit> => {
  const wallet = requireWallet(context)
  const { set_address, address, set_description, description } = params
  const before = await atIndex(params.index, () => entryAt(wallet.state.addressBook, params.index))
  const text = set_address ? await resolveAddress(context, wallet.network, address) : ''
  const change = {
    ...(set_address ? readAddress(wallet, text, readPaymentId('')) : {}),
    ...(set_description ? { description } : {}),
  }
  return { before, after: { ...before, ...change } }
}

/**
 * @param shown the entry that the user approved; undefined without approval
 * @throws JsonRpcError if the index has another entry now
 */
const requireUnchanged = ({ state }: Wallet, index: number, shown: AddressBookEntry | undefined): void => {
  if (shown !== undefined && state.addressBook[index] !== shown) throw outOfRange(index)
}

const approveEdit = requireApprovalOf(parseEdit, (_context, _params, { before, after }) => ({
  kind: 'edit contact',
  before: contactOf(before),
  after: contactOf(after),
}))

const editAddressBook = method({
  names: ['edit_address_book'],
  about: 'Changes an entry of the address book',
  access: 'admin',
  params: {
    index: v.optional(index, 0),
    set_address: falseByDefault,
    address: text,
    set_description: falseByDefault,
    description: storedLabel,
  },
  result: v.object({}),
  approval: approveEdit,
  handler: async (context, params, _call, approved) => {
    const wallet = requireWallet(context)
    const { state } = wallet
    const { after } = approved ?? (await parseEdit(context, params))
    await atIndex(params.index, () =>
      state.update('strict', () => {
        requireUnchanged(wallet, params.index, approved?.before)
        return { addressBook: editEntry(state.addressBook, params.index, after) }
      }),
    )
    return {}
  },
})

const parseDeletion = (context: WalletRpcContext, params: { readonly index: number }): Promise<AddressBookEntry> =>
  atIndex(params.index, () => entryAt(requireWallet(context).state.addressBook, params.index))

const approveDeletion = requireApprovalOf(parseDeletion, (_context, _params, entry) => ({
  kind: 'delete contact',
  contact: contactOf(entry),
}))

const deleteAddressBook = method({
  names: ['delete_address_book'],
  about: 'Removes an entry of the address book; later entries move up',
  access: 'admin',
  params: { index: v.optional(index, 0) },
  result: v.object({}),
  approval: approveDeletion,
  handler: async (context, params, _call, approved) => {
    const wallet = requireWallet(context)
    const { state } = wallet
    await atIndex(params.index, () =>
      state.update('strict', () => {
        requireUnchanged(wallet, params.index, approved)
        return { addressBook: deleteEntry(state.addressBook, params.index) }
      }),
    )
    return {}
  },
})

/** The methods of this file. */
export const addressBookMethods = [addAddressBook, getAddressBook, editAddressBook, deleteAddressBook]
