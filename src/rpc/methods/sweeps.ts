// Sweeps: send the whole spendable balance to one address.

import * as v from 'valibot'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { hex32, u64 } from '../../jsonrpc/schemas.ts'
import { type SweepIntent, type SweepOutputIntent, sweepDestination } from '../../wallet/spend/intent.ts'
import { withNode } from '../calls/nodeFailures.ts'
import { resolveDestination } from '../calls/openAlias.ts'
import { requirePaymentApproval } from '../calls/paymentApproval.ts'
import { clampPriority, type Origin, origin, paymentSource } from '../calls/paymentRequest.ts'
import {
  type Flags,
  flags,
  listResult,
  makePayment,
  NO_SETS,
  singleResult,
  transactionResult,
  transactionsResult,
} from '../calls/transferResponse.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import { falseByDefault, method, requireWallet, type WalletRpcContext } from '../calls/walletRpcContext.ts'

type SweepParams = Origin &
  Flags & {
    readonly address: string
    readonly subaddr_indices_all: boolean
    readonly outputs: bigint
    readonly below_amount: bigint
  }

/** Parses the parameters of sweep_all; a name in place of the address is resolved first. */
const parseSweep = async (context: WalletRpcContext, params: SweepParams): Promise<SweepIntent> => {
  const { network } = requireWallet(context)
  const { address } = await resolveDestination(context, params)
  const destination = { address, outputs: Number(params.outputs), standalonePaymentId: params.payment_id }
  const { subaddr_indices_all: fromAll, below_amount } = params
  const subaddresses = fromAll ? [] : params.subaddr_indices
  return {
    kind: 'sweep',
    ...sweepDestination(network, destination),
    ...paymentSource(network, { ...params, subaddr_indices: subaddresses }),
    addresses: fromAll || subaddresses.length > 0 ? 'all' : 'one',
    belowAmount: below_amount === 0n ? undefined : below_amount,
  }
}

const approveSweep = requirePaymentApproval(parseSweep)

const sweepAll = method({
  names: ['sweep_all'],
  about: 'Sends the whole spendable balance: of the given addresses, of all, or otherwise of one chosen at random',
  access: 'admin',
  effect: 'spend',
  params: {
    address: v.optional(v.string(), ''),
    ...origin,
    subaddr_indices_all: falseByDefault,
    outputs: v.optional(u64, 1n),
    get_tx_keys: falseByDefault,
    below_amount: v.optional(u64, 0n),
    ...flags,
  },
  result: transactionsResult,
  approval: (...call) => withNode(call[0], 'sweepWithoutNode', () => approveSweep(...call)),
  handler: async (context, params, _call, approved) => {
    const wallet = requireWallet(context)
    const payment = approved ?? { intent: await parseSweep(context, params) }
    const responseFlags = { ...params, keys: params.get_tx_keys }
    const made = withNode(context, 'sweepWithoutNode', () => makePayment(wallet, payment, responseFlags))
    return listResult(await made, responseFlags)
  },
})

type SweepOutputParams = Flags & {
  readonly address: string
  readonly payment_id: string
  readonly key_image: string
  readonly outputs: bigint
  readonly priority: number
  readonly unlock_time: bigint
}

/** Parses the parameters of sweep_single; a name in place of the address is resolved first. */
const parseSweepOutput = async (context: WalletRpcContext, params: SweepOutputParams): Promise<SweepOutputIntent> => {
  const { network } = requireWallet(context)
  const { address } = await resolveDestination(context, params)
  const destination = { address, outputs: Number(params.outputs), standalonePaymentId: params.payment_id }
  const { recipient, outputs } = sweepDestination(network, destination)
  const keyImage = v.safeParse(hex32, params.key_image)
  if (!keyImage.success) throw new JsonRpcError(WALLET_RPC_CODES.wrongKeyImage, 'failed to parse key image')
  return {
    kind: 'sweep-output',
    ...{ recipient, outputs, keyImage: keyImage.output },
    priority: clampPriority(network, params.priority),
    unlockTime: params.unlock_time,
  }
}

const approveSweepOutput = requirePaymentApproval(parseSweepOutput)

const sweepSingle = method({
  names: ['sweep_single'],
  about: 'Sends one output, whole',
  access: 'admin',
  effect: 'spend',
  params: {
    address: v.optional(v.string(), ''),
    priority: origin.priority,
    outputs: v.optional(u64, 1n),
    unlock_time: origin.unlock_time,
    payment_id: origin.payment_id,
    get_tx_key: falseByDefault,
    key_image: v.optional(v.string(), ''),
    ...flags,
    // Sent by older clients; the key image alone identifies the output.
    account_index: origin.account_index,
    subaddr_indices: origin.subaddr_indices,
    below_amount: v.optional(u64, 0n),
  },
  result: transactionResult,
  approval: (...call) => withNode(call[0], 'sweepWithoutNode', () => approveSweepOutput(...call)),
  handler: async (context, params, _call, approved) => {
    const wallet = requireWallet(context)
    const payment = approved ?? { intent: await parseSweepOutput(context, params) }
    const responseFlags = { ...params, keys: params.get_tx_key }
    return singleResult(await withNode(context, 'sweepWithoutNode', () => makePayment(wallet, payment, responseFlags)))
  },
})

const sweepDust = method({
  names: ['sweep_dust', 'sweep_unmixable'],
  about: 'Sends outputs that no ring can hide back to the wallet; there are none on chains with confidential amounts',
  access: 'admin',
  effect: 'spend',
  params: { get_tx_keys: falseByDefault, ...flags },
  result: transactionsResult,
  handler: (context) => {
    requireWallet(context)
    return NO_SETS
  },
})

/** The methods of this file. */
export const sweepMethods = [sweepAll, sweepSingle, sweepDust]
