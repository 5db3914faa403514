// Payments: transfers, sweeps, and relaying what was kept.

import * as v from 'valibot'
import { toHex } from '../bytes/hex.ts'
import { formatAmount, sumAmounts } from '../coin/amount.ts'
import type { Network } from '../coin/network.ts'
import { NodeTimeoutError, NodeUnreachableError } from '../daemon/errors.ts'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { hex, hex32, index, list, u32, u64 } from '../jsonrpc/schemas.ts'
import { MetadataError } from '../wallet/metadata.ts'
import { FrozenCoinError, PaymentOutdatedError, type RelayResult } from '../wallet/relay.ts'
import { checkFeeFrom, FeeFromError } from '../wallet/spend/feeFrom.ts'
import {
  discardPrepared,
  NothingToSweepError,
  type PreparedTransaction,
  type SweepObstacle,
} from '../wallet/spend/request.ts'
import { TransactionNotPossibleError } from '../wallet/spend/select.ts'
import { transactionKeyText } from '../wallet/transferView.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { withAddress, withAddresses } from './openAlias.ts'
import { askFirst, deedOfOutputSweep, deedOfRelay, deedOfSweep, deedOfTransfer, staysHere } from './permission.ts'
import { addressOf, method, no, requireWallet, WALLET_RPC_CODES } from './source.ts'

const BLINK_FAILED = -1000
const NO_NETWORK_VERSION = -1001

/** Where a payment goes. What is left out is nothing, which is refused with words of its own. */
export const destinationList = list(v.object({ amount: v.optional(u64, 0n), address: v.optional(v.string(), '') }))

type Destination = { readonly address: string; readonly amount: bigint }

/** What is answered of a transaction beside its hash, amount and fee, and whether it is sent. */
const flags = { do_not_relay: no, get_tx_hex: no, get_tx_metadata: no }

const origin = {
  account_index: v.optional(u32, 0),
  subaddr_indices: list(u32),
  priority: v.optional(u32, 0),
  unlock_time: v.optional(u64, 0n),
  payment_id: v.optional(v.string(), ''),
}

const amountsByDestination = v.object({ amounts: v.array(u64) })
const spentKeyImages = v.object({ key_images: v.array(v.string()) })

const transaction = v.object({
  tx_hash: v.string(),
  tx_key: v.string(),
  amount: u64,
  amounts_by_dest: amountsByDestination,
  fee: u64,
  weight: index,
  spent_key_images: spentKeyImages,
  tx_blob: v.string(),
  tx_metadata: v.string(),
  multisig_txset: v.string(),
  unsigned_txset: v.string(),
})

const texts = v.optional(v.array(v.string()))
const amounts = v.optional(v.array(u64))

/** One entry per transaction; lists of what was not asked for are left out. */
const transactions = v.object({
  tx_hash_list: texts,
  tx_key_list: texts,
  amount_list: amounts,
  amounts_by_dest_list: v.optional(v.array(amountsByDestination)),
  fee_list: amounts,
  weight_list: v.optional(v.array(index)),
  spent_key_images_list: v.optional(v.array(spentKeyImages)),
  tx_blob_list: texts,
  tx_metadata_list: texts,
  multisig_txset: v.string(),
  unsigned_txset: v.string(),
})

const LARGEST_SUM = 2n ** 64n - 1n

/**
 * Refuses destinations that nobody can be paid at, with the reference's words and in its order.
 * @param paymentId as the request gave it; empty for none
 * @throws JsonRpcError
 */
export const checkDestinations = (network: Network, destinations: readonly Destination[], paymentId: string): void => {
  if (destinations.length === 0)
    throw new JsonRpcError(WALLET_RPC_CODES.zeroDestination, 'No destinations for this transfer')
  const integrated = destinations.filter(({ address }) => addressOf(network, address).kind === 'integrated')
  if (integrated.length > 1 || (integrated.length > 0 && paymentId !== ''))
    throw new JsonRpcError(WALLET_RPC_CODES.wrongPaymentId, 'A single payment id is allowed per transaction')
  if (paymentId !== '')
    throw new JsonRpcError(
      WALLET_RPC_CODES.wrongPaymentId,
      'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
    )
}

