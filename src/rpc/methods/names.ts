// Names: purchase, renewal, update, signatures of updates, and the names that the wallet knows.

import * as v from 'valibot'
import { toBase64 } from '../../bytes/base64.ts'
import { toHex } from '../../bytes/hex.ts'
import { parseName } from '../../coin/names/nameText.ts'
import { rememberName } from '../../engine/payments/orders.ts'
import { choiceText, index, list, text, u32 } from '../../jsonrpc/schemas.ts'
import { addKnownNames, knownNameRecords } from '../../wallet/names/knownNames.ts'
import {
  buyName,
  type NameSource,
  type NameUpdateToSign,
  prepareNameSignature,
  renewName,
  updateName,
} from '../../wallet/names/nameOrders.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { NameIntent } from '../../wallet/spend/intent.ts'
import { requireApproval, requireApprovalOf } from '../calls/approval.ts'
import { BAD_LNS_NAME, nameTypeIn, RECORD_TYPES, WRONG_LNS_TYPE, withNameErrors } from '../calls/nameErrors.ts'
import { type ApprovedPayment, requirePaymentApproval } from '../calls/paymentApproval.ts'
import { type Flags, flags, makePayment, singleResult, transactionResult } from '../calls/transferResponse.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  method,
  omitIfEmpty,
  requireServiceNodeWallet,
  type WalletRpcContext,
} from '../calls/walletRpcContext.ts'

/** Where the coins come from, and what the response contains. */
const order = {
  account_index: v.optional(u32, 0),
  subaddr_indices: list(u32),
  priority: v.optional(u32, 0),
  get_tx_key: falseByDefault,
  ...flags,
}

const LOKINET_TERMS = ['lokinet', 'lokinet_2y', 'lokinet_5y', 'lokinet_10y']

const named = { type: choiceText(RECORD_TYPES, ''), name: text }
const bought = { ...named, type: choiceText(['session', ...LOKINET_TERMS], '') }
const renewed = { ...named, type: choiceText(LOKINET_TERMS, '') }
const owners = { owner: text, backup_owner: text }

type OrderParams = Flags & {
  readonly account_index: number
  readonly subaddr_indices: readonly number[]
  readonly priority: number
}

const sourceOf = ({ account_index, subaddr_indices, priority }: OrderParams): NameSource => ({
  account: account_index,
  subaddresses: subaddr_indices,
  priority,
})

/** Returns undefined for an empty text, which stands for an omitted one. */
const given = (value: string): string | undefined => (value === '' ? undefined : value)

const ownersOf = (params: { readonly owner: string; readonly backup_owner: string }) => ({
  owner: given(params.owner),
  backupOwner: given(params.backup_owner),
})

/**
 * Makes an order. Its name is remembered before it is paid: the chain has its hash only, and a kill in between must not lose it. A name
 * that is not bought has no record, or another owner, and is listed so.
 */
const makeOrder = async (
  wallet: Wallet,
  approved: ApprovedPayment<NameIntent>,
  params: Flags & { readonly get_tx_key: boolean },
) => {
  await rememberName(wallet, approved.intent)
  return singleResult(await makePayment(wallet, approved, { ...params, keys: params.get_tx_key }, 1))
}

type BuyParams = OrderParams & {
  readonly type: string
  readonly name: string
  readonly value: string
  readonly owner: string
  readonly backup_owner: string
}

const parsePurchase = async (context: WalletRpcContext, params: BuyParams): Promise<NameIntent> => {
  const wallet = requireServiceNodeWallet(context)
  const { notPossible } = WALLET_RPC_CODES
  const type = await withNameErrors(notPossible, 'Invalid LNS buy type: ', () => nameTypeIn(wallet, params.type, 'buy'))
  const { name, value } = params
  return await withNameErrors(notPossible, 'Failed to create LNS transaction: ', () =>
    buyName(wallet, { ...sourceOf(params), ...ownersOf(params), type, name, value }),
  )
}

const approvePurchase = requirePaymentApproval(parsePurchase, 1)

const buyMapping = method({
  names: ['lns_buy_mapping'],
  about:
    'Buys a name: session (without end), or lokinet for 1, 2, 5 or 10 years (lokinet, lokinet_2y, lokinet_5y, lokinet_10y)',
  access: 'admin',
  effect: 'spend',
  params: { ...bought, value: text, ...owners, ...order },
  result: transactionResult,
  approval: approvePurchase,
  handler: async (context, params, _call, approved) =>
    makeOrder(requireServiceNodeWallet(context), approved ?? { intent: await parsePurchase(context, params) }, params),
})

type RenewParams = OrderParams & { readonly type: string; readonly name: string }

const parseRenewal = async (context: WalletRpcContext, params: RenewParams): Promise<NameIntent> => {
  const wallet = requireServiceNodeWallet(context)
  const { notPossible } = WALLET_RPC_CODES
  const type = await withNameErrors(notPossible, 'Invalid LNS renewal type: ', () =>
    nameTypeIn(wallet, params.type, 'renew'),
  )
  return await withNameErrors(notPossible, 'Failed to create LNS renewal transaction: ', () =>
    renewName(wallet, { ...sourceOf(params), type, name: params.name }),
  )
}

const approveRenewal = requirePaymentApproval(parseRenewal, 1)

const renewMapping = method({
  names: ['lns_renew_mapping'],
  about: 'Prolongs a lokinet name by 1, 2, 5 or 10 years; anyone may do so',
  access: 'admin',
  effect: 'spend',
  params: { ...renewed, ...order },
  result: transactionResult,
  approval: approveRenewal,
  handler: async (context, params, _call, approved) =>
    makeOrder(requireServiceNodeWallet(context), approved ?? { intent: await parseRenewal(context, params) }, params),
})

