// Payment requests through the payment pipeline, beginning with validation.

import { readMetadata } from '../../../../src/wallet/offline/readMetadata.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import {
  type PaymentSource,
  sweepDestination,
  type TransferRequest,
  transferIntent,
} from '../../../../src/wallet/spend/intent.ts'
import type { SpendContext } from '../../../../src/wallet/spend/paymentContext.ts'
import type { RelayedTransaction } from '../../../../src/wallet/spend/payments.ts'
import { type PreparedPayment, preparePayment } from '../../../../src/wallet/spend/prepare.ts'

export const prepareTransfer = async (context: SpendContext, request: TransferRequest): Promise<PreparedPayment> =>
  preparePayment(context, transferIntent(context.network, request))

/** A sweep from all addresses of an account. */
export const prepareSweep = async (
  context: SpendContext,
  request: PaymentSource & {
    readonly address: string
    readonly outputs: number
    readonly belowAmount: bigint | undefined
  },
): Promise<PreparedPayment> => {
  const { address, outputs, ...rest } = request
  const destination = sweepDestination(context.network, { address, outputs })
  return preparePayment(context, { kind: 'sweep', ...rest, ...destination, addresses: 'all' })
}

/** A transfer of an open wallet. */
export const prepareWalletTransfer = async (wallet: Wallet, request: TransferRequest): Promise<PreparedPayment> =>
  wallet.payments.prepare(transferIntent(wallet.network, request))

/** Relays a prepared payment as `relay_tx` does. */
export const relayMetadata = async (wallet: Wallet, metadata: Uint8Array): Promise<RelayedTransaction> =>
  wallet.payments.commitMetadata(readMetadata(wallet, metadata), { blink: false })
