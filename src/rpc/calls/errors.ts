// How errors of the engine become errors of the wallet RPC: one table from the code of an error to the code and message of
// wallet2.

import type { AddressError } from '../../coin/addresses/address.ts'
import { formatAmount } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import { oxenWalletRpc, type WalletRpcErrors } from '../../coin/networks/walletRpcForm.ts'
import type { KeysFileError } from '../../coin/wallet-files/keysFileError.ts'
import type { NodeBusyError, NodeTimeoutError, NodeUnreachableError } from '../../daemon/errors.ts'
import type { PermissionDeniedError } from '../../engine/approvals/requestingPages.ts'
import { entryOf } from '../../errors/errorTable.ts'
import { type ErrorDetails, FabaError } from '../../errors/fabaError.ts'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import type { WrongPasswordError } from '../../store/errors.ts'
import type { TransactionUnknownError } from '../../wallet/proofs/provenTransaction.ts'
import type { ChainTooYoungError } from '../../wallet/rings/ring.ts'
import type { FeeFromError } from '../../wallet/spend/feeFrom.ts'
import type {
  DestinationError,
  InvalidRecipientError,
  OutputCountError,
  PaymentIdError,
} from '../../wallet/spend/intent.ts'
import type {
  MultisigInfoNeededError,
  MultisigUnsupportedError,
  WatchOnlyError,
} from '../../wallet/spend/paymentContext.ts'
import type { NothingToSweepError } from '../../wallet/spend/plan.ts'
import type {
  NotEnoughMoneyError,
  NotEnoughUnlockedMoneyError,
  TransactionNotPossibleError,
} from '../../wallet/spend/select.ts'
import type { RemoteInternalError } from './errorTransfer.ts'
import { WALLET_RPC_CODES } from './walletRpcCodes.ts'
import type { DaemonChoiceError, FilenameError, WalletFileExistsError, WalletRpcContext } from './walletRpcContext.ts'

/** Code and message of an RPC error. An omitted message is the error's own; beside another message, `data` holds the error's own. */
type RpcErrorWords = { readonly code: number; readonly message?: string; readonly data?: string | undefined }

/** Errors with an RPC code or message of their own. All other expected errors are answered with code -1 and their message. */
type MappedError =
  | AddressError
  | ChainTooYoungError
  | DaemonChoiceError
  | DestinationError
  | FeeFromError
  | FilenameError
  | InvalidRecipientError
  | KeysFileError
  | MultisigInfoNeededError
  | MultisigUnsupportedError
  | NodeBusyError
  | NodeTimeoutError
  | NodeUnreachableError
  | NotEnoughMoneyError
  | NotEnoughUnlockedMoneyError
  | NothingToSweepError
  | OutputCountError
  | PaymentIdError
  | PermissionDeniedError
  | TransactionNotPossibleError
  | TransactionUnknownError
  | WalletFileExistsError
  | WatchOnlyError
  | WrongPasswordError

type Mapping<E> = RpcErrorWords | ((error: E, network: Network | undefined) => RpcErrorWords)

/** Formats an amount as wallet2 does; as atomic units if the wallet is no longer open. */
const coins = (amount: bigint, network: Network | undefined): string =>
  network === undefined ? String(amount) : formatAmount(amount, network.decimals)

const destinationWords = ({ details }: DestinationError, network: Network | undefined): RpcErrorWords => {
  const errors = errorsOf(network)
  switch (details.reason) {
    case 'none':
      return { code: WALLET_RPC_CODES.zeroDestination, message: errors.noDestination, data: undefined }
    case 'zero-amount':
      return { ...errors.zeroAmount, data: undefined }
    case 'amount-too-large':
      return { ...errors.amountTooLarge(coins(2n ** 64n - 1n, network)), data: undefined }
  }
}

const PAYMENT_ID_MESSAGES = {
  several: 'A single payment id is allowed per transaction',
  standalone: 'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
} as const

const feeFromWords = ({ details }: FeeFromError, network: Network | undefined): RpcErrorWords => {
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
      return errorsOf(network).zeroAmount
  }
}

const SWEEP_MESSAGES = {
  locked: 'No unlocked balance in the entire wallet',
  'locked-subaddresses': 'No unlocked balance in the specified subaddress(es)',
  'below-amount': 'The smallest amount found is not below the specified threshold',
  'key-image': 'No outputs found',
  fee: undefined,
} as const

const sweepWords = ({ details }: NothingToSweepError, network: Network | undefined): RpcErrorWords => {
  const { obstacle } = details
  const isTransfer = network?.walletRpc.failsSweepsAsTransfers === true && obstacle !== 'key-image'
  const code = isTransfer ? WALLET_RPC_CODES.transfer : WALLET_RPC_CODES.unknown
  const message =
    isTransfer && obstacle === 'locked' ? 'No unlocked balance in the specified account' : SWEEP_MESSAGES[obstacle]
  return { code, ...(message === undefined ? {} : { message }) }
}

