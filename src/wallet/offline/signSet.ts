// Signs unsigned sets in the wallet with the spend key (wallet2: sign_tx). The transactions are made anew from what `checkTransfer`
// found: other transaction keys, other order of outputs; of the set only rings, amounts and addresses enter them.

import { equalBytes, utf8, wipe, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { formatTransferSet, parseTransferSet } from '../../coin/sealed-exports/transferSetFile.ts'
import { additionalPublicKeys, txPublicKeys } from '../../coin/transactions/findExtraField.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import type { Transaction } from '../../coin/transactions/transaction.ts'
import type { OutputKeyImage, PendingTransaction, SignedTransferSet } from '../../coin/transfer-sets/transferSet.ts'
import { keyImage, publicKeyOf } from '../../crypto/keys/keys.ts'
import { withHedgedRandom } from '../../crypto/random/hedgedRandom.ts'
import { createSampler } from '../../crypto/random/randomSampler.ts'
import { knownOutputs, ownerOf, requireNoGap, storeOutputs } from '../exchange/outputExchange.ts'
import type { Wallet } from '../open/wallet.ts'
import type { Ring } from '../rings/ring.ts'
import { keyImagesText } from '../spend/construction.ts'
import { type Draft, type DraftOutput, discardDraft, draftTransaction } from '../spend/draft.ts'
import { requireFullKeys } from '../spend/paymentContext.ts'
import { OutputKeyError } from '../spend/prepare.ts'
import { type SignedTransaction, signDraft } from '../spend/sign.ts'
import { verifyOwnTransaction } from '../spend/verify.ts'
import type { TransactionKeys } from '../state/ledger.ts'
import { type FullKeys, outputSecret } from '../state/outputSecrets.ts'
import type { WalletState } from '../state/walletState.ts'
import { type CheckedInput, type CheckedTransfer, checkTransfers, highestFee } from './checkedTransfer.ts'
import { unsignedPurpose } from './setPurpose.ts'
import { requireUnspent } from './spentCoins.ts'

/** A transaction that this wallet signed. The caller wipes its keys. */
export type OfflineSignedTransaction = {
  readonly txid: Uint8Array
  readonly blob: Uint8Array
  readonly keys: TransactionKeys
}

/** A signed set, encrypted for the copies of this wallet. */
export type SignedPayment = { readonly transactions: readonly OfflineSignedTransaction[]; readonly bytes: Uint8Array }

type SignableInput = CheckedInput & { readonly keyImage: Uint8Array; readonly ring: Ring }

/** Derives the one-time secret of an input. */
const inputSecret = (keys: FullKeys, input: CheckedInput): Uint8Array => {
  const secret = outputSecret(keys, input)
  if (equalBytes(publicKeyOf(secret), input.key)) return secret
  wipe(secret)
  throw new OutputKeyError(`the keys of this wallet do not open output ${toHex(input.key)}`)
}

const signable = (keys: FullKeys, input: CheckedInput): SignableInput =>
  withSecrets((keep) => ({ ...input, keyImage: keyImage(input.key, keep(inputSecret(keys, input))) }))

const draftOf = (wallet: Wallet, keys: FullKeys, transfer: CheckedTransfer): Draft<SignableInput> => {
  const { network, random } = wallet
  const { recipients, changePayee, paymentId, burn, data, purpose } = transfer
  const inputs = transfer.inputs.map((input) => signable(keys, input))
  // Hedged: a repeated transaction key would pay the same one-time keys again.
  const hedge = [utf8('transaction keys'), keys.viewSecret, keys.spendSecret, ...inputs.map((input) => input.keyImage)]
  const request = {
    form: network,
    inputs,
    destinations: recipients.map(({ payee }) => payee),
    change: changePayee,
    paymentId,
    burns: burn !== undefined,
    unlockTime: data.unlockTime,
    viewSecret: keys.viewSecret,
    type: purpose.type,
    fields: purpose.fields,
  }
  return withHedgedRandom(random, hedge, (hedged) => draftTransaction(request, hedged, createSampler(random)))
}

/** @throws SelfCheckError */
const verify = (
  wallet: Wallet,
  transfer: CheckedTransfer,
  draft: Draft<SignableInput>,
  signed: SignedTransaction,
): void => {
  const { recipients, changePayee, change, account, fee, burn, paymentId, data, purpose } = transfer
  const outputOf = ({ destination }: DraftOutput) => {
    const recipient = destination === undefined ? undefined : recipients[destination]
    const payee = recipient?.payee ?? changePayee ?? { kind: 'standard', spendKey: utf8(''), viewKey: utf8('') }
    return { payee, amount: recipient?.amount ?? change, change: recipient === undefined }
  }
  verifyOwnTransaction(
    signed,
    {
      network: wallet.network,
      inputs: draft.inputs,
      outputs: draft.outputs.map(outputOf),
      keys: draft.keys,
      wallet: wallet.keys,
      ...{ account, fee, paymentId, purpose },
      burn: burn ?? 0n,
      lowestFee: 0n,
      highestFee: highestFee(wallet, signed.weight, draft.outputs.length, purpose),
      unlockTime: data.unlockTime,
    },
    wallet.random,
  )
}

type SignedTransfer = {
  readonly transfer: CheckedTransfer
  readonly signed: SignedTransaction
  readonly keys: TransactionKeys
}

const signTransfer = (wallet: Wallet, keys: FullKeys, transfer: CheckedTransfer): SignedTransfer => {
  const { recipients, change, fee, burn = 0n } = transfer
  const draft = draftOf(wallet, keys, transfer)
  const amounts = { destinations: recipients.map(({ amount }) => amount), change, fee, burn }
  try {
    const signed = signDraft(draft, amounts, (input) => inputSecret(keys, input), wallet.random)
    verify(wallet, transfer, draft, signed)
    return { transfer, signed, keys: draft.keys }
  } catch (error) {
    discardDraft(draft)
    throw error
  }
}

/** The transaction key that a signed set contains: none, as the scalar 1 (wallet2). The watch-only wallet does not learn it. */
export const WITHHELD_KEY = new Uint8Array(32)
WITHHELD_KEY[0] = 1

const pendingOf = ({ transfer, signed }: SignedTransfer): PendingTransaction => {
  const { data, fee } = transfer
  const { transaction } = signed
  return {
    transaction,
    ...{ dust: 0n, fee, dustAddedToFee: false },
    change: data.change,
    selectedTransfers: data.selectedTransfers,
    keyImages: keyImagesText(transaction),
    txKey: WITHHELD_KEY,
    additionalTxKeys: [],
    destinations: data.destinations,
    construction: data,
    candidates: [],
    keyEntropy: new Uint8Array(32),
  }
}

/** Returns the key images of the outputs that a transaction pays to this wallet. */
const newKeyImages = (wallet: Wallet, keys: FullKeys, transaction: Transaction): OutputKeyImage[] => {
  const fields = parseExtra(wallet.network, transaction.extra)
  const [main] = txPublicKeys(fields)
  const additional = additionalPublicKeys(fields)
  return transaction.outputs.flatMap(({ key }, indexInTx) => {
    for (const txPublicKey of [main, additional[indexInTx]]) {
      if (txPublicKey === undefined) continue
      const subaddress = ownerOf(wallet, { key, indexInTx, subaddress: undefined }, txPublicKey)
      if (subaddress === undefined) continue
      return withSecrets((keep) => [
        { key, keyImage: keyImage(key, keep(outputSecret(keys, { txPublicKey, indexInTx, subaddress }))) },
      ])
    }
    return []
  })
}

/** Wipes the transaction keys of a signed payment. */
export const discardSigned = (signed: readonly { readonly keys: TransactionKeys }[]): void => {
  for (const { keys } of signed) wipe(keys.main, ...keys.additional)
}

/** Signs in slices: proofs and ring signatures of a transaction take up to a second. */
const signAll = async (
  wallet: Wallet,
  keys: FullKeys,
  transfers: readonly CheckedTransfer[],
): Promise<SignedTransfer[]> => {
  const signed: SignedTransfer[] = []
  try {
    await wallet.mapInSlices(transfers, (transfer) => void signed.push(signTransfer(wallet, keys, transfer)))
    return signed
  } catch (error) {
    discardSigned(signed)
    throw error
  }
}

/** Stores copies of the transaction keys: only this copy of the wallet knows them (wallet2: sign_tx). */
const storeKeys = (state: WalletState, signed: readonly SignedTransfer[]): Promise<void> => {
  const copies = signed.map(
    ({ signed: { txid }, keys: { main, additional } }) =>
      [toHex(txid), { main: main.slice(), additional: additional.map((key) => key.slice()) }] as const,
  )
  return state.update('strict', () => ({ signedKeys: new Map(copies) }))
}

/**
 * Signs an unsigned set, after storing the outputs in it, and returns the signed set. The transaction keys are stored; those in the result
 * are copies, which the caller wipes with `discardSigned`.
 * @throws WatchOnlyError, TransferSetError, UnsafeTransferSetError, OutputImportError, SelfCheckError
 */
export const signUnsignedSet = async (wallet: Wallet, bytes: Uint8Array): Promise<SignedPayment> => {
  const { network, state, random } = wallet
  const keys = requireFullKeys(wallet.keys)
  const codec = network.transferSets
  const set = await parseTransferSet(network, codec.unsigned, keys, bytes)
  const transfers = await wallet.inSlices(checkTransfers(wallet, set.transactions, unsignedPurpose))
  requireUnspent(wallet, transfers)
  // Also an empty list states how many outputs it omits. wallet2 submits no set whose signer did not know them.
  if (set.outputs.outputs.length > 0) await storeOutputs(wallet, set.outputs)
  else if (set.outputs.total !== undefined) requireNoGap(knownOutputs(state), set.outputs)
  const signed = await signAll(wallet, keys, transfers)
  try {
    await storeKeys(state, signed)
    const newImages = await wallet.mapInSlices(signed, (one) => newKeyImages(wallet, keys, one.signed.transaction))
    const signedSet: SignedTransferSet = {
      transactions: signed.map(pendingOf),
      keyImages: knownOutputs(state).flatMap(({ output }) => output.keyImage ?? []),
      newKeyImages: newImages.flat(),
    }
    return {
      transactions: signed.map((one) => ({ txid: one.signed.txid, blob: one.signed.blob, keys: one.keys })),
      bytes: await formatTransferSet(codec.signed, keys, signedSet, random),
    }
  } catch (error) {
    discardSigned(signed)
    throw error
  }
}
