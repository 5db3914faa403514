// Sweeps: whatever can be spent, to one address.

import * as v from 'valibot'
import type { Network } from '../../coin/networks/network.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { hex32, u64 } from '../../jsonrpc/schemas.ts'
import type { Wallet } from '../../wallet/engine/wallet.ts'
import { NothingToSweepError, type SweepObstacle } from '../../wallet/spend/request.ts'
import { describeOutputSweep, describeSweep, isLocalOnly, requireApproval } from '../approval.ts'
import { withAddress } from '../openAlias.ts'
import { checkDestinations, clampPriority, type Origin, origin } from '../paymentRequest.ts'
import { flags, listed, make, NO_SETS, single, transaction, transactions } from '../transferResponse.ts'
import { WALLET_RPC_CODES } from '../walletRpcCodes.ts'
import { falseByDefault, method, requireWallet } from '../walletSource.ts'

/** @throws JsonRpcError for what cannot be swept to */
const checkSweep = (network: Network, address: string, paymentId: string, outputs: bigint): number => {
  if (outputs < 1n) throw new JsonRpcError(WALLET_RPC_CODES.notPossible, 'Amount of outputs should be greater than 0.')
  checkDestinations(network, [{ address, amount: 0n }], paymentId)
  return Number(outputs)
}

const OBSTACLES: Readonly<Record<SweepObstacle, string | undefined>> = {
  locked: 'No unlocked balance in the entire wallet',
  amount: 'The smallest amount found is not below the specified threshold',
  'key image': 'No outputs found',
  fee: undefined,
}

/** The reference's words for why nothing is swept. */
const inWords = async <T>(subaddresses: readonly number[], prepare: () => Promise<T>): Promise<T> => {
  try {
    return await prepare()
  } catch (error) {
    if (!(error instanceof NothingToSweepError)) throw error
    const { obstacle, message } = error
    const words =
      obstacle === 'locked' && subaddresses.length > 0
        ? 'No unlocked balance in the specified subaddress(es)'
        : OBSTACLES[obstacle]
    throw new JsonRpcError(WALLET_RPC_CODES.unknown, words ?? message, message)
  }
}

/** The parameters of sweep_all, as the wallet takes them. */
const sweepRequest = (
  { network }: Wallet,
  params: Origin & {
    readonly address: string
    readonly subaddr_indices_all: boolean
    readonly outputs: bigint
    readonly below_amount: bigint
  },
) => {
  const { address, payment_id, subaddr_indices_all, below_amount } = params
  const outputs = checkSweep(network, address, payment_id, params.outputs)
  const subaddresses = subaddr_indices_all ? [] : params.subaddr_indices
  return {
    address,
    account: params.account_index,
    subaddresses,
    addresses: subaddr_indices_all || subaddresses.length > 0 ? ('all' as const) : ('one' as const),
    priority: clampPriority(network, params.priority),
    unlockTime: params.unlock_time,
    outputs,
    belowAmount: below_amount === 0n ? undefined : below_amount,
  }
}

const sweepAll = method({
  names: ['sweep_all'],
  about: 'Sends all that can be spent: of the addresses given, of all, or else of one that is drawn at random',
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
  result: transactions,
  approval: requireApproval((source, params) => {
    const wallet = requireWallet(source)
    const request = sweepRequest(wallet, params)
    return isLocalOnly(params) ? undefined : describeSweep(wallet, request)
  }),
  handler: async (source, params) => {
    const wallet = requireWallet(source)
    const request = sweepRequest(wallet, await withAddress(source, params))
    const wanted = { ...params, keys: params.get_tx_keys }
    const prepare = () => inWords(request.subaddresses, () => wallet.prepareSweep(request))
    return listed(await make(wallet, wanted, prepare), wanted)
  },
})

/** The parameters of sweep_single, as the wallet takes them. */
const sweepOutputRequest = (
  { network }: Wallet,
  params: {
    readonly address: string
    readonly payment_id: string
    readonly key_image: string
    readonly outputs: bigint
    readonly priority: number
    readonly unlock_time: bigint
  },
) => {
  const { address, payment_id } = params
  const outputs = checkSweep(network, address, payment_id, params.outputs)
  const keyImage = v.safeParse(hex32, params.key_image)
  if (!keyImage.success) throw new JsonRpcError(WALLET_RPC_CODES.wrongKeyImage, 'failed to parse key image')
  return {
    keyImage: keyImage.output,
    address,
    outputs,
    priority: clampPriority(network, params.priority),
    unlockTime: params.unlock_time,
  }
}

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
    // Of older clients; the key image alone says which output it is.
    account_index: origin.account_index,
    subaddr_indices: origin.subaddr_indices,
    below_amount: v.optional(u64, 0n),
  },
  result: transaction,
  approval: requireApproval((source, params) => {
    const wallet = requireWallet(source)
    const request = sweepOutputRequest(wallet, params)
    return isLocalOnly(params) ? undefined : describeOutputSweep(wallet, request)
  }),
  handler: async (source, params) => {
    const wallet = requireWallet(source)
    const request = sweepOutputRequest(wallet, await withAddress(source, params))
    const prepare = () => inWords([], async () => [await wallet.prepareSweepOutput(request)])
    return single(await make(wallet, { ...params, keys: params.get_tx_key }, prepare))
  },
})

const sweepDust = method({
  names: ['sweep_dust', 'sweep_unmixable'],
  about: 'Sends outputs that no ring can hide back to the wallet: there are none on chains of confidential amounts',
  access: 'admin',
  effect: 'spend',
  params: { get_tx_keys: falseByDefault, ...flags },
  result: transactions,
  handler: (source) => {
    requireWallet(source)
    return NO_SETS
  },
})

/** The methods of this file. */
export const sweepMethods = [sweepAll, sweepSingle, sweepDust]