const notPossibleWords = ({ details }: TransactionNotPossibleError, network: Network | undefined): RpcErrorWords => {
  const { notPossible } = errorsOf(network)
  if (notPossible !== undefined) return { code: WALLET_RPC_CODES.notPossible, message: notPossible }
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

const errorsOf = (network: Network | undefined): WalletRpcErrors => (network?.walletRpc ?? oxenWalletRpc).errors

const noConnection = (_: unknown, network: Network | undefined): RpcErrorWords => ({
  code: WALLET_RPC_CODES.noConnection,
  message: errorsOf(network).noConnection,
})

/** By code, in the words of wallet2. The codes are those of both families, unless the family's form has another. */
const MAPPINGS: { readonly [Code in MappedError['code']]: Mapping<Extract<MappedError, { readonly code: Code }>> } = {
  'invalid-recipient': ({ details }, network) => ({
    code: WALLET_RPC_CODES.wrongAddress,
    message: errorsOf(network).invalidAddress(details.address),
  }),
  address: { code: WALLET_RPC_CODES.wrongAddress, message: 'Invalid address' },
  destination: destinationWords,
  'payment-id': ({ details }) => ({
    code: WALLET_RPC_CODES.wrongPaymentId,
    message: PAYMENT_ID_MESSAGES[details.reason],
    data: undefined,
  }),
  'fee-from': feeFromWords,
  'output-count': outputCountWords,
  'nothing-to-sweep': sweepWords,
  'not-enough-money': (_, network) => ({
    code: WALLET_RPC_CODES.notEnoughMoney,
    message: errorsOf(network).notEnoughMoney,
  }),
  'not-enough-unlocked-money': (_, network) => ({
    code: WALLET_RPC_CODES.notEnoughUnlockedMoney,
    message: errorsOf(network).notEnoughUnlockedMoney,
  }),
  'transaction-not-possible': notPossibleWords,
  'chain-too-young': { code: WALLET_RPC_CODES.notEnoughOutputs },
  'multisig-info-needed': { code: WALLET_RPC_CODES.notPossible, message: 'No transaction created' },
  'multisig-unsupported': { code: WALLET_RPC_CODES.notPossible },
  'watch-only': { code: WALLET_RPC_CODES.watchOnly },
  'keys-file': ({ details }) =>
    details.fault === 'password'
      ? { code: WALLET_RPC_CODES.invalidPassword, message: 'Invalid password.' }
      : { code: WALLET_RPC_CODES.unknown },
  'wrong-password': { code: WALLET_RPC_CODES.invalidPassword, message: 'Invalid password.', data: undefined },
  'permission-denied': ({ message }) => ({
    code: WALLET_RPC_CODES.denied,
    message: 'Not allowed by the user of the wallet',
    data: `${message}; nothing was done`,
  }),
  'wallet-file-exists': { code: WALLET_RPC_CODES.walletExists },
  filename: { code: WALLET_RPC_CODES.unknown, message: 'Invalid filename' },
  'daemon-choice': { code: WALLET_RPC_CODES.noConnection, message: 'Unable to set daemon' },
  'node-busy': (_, network) => ({ code: WALLET_RPC_CODES.busy, message: errorsOf(network).busy }),
  'node-unreachable': noConnection,
  'node-timeout': noConnection,
  'transaction-unknown': ({ message }, network) => ({
    code: WALLET_RPC_CODES.unknown,
    message: errorsOf(network).missingTransaction ?? message,
  }),
}

/** The code of internal errors of a worker, which has reported them. */
const REMOTE_INTERNAL: RemoteInternalError['code'] = 'internal'

/** Returns the RPC error for an error of the engine; undefined for an internal error, here or in a worker. */
export const toRpcError = (
  error: unknown,
  context: Pick<WalletRpcContext, 'wallet' | 'host'>,
): JsonRpcError | undefined => {
  if (!(error instanceof FabaError) || error.code === REMOTE_INTERNAL) return undefined
  // The code identifies the class, and with it the type of the details.
  const mapping = entryOf<unknown>(MAPPINGS, error) as Mapping<FabaError<ErrorDetails>> | undefined
  if (mapping === undefined) return new JsonRpcError(WALLET_RPC_CODES.unknown, error.message)
  const words = typeof mapping === 'function' ? mapping(error, (context.wallet ?? context.host)?.network) : mapping
  const { code, message } = words
  if (message === undefined) return new JsonRpcError(code, error.message)
  return new JsonRpcError(code, message, 'data' in words ? words.data : error.message)
}
