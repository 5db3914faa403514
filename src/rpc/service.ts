// The wallet RPC as one function from request to response, hosted by a service worker, a server or a test.

import { AddressError } from '../coin/address.ts'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { createService, type Service } from '../jsonrpc/service.ts'
import { PaymentRefusedError } from '../wallet/relay.ts'
import { ChainTooYoungError } from '../wallet/spend/decoys.ts'
import { WatchOnlyError } from '../wallet/spend/request.ts'
import {
  NotEnoughMoneyError,
  NotEnoughUnlockedMoneyError,
  TransactionNotPossibleError,
} from '../wallet/spend/select.ts'
import { walletMethods } from './methods.ts'
import { WALLET_RPC_CODES, type WalletSource } from './source.ts'

/** The reference's code and words for what went wrong. */
const toRpcError = (error: unknown): JsonRpcError | undefined => {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  if (error instanceof AddressError) return new JsonRpcError(WALLET_RPC_CODES.wrongAddress, 'Invalid address', message)
  if (error instanceof NotEnoughMoneyError)
    return new JsonRpcError(WALLET_RPC_CODES.notEnoughMoney, 'Not enough money', message)
  if (error instanceof NotEnoughUnlockedMoneyError)
    return new JsonRpcError(WALLET_RPC_CODES.notEnoughUnlockedMoney, 'Not enough unlocked money', message)
  if (error instanceof TransactionNotPossibleError) return new JsonRpcError(WALLET_RPC_CODES.notPossible, message)
  if (error instanceof ChainTooYoungError) return new JsonRpcError(WALLET_RPC_CODES.notEnoughOutputs, message)
  if (error instanceof WatchOnlyError) return new JsonRpcError(WALLET_RPC_CODES.watchOnly, message)
  if (error instanceof PaymentRefusedError) return new JsonRpcError(WALLET_RPC_CODES.unknown, message)
  // The errors of the engine say what was wrong and hold no secrets.
  return new JsonRpcError(WALLET_RPC_CODES.unknown, message)
}

/** The wallet RPC over an engine's open wallet. While none is open, or its settings do not allow it, every call is an error. */
export const createWalletRpc = (source: WalletSource): Service => createService(walletMethods, source, { toRpcError })