/** @throws JsonRpcError */
export const checkAmounts = ({ decimals }: Network, destinations: readonly Destination[]): void => {
  if (destinations.some(({ amount }) => amount === 0n))
    throw new JsonRpcError(WALLET_RPC_CODES.zeroDestination, 'Destination amount is zero')
  if (sumAmounts(destinations) > LARGEST_SUM)
    throw new JsonRpcError(
      WALLET_RPC_CODES.unknown,
      `Transaction sum + fee exceeds ${formatAmount(LARGEST_SUM, decimals)}`,
    )
}

/** The priority that a number stands for: those beyond the highest are the highest. */
export const clampPriority = ({ fees }: Network, priority: number): number =>
  Math.min(priority, Math.max(...fees.priorities.standard.map(({ value }) => value)))

/** What the answer tells of a transaction. Made before it is sent: afterwards its keys are the book's. */
type Told = {
  readonly tx_hash: string
  readonly tx_key: string
  readonly amount: bigint
  readonly amounts_by_dest: { readonly amounts: bigint[] }
  readonly fee: bigint
  readonly weight: number
  readonly spent_key_images: { readonly key_images: string[] }
  readonly tx_blob: string
  readonly tx_metadata: string
}

type Flags = { readonly do_not_relay: boolean; readonly get_tx_hex: boolean; readonly get_tx_metadata: boolean }

/** `keys`: whether the answer has the secret keys of the transactions. */
type Wanted = Flags & { readonly keys: boolean }

const tell = (wallet: Wallet, prepared: PreparedTransaction, flags: Wanted): Told => ({
  tx_hash: toHex(prepared.txid),
  tx_key: flags.keys ? transactionKeyText(prepared.keys) : '',
  amount: sumAmounts(prepared.destinations),
  amounts_by_dest: { amounts: prepared.destinations.map(({ amount }) => amount) },
  fee: prepared.fee,
  weight: prepared.weight,
  // Only wallets that know the key images of their outputs spend them.
  spent_key_images: { key_images: prepared.inputs.flatMap(({ keyImage }) => (keyImage ? [toHex(keyImage)] : [])) },
  tx_blob: flags.get_tx_hex ? toHex(prepared.blob) : '',
  tx_metadata: flags.get_tx_metadata ? toHex(wallet.keep(prepared)) : '',
})

/** What a node refused, of a payment of which nothing or only a part was sent. */
const checkRelayed = (prepared: readonly PreparedTransaction[], results: readonly RelayResult[]): void => {
  const refused = results.find((result) => result.state === 'refused')
  if (refused === undefined) return
  const blink = prepared.some((transaction) => transaction.blink)
  const sent = prepared.filter((_, i) => results[i]?.state !== 'refused').map(({ txid }) => toHex(txid))
  const what = blink ? 'Transaction was not accepted blink quorum' : 'Transaction was rejected by daemon'
  throw new JsonRpcError(
    blink ? BLINK_FAILED : WALLET_RPC_CODES.unknown,
    refused.reason === '' ? what : `${what}: ${refused.reason}`,
    sent.length === 0 ? 'nothing was sent' : `of ${prepared.length} transactions these were sent: ${sent.join(', ')}`,
  )
}

/** The reference's words for amounts that cannot be put together. */
const inReferenceWords = (error: unknown, { decimals }: Network): unknown => {
  if (!(error instanceof TransactionNotPossibleError)) return error
  const { available, amount, fee } = error
  const [a, b, c, d] = [available, amount + fee, amount, fee].map((value) => formatAmount(value, decimals))
  return new JsonRpcError(
    WALLET_RPC_CODES.notPossible,
    `Transaction not possible. Available only ${a}, transaction amount ${b} = ${c} + ${d} (fee)`,
    error.message,
  )
}

/** Prepares, and pays unless it is told not to; nothing is recorded then. */
const make = async (
  wallet: Wallet,
  flags: Wanted,
  prepare: () => Promise<readonly PreparedTransaction[]>,
): Promise<readonly Told[]> => {
  let told: readonly Told[] = []
  const prepareAndTell = async (): Promise<readonly PreparedTransaction[]> => {
    const prepared = await prepare().catch((error: unknown) => {
      throw inReferenceWords(error, wallet.network)
    })
    told = prepared.map((transaction) => tell(wallet, transaction, flags))
    return prepared
  }
  if (flags.do_not_relay) discardPrepared(await prepareAndTell())
  else {
    const { prepared, results } = await wallet.prepareAndPay(prepareAndTell)
    checkRelayed(prepared, results)
  }
  return told
}

const NO_SETS = { multisig_txset: '', unsigned_txset: '' }

