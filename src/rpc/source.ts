// What the wallet RPC works on, and the errors that all its methods share.

import { JsonRpcError } from '../jsonrpc/errors.ts'
import type { Wallet } from '../wallet/wallet.ts'

/** Where methods find the wallet. An engine is one. */
export type WalletSource = {
  /** undefined while none is open */
  readonly wallet: Wallet | undefined
  readonly rpcEnabled: boolean
}

/** The reference's error codes. */
export const WALLET_RPC_CODES = {
  unknown: -1,
  wrongAddress: -2,
  busy: -3,
  wrongPaymentId: -5,
  notOpen: -13,
  accountIndex: -14,
  addressIndex: -15,
  notPossible: -16,
  notEnoughMoney: -17,
  tooLarge: -18,
  notEnoughOutputs: -19,
  zeroDestination: -20,
  watchOnly: -29,
  notEnoughUnlockedMoney: -37,
  noConnection: -38,
} as const

/** @throws JsonRpcError when no wallet is open, or pages may not call */
export const requireEnabled = ({ rpcEnabled }: WalletSource): void => {
  if (!rpcEnabled)
    throw new JsonRpcError(
      WALLET_RPC_CODES.notOpen,
      'No wallet file',
      'no wallet is open, or its settings do not allow the wallet RPC',
    )
}

/** @throws JsonRpcError as above */
export const requireWallet = (source: WalletSource): Wallet => {
  requireEnabled(source)
  if (source.wallet === undefined) throw new JsonRpcError(WALLET_RPC_CODES.notOpen, 'No wallet file')
  return source.wallet
}
