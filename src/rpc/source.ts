// What the wallet RPC works on, and what all its methods share.

import * as v from 'valibot'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { methodsOf } from '../jsonrpc/method.ts'
import type { Wallet } from '../wallet/wallet.ts'

/** Where methods find the wallet. An engine is one. */
export type WalletSource = {
  /** undefined while none is open */
  readonly wallet: Wallet | undefined
  readonly rpcEnabled: boolean
}

/** Declares a method of the wallet RPC. */
export const method = methodsOf<WalletSource>()

/** A flag that is on, or off, when it is left out. */
export const yes = v.optional(v.boolean(), true)
export const no = v.optional(v.boolean(), false)

/** The reference's error codes. */
export const WALLET_RPC_CODES = {
  unknown: -1,
  wrongAddress: -2,
  busy: -3,
  transfer: -4,
  wrongPaymentId: -5,
  transferType: -6,
  denied: -7,
  wrongTxid: -8,
  wrongSignature: -9,
  wrongKeyImage: -10,
  wrongUri: -11,
  wrongIndex: -12,
  notOpen: -13,
  accountIndex: -14,
  addressIndex: -15,
  notPossible: -16,
  notEnoughMoney: -17,
  tooLarge: -18,
  notEnoughOutputs: -19,
  zeroDestination: -20,
  walletExists: -21,
  invalidPassword: -22,
  noWalletFolder: -23,
  noTxKey: -24,
  wrongKey: -25,
  badHex: -26,
  badMetadata: -27,
  watchOnly: -29,
  notEnoughUnlockedMoney: -37,
  noConnection: -38,
  notDeterministic: -43,
  invalidLogLevel: -44,
  attributeNotFound: -45,
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