/** The one transaction of a call that makes one. */
const single = (told: readonly Told[]) => {
  const [first] = told
  if (first === undefined) throw new JsonRpcError(WALLET_RPC_CODES.notPossible, 'No transaction created')
  return { ...first, ...NO_SETS }
}

const listed = (told: readonly Told[], flags: Wanted) => {
  if (told.length === 0) throw new JsonRpcError(WALLET_RPC_CODES.notPossible, 'No transaction created')
  return {
    tx_hash_list: told.map(({ tx_hash }) => tx_hash),
    tx_key_list: flags.keys ? told.map(({ tx_key }) => tx_key) : undefined,
    amount_list: told.map(({ amount }) => amount),
    amounts_by_dest_list: told.map(({ amounts_by_dest }) => amounts_by_dest),
    fee_list: told.map(({ fee }) => fee),
    weight_list: told.map(({ weight }) => weight),
    spent_key_images_list: told.map(({ spent_key_images }) => spent_key_images),
    tx_blob_list: flags.get_tx_hex ? told.map(({ tx_blob }) => tx_blob) : undefined,
    tx_metadata_list: flags.get_tx_metadata ? told.map(({ tx_metadata }) => tx_metadata) : undefined,
    ...NO_SETS,
  }
}

type Origin = {
  readonly account_index: number
  readonly subaddr_indices: readonly number[]
  readonly priority: number
  readonly unlock_time: bigint
  readonly payment_id: string
}

type TransferParams = Origin & {
  readonly destinations: readonly Destination[]
  readonly subtract_fee_from_outputs: readonly number[]
}

/** The reference's words for why destinations cannot pay the fee. */
const inFeeWords = (
  error: unknown,
  { maxOutputs }: Network,
  { destinations, subtract_fee_from_outputs: feeFrom }: TransferParams,
): unknown => {
  if (!(error instanceof FeeFromError)) return error
  const { obstacle, message } = error
  if (obstacle === 'amount')
    return new JsonRpcError(WALLET_RPC_CODES.zeroDestination, 'Destination amount is zero', message)
  if (obstacle === 'index')
    return new JsonRpcError(
      WALLET_RPC_CODES.transfer,
      `subtractfeefrom: bad index: ${Math.max(...feeFrom)} (indexes are 0-based)`,
      message,
    )
  const words =
    destinations.length < maxOutputs
      ? 'feature subtractfeefrom not supported for split transactions'
      : 'subtractfeefrom transfers cannot be split over multiple transactions yet'
  return new JsonRpcError(WALLET_RPC_CODES.transfer, words, message)
}

/** The parameters of a transfer, as the wallet takes them. */
const transferRequest = ({ network }: Wallet, params: TransferParams) => {
  const { destinations, subtract_fee_from_outputs: feeFrom } = params
  checkDestinations(network, destinations, params.payment_id)
  try {
    checkFeeFrom(destinations.length, feeFrom, network.maxOutputs)
  } catch (error) {
    throw inFeeWords(error, network, params)
  }
  checkAmounts(network, destinations)
  return {
    account: params.account_index,
    subaddresses: params.subaddr_indices,
    destinations,
    feeFrom,
    priority: clampPriority(network, params.priority),
    unlockTime: params.unlock_time,
  }
}

const askToTransfer = askFirst((source, params: TransferParams & Flags) => {
  const wallet = requireWallet(source)
  const request = transferRequest(wallet, params)
  return staysHere(params) ? undefined : deedOfTransfer(wallet, request)
})

/** Prepares a transfer. What the reference asks a node first fails in its own words. */
const prepareTransfer = async (wallet: Wallet, params: TransferParams): Promise<readonly PreparedTransaction[]> => {
  try {
    return await wallet.prepareTransfer(transferRequest(wallet, params))
  } catch (error) {
    if (!(error instanceof NodeUnreachableError || error instanceof NodeTimeoutError))
      throw inFeeWords(error, wallet.network, params)
    const words = 'Could not query the current network version, try later'
    throw new JsonRpcError(NO_NETWORK_VERSION, words, error.message)
  }
}

