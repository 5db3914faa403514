// What is to be paid, validated once. Callers (RPC, page) build an intent, and every later step of the pipeline works on it
// without reading or checking the request again.

import { type Address, AddressError, parseAddress } from '../../coin/addresses/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { checkFeeFrom } from './feeFrom.ts'
import type { NameOrder } from './nameOrder.ts'
import { samePayee } from './payee.ts'
import type { Purpose } from './purpose.ts'
import type { StakeOrder } from './stakeOrder.ts'

/** `address`: of any kind; `amount`: atomic units. */
export type Destination = { readonly address: string; readonly amount: bigint }

/** Which outputs a payment may spend, and how it travels. */
export type PaymentSource = {
  readonly account: number
  /** minor indices to spend from; empty for all of the account */
  readonly subaddresses: readonly number[]
  /** one-time keys of the outputs to spend from; all of them if omitted */
  readonly coins?: readonly Uint8Array[] | undefined
  /** 0: the network's default */
  readonly priority: number
  /** of the destinations' outputs: a height below 500000000, else UNIX seconds; 0 for none */
  readonly unlockTime: bigint
  /** a plain payment if omitted */
  readonly purpose?: Purpose
}

/** A parsed destination address. `text` is what the caller wrote. */
export type Recipient = { readonly text: string; readonly payee: Address }

/** A payment of amounts to recipients. */
export type TransferIntent = PaymentSource & {
  readonly kind: 'transfer'
  /** `amount`: atomic units, positive */
  readonly recipients: readonly (Recipient & { readonly amount: bigint })[]
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
  /** indices of recipients out of whose amounts the fee is paid; empty if the sender pays it */
  readonly feeFrom: readonly number[]
}

/** A sweep of everything that can be spent, to one recipient. */
export type SweepIntent = PaymentSource & {
  readonly kind: 'sweep'
  readonly recipient: Recipient
  /** number of equal outputs into which each transaction divides what it sends */
  readonly outputs: number
  /** only outputs below this amount, atomic units; undefined for all */
  readonly belowAmount: bigint | undefined
  /** spends from all addresses at once, which links them, or from one drawn at random */
  readonly addresses: 'all' | 'one'
}

/** A sweep of one output, to one recipient. */
export type SweepOutputIntent = Omit<PaymentSource, 'account' | 'subaddresses'> & {
  readonly kind: 'sweep-output'
  readonly keyImage: Uint8Array
  readonly recipient: Recipient
  /** number of equal outputs into which it is divided */
  readonly outputs: number
}

/** A change of a name, without a recipient: a price is burnt. */
export type NameIntent = PaymentSource & {
  readonly kind: 'name'
  readonly purpose: Purpose
  /** what the user orders, to be shown */
  readonly order: NameOrder
}

/** A stake: a transfer to the wallet itself whose output the network locks. */
export type StakeIntent = Omit<TransferIntent, 'kind'> & {
  readonly kind: 'stake'
  readonly purpose: Purpose
  /** what the user orders, to be shown */
  readonly order: StakeOrder
}

export type PaymentIntent = TransferIntent | SweepIntent | SweepOutputIntent | NameIntent | StakeIntent

/** A destination that is not an address of the wallet's network. */
export class InvalidRecipientError extends FabaError<{ readonly address: string }> {
  override readonly name = 'InvalidRecipientError'
  readonly code = 'invalid-recipient'
}

/** A payment without destinations, or with an amount that cannot be paid. */
export class DestinationError extends FabaError<{ readonly reason: 'none' | 'zero-amount' | 'amount-too-large' }> {
  override readonly name = 'DestinationError'
  readonly code = 'destination'
}

/** Payment ids that one transaction cannot carry. */
export class PaymentIdError extends FabaError<{ readonly reason: 'several' | 'standalone' }> {
  override readonly name = 'PaymentIdError'
  readonly code = 'payment-id'
}

/** An integrated address together with other destinations: the payment id would not say whose it is. */
export class AmbiguousPaymentIdError extends FabaError {
  override readonly name = 'AmbiguousPaymentIdError'
  readonly code = 'ambiguous-payment-id'
}

/** A sweep into a number of outputs that no transaction has. */
export class OutputCountError extends FabaError<{ readonly count: number; readonly max: number }> {
  override readonly name = 'OutputCountError'
  readonly code = 'output-count'
}

const NO_PAYMENT_ID = new Uint8Array()

const MAX_AMOUNT = 2n ** 64n - 1n

const parseRecipient = (network: Network, text: string): Recipient => {
  try {
    return { text, payee: parseAddress(network, text) }
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    throw new InvalidRecipientError(error.message, { details: { address: text }, cause: error })
  }
}

