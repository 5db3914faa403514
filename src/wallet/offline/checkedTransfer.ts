// What a transaction of a transfer set does, computed from the set and the wallet's own keys. Every claim of the set is derived again:
// that its inputs are this wallet's and open their commitments, that its change returns to this wallet, and the amount of each recipient.

import { mapping } from '../../async/timeSlices.ts'
import { equalBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../coin/addresses/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { hardForkAt, type Network } from '../../coin/networks/network.ts'
import type { ExtraFieldName } from '../../coin/transactions/extraField.ts'
import { paymentIdField } from '../../coin/transactions/extraPaymentId.ts'
import { burntAmount } from '../../coin/transactions/findExtraField.ts'
import { parseExtraPrefix } from '../../coin/transactions/parseExtra.ts'
import { estimateTransactionWeight } from '../../coin/transactions/weight.ts'
import type { ConstructionData, TransferDestination, TransferSource } from '../../coin/transfer-sets/transferSet.ts'
import { commit } from '../../crypto/amounts/commitment.ts'
import { InvalidPointError, isPoint } from '../../crypto/curve/point.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { ownerOf } from '../exchange/outputExchange.ts'
import type { Wallet } from '../open/wallet.ts'
import type { Ring } from '../rings/ring.ts'
import { feeCeiling } from '../spend/feeBounds.ts'
import { type Payee, samePayee } from '../spend/payee.ts'
import { PAYMENT, type Purpose } from '../spend/purpose.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { SpentCoin } from './setViews.ts'

/** Why a transfer set is refused. */
export type UnsafeSetFault =
  | 'foreign'
  | 'unknown'
  | 'spent'
  | 'frozen'
  | 'change'
  | 'recipients'
  | 'fee'
  | 'signature'
  | 'form'

/** The coins that make a set unusable, with their form as text. */
export type SpentCoins = { readonly coins: readonly SpentCoin[]; readonly decimals: number; readonly ticker: string }

/** A transfer set would spend outputs of others, pay change to others, or otherwise differ from its claims. Nothing was signed. */
export class UnsafeTransferSetError extends FabaError<{ readonly fault: UnsafeSetFault } & Partial<SpentCoins>> {
  override readonly name = 'UnsafeTransferSetError'
  readonly code = 'unsafe-transfer-set'

  constructor(fault: UnsafeSetFault, message: string, spent: Partial<SpentCoins> = {}) {
    super(message, { details: { fault, ...spent } })
  }
}

/** What checking needs of a wallet. */
export type SetReader = Pick<Wallet, 'network' | 'keys' | 'indexOf'> & {
  readonly payments: Pick<Wallet['payments'], 'maxFeeRatio'>
}

/** An input that belongs to this wallet. */
export type CheckedInput = Pick<
  OwnedOutput,
  'key' | 'globalIndex' | 'amount' | 'mask' | 'txPublicKey' | 'indexInTx' | 'subaddress'
> & { readonly ring: Ring }

/** A receiver other than the change. `address`: as text, with the payment id. */
export type CheckedRecipient = { readonly payee: Payee; readonly amount: bigint; readonly address: string }

/** What a transaction of a set does. Amounts in atomic units. */
export type CheckedTransfer = {
  readonly data: ConstructionData
  readonly purpose: Purpose
  readonly account: number
  readonly inputs: readonly CheckedInput[]
  readonly recipients: readonly CheckedRecipient[]
  /** 0 if there is none */
  readonly change: bigint
  /** the wallet's own address, or the address of an empty output; undefined if the transaction has neither */
  readonly changePayee: Payee | undefined
  /** position of that output; undefined if there is none */
  readonly changePosition: number | undefined
  readonly fee: bigint
  /** the burnt part of the fee; undefined if extra has no field for it */
  readonly burn: bigint | undefined
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
}

const refuse: (fault: UnsafeSetFault, what: string) => never = (fault, what) => {
  throw new UnsafeTransferSetError(fault, `the set is refused: ${what}`)
}

const require = (holds: boolean, fault: UnsafeSetFault, what: string): void => {
  if (!holds) refuse(fault, what)
}

/** Returns the input of a source if this wallet owns its real output. */
const checkSource = (wallet: SetReader, source: TransferSource, account: number, i: number): CheckedInput => {
  const { members, realPosition, txPublicKey, additionalKeys, indexInTx, amount, mask } = source
  const { ringSize } = wallet.network
  const real = members[realPosition]
  if (real === undefined) return refuse('form', `ring ${i} has no member ${realPosition}`)
  require(members.length === ringSize, 'form', `ring ${i} has ${members.length} members, not ${ringSize}`)
  require(members.every(
    ({ globalIndex }, j) => j === 0 || globalIndex > (members[j - 1]?.globalIndex ?? 0),
  ), 'form', `the members of ring ${i} are not in ascending order`)
  require(source.confidential, 'form', `input ${i} has no hidden amount`)
  require(members.every(
    ({ key, commitment }) => isPoint(key) && isPoint(commitment),
  ), 'form', `ring ${i} has a member that is no point`)
  require(equalBytes(
    real.commitment,
    commit(amount, mask),
  ), 'foreign', `the amount of input ${i} is not what the chain commits to`)
  const additional = additionalKeys[indexInTx]
  const output = { key: real.key, indexInTx, subaddress: undefined }
  for (const candidate of additional === undefined ? [txPublicKey] : [txPublicKey, additional]) {
    const subaddress = ownerOf(wallet, output, candidate)
    if (subaddress === undefined) continue
    require(subaddress.major ===
      account, 'foreign', `input ${i} belongs to account ${subaddress.major}, not ${account}`)
    const { key, globalIndex } = real
    return { ...{ key, globalIndex, amount, mask, indexInTx, subaddress }, txPublicKey: candidate, ring: source }
  }
  return refuse('foreign', `input ${i}, output ${toHex(real.key)}, does not belong to this wallet`)
}

const payeeOf = ({ spendKey, viewKey, isSubaddress }: TransferDestination): Payee => ({
  kind: isSubaddress ? 'subaddress' : 'standard',
  spendKey,
  viewKey,
})

const sameDestination = (a: TransferDestination, b: TransferDestination): boolean =>
  samePayee(payeeOf(a), payeeOf(b)) && a.amount === b.amount && a.isSubaddress === b.isSubaddress

type Change = Pick<CheckedTransfer, 'change' | 'changePayee' | 'changePosition'> & {
  readonly others: readonly TransferDestination[]
}

/** Separates the change, which must return to this wallet, from the other outputs. */
const separateChange = ({ keys }: SetReader, { change, outputs, account }: ConstructionData): Change => {
  const at = outputs.findIndex((output) => sameDestination(output, change))
  const others = outputs.filter((_, i) => i !== at)
  const changePosition = at < 0 ? undefined : at
  if (change.amount === 0n)
    return { change: 0n, changePayee: at < 0 ? undefined : payeeOf(change), changePosition, others }
  const own = subaddressAt(keys, account, 0)
  require(samePayee(payeeOf(change), own), 'change', 'its change does not return to this wallet')
  require(change.isSubaddress === (own.kind === 'subaddress'), 'change', 'its change has an address of a wrong kind')
  require(at >= 0, 'change', 'its change is not among its outputs')
  return { change: change.amount, changePayee: own, changePosition, others }
}

/** Fields that every payment may have. */
export const PAYMENT_FIELDS: readonly ExtraFieldName[] = ['txPublicKey', 'additionalPublicKeys', 'nonce', 'burn']

const allowedFields = ({ fields, outputs }: Purpose): readonly ExtraFieldName[] => [
  ...PAYMENT_FIELDS,
  ...fields.map(({ field }) => field),
  ...(outputs === 'locked' ? (['txSecretKey', 'keyImageProofs'] as const) : []),
]

const checkExtra = (
  { network }: SetReader,
  { extra }: ConstructionData,
  purpose: Purpose,
): Pick<CheckedTransfer, 'burn' | 'paymentId'> => {
  const { fields, areAll } = parseExtraPrefix(network, extra)
  require(areAll, 'form', 'its extra cannot be read')
  const names = fields.map(({ field }) => field)
  const allowed = allowedFields(purpose)
  for (const name of names) require(allowed.includes(name), 'form', `its extra has a field ${name}`)
  require(new Set(names).size === names.length, 'form', 'its extra repeats a field')
  const id = paymentIdField(fields)
  require(!names.includes('nonce') ||
    id?.form === 'encrypted', 'form', 'its extra has a payment id of an obsolete form')
  const isNone = id === undefined || id.id.every((byte) => byte === 0)
  return {
    burn: names.includes('burn') ? burntAmount(fields) : undefined,
    paymentId: isNone ? new Uint8Array() : id.id,
  }
}

/** Returns the receiver of an output, with its address as text. */
export const recipientOf = (network: Network, output: TransferDestination, paymentId: Uint8Array): CheckedRecipient => {
  const payee = payeeOf(output)
  const isIntegrated = paymentId.length > 0 && payee.kind === 'standard'
  const address = formatAddress(
    network,
    isIntegrated ? { ...payee, kind: 'integrated', paymentId } : { ...payee, paymentId: undefined },
  )
  return { payee, amount: output.amount, address }
}

const MAX_AMOUNT = 2n ** 64n - 1n

const checkRecipients = (
  { network }: SetReader,
  others: readonly TransferDestination[],
  paymentId: Uint8Array,
  purpose: Purpose,
): CheckedRecipient[] => {
  require(others.length > 0 || purpose.outputs === 'none', 'recipients', 'it has no recipient')
  for (const { amount, spendKey, viewKey } of others) {
    require(amount > 0n, 'recipients', 'it has an output of amount 0')
    require(isPoint(spendKey) && isPoint(viewKey), 'recipients', 'it pays an address that is no address')
  }
  const recipients = others.map((output) => recipientOf(network, output, paymentId))
  const [first] = recipients
  require(paymentId.length === 0 ||
    recipients.every(
      ({ payee }) => first !== undefined && samePayee(payee, first.payee),
    ), 'recipients', 'it has a payment id and several receivers')
  return recipients
}

/** Returns the highest fee that the wallet's ceiling allows for a transaction, at any priority. */
export const highestFee = (
  { network, payments }: SetReader,
  weight: number,
  outputs: number,
  { kind, burn: fixedBurn }: Purpose = PAYMENT,
): bigint => {
  const { fees, hardForks } = network
  const newest = hardForks.at(-1)?.height ?? 0
  const priorities = kind === 'standard' ? fees.priorities : fees.orderPriorities
  return fees.fee(feeCeiling(network, payments.maxFeeRatio), {
    ...{ weight, outputs, kind, fixedBurn },
    priority: Math.max(...priorities.map(({ value }) => value)),
    hardFork: hardForkAt(network, newest),
  }).total
}

const checkFee = (wallet: SetReader, data: ConstructionData, burn: bigint | undefined, purpose: Purpose): bigint => {
  const { sources, outputs, extra } = data
  const [held, paid] = [sumAmounts(sources), sumAmounts(outputs)]
  require(held <= MAX_AMOUNT && paid <= MAX_AMOUNT, 'form', 'its amounts exceed 64 bits')
  require(paid < held, 'fee', `it pays ${paid} atomic units and no fee, and spends ${held}`)
  const fee = held - paid
  require((burn ?? 0n) <= fee, 'fee', `it burns more than its fee of ${fee}`)
  const shape = { inputs: sources.length, outputs: outputs.length, extra: extra.length }
  const weight = estimateTransactionWeight({ ...wallet.network, ...shape })
  const limit = highestFee(wallet, weight, outputs.length, purpose)
  require(fee <=
    limit, 'fee', `its fee of ${fee} atomic units exceeds ${limit}, the highest fee that this wallet accepts; it can be raised in the settings`)
  return fee
}

const checkAll = (wallet: SetReader, data: ConstructionData, purpose: Purpose): CheckedTransfer => {
  const { network } = wallet
  const { sources, outputs, account, viewTags, confidential, type } = data
  require(type === purpose.type, 'form', `a transaction of type ${type} is no payment`)
  require(confidential && viewTags === network.viewTags, 'form', 'it has the form of another network')
  require(sources.length > 0, 'form', 'it spends nothing')
  const { maxOutputs } = network
  const minOutputs = purpose.outputs === 'none' ? 1 : network.minOutputs
  require(outputs.length >= minOutputs && outputs.length <= maxOutputs, 'form', `it has ${outputs.length} outputs`)
  const inputs = sources.map((source, i) => checkSource(wallet, source, account, i))
  require(new Set(inputs.map(({ key }) => toHex(key))).size === inputs.length, 'form', 'it spends an output twice')
  const { burn, paymentId } = checkExtra(wallet, data, purpose)
  const { others, ...change } = separateChange(wallet, data)
  const recipients = checkRecipients(wallet, others, paymentId, purpose)
  const fee = checkFee(wallet, data, burn, purpose)
  return { data, purpose, account, inputs, recipients, ...change, fee, burn, paymentId }
}

/**
 * Returns what a transaction of a set does.
 * @param purpose what it may do
 * @throws UnsafeTransferSetError
 */
export const checkTransfer = (wallet: SetReader, data: ConstructionData, purpose: Purpose): CheckedTransfer => {
  try {
    return checkAll(wallet, data, purpose)
  } catch (error) {
    if (error instanceof InvalidPointError) return refuse('form', `it cannot be read (${error.message})`)
    throw error
  }
}

/** Returns what a transaction of a set may do. */
type PurposeOf = (network: Network, data: ConstructionData) => Purpose

/**
 * Returns what the transactions of a set do. No output may be spent by two of them. Yields after each transaction.
 * @throws UnsafeTransferSetError, what `purposeOf` throws
 */
export function* checkTransfers(
  wallet: SetReader,
  set: readonly ConstructionData[],
  purposeOf: PurposeOf,
): Generator<undefined, readonly CheckedTransfer[]> {
  require(set.length > 0, 'form', 'it has no transaction')
  const checked = yield* mapping(set, (data) => checkTransfer(wallet, data, purposeOf(wallet.network, data)))
  const spent = checked.flatMap(({ inputs }) => inputs.map(({ key }) => toHex(key)))
  require(new Set(spent).size === spent.length, 'form', 'two of its transactions spend the same output')
  return checked
}
