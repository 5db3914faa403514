// Makes unsigned sets: a watch-only wallet builds a payment, and its copy with the spend key signs it (wallet2: dump_tx_to_str).

import { utf8 } from '../../bytes/bytes.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { hardForkAt } from '../../coin/networks/network.ts'
import { encryptedPaymentIdField } from '../../coin/transactions/extraPaymentId.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import { RctType } from '../../coin/transactions/ringct.ts'
import { buildExtra } from '../../coin/transactions/serializeExtra.ts'
import { transactionId } from '../../coin/transactions/transactionHash.ts'
import type {
  ConstructionData,
  MultisigNonce,
  TransferDestination,
  TransferSource,
  UnsignedTransferSet,
} from '../../coin/transfer-sets/transferSet.ts'
import { formatTransferSet } from '../../coin/transfer-sets/transferSetFile.ts'
import type { Wallet } from '../engine/wallet.ts'
import { knownOutputs, outputsToExport } from '../exchange/outputExchange.ts'
import type { BuiltTransaction } from '../spend/build.ts'
import { draftWeight } from '../spend/draft.ts'
import type { Destination, PaymentIntent, Recipient } from '../spend/intent.ts'
import type { Payee } from '../spend/payee.ts'
import type { PaymentJob } from '../spend/paymentContext.ts'
import { discardBuilt } from '../spend/prepare.ts'
import { PAYMENT } from '../spend/purpose.ts'
import type { ReadyInput } from '../spend/readyInputs.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { WalletState } from '../state/walletState.ts'
import { checkTransfers } from './checkedTransfer.ts'

/** A transaction of an unsigned set. Amounts in atomic units. */
export type UnsignedTransaction = {
  /** hash of the transaction without amounts and proofs; the signed transaction has another id */
  readonly hash: Uint8Array
  readonly weight: number
  readonly fee: bigint
  readonly destinations: readonly Destination[]
  readonly change: bigint
  readonly inputs: readonly OwnedOutput[]
}

/** An unsigned set, encrypted for the copies of this wallet. */
export type UnsignedPayment = { readonly transactions: readonly UnsignedTransaction[]; readonly bytes: Uint8Array }

const NO_KEY = new Uint8Array(32)
const NO_NONCE: MultisigNonce = { k: NO_KEY, L: NO_KEY, R: NO_KEY, keyImage: NO_KEY }

const sourceOf = ({ output, ring }: ReadyInput, nonce: MultisigNonce): TransferSource => ({
  members: ring.members,
  realPosition: ring.realPosition,
  txPublicKey: output.txPublicKey,
  additionalKeys: [],
  indexInTx: output.indexInTx,
  amount: output.amount,
  confidential: output.confidential,
  mask: output.mask,
  nonce,
})

const toPayee = ({ kind, spendKey, viewKey }: Payee, amount: bigint, text: string): TransferDestination => ({
  original: utf8(text),
  ...{ amount, spendKey, viewKey },
  isSubaddress: kind === 'subaddress',
  isIntegrated: kind === 'integrated',
})

const toRecipient = ({ payee, text }: Recipient, amount: bigint): TransferDestination => toPayee(payee, amount, text)

const NOBODY: TransferDestination = {
  ...{ original: NO_KEY.subarray(32), amount: 0n, spendKey: NO_KEY, viewKey: NO_KEY },
  ...{ isSubaddress: false, isIntegrated: false },
}

/** Returns extra with the payment id in clear: the signer draws other transaction keys and encrypts it with them. */
const readableExtra = ({ network }: PaymentJob, { plan, draft, fee }: BuiltTransaction): Uint8Array => {
  const id = plan.paymentId.length > 0 ? plan.paymentId : new Uint8Array(8)
  const fields = parseExtra(network, draft.skeleton.extra).map((field) => {
    if (field.field === 'nonce') return encryptedPaymentIdField(id)
    return field.field === 'burn' ? { ...field, amount: fee.burn } : field
  })
  return buildExtra(fields)
}

