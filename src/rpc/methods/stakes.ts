// Stakes of service nodes: contributions, registrations, and requests to unlock.

import * as v from 'valibot'
import { RegistrationCommandError } from '../../coin/stakes/registration.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { list, u32, u64 } from '../../jsonrpc/schemas.ts'
import type { StakeIntent } from '../../wallet/spend/intent.ts'
import { orderRegistration, orderStake, StakeError } from '../../wallet/staking/stakes.ts'
import { checkUnlock, requestUnlock, type UnlockCheck } from '../../wallet/staking/unlock.ts'
import { requireApprovalOf } from '../calls/approval.ts'
import { type ApprovedPayment, requirePaymentApproval } from '../calls/paymentApproval.ts'
import { type Flags, flags, makePayment, singleResult, transactionResult } from '../calls/transferResponse.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import {
  falseByDefault,
  method,
  parseAddressParam,
  parseHexParam,
  requireServiceNodeWallet,
  requireWallet,
  type WalletRpcContext,
} from '../calls/walletRpcContext.ts'

const text = v.optional(v.string(), '')
const KEY = 32

const payment = { get_tx_key: falseByDefault, ...flags }

/** Runs a step of a stake; its errors have the code of wallet2. */
const withStakeErrors = async <T>(step: () => Promise<T>): Promise<T> => {
  try {
    return await step()
  } catch (error) {
    if (error instanceof StakeError || error instanceof RegistrationCommandError)
      throw new JsonRpcError(WALLET_RPC_CODES.notPossible, error.message)
    if (error instanceof JsonRpcError && error.code === WALLET_RPC_CODES.tooLarge)
      throw new JsonRpcError(
        WALLET_RPC_CODES.notPossible,
        'Constructed too many transations, please sweep_all first',
        error.message,
      )
    throw error
  }
}

const parseKey = (hex: string): Uint8Array =>
  parseHexParam(hex, WALLET_RPC_CODES.wrongKey, `Unparsable service node key given: ${hex}`, KEY)

/** Sends the transaction of a stake. */
const makeStake = (
  context: WalletRpcContext,
  approved: ApprovedPayment<StakeIntent>,
  params: Flags & { readonly get_tx_key: boolean },
) =>
  withStakeErrors(async () =>
    singleResult(await makePayment(requireWallet(context), approved, { ...params, keys: params.get_tx_key }, 1)),
  )

type StakeParams = Flags & {
  readonly destination: string
  readonly amount: bigint
  readonly subaddr_indices: readonly number[]
  readonly service_node_key: string
  readonly priority: number
}

const parseStake = async (context: WalletRpcContext, params: StakeParams): Promise<StakeIntent> => {
  const wallet = requireServiceNodeWallet(context)
  const { destination, amount, subaddr_indices: subaddresses, priority } = params
  try {
    parseAddressParam(wallet.network, destination)
  } catch (error) {
    if (!(error instanceof JsonRpcError)) throw error
    throw new JsonRpcError(WALLET_RPC_CODES.wrongAddress, `Unparsable address given: ${destination}`, error.data)
  }
  const serviceNodeKey = parseKey(params.service_node_key)
  return await withStakeErrors(() => orderStake(wallet, { serviceNodeKey, amount, subaddresses, priority }))
}

const approveStake = requirePaymentApproval(parseStake, 1)

const stake = method({
  names: ['stake'],
  about: 'Stakes coins of the first account to a service node, which locks them',
  access: 'admin',
  effect: 'spend',
  params: {
    destination: text,
    amount: v.optional(u64, 0n),
    subaddr_indices: list(u32),
    service_node_key: text,
    priority: v.optional(u32, 0),
    ...payment,
  },
  result: transactionResult,
  approval: (...call) => withStakeErrors(() => approveStake(...call)),
  handler: async (context, params, _call, approved) =>
    makeStake(context, approved ?? { intent: await parseStake(context, params) }, params),
})

type RegisterParams = Flags & { readonly register_service_node_str: string }

const parseRegistration = (context: WalletRpcContext, params: RegisterParams): Promise<StakeIntent> => {
  const wallet = requireServiceNodeWallet(context)
  return withStakeErrors(() => orderRegistration(wallet, params.register_service_node_str))
}

const approveRegistration = requirePaymentApproval(parseRegistration, 1)

const registerServiceNode = method({
  names: ['register_service_node'],
  about: 'Registers a service node with the command that it has prepared, and stakes what its operator reserves',
  access: 'admin',
  effect: 'spend',
  params: { register_service_node_str: text, ...payment },
  result: transactionResult,
  approval: (...call) => withStakeErrors(() => approveRegistration(...call)),
  handler: async (context, params, _call, approved) =>
    makeStake(context, approved ?? { intent: await parseRegistration(context, params) }, params),
})

const serviceNode = { service_node_key: text }

const canRequestStakeUnlock = method({
  names: ['can_request_stake_unlock'],
  about: 'Returns whether the stake in a service node can be unlocked, and what that would do',
  access: 'admin',
  effect: 'read',
  params: serviceNode,
  result: v.object({ can_unlock: v.boolean(), msg: v.string() }),
  handler: async (context, params) => {
    const wallet = requireServiceNodeWallet(context)
    const { canUnlock, message } = await checkUnlock(wallet, parseKey(params.service_node_key))
    return { can_unlock: canUnlock, msg: message }
  },
})

type AllowedUnlock = Extract<UnlockCheck, { readonly canUnlock: true }>

const parseUnlock = async (
  context: WalletRpcContext,
  params: { readonly service_node_key: string },
): Promise<AllowedUnlock> => {
  const check = await checkUnlock(requireServiceNodeWallet(context), parseKey(params.service_node_key))
  if (!check.canUnlock)
    throw new JsonRpcError(WALLET_RPC_CODES.transfer, `Cannot request stake unlock: ${check.message}`)
  return check
}

const approveUnlock = requireApprovalOf(parseUnlock, (_context, _params, { order }) => ({
  kind: 'unlock stake',
  order,
}))

const requestStakeUnlock = method({
  names: ['request_stake_unlock'],
  about: 'Requests the unlock of the stake in a service node, which unlocks those of its other contributors too',
  access: 'admin',
  effect: 'spend',
  params: serviceNode,
  result: v.object({ unlocked: v.boolean(), msg: v.string() }),
  approval: approveUnlock,
  handler: async (context, params, _call, approved) => {
    const { stake: output, message } = approved ?? (await parseUnlock(context, params))
    const result = await requestUnlock(requireServiceNodeWallet(context), parseKey(params.service_node_key), output)
    if (!result.accepted) throw new JsonRpcError(WALLET_RPC_CODES.transfer, 'Failed to commit tx.', result.reason)
    return { unlocked: true, msg: message }
  },
})

/** The methods of this file. */
export const stakeMethods = [stake, registerServiceNode, canRequestStakeUnlock, requestStakeUnlock]
