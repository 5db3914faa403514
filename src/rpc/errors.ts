// How errors of the engine become errors of the wallet RPC: one table from error class to code and message, as wallet2 words them.

import { AddressError } from '../coin/addresses/address.ts'
import { formatAmount } from '../coin/amount.ts'
import type { Network } from '../coin/networks/network.ts'
import { NodeBusyError, NodeTimeoutError, NodeUnreachableError } from '../daemon/errors.ts'
import { JsonRpcError } from '../jsonrpc/errors.ts'
import { WrongPasswordError } from '../store/errors.ts'
import { PermissionDeniedError } from '../wallet/engine/approvalQueue.ts'
import { ChainTooYoungError } from '../wallet/spend/decoys.ts'
import { FeeFromError } from '../wallet/spend/feeFrom.ts'
import { DestinationError, InvalidRecipientError, OutputCountError, PaymentIdError } from '../wallet/spend/intent.ts'
import { WatchOnlyError } from '../wallet/spend/paymentContext.ts'
import { NothingToSweepError } from '../wallet/spend/plan.ts'
import {
  NotEnoughMoneyError,
  NotEnoughUnlockedMoneyError,
  TransactionNotPossibleError,
} from '../wallet/spend/select.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'
import { DaemonChoiceError, FilenameError, WalletFileExistsError, type WalletRpcContext } from './walletRpcContext.ts'

/** Code and message of an RPC error. An omitted message is the error's own; beside another message, `data` holds the error's own. */
type RpcErrorWords = { readonly code: number; readonly message?: string; readonly data?: string | undefined }

type Rule = (error: Error, network: Network | undefined) => RpcErrorWords | undefined

/** A row of the table: errors of a class, in the words of wallet2. */
const row =
  <E extends Error>(
    // Constructors of any parameters.
    type: abstract new (...args: never[]) => E,
    words: RpcErrorWords | ((error: E, network: Network | undefined) => RpcErrorWords),
  ): Rule =>
  (error, network) => {
    if (!(error instanceof type)) return undefined
    return typeof words === 'function' ? words(error, network) : words
  }

/** Formats an amount as wallet2 does; as atomic units if the wallet is no longer open. */
const coins = (amount: bigint, network: Network | undefined): string =>
  network === undefined ? String(amount) : formatAmount(amount, network.decimals)

const destinationWords = ({ details }: DestinationError, network: Network | undefined): RpcErrorWords => {
  switch (details.reason) {
    case 'none':
      return { code: WALLET_RPC_CODES.zeroDestination, message: 'No destinations for this transfer', data: undefined }
    case 'zero-amount':
      return { code: WALLET_RPC_CODES.zeroDestination, message: 'Destination amount is zero', data: undefined }
    case 'amount-too-large':
      return {
        code: WALLET_RPC_CODES.unknown,
        message: `Transaction sum + fee exceeds ${coins(2n ** 64n - 1n, network)}`,
        data: undefined,
      }
  }
}

const PAYMENT_ID_MESSAGES = {
  several: 'A single payment id is allowed per transaction',
  standalone: 'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
} as const

const feeFromWords = ({ details }: FeeFromError): RpcErrorWords => {
  switch (details.reason) {
    case 'index':
      return {
        code: WALLET_RPC_CODES.transfer,
        message: `subtractfeefrom: bad index: ${details.index} (indexes are 0-based)`,
      }
    case 'too-many-destinations':
      return {
        code: WALLET_RPC_CODES.transfer,
        message: 'subtractfeefrom transfers cannot be split over multiple transactions yet',
      }
    case 'split':
      return {
        code: WALLET_RPC_CODES.transfer,
        message: 'feature subtractfeefrom not supported for split transactions',
      }
    case 'amount':
      return { code: WALLET_RPC_CODES.zeroDestination, message: 'Destination amount is zero' }
  }
}

const SWEEP_MESSAGES = {
  locked: 'No unlocked balance in the entire wallet',
  'locked-subaddresses': 'No unlocked balance in the specified subaddress(es)',
  'below-amount': 'The smallest amount found is not below the specified threshold',
  'key-image': 'No outputs found',
  fee: undefined,
} as const