/** Versions of range proofs by RingCT type (rct::RCTConfig); all transactions have padded proofs, type 3. */
const PROOF_VERSIONS: { readonly [type: number]: number } = { [RctType.clsag]: 3, [RctType.bulletproofPlus]: 4 }
const PADDED_PROOFS = 3

/**
 * Returns what a built transaction is made from.
 * @param positionOf returns the position of an output among those of the wallet
 * @param nonces what multisig signers need of each input, in the transaction's order
 */
export const constructionOf = (
  job: PaymentJob,
  built: BuiltTransaction,
  positionOf: (output: OwnedOutput) => number,
  nonces: readonly MultisigNonce[] = [],
): ConstructionData => {
  const { network, source, height } = job
  const { plan, draft, amounts, changePayee } = built
  const change = changePayee === undefined ? NOBODY : toPayee(changePayee, built.change, '')
  const destinations = plan.recipients.map((recipient, i) => toRecipient(recipient, amounts[i] ?? 0n))
  const outputs = draft.outputs.flatMap(({ destination }) =>
    destination === undefined ? change : (destinations[destination] ?? []),
  )
  return {
    sources: draft.inputs.map((input, i) => sourceOf(input, nonces[i] ?? NO_NONCE)),
    ...{ change, outputs, destinations },
    selectedTransfers: draft.inputs.map(({ output }) => positionOf(output)),
    extra: readableExtra(job, built),
    unlockTime: source.unlockTime,
    confidential: true,
    viewTags: network.viewTags,
    rangeProofType: PADDED_PROOFS,
    bulletproofVersion: PROOF_VERSIONS[network.rctType] ?? 0,
    account: source.account,
    subaddresses: [...new Set(draft.inputs.map(({ output }) => output.subaddress.minor))].sort((a, b) => a - b),
    type: (source.purpose ?? PAYMENT).type,
    hardFork: hardForkAt(network, height),
  }
}

/** Returns a built transaction as its maker sees it. */
export const unsignedTransaction = ({ plan, draft, amounts, change, fee }: BuiltTransaction): UnsignedTransaction => ({
  hash: transactionId(draft.skeleton),
  weight: draftWeight(draft, fee.total),
  fee: fee.total,
  destinations: plan.recipients.map(({ text }, i) => ({ address: text, amount: amounts[i] ?? 0n })),
  change,
  inputs: draft.inputs.map(({ output }) => output),
})

/** Returns a function that finds the position of an output among those of the wallet. */
export const positionsOf = (state: WalletState): ((output: OwnedOutput) => number) => {
  const positions = new Map(knownOutputs(state).map(({ output }, position) => [output, position]))
  return (output) => positions.get(output) ?? 0
}

/**
 * Builds a payment and returns it as an unsigned set, which it checks as the signer will.
 * @throws what `Payments.build` throws, UnsafeTransferSetError
 */
export const makeUnsignedSet = async (wallet: Wallet, intent: PaymentIntent): Promise<UnsignedPayment> => {
  const { network, keys, state, random } = wallet
  const { job, transactions: built } = await wallet.payments.build(intent)
  try {
    const positionOf = positionsOf(state)
    const transactions = built.map((one) => constructionOf(job, one, positionOf))
    checkTransfers(wallet, transactions)
    // monero-wallet-rpc 0.18.0 reads this form only, later versions read both.
    const outputs = outputsToExport(wallet, { which: 'needed', form: 'short' })
    const set: UnsignedTransferSet = { transactions, outputs }
    return {
      transactions: built.map(unsignedTransaction),
      bytes: await formatTransferSet(network.transferSets.unsigned, keys, set, random),
    }
  } finally {
    discardBuilt(built)
  }
}

/** Returns what an unsigned payment costs: amounts and fees in atomic units. */
export const unsignedCost = ({ transactions }: UnsignedPayment): { readonly amount: bigint; readonly fee: bigint } => ({
  amount: transactions.reduce((sum, { destinations }) => sum + sumAmounts(destinations), 0n),
  fee: transactions.reduce((sum, { fee }) => sum + fee, 0n),
})
