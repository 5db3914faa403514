// What a built transaction is made from, in the form of wallet2 (tx_construction_data): transfer sets and metadata contain it.

import { utf8 } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { hardForkAt } from '../../coin/networks/network.ts'
import { encryptedPaymentIdField } from '../../coin/transactions/extraPaymentId.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import { RctType } from '../../coin/transactions/ringct.ts'
import { buildExtra } from '../../coin/transactions/serializeExtra.ts'
import { keyImagesOf, type Transaction } from '../../coin/transactions/transaction.ts'
import type {
  ConstructionData,
  MultisigNonce,
  TransferDestination,
  TransferSource,
} from '../../coin/transfer-sets/transferSet.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { BuiltTransaction } from './build.ts'
import type { Recipient } from './intent.ts'
import type { Payee } from './payee.ts'
import type { PaymentJob } from './paymentContext.ts'
import { PAYMENT } from './purpose.ts'
import type { ReadyInput } from './readyInputs.ts'

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

const NO_CHANGE: TransferDestination = {
  ...{ original: NO_KEY.subarray(32), amount: 0n, spendKey: NO_KEY, viewKey: NO_KEY },
  ...{ isSubaddress: false, isIntegrated: false },
}

/** Returns extra with the payment id in clear and the burnt amount, which a draft does not have yet. */
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
 * @param extra that of the transaction, or with the payment id in clear
 * @param positionOf returns the position of an output among those of the wallet
 * @param nonces what multisig signers need of each input, in the transaction's order
 */
export const constructionOf = (
  job: PaymentJob,
  built: BuiltTransaction,
  extra: Uint8Array,
  positionOf: (output: OwnedOutput) => number,
  nonces: readonly MultisigNonce[] = [],
): ConstructionData => {
  const { network, source, height } = job
  const { plan, draft, amounts, changePayee } = built
  const change = changePayee === undefined ? NO_CHANGE : toPayee(changePayee, built.change, '')
  const destinations = plan.recipients.map((recipient, i) => toRecipient(recipient, amounts[i] ?? 0n))
  const outputs = draft.outputs.flatMap(({ destination }) =>
    destination === undefined ? change : (destinations[destination] ?? []),
  )
  return {
    sources: draft.inputs.map((input, i) => sourceOf(input, nonces[i] ?? NO_NONCE)),
    ...{ change, outputs, destinations },
    selectedTransfers: draft.inputs.map(({ output }) => positionOf(output)),
    extra,
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

/**
 * Returns what another participant or copy of the wallet makes a transaction from. Its payment id is in clear: the signer encrypts it with
 * the transaction keys.
 * @param positionOf returns the position of an output among those of the wallet
 * @param nonces what multisig signers need of each input, in the transaction's order
 */
export const readableConstructionOf = (
  job: PaymentJob,
  built: BuiltTransaction,
  positionOf: (output: OwnedOutput) => number,
  nonces: readonly MultisigNonce[] = [],
): ConstructionData => constructionOf(job, built, readableExtra(job, built), positionOf, nonces)

/** Returns the key images of a transaction as pending transactions contain them. */
export const keyImagesText = (transaction: Transaction): Uint8Array =>
  utf8(
    keyImagesOf(transaction)
      .map((image) => `<${toHex(image)}> `)
      .join(''),
  )