const transfer = method({
  names: ['transfer'],
  about: 'Pays, in one transaction',
  access: 'admin',
  effect: 'spends',
  params: { destinations: destinationList, ...origin, subtract_fee_from_outputs: list(u32), get_tx_key: no, ...flags },
  result: transaction,
  consent: askToTransfer,
  handler: async (source, params) => {
    const wallet = requireWallet(source)
    const resolved = await withAddresses(source, params)
    const told = await make(wallet, { ...params, keys: params.get_tx_key }, async () => {
      const prepared = await prepareTransfer(wallet, resolved)
      if (prepared.length <= 1) return prepared
      discardPrepared(prepared)
      throw new JsonRpcError(WALLET_RPC_CODES.tooLarge, 'Transaction would be too large.  try /transfer_split.')
    })
    return single(told)
  },
})

const transferSplit = method({
  names: ['transfer_split'],
  about: 'Pays, in as many transactions as it takes',
  access: 'admin',
  effect: 'spends',
  params: { destinations: destinationList, ...origin, subtract_fee_from_outputs: list(u32), get_tx_keys: no, ...flags },
  result: transactions,
  consent: askToTransfer,
  handler: async (source, params) => {
    const wallet = requireWallet(source)
    const resolved = await withAddresses(source, params)
    const wanted = { ...params, keys: params.get_tx_keys }
    return listed(await make(wallet, wanted, () => prepareTransfer(wallet, resolved)), wanted)
  },
})

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
  effect: 'spends',
  params: {
    address: v.optional(v.string(), ''),
    ...origin,
    subaddr_indices_all: no,
    outputs: v.optional(u64, 1n),
    get_tx_keys: no,
    below_amount: v.optional(u64, 0n),
    ...flags,
  },
  result: transactions,
  consent: askFirst((source, params) => {
    const wallet = requireWallet(source)
    const request = sweepRequest(wallet, params)
    return staysHere(params) ? undefined : deedOfSweep(wallet, request)
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
  effect: 'spends',
  params: {
    address: v.optional(v.string(), ''),
    priority: origin.priority,
    outputs: v.optional(u64, 1n),
    unlock_time: origin.unlock_time,
    payment_id: origin.payment_id,
    get_tx_key: no,
    key_image: v.optional(v.string(), ''),
    ...flags,
    // Of older clients; the key image alone says which output it is.
    account_index: origin.account_index,
    subaddr_indices: origin.subaddr_indices,
    below_amount: v.optional(u64, 0n),
  },
  result: transaction,
  consent: askFirst((source, params) => {
    const wallet = requireWallet(source)
    const request = sweepOutputRequest(wallet, params)
    return staysHere(params) ? undefined : deedOfOutputSweep(wallet, request)
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
  effect: 'spends',
  params: { get_tx_keys: no, ...flags },
  result: transactions,
  handler: (source) => {
    requireWallet(source)
    return NO_SETS
  },
})

const keptIn = (text: string): Uint8Array => {
  const kept = v.safeParse(hex, text)
  if (!kept.success) throw new JsonRpcError(WALLET_RPC_CODES.badHex, 'Failed to parse hex.')
  return kept.output
}

/** The reference's words for why nothing that was kept is sent. */
const inRelayWords = (error: unknown): unknown => {
  if (error instanceof MetadataError)
    return new JsonRpcError(WALLET_RPC_CODES.badMetadata, 'Failed to parse tx metadata.', error.message)
  if (error instanceof PaymentOutdatedError || error instanceof FrozenCoinError)
    return new JsonRpcError(WALLET_RPC_CODES.transfer, 'Failed to commit tx.', error.message)
  return error
}

const relayTx = method({
  names: ['relay_tx'],
  about: 'Sends a transaction that was prepared with do_not_relay and get_tx_metadata',
  access: 'public',
  effect: 'spends',
  flat: true,
  params: { hex: v.optional(v.string(), ''), blink: no },
  result: v.object({ tx_hash: v.string() }),
  consent: askFirst((source, params) => {
    try {
      return deedOfRelay(requireWallet(source), keptIn(params.hex))
    } catch (error) {
      throw inRelayWords(error)
    }
  }),
  handler: async (source, params) => {
    const wallet = requireWallet(source)
    const kept = keptIn(params.hex)
    try {
      const { txid, result } = await wallet.payKept(kept, { blink: params.blink })
      if (result.state === 'refused')
        throw new JsonRpcError(WALLET_RPC_CODES.transfer, 'Failed to commit tx.', result.reason)
      return { tx_hash: toHex(txid) }
    } catch (error) {
      throw inRelayWords(error)
    }
  },
})

/** The methods of this file. */
export const paymentMethods = [transfer, transferSplit, sweepDust, sweepAll, sweepSingle, relayTx]
