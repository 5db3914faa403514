// What a payment is asked for with and what comes of it, as plain data; and the addresses that it involves.

import { wipe } from '../../bytes/bytes.ts'
import { type Address, parseAddress } from '../../coin/addresses/address.ts'
import type { FeeEstimate } from '../../coin/networks/fees.ts'
import type { Network } from '../../coin/networks/network.ts'
import { generateKeys } from '../../crypto/keys/keys.ts'
import type { Random } from '../../crypto/random.ts'
import type { OwnedOutput, TransactionKeys, WalletKeys } from '../state/ledger.ts'
import type { AskedBefore, Ring, RingSource } from './decoys.ts'
import { AmbiguousPaymentIdError } from './draft.ts'
import { type Payee, samePayee } from './payee.ts'
import type { Purpose } from './purpose.ts'

/** What preparing asks a node for. */
export type SpendNode = RingSource & { feeEstimate(): Promise<FeeEstimate> }

/** The wallet, its present and its world. */
export type SpendContext = {
  readonly network: Network
  readonly keys: WalletKeys
  /** all outputs of the wallet that count, spent ones too: none of them serves as decoy */
  readonly outputs: readonly OwnedOutput[]
  /** number of known blocks */
  readonly height: number
  /** UNIX seconds */
  readonly now: number
  readonly node: SpendNode
  readonly random: Random
  /** rings that outputs were signed with before, by key image in hex; global indices */
  readonly earlierRings: ReadonlyMap<string, readonly number[]>
  /** what no block brought yet and the balance counts: change of pending payments, confirmed outputs of the pool */
  readonly coming?: readonly Pick<OwnedOutput, 'subaddress' | 'amount'>[]
  /** what nodes were asked for before, while the wallet is open; added to here */
  readonly asked?: AskedBefore
}

/** Where the money comes from, and how it travels. */
export type SpendSource = {
  readonly account: number
  /** minor indices to spend from; all of the account where empty */
  readonly subaddresses: readonly number[]
  /** 0 = the network's default */
  readonly priority: number
  /** for what is received: a height below 500000000, else UNIX seconds; 0 for none */
  readonly unlockTime: bigint
  /** what it is made for; a payment where left out */
  readonly purpose?: Purpose
}

/** `address`: of any kind; `amount`: atomic units. */
export type Destination = { readonly address: string; readonly amount: bigint }

export type TransferRequest = SpendSource & {
  readonly destinations: readonly Destination[]
  /** indices of destinations out of whose amounts the fee is paid; the sender pays it where there are none, or it is left out */
  readonly feeFrom?: readonly number[]
}

/** Everything that can be spent, to one address. */
export type SweepRequest = SpendSource & {
  readonly address: string
  /** into how many equal outputs each transaction divides what it sends */
  readonly outputs: number
  /** only outputs below this amount; all where undefined */
  readonly belowAmount: bigint | undefined
  /** all the addresses at once, which links them, or one of them drawn at random; `all` where left out */
  readonly addresses?: 'all' | 'one'
}

/** One output, whole, to one address. */
export type SweepOutputRequest = Omit<SpendSource, 'account' | 'subaddresses'> & {
  readonly keyImage: Uint8Array
  readonly address: string
  /** into how many equal outputs it is divided */
  readonly outputs: number
}

/** What a transfer would take. `fee`: atomic units, of all its transactions; `weight`: as well. */
export type TransferEstimate = { readonly transactions: number; readonly fee: bigint; readonly weight: number }

/** A signed transaction that passed its check. Amounts in atomic units. */
export type PreparedTransaction = {
  readonly txid: Uint8Array
  readonly blob: Uint8Array
  readonly weight: number
  /** what the transaction pays, `burn` included */
  readonly fee: bigint
  readonly burn: bigint
  /** to be submitted as blink */
  readonly blink: boolean
  readonly account: number
  /** in the transaction's order, as are the rings */
  readonly inputs: readonly OwnedOutput[]
  readonly rings: readonly Ring[]
  readonly destinations: readonly Destination[]
  readonly change: bigint
  /** secrets that prove the payment; the caller keeps or wipes them */
  readonly keys: TransactionKeys
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
  /** the transaction's own, which is 0 where each output has one */
  readonly unlockTime: bigint
}

/** Wipes the secrets of transactions that nobody pays. */
export const discardPrepared = (prepared: readonly PreparedTransaction[]): void => {
  for (const { keys } of prepared) wipe(keys.main, ...keys.additional)
}

/** A watch-only wallet was asked to pay. */
export class WatchOnlyError extends Error {
  override readonly name = 'WatchOnlyError'

  constructor() {
    super('a watch-only wallet has no spend key and cannot pay; open the wallet that has it')
  }
}

/** A destination that cannot be paid as asked. */
export class DestinationError extends Error {
  override readonly name = 'DestinationError'
}

/**
 * Why there is nothing to sweep: nothing can be spent now, nothing of it is below the amount, no output that can be spent has the
 * key image, or what there is does not pay its fee.
 */
export type SweepObstacle = 'locked' | 'amount' | 'key image' | 'fee'

/** What was to be swept is nothing, or worth less than the fee. */
export class NothingToSweepError extends Error {
  override readonly name = 'NothingToSweepError'
  readonly obstacle: SweepObstacle

  constructor(obstacle: SweepObstacle, message: string) {
    super(message)
    this.obstacle = obstacle
  }
}

/** A destination, understood. */
export type Recipient = { readonly text: string; readonly payee: Address }

/**
 * Reads a destination's address.
 * @throws AddressError
 */
export const parseRecipient = (network: Network, text: string): Recipient => ({
  text,
  payee: parseAddress(network, text),
})

const NO_PAYMENT_ID = new Uint8Array()

/**
 * The payment id of the destinations; empty where there is none.
 * @throws AmbiguousPaymentIdError
 */
export const commonPaymentId = (recipients: readonly Recipient[]): Uint8Array => {
  const [first, ...others] = recipients.filter(({ payee }) => payee.kind === 'integrated')
  if (first === undefined) return NO_PAYMENT_ID
  if (others.length > 0 || recipients.some(({ payee }) => !samePayee(payee, first.payee)))
    throw new AmbiguousPaymentIdError(
      'an integrated address cannot be paid together with other destinations; pay it in a transfer of its own',
    )
  return first.payee.paymentId ?? NO_PAYMENT_ID
}

/** An address nobody has the keys of. An output of nothing goes there, so that there are always two outputs. */
export const dummyPayee = (random: Random): Payee => {
  const seed = random(32)
  const { spendSecret, viewSecret, spendPublic, viewPublic } = generateKeys(seed)
  wipe(seed, spendSecret, viewSecret)
  return { kind: 'standard', spendKey: spendPublic, viewKey: viewPublic }
}
