// The wallet RPC as one function from request to response, hosted by a service worker, a server or a test.

import { AddressError } from '../coin/addresses/address.ts'
import { NodeBusyError, NodeTimeoutError, NodeUnreachableError } from '../daemon/errors.ts'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { createService, type Service, type ServiceOptions } from '../jsonrpc/service.ts'
import { WrongPasswordError } from '../store/errors.ts'
import { PermissionDeniedError } from '../wallet/engine/approvalQueue.ts'
import { ChainTooYoungError } from '../wallet/spend/decoys.ts'
import { PaymentRefusedError } from '../wallet/spend/relay.ts'
import { WatchOnlyError } from '../wallet/spend/request.ts'
import {
  NotEnoughMoneyError,
  NotEnoughUnlockedMoneyError,
  TransactionNotPossibleError,
} from '../wallet/spend/select.ts'
import { walletMethods } from './methodTable.ts'
import { serializeWrites } from './serialMethods.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'
import { DaemonChoiceError, FilenameError, WalletFileExistsError, type WalletRpcContext } from './walletSource.ts'

/** What the language throws is a mistake in the program, and nothing that a caller could mend. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError, URIError]

/** The reference's code and words for what went wrong; undefined for what should never happen. */
const toRpcError = (error: unknown): JsonRpcError | undefined => {
  if (!(error instanceof Error) || MISTAKES.some((mistake) => error instanceof mistake)) return undefined
  const { message } = error
  if (error instanceof AddressError) return new JsonRpcError(WALLET_RPC_CODES.wrongAddress, 'Invalid address', message)
  if (error instanceof NotEnoughMoneyError)
    return new JsonRpcError(WALLET_RPC_CODES.notEnoughMoney, 'Not enough money', message)
  if (error instanceof NotEnoughUnlockedMoneyError)
    return new JsonRpcError(WALLET_RPC_CODES.notEnoughUnlockedMoney, 'Not enough unlocked money', message)
  if (error instanceof TransactionNotPossibleError) return new JsonRpcError(WALLET_RPC_CODES.notPossible, message)
  if (error instanceof ChainTooYoungError) return new JsonRpcError(WALLET_RPC_CODES.notEnoughOutputs, message)
  if (error instanceof WatchOnlyError) return new JsonRpcError(WALLET_RPC_CODES.watchOnly, message)
  if (error instanceof WrongPasswordError)
    return new JsonRpcError(WALLET_RPC_CODES.invalidPassword, 'Invalid password.')
  if (error instanceof PermissionDeniedError)
    return new JsonRpcError(
      WALLET_RPC_CODES.denied,
      'Not allowed by the person who has the wallet',
      `${message}; nothing was done`,
    )
  if (error instanceof WalletFileExistsError) return new JsonRpcError(WALLET_RPC_CODES.walletExists, message)
  if (error instanceof FilenameError) return new JsonRpcError(WALLET_RPC_CODES.unknown, 'Invalid filename', message)
  if (error instanceof DaemonChoiceError)
    return new JsonRpcError(WALLET_RPC_CODES.noConnection, 'Unable to set daemon', message)
  if (error instanceof NodeBusyError) return new JsonRpcError(WALLET_RPC_CODES.busy, 'Daemon is busy', message)
  if (error instanceof NodeUnreachableError || error instanceof NodeTimeoutError)
    return new JsonRpcError(WALLET_RPC_CODES.noConnection, 'No connection to daemon', message)
  if (error instanceof PaymentRefusedError) return new JsonRpcError(WALLET_RPC_CODES.unknown, message)
  // The errors of the engine say what was wrong and hold no secrets.
  return new JsonRpcError(WALLET_RPC_CODES.unknown, message)
}

export type WalletRpcOptions = Pick<ServiceOptions, 'restricted' | 'origins' | 'report'>

/**
 * The wallet RPC over a source of wallets. While none is open, or its settings do not allow it, every call is an error. Calls that
 * change something are answered one after the other.
 */
export const createWalletRpc = (source: WalletRpcContext, options: WalletRpcOptions = {}): Service =>
  createService(serializeWrites(walletMethods), source, {
    ...options,
    toRpcError,
    forbidden: (name) => new JsonRpcError(WALLET_RPC_CODES.denied, `${name} is not available in restricted mode.`),
  })
