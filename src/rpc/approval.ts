// What a person is asked before a page may pay, learn a secret, or do what harms them otherwise. Where no person is (a process
// that was started for the RPC), nobody is asked.

import { wipe } from '../bytes/bytes.ts'
import { toHex } from '../bytes/hex.ts'
import type { Network } from '../coin/networks/network.ts'
import type { ApprovalCheck, Call } from '../jsonrpc/method.ts'
import type { ApprovalAction } from '../wallet/engine/engineApi.ts'
import type { Wallet } from '../wallet/engine/wallet.ts'
import type { SweepOutputRequest, SweepRequest, TransferRequest } from '../wallet/spend/request.ts'
import { openPayment } from '../wallet/spend/txMetadata.ts'
import type { Ledger } from '../wallet/state/ledger.ts'
import { requireWallet, type WalletRpcContext } from './walletSource.ts'

const free: ApprovalCheck = () => undefined

/**
 * The consent of a method: `deed` says what a call with these parameters would do, undefined for nothing that needs a question. It
 * throws for what would be refused anyway, so that nobody is asked about that.
 */
export const requireApproval =
  <Params>(
    deed: (
      source: WalletRpcContext,
      params: Params,
    ) => ApprovalAction | undefined | Promise<ApprovalAction | undefined>,
  ) =>
  async (source: WalletRpcContext, params: Params, call: Call): Promise<ApprovalCheck> => {
    if (source.requestApproval === undefined) return free
    requireWallet(source)
    const described = await deed(source, params)
    return described === undefined ? free : await source.requestApproval(call.name, described, call.signal)
  }

/**
 * Whether a payment stays in the wallet: it is not sent, and who asked gets no bytes that a node would take. Metadata is sealed, and
 * relay_tx asks.
 */
export const isLocalOnly = (flags: { readonly do_not_relay: boolean; readonly get_tx_hex: boolean }): boolean =>
  flags.do_not_relay && !flags.get_tx_hex

const priorityName = ({ fees }: Network, priority: number): string => {
  const value = priority === 0 ? fees.defaultPriority.standard : priority
  return fees.priorities.standard.find((known) => known.value === value)?.name ?? String(value)
}

export const describeTransfer = ({ network }: Wallet, request: TransferRequest): ApprovalAction => ({
  kind: 'transfer',
  account: request.account,
  subaddresses: request.subaddresses,
  destinations: request.destinations,
  feeFrom: request.feeFrom ?? [],
  priority: priorityName(network, request.priority),
  unlockTime: request.unlockTime,
})

export const describeSweep = ({ network }: Wallet, request: SweepRequest): ApprovalAction => ({
  kind: 'sweep',
  account: request.account,
  subaddresses: request.subaddresses,
  from: request.addresses === 'one' ? 'one' : request.subaddresses.length > 0 ? 'given' : 'all',
  address: request.address,
  belowAmount: request.belowAmount,
  priority: priorityName(network, request.priority),
  unlockTime: request.unlockTime,
})

const amountOf = (ledger: Ledger, keyImage: Uint8Array): bigint | undefined => {
  const [id] = ledger.withKeyImage(toHex(keyImage))
  return id === undefined ? undefined : ledger.outputs.get(id)?.amount
}

export const describeOutputSweep = ({ network, state }: Wallet, request: SweepOutputRequest): ApprovalAction => ({
  kind: 'sweep output',
  amount: amountOf(state.ledger, request.keyImage),
  address: request.address,
  priority: priorityName(network, request.priority),
  unlockTime: request.unlockTime,
})

/** What a kept payment would pay. Throws MetadataError. */
export const describeRelay = ({ network, keys }: Wallet, kept: Uint8Array): ApprovalAction => {
  const payment = openPayment(network, keys, kept)
  if (payment.keys !== undefined) wipe(payment.keys.main, ...payment.keys.additional)
  const { txid, destinations, fee } = payment
  return { kind: 'relay', txid: toHex(txid), destinations, fee }
}
