// Payments of multisig wallets: one participant proposes a set (transfer, sweep_all and others), others sign it, and anyone of them submits it.

import * as v from 'valibot'
import { toHex } from '../../bytes/hex.ts'
import { TransferSetError } from '../../coin/sealed-exports/transferSetFile.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { MultisigSetError } from '../../wallet/multisig/multisigWallet.ts'
import { describeTransfers, type ParsedMultisigSet, parseMultisigSet } from '../../wallet/multisig/readSet.ts'
import { signMultisigSet } from '../../wallet/multisig/signSet.ts'
import { completePayments, submitPayments } from '../../wallet/multisig/submitSet.ts'
import { UnsafeTransferSetError } from '../../wallet/offline/checkedTransfer.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'
import type { Payment } from '../../wallet/state/ledger.ts'
import { requireApprovalOf } from '../calls/approval.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import { method, type WalletRpcContext } from '../calls/walletRpcContext.ts'
import { requireReady } from './multisig.ts'
import { parseSet, refusalText, signAction, submitAction } from './offline.ts'

type SetParams = { readonly tx_data_hex: string }

const params = { tx_data_hex: v.optional(v.string(), '') }

/** A set as the user saw it. */
type ReadSet = { readonly wallet: Wallet; readonly parsed: ParsedMultisigSet }

/** @throws JsonRpcError in wallet2's words for a set that this wallet cannot read */
const readSet = async (context: WalletRpcContext, { tx_data_hex }: SetParams): Promise<ReadSet> => {
  const wallet = requireReady(context)
  const bytes = parseSet(tx_data_hex)
  try {
    return { wallet, parsed: await parseMultisigSet(wallet, bytes) }
  } catch (error) {
    if (error instanceof TransferSetError || error instanceof UnsafeTransferSetError)
      throw new JsonRpcError(WALLET_RPC_CODES.badMultisigSet, 'Failed to parse multisig tx data.', error.message)
    throw error
  }
}

/** Returns an error of the engine as wallet2's error for a set that is not signed or submitted. */
const setError = (error: unknown, code: number, prefix: string): unknown =>
  error instanceof JsonRpcError || !(error instanceof FabaError)
    ? error
    : new JsonRpcError(code, `${prefix}: ${error.message}`)

const approveSigning = requireApprovalOf(readSet, (_context, _params: SetParams, { wallet, parsed }) =>
  signAction(describeTransfers(wallet, parsed)),
)

const signMultisig = method({
  names: ['sign_multisig'],
  about: 'Signs a multisig set that another participant proposed; sends nothing',
  access: 'admin',
  effect: 'spend',
  params,
  result: v.object({ tx_data_hex: v.string(), tx_hash_list: v.optional(v.array(v.string())) }),
  approval: approveSigning,
  handler: async (context, params, _call, approved) => {
    const { wallet, parsed } = approved ?? (await readSet(context, params))
    try {
      const { bytes, txids } = await signMultisigSet(wallet, parsed)
      return { tx_data_hex: toHex(bytes), tx_hash_list: txids.length === 0 ? undefined : txids.map(toHex) }
    } catch (error) {
      throw setError(error, WALLET_RPC_CODES.multisigSignature, 'Failed to sign multisig tx')
    }
  },
})

const readPayments = async (
  context: WalletRpcContext,
  params: SetParams,
): Promise<{ readonly wallet: Wallet; readonly payments: readonly Payment[] }> => {
  const { wallet, parsed } = await readSet(context, params)
  try {
    return { wallet, payments: await completePayments(wallet, parsed) }
  } catch (error) {
    if (error instanceof MultisigSetError && error.details.fault === 'incomplete')
      throw new JsonRpcError(WALLET_RPC_CODES.thresholdNotReached, error.message)
    throw setError(error, WALLET_RPC_CODES.multisigSubmission, 'Failed to submit multisig tx')
  }
}

const approveSubmission = requireApprovalOf(readPayments, (_context, _params: SetParams, { wallet, payments }) =>
  submitAction(wallet.network, payments),
)

const submitMultisig = method({
  names: ['submit_multisig'],
  about: 'Sends a multisig set that enough participants have signed; records it before it is sent',
  access: 'admin',
  effect: 'spend',
  params,
  result: v.object({ tx_hash_list: v.array(v.string()) }),
  approval: approveSubmission,
  handler: async (context, params, _call, approved) => {
    const { wallet, payments } = approved ?? (await readPayments(context, params))
    try {
      const relayed = await submitPayments(wallet, payments)
      const refusal = refusalText(relayed)
      if (refusal !== undefined)
        throw new JsonRpcError(WALLET_RPC_CODES.multisigSubmission, `Failed to submit multisig tx: ${refusal}`)
      return { tx_hash_list: relayed.map(({ txid }) => toHex(txid)) }
    } catch (error) {
      throw setError(error, WALLET_RPC_CODES.multisigSubmission, 'Failed to submit multisig tx')
    }
  },
})

/** The methods of this file. */
export const multisigSetMethods = [signMultisig, submitMultisig]
