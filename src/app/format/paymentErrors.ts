// Texts of errors of payments, by their codes and details.
import type { AddressError } from '../../coin/addresses/address.ts'
import type { InstantUnavailableError } from '../../engine/payments/instantPayments.ts'
import type { UnknownPreparedTransferError } from '../../engine/payments/preparedPayments.ts'
import { type ErrorTable, entryOf } from '../../errors/errorTable.ts'
import type { ErrorDetails, FabaError } from '../../errors/fabaError.ts'
import type {
  FrozenCoinError,
  PaymentOutdatedError,
  PaymentRefusedError,
  UnknownPaymentError,
} from '../../wallet/node/relay.ts'
import type { ChainTooYoungError } from '../../wallet/rings/ring.ts'
import type { FeeEstimateError } from '../../wallet/spend/feeBounds.ts'
import type { FeeFromError } from '../../wallet/spend/feeFrom.ts'
import type {
  AmbiguousPaymentIdError,
  DestinationError,
  InvalidRecipientError,
  PaymentIdError,
} from '../../wallet/spend/intent.ts'
import type { NothingToSweepError } from '../../wallet/spend/plan.ts'
import type {
  NotEnoughMoneyError,
  NotEnoughUnlockedMoneyError,
  TransactionNotPossibleError,
} from '../../wallet/spend/select.ts'
import type { SelfCheckError } from '../../wallet/spend/verify.ts'
import type { TextKey } from '../text/translation.ts'

type PaymentError =
  | SelfCheckError
  | UnknownPaymentError
  | AddressError
  | AmbiguousPaymentIdError
  | ChainTooYoungError
  | FeeEstimateError
  | FeeFromError
  | FrozenCoinError
  | InstantUnavailableError
  | InvalidRecipientError
  | NotEnoughMoneyError
  | NotEnoughUnlockedMoneyError
  | PaymentIdError
  | PaymentOutdatedError
  | TransactionNotPossibleError
  | UnknownPreparedTransferError

const TEXTS: ErrorTable<PaymentError, TextKey> = {
  address: 'paymentError.address',
  'ambiguous-payment-id': 'paymentError.integratedAlone',
  'chain-too-young': 'paymentError.chainTooYoung',
  'fee-estimate': 'paymentError.feeLimit',
  'fee-from': 'paymentError.feeFromAmounts',
  'frozen-coin': 'paymentError.frozen',
  'instant-unavailable': 'paymentError.instant',
  'invalid-recipient': 'paymentError.address',
  'not-enough-money': 'paymentError.notEnough',
  'not-enough-unlocked-money': 'paymentError.notYetEnough',
  'payment-id': 'paymentError.integratedAlone',
  'payment-outdated': 'paymentError.outdated',
  'transaction-not-possible': 'paymentError.feeTooHigh',
  'self-check': 'paymentError.selfCheck',
  'unknown-payment': 'paymentError.notWaiting',
  'unknown-prepared-transfer': 'paymentError.notWaiting',
}

type Obstacle = NothingToSweepError['details']['obstacle']

/** Only requests of the RPC meet the other obstacles. */
const OBSTACLES: { readonly [O in Obstacle]?: TextKey } = {
  locked: 'paymentError.nothingAvailable',
  'locked-subaddresses': 'paymentError.nothingAvailable',
  fee: 'paymentError.nothingWorthFee',
}

const REFUSED: PaymentRefusedError['code'] = 'payment-refused'
const DESTINATION: DestinationError['code'] = 'destination'
const NOTHING: NothingToSweepError['code'] = 'nothing-to-sweep'

/** Returns the key of the text of an error; undefined if it is not one of a payment. */
export const paymentTextKey = (error: FabaError<ErrorDetails>): TextKey | undefined => {
  // The errors of these codes have these details.
  if (error.code === NOTHING) return OBSTACLES[error.details['obstacle'] as Obstacle]
  if (error.code === DESTINATION) return error.details['reason'] === 'amount-too-large' ? 'amount.large' : 'amount.zero'
  if (error.code === REFUSED && error.details['doubleSpend'] === true) return 'paymentError.doubleSpend'
  if (error.code === REFUSED)
    return error.details['reason'] === '' ? 'paymentError.refused' : 'paymentError.refusedBecause'
  return entryOf(TEXTS, error)
}
