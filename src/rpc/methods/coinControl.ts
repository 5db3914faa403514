// Coin control (freeze and thaw) and fee estimates.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { estimateTransactionSize, estimateTransactionWeight } from '../../coin/transactions/weight.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { hex32, index, list, u32, u64 } from '../../jsonrpc/schemas.ts'
import { isFrozen, UnknownKeyImageError } from '../../wallet/funds/coinControl.ts'
import { transferIntent } from '../../wallet/spend/intent.ts'
import type { WalletState } from '../../wallet/state/walletState.ts'
import { requireApproval } from '../calls/approval.ts'
import { destinationList, paymentSource } from '../calls/paymentRequest.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import { method, requireWallet, trueByDefault } from '../calls/walletRpcContext.ts'

const keyImageParam = { key_image: v.optional(v.string(), '') }

/** @throws JsonRpcError */
const readKeyImage = (text: string, purpose: string): Uint8Array => {
  if (text === '') throw new JsonRpcError(WALLET_RPC_CODES.unknown, `Must specify key image to ${purpose}`)
  const keyImage = v.safeParse(hex32, text)
  if (!keyImage.success) throw new JsonRpcError(WALLET_RPC_CODES.wrongKeyImage, 'failed to parse key image')
  return keyImage.output
}

/** Rethrows an unknown key image as wallet2's error. */
const known = async <T>(ask: () => T | Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof UnknownKeyImageError)) throw error
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'Key image not found', error.message)
  }
}

/** Returns the amount of the output with a key image; 0 if the wallet does not know it. */
const amountOf = ({ ledger }: WalletState, keyImage: Uint8Array): bigint => {
  const [id] = ledger.withKeyImage(toHex(keyImage))
  return id === undefined ? 0n : (ledger.outputs.get(id)?.amount ?? 0n)
}

/** Returns the `approval` of a method that freezes or thaws an output. */
const approveChange = (kind: 'freeze' | 'thaw') =>
  requireApproval(async (context, { key_image }: { readonly key_image: string }) => {
    const { state } = requireWallet(context)
    const keyImage = readKeyImage(key_image, kind)
    await known(() => isFrozen(state, keyImage))
    return { kind, keyImage: toHex(keyImage), amount: amountOf(state, keyImage) }
  })

const freeze = method({
  names: ['freeze'],
  about: 'Freezes an output: it is neither counted nor spent until it is thawed',
  access: 'admin',
  params: keyImageParam,
  result: v.object({}),
  approval: approveChange('freeze'),
  handler: async (context, { key_image }) => {
    const wallet = requireWallet(context)
    const keyImage = readKeyImage(key_image, 'freeze')
    await known(() => wallet.setFrozen([keyImage], true))
    return {}
  },
})

const thaw = method({
  names: ['thaw'],
  about: 'Thaws a frozen output',
  access: 'admin',
  params: keyImageParam,
  result: v.object({}),
  approval: approveChange('thaw'),
  handler: async (context, { key_image }) => {
    const wallet = requireWallet(context)
    const keyImage = readKeyImage(key_image, 'thaw')
    await known(() => wallet.setFrozen([keyImage], false))
    return {}
  },
})

const frozen = method({
  names: ['frozen'],
  about: 'Returns whether an output is frozen',
  access: 'admin',
  effect: 'read',
  params: keyImageParam,
  result: v.object({ frozen: v.boolean() }),
  // The answer reveals the owner of the coin with a key image, and all key images are in the chain.
  approval: requireApproval((_, { key_image }) => ({
    kind: 'export coin',
    keyImage: toHex(readKeyImage(key_image, 'check if frozen')),
  })),
  handler: async (context, { key_image }) => {
    const { state } = requireWallet(context)
    const keyImage = readKeyImage(key_image, 'check if frozen')
    return { frozen: await known(() => isFrozen(state, keyImage)) }
  },
})

const getDefaultFeePriority = method({
  names: ['get_default_fee_priority'],
  about: 'Returns the priority that 0 stands for at present',
  access: 'public',
  effect: 'read',
  params: {},
  result: v.object({ priority: u32 }),
  handler: async (context) => {
    const priority = await requireWallet(context).payments.defaultPriority()
    if (priority === undefined)
      throw new JsonRpcError(
        WALLET_RPC_CODES.unknown,
        'Failed to get adjusted fee priority',
        'the keys file of the wallet names a default priority, or that none is selected',
      )
    return { priority }
  },
})

/** Bytes of extra in most transactions: a transaction public key and an encrypted payment id. */
const USUAL_EXTRA = 44

const estimateTxSizeAndWeight = method({
  names: ['estimate_tx_size_and_weight'],
  about: 'Estimates size and weight of a transaction, rounded up by a few bytes',
  access: 'public',
  effect: 'read',
  params: {
    n_inputs: v.optional(u32, 0),
    n_outputs: v.optional(u32, 0),
    ring_size: v.optional(u32, 0),
    rct: trueByDefault,
  },
  result: v.object({ size: index, weight: index }),
  handler: (context, { n_inputs, n_outputs, ring_size, rct }) => {
    const { network } = requireWallet(context)
    if (!rct)
      throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'transactions with amounts in the clear are not made any more')
    const { maxOutputs, minOutputs, ringSize } = network
    const refuse = (detail: string): never => {
      throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'Failed to determine size and weight', detail)
    }
    if (n_inputs < 1 || n_outputs < 1 || n_outputs > maxOutputs)
      refuse(`a transaction has inputs and 1 to ${maxOutputs} outputs, not ${n_inputs} and ${n_outputs}`)
    const outline = {
      ...network,
      ringSize: ring_size === 0 ? ringSize : ring_size,
      inputs: n_inputs,
      outputs: Math.max(n_outputs, minOutputs),
      extra: USUAL_EXTRA,
    }
    const weight = estimateTransactionWeight(outline)
    if (!Number.isSafeInteger(weight)) refuse(`no transaction has ${n_inputs} inputs with rings of ${outline.ringSize}`)
    return { size: estimateTransactionSize(outline), weight }
  },
})

const estimateFee = method({
  names: ['estimate_fee'],
  about: 'Estimates the fee of a transfer, rounded up; nothing is built or sent',
  access: 'admin',
  effect: 'read',
  params: {
    destinations: destinationList,
    account_index: v.optional(u32, 0),
    subaddr_indices: list(u32),
    priority: v.optional(u32, 0),
  },
  result: v.object({ fee: u64, weight: index, tx_count: u32 }),
  handler: async (context, params) => {
    const wallet = requireWallet(context)
    const origin = paymentSource(wallet.network, { ...params, unlock_time: 0n })
    const intent = transferIntent(wallet.network, { ...origin, destinations: params.destinations })
    const { fee, weight, transactions } = await wallet.payments.estimate(intent)
    return { fee, weight, tx_count: transactions }
  },
})

/** The methods of this file. */
export const coinControlMethods = [freeze, thaw, frozen, getDefaultFeePriority, estimateTxSizeAndWeight, estimateFee]