const sweepWords = ({ details }: NothingToSweepError): RpcErrorWords => {
  const message = SWEEP_MESSAGES[details.obstacle]
  return { code: WALLET_RPC_CODES.unknown, ...(message === undefined ? {} : { message }) }
}

const notPossibleWords = ({ details }: TransactionNotPossibleError, network: Network | undefined): RpcErrorWords => {
  const { available, amount, fee } = details
  const [a, b, c, d] = [available, amount + fee, amount, fee].map((value) => coins(value, network))
  return {
    code: WALLET_RPC_CODES.notPossible,
    message: `Transaction not possible. Available only ${a}, transaction amount ${b} = ${c} + ${d} (fee)`,
  }
}

const outputCountWords = ({ details }: OutputCountError): RpcErrorWords =>
  details.count < 1
    ? { code: WALLET_RPC_CODES.notPossible, message: 'Amount of outputs should be greater than 0.', data: undefined }
    : { code: WALLET_RPC_CODES.unknown }

const RULES: readonly Rule[] = [
  row(InvalidRecipientError, ({ details }) => ({
    code: WALLET_RPC_CODES.wrongAddress,
    message: `Invalid address: ${details.address}`,
  })),
  row(AddressError, { code: WALLET_RPC_CODES.wrongAddress, message: 'Invalid address' }),
  row(DestinationError, destinationWords),
  row(PaymentIdError, ({ details }) => ({
    code: WALLET_RPC_CODES.wrongPaymentId,
    message: PAYMENT_ID_MESSAGES[details.reason],
    data: undefined,
  })),
  row(FeeFromError, feeFromWords),
  row(OutputCountError, outputCountWords),
  row(NothingToSweepError, sweepWords),
  row(NotEnoughMoneyError, { code: WALLET_RPC_CODES.notEnoughMoney, message: 'Not enough money' }),
  row(NotEnoughUnlockedMoneyError, {
    code: WALLET_RPC_CODES.notEnoughUnlockedMoney,
    message: 'Not enough unlocked money',
  }),
  row(TransactionNotPossibleError, notPossibleWords),
  row(ChainTooYoungError, { code: WALLET_RPC_CODES.notEnoughOutputs }),
  row(WatchOnlyError, { code: WALLET_RPC_CODES.watchOnly }),
  row(WrongPasswordError, { code: WALLET_RPC_CODES.invalidPassword, message: 'Invalid password.', data: undefined }),
  row(PermissionDeniedError, ({ message }) => ({
    code: WALLET_RPC_CODES.denied,
    message: 'Not allowed by the user of the wallet',
    data: `${message}; nothing was done`,
  })),
  row(WalletFileExistsError, { code: WALLET_RPC_CODES.walletExists }),
  row(FilenameError, { code: WALLET_RPC_CODES.unknown, message: 'Invalid filename' }),
  row(DaemonChoiceError, { code: WALLET_RPC_CODES.noConnection, message: 'Unable to set daemon' }),
  row(NodeBusyError, { code: WALLET_RPC_CODES.busy, message: 'Daemon is busy' }),
  row(NodeUnreachableError, { code: WALLET_RPC_CODES.noConnection, message: 'No connection to daemon' }),
  row(NodeTimeoutError, { code: WALLET_RPC_CODES.noConnection, message: 'No connection to daemon' }),
]

/** Errors of the language: defects of the program, which no caller can correct. */
const DEFECTS = [TypeError, RangeError, ReferenceError, SyntaxError, URIError]

/** Returns the RPC error for an error of the engine; undefined for a defect, which is answered as an internal error. */
export const toRpcError = (error: unknown, context: Pick<WalletRpcContext, 'wallet'>): JsonRpcError | undefined => {
  if (!(error instanceof Error) || DEFECTS.some((defect) => error instanceof defect)) return undefined
  const network = context.wallet?.network
  for (const rule of RULES) {
    const words = rule(error, network)
    if (words === undefined) continue
    const { code, message } = words
    if (message === undefined) return new JsonRpcError(code, error.message)
    return new JsonRpcError(code, message, 'data' in words ? words.data : error.message)
  }
  // Errors of the engine say what was wrong and hold no secrets.
  return new JsonRpcError(WALLET_RPC_CODES.unknown, error.message)
}