type UpdateParams = BuyParams & { readonly signature: string }

const parseUpdate = async (context: WalletRpcContext, params: UpdateParams): Promise<NameIntent> => {
  const wallet = requireServiceNodeWallet(context)
  const { notPossible } = WALLET_RPC_CODES
  const type = await withNameErrors(notPossible, 'Invalid LNS update type: ', () =>
    nameTypeIn(wallet, params.type, 'update'),
  )
  return await withNameErrors(notPossible, 'Failed to create LNS update transaction: ', () =>
    updateName(wallet, {
      ...sourceOf(params),
      ...ownersOf(params),
      ...{ type, name: params.name, value: given(params.value), signature: given(params.signature) },
    }),
  )
}

const approveUpdate = requirePaymentApproval(parseUpdate, 1)

const updateMapping = method({
  names: ['lns_update_mapping'],
  about: 'Changes value, owner or backup owner of a name: as its owner, or with the signature of its owner',
  access: 'admin',
  effect: 'spend',
  params: { ...named, value: text, ...owners, signature: text, ...order },
  result: transactionResult,
  approval: approveUpdate,
  handler: async (context, params, _call, approved) =>
    makeOrder(requireServiceNodeWallet(context), approved ?? { intent: await parseUpdate(context, params) }, params),
})

const FAILED_SIGNATURE = 'Failed to create signature for LNS update transaction: '

type SignatureParams = {
  readonly type: string
  readonly name: string
  readonly encrypted_value: string
  readonly owner: string
  readonly backup_owner: string
}

const parseSignature = async (context: WalletRpcContext, params: SignatureParams): Promise<NameUpdateToSign> => {
  const wallet = requireServiceNodeWallet(context)
  const type = await withNameErrors(WRONG_LNS_TYPE, 'Wrong lns type given=', () =>
    nameTypeIn(wallet, params.type, 'update'),
  )
  return await withNameErrors(WALLET_RPC_CODES.notPossible, FAILED_SIGNATURE, () =>
    prepareNameSignature(wallet, {
      ...ownersOf(params),
      ...{ type, name: params.name, value: given(params.encrypted_value) },
    }),
  )
}

const approveSignature = requireApprovalOf(parseSignature, (_context, _params, { order: change }) => ({
  kind: 'sign name update',
  order: change,
}))

const makeUpdateMappingSignature = method({
  names: ['lns_make_update_mapping_signature'],
  about: 'Signs a change of a name that this wallet owns, so that another wallet can send it',
  access: 'admin',
  effect: 'spend',
  flat: true,
  params: { ...named, encrypted_value: text, ...owners, account_index: v.optional(u32, 0) },
  result: v.object({ signature: v.string() }),
  approval: approveSignature,
  handler: async (context, params, _call, approved) => {
    const { sign } = approved ?? (await parseSignature(context, params))
    return { signature: await withNameErrors(WALLET_RPC_CODES.notPossible, FAILED_SIGNATURE, sign) }
  },
})

const knownNames = method({
  names: ['lns_known_names'],
  about: 'Returns the records of the names that this wallet has ordered or added',
  access: 'admin',
  effect: 'read',
  flat: true,
  params: { decrypt: falseByDefault, include_expired: falseByDefault },
  result: v.object({
    known_names: v.optional(
      v.array(
        v.object({
          type: v.string(),
          hashed: v.string(),
          name: v.string(),
          owner: v.string(),
          backup_owner: v.optional(v.string()),
          encrypted_value: v.string(),
          value: v.optional(v.string()),
          update_height: index,
          expiration_height: v.optional(index),
          expired: v.optional(v.boolean()),
          txid: v.string(),
        }),
      ),
    ),
  }),
  // The node learns which names the wallet knows.
  approval: requireApproval((context) => {
    requireServiceNodeWallet(context)
    return { kind: 'look up names' }
  }),
  handler: async (context, params) => {
    const { decrypt, include_expired: includeExpired } = params
    const records = await knownNameRecords(requireServiceNodeWallet(context), { decrypt, includeExpired })
    const shown = records.map((record) => ({
      type: record.type,
      hashed: toBase64(record.hash),
      name: record.name,
      owner: record.owner,
      backup_owner: record.backupOwner,
      encrypted_value: toHex(record.encryptedValue),
      value: record.value,
      update_height: record.updateHeight,
      expiration_height: record.expirationHeight,
      expired: includeExpired && record.expirationHeight !== undefined ? record.expired : undefined,
      txid: record.txid,
    }))
    return { known_names: omitIfEmpty(shown) }
  },
})

const addNames = method({
  names: ['lns_add_known_names'],
  about: 'Adds names to those that lns_known_names lists; the chain has their hashes only',
  access: 'admin',
  effect: 'write',
  params: { names: list(v.object(named)) },
  result: v.object({}),
  handler: async (context, { names }) => {
    const wallet = requireServiceNodeWallet(context)
    const parsed = []
    for (const { type: word, name } of names) {
      const type = await withNameErrors(WRONG_LNS_TYPE, 'Invalid LNS type: ', () => nameTypeIn(wallet, word, 'lookup'))
      parsed.push({
        type,
        name: await withNameErrors(BAD_LNS_NAME, `Invalid LNS name '${name}': `, () => parseName(type, name)),
      })
    }
    await addKnownNames(wallet.state, parsed)
    return {}
  },
})

/** The methods of this file. */
export const nameMethods = [buyMapping, renewMapping, updateMapping, makeUpdateMappingSignature, knownNames, addNames]