/**
 * Parses addresses in order and checks payment ids, in wallet2's order.
 * @param standalonePaymentId payment id given apart from the addresses; empty for none
 */
const parseRecipients = (
  network: Network,
  addresses: readonly string[],
  standalonePaymentId: string,
): readonly Recipient[] => {
  const recipients = addresses.map((address) => parseRecipient(network, address))
  const integrated = recipients.filter(({ payee }) => payee.kind === 'integrated')
  if (integrated.length > 1 || (integrated.length > 0 && standalonePaymentId !== ''))
    throw new PaymentIdError('a transaction carries one payment id; pay integrated addresses one by one', {
      details: { reason: 'several' },
    })
  if (standalonePaymentId !== '')
    throw new PaymentIdError('standalone payment ids are obsolete; use a subaddress or an integrated address', {
      details: { reason: 'standalone' },
    })
  return recipients
}

/** @throws AmbiguousPaymentIdError */
const commonPaymentId = (recipients: readonly Recipient[]): Uint8Array => {
  const first = recipients.find(({ payee }) => payee.kind === 'integrated')
  if (first === undefined) return NO_PAYMENT_ID
  if (recipients.some(({ payee }) => !samePayee(payee, first.payee)))
    throw new AmbiguousPaymentIdError(
      'an integrated address cannot be paid together with other destinations; pay it in a transfer of its own',
    )
  return first.payee.paymentId ?? NO_PAYMENT_ID
}

const checkAmounts = (amounts: readonly bigint[]): void => {
  for (const amount of amounts)
    if (amount <= 0n)
      throw new DestinationError(`an amount of ${amount} atomic units cannot be paid; give a positive one`, {
        details: { reason: 'zero-amount' },
      })
  const sum = amounts.reduce((total, amount) => total + amount, 0n)
  if (sum > MAX_AMOUNT)
    throw new DestinationError(`${sum} atomic units are more than a transaction can pay, ${MAX_AMOUNT}`, {
      details: { reason: 'amount-too-large' },
    })
}

export type TransferRequest = PaymentSource & {
  readonly destinations: readonly Destination[]
  /** indices of destinations out of whose amounts the fee is paid; the sender pays it if empty or omitted */
  readonly feeFrom?: readonly number[]
  /** payment id given apart from the addresses; none if empty or omitted */
  readonly standalonePaymentId?: string
}

/**
 * Validates a transfer, in wallet2's order: destinations, addresses, payment ids, fee subtraction, amounts.
 * @throws DestinationError, InvalidRecipientError, PaymentIdError, FeeFromError, AmbiguousPaymentIdError
 */
export const transferIntent = (network: Network, request: TransferRequest): TransferIntent => {
  const { destinations, feeFrom = [], standalonePaymentId = '', ...source } = request
  if (destinations.length === 0)
    throw new DestinationError('a payment needs a destination', { details: { reason: 'none' } })
  const addresses = destinations.map(({ address }) => address)
  const recipients = parseRecipients(network, addresses, standalonePaymentId)
  checkFeeFrom(destinations.length, feeFrom, network.maxOutputs)
  checkAmounts(destinations.map(({ amount }) => amount))
  return {
    ...source,
    kind: 'transfer',
    recipients: recipients.map((recipient, i) => ({ ...recipient, amount: destinations[i]?.amount ?? 0n })),
    paymentId: commonPaymentId(recipients),
    feeFrom,
  }
}

export type SweepDestination = {
  readonly address: string
  /** number of equal outputs per transaction */
  readonly outputs: number
  /** payment id given apart from the address; none if empty or omitted */
  readonly standalonePaymentId?: string
}

/**
 * Validates the destination of a sweep.
 * @throws OutputCountError, InvalidRecipientError, PaymentIdError
 */
export const sweepDestination = (
  network: Network,
  { address, outputs, standalonePaymentId = '' }: SweepDestination,
): Pick<SweepIntent, 'recipient' | 'outputs'> => {
  const { maxOutputs: max } = network
  const isCount = Number.isInteger(outputs) && outputs >= 1
  const countError = (): OutputCountError =>
    new OutputCountError(`a sweep makes 1 to ${max} outputs, not ${outputs}`, { details: { count: outputs, max } })
  if (!isCount) throw countError()
  const [recipient] = parseRecipients(network, [address], standalonePaymentId)
  if (recipient === undefined || outputs > max) throw countError()
  return { recipient, outputs }
}

/** Sum of what a transfer pays, atomic units. */
export const transferAmount = ({ recipients }: Pick<TransferIntent, 'recipients'>): bigint => sumAmounts(recipients)
