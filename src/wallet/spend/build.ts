// From inputs with rings and destinations to a signed transaction. Building has two steps: a draft fixes everything that decides
// the size (keys, order, extra, rings), so that the fee can be reckoned from the exact weight before anything costly is made;
// signing fills in amounts, proofs and signatures once. The order of construction is the reference's.

import { compareBytes, equalBytes, u64Bytes, wipe } from '../../bytes/bytes.ts'
import { varintBytes } from '../../bytes/cursor.ts'
import type { Address } from '../../coin/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { buildExtra, type ExtraField, encryptedPaymentIdField, type SignedKeyImage } from '../../coin/extra.ts'
import type { Network } from '../../coin/network.ts'
import { type RctPrunable, RctType } from '../../coin/ringct.ts'
import { relativeOffsets, type Transaction, TransactionType } from '../../coin/transaction.ts'
import { serializeTransaction } from '../../coin/transactionBytes.ts'
import { signedMessage, transactionId } from '../../coin/transactionHash.ts'
import { transactionWeight } from '../../coin/weight.ts'
import { proveBulletproof } from '../../crypto/bulletproof.ts'
import { proveBulletproofPlus } from '../../crypto/bulletproofPlus.ts'
import { signClsag } from '../../crypto/clsag.ts'
import { commit, commitmentMask, encryptAmount } from '../../crypto/commitment.ts'
import {
  derivationToScalar,
  deriveOutputKey,
  keyDerivation,
  multiplyKey,
  publicKeyOf,
  viewTag,
} from '../../crypto/keys.ts'
import { cryptPaymentId } from '../../crypto/paymentId.ts'
import { type Random, randomScalar, scalarFromBytes, scalarToBytes } from '../../crypto/scalar.ts'
import type { TransactionKeys } from '../ledger.ts'
import { type Chance, shuffled } from './chance.ts'
import type { Ring } from './decoys.ts'

/** Who receives an output. */
export type Payee = Pick<Address, 'kind' | 'spendKey' | 'viewKey'>

/** How a network's transactions are made now. */
export type TransactionForm = Pick<Network, 'transactionVersion' | 'rctType' | 'viewTags'>

/** An output to spend, in its ring. `mask` opens its commitment. */
export type SpentInput = {
  readonly amount: bigint
  readonly mask: Uint8Array
  readonly keyImage: Uint8Array
  readonly ring: Ring
}

export type DraftRequest<Input extends SpentInput> = {
  readonly form: TransactionForm
  readonly inputs: readonly Input[]
  readonly destinations: readonly Payee[]
  /**
   * Where change goes: an address of ours, or a random one for the empty output of a payment without change; undefined where
   * there is no such output.
   */
  readonly change: Payee | undefined
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
  /** whether part of the fee will be burnt, which extra has to say */
  readonly burns: boolean
  /** for the destinations' outputs: a height below 500000000, else UNIX seconds; 0 for none */
  readonly unlockTime: bigint
  readonly viewSecret: Uint8Array
  /** the transaction's type; that of a payment where left out */
  readonly type?: TransactionType
  /** of extra, beside those of any payment */
  readonly fields?: readonly ExtraField[]
  /** Proves the key image of a destination's output, which is ours; where given, extra tells this and the secret as well. */
  readonly lock?: (output: DraftOutput) => SignedKeyImage
}

/** An output as drafted. `sharedScalar` hides its amount. */
export type DraftOutput = {
  /** index of the destination; undefined for change */
  readonly destination: number | undefined
  readonly key: Uint8Array
  readonly viewTag: number | undefined
  readonly sharedScalar: Uint8Array
}

/** Everything but amounts, proofs and signatures. Inputs are in the transaction's order. */
export type Draft<Input extends SpentInput> = {
  readonly form: TransactionForm
  readonly burns: boolean
  readonly inputs: readonly Input[]
  readonly outputs: readonly DraftOutput[]
  readonly keys: TransactionKeys
  /** the transaction with zeros for what is to come, and fee 0 */
  readonly skeleton: Transaction
  readonly weightWithoutFee: number
}

export type SignedTransaction = {
  readonly transaction: Transaction
  readonly blob: Uint8Array
  readonly txid: Uint8Array
  readonly weight: number
}

/** A payment id was given together with several different destinations: nobody could tell whose it is. */
export class AmbiguousPaymentIdError extends Error {
  override readonly name = 'AmbiguousPaymentIdError'
}

/** What a draft was asked to hold does not add up. */
export class UnbalancedTransactionError extends Error {
  override readonly name = 'UnbalancedTransactionError'
}

/** Whether two addresses have the same keys; a payment id does not count. */
export const samePayee = (a: Payee, b: Payee): boolean =>
  equalBytes(a.spendKey, b.spendKey) && equalBytes(a.viewKey, b.viewKey)

const isSubaddress = ({ kind }: Payee): boolean => kind === 'subaddress'

/** What is published of a transaction secret, r·D for a subaddress and r·G for other receivers. */
export const transactionPublicKey = (secret: Uint8Array, receiver: Payee | undefined): Uint8Array =>
  receiver !== undefined && isSubaddress(receiver) ? multiplyKey(receiver.spendKey, secret) : publicKeyOf(secret)

const distinct = (payees: readonly Payee[]): Payee[] => {
  const kept: Payee[] = []
  for (const payee of payees) if (!kept.some((other) => samePayee(other, payee))) kept.push(payee)
  return kept
}

/** The encrypted payment id; zeros are sent where most payments of the same look carry one. */
const paymentIdFields = (
  receivers: readonly Payee[],
  outputCount: number,
  paymentId: Uint8Array,
  main: Uint8Array,
): ExtraField[] => {
  const [receiver, ...others] = receivers
  if (paymentId.length === 0) {
    if (others.length > 0 || outputCount > 2) return []
  } else if (others.length > 0)
    throw new AmbiguousPaymentIdError(
      'a payment id goes with one destination only; pay integrated addresses one by one',
    )
  if (receiver === undefined) return []
  const id = paymentId.length === 0 ? new Uint8Array(8) : paymentId
  return [encryptedPaymentIdField(cryptPaymentId(id, receiver.viewKey, main))]
}

/** Zeros in the form of the proofs and signatures to come. */
const emptyProofs = (form: TransactionForm, inputs: readonly SpentInput[], outputCount: number): RctPrunable => {
  const zero = new Uint8Array(32)
  const rounds = Array.from({ length: 6 + Math.ceil(Math.log2(outputCount)) }, () => zero)
  const plus = form.rctType === RctType.bulletproofPlus
  return {
    rangeSignatures: [],
    bulletproofs: plus
      ? []
      : [
          {
            A: zero,
            S: zero,
            T1: zero,
            T2: zero,
            taux: zero,
            mu: zero,
            L: rounds,
            R: rounds,
            a: zero,
            b: zero,
            t: zero,
          },
        ],
    bulletproofsPlus: plus ? [{ A: zero, A1: zero, B: zero, r1: zero, s1: zero, d1: zero, L: rounds, R: rounds }] : [],
    mlsags: [],
    clsags: inputs.map(({ ring }) => ({ s: ring.members.map(() => zero), c1: zero, D: zero })),
    pseudoOuts: inputs.map(() => zero),
  }
}

/**
 * Fixes keys, order, rings and extra of a transaction.
 * @throws AmbiguousPaymentIdError
 */
export const draftTransaction = <Input extends SpentInput>(
  request: DraftRequest<Input>,
  random: Random,
  chance: Chance,
): Draft<Input> => {
  const { form, destinations, change, unlockTime } = request
  const inputs = [...request.inputs].sort((a, b) => compareBytes(b.keyImage, a.keyImage))
  const targets = shuffled(
    [
      ...destinations.map((payee, destination): { payee: Payee; destination: number | undefined } => ({
        payee,
        destination,
      })),
      ...(change === undefined ? [] : [{ payee: change, destination: undefined }]),
    ],
    chance,
  )
  // Receivers other than change decide which transaction keys are needed.
  const others = distinct(destinations)
  const main = randomScalar(random)
  const mainPublic = transactionPublicKey(main, others.length === 1 ? others[0] : undefined)
  const useAdditional = others.length > 1 && others.some(isSubaddress)
  const additional = useAdditional ? targets.map(() => randomScalar(random)) : []
  const additionalPublic = additional.map((secret, i) => transactionPublicKey(secret, targets[i]?.payee))

  const outputs = targets.map(({ payee, destination }, i): DraftOutput => {
    const own = additional[i]
    const derivation =
      destination === undefined
        ? keyDerivation(mainPublic, request.viewSecret)
        : keyDerivation(payee.viewKey, isSubaddress(payee) && own !== undefined ? own : main)
    const output = {
      destination,
      key: deriveOutputKey(derivation, i, payee.spendKey),
      viewTag: form.viewTags ? viewTag(derivation, i) : undefined,
      sharedScalar: derivationToScalar(derivation, i),
    }
    wipe(derivation)
    return output
  })

  const receivers = others.length === 0 && change !== undefined ? [change] : others
  const fields: ExtraField[] = [
    { field: 'txPublicKey', key: mainPublic },
    ...paymentIdFields(receivers, outputs.length, request.paymentId, main),
    ...(request.fields ?? []),
  ]
  if (useAdditional) fields.push({ field: 'additionalPublicKeys', keys: additionalPublic })
  const { lock } = request
  if (lock !== undefined) {
    const proofs = outputs.filter(({ destination }) => destination !== undefined).map(lock)
    fields.push({ field: 'txSecretKey', key: main }, { field: 'keyImageProofs', proofs })
  }
  if (request.burns) fields.push({ field: 'burn', amount: 0n })
  const perOutputUnlock = form.transactionVersion >= 3
  const skeleton: Transaction = {
    version: form.transactionVersion,
    type: request.type ?? TransactionType.standard,
    unlockTime: perOutputUnlock ? 0n : unlockTime,
    outputUnlockTimes: perOutputUnlock
      ? outputs.map(({ destination }) => (destination === undefined ? 0n : unlockTime))
      : [],
    inputs: inputs.map(({ keyImage, ring }) => ({
      kind: 'key',
      amount: 0n,
      keyOffsets: relativeOffsets(ring.members.map(({ globalIndex }) => globalIndex)),
      keyImage,
    })),
    outputs: outputs.map(({ key, viewTag: tag }) => ({ amount: 0n, key, viewTag: tag })),
    extra: buildExtra(fields),
    signatures: [],
    rct: {
      type: form.rctType,
      fee: 0n,
      pseudoOuts: [],
      ecdhInfo: outputs.map(() => ({ mask: undefined, amount: new Uint8Array(8) })),
      commitments: outputs.map(() => new Uint8Array(32)),
    },
    prunable: emptyProofs(form, inputs, outputs.length),
  }
  return {
    form,
    burns: request.burns,
    inputs,
    outputs,
    keys: { main, additional },
    skeleton,
    weightWithoutFee: transactionWeight(skeleton) - 1,
  }
}

/** Exact weight of a draft once it carries `fee`. */
export const draftWeight = ({ weightWithoutFee }: { readonly weightWithoutFee: number }, fee: bigint): number =>
  weightWithoutFee + varintBytes(fee).length

/** Forgets the secrets of a draft that is not signed. */
export const discardDraft = <Input extends SpentInput>({ keys, outputs }: Draft<Input>): void => {
  wipe(keys.main, ...keys.additional, ...outputs.map(({ sharedScalar }) => sharedScalar))
}

/** What the outputs hold; together with the fee exactly what the inputs hold. Atomic units. */
export type Amounts = {
  /** one per destination */
  readonly destinations: readonly bigint[]
  readonly change: bigint
  readonly fee: bigint
  /** part of the fee; counts only where the draft burns */
  readonly burn: bigint
}

/** The extra with the amount burnt in its last field, where a draft left room for it. */
const fillBurn = (extra: Uint8Array, burn: bigint): Uint8Array => {
  const filled = extra.slice()
  filled.set(u64Bytes(burn), filled.length - 8)
  return filled
}

/** Masks of the pseudo outputs: random, but for the last, which makes all sums meet. */
const pseudoMasks = (count: number, outputMasks: readonly Uint8Array[], random: Random): Uint8Array[] => {
  let rest = outputMasks.reduce((total, mask) => total + scalarFromBytes(mask), 0n)
  const masks: Uint8Array[] = []
  for (let i = 0; i < count - 1; i++) {
    const mask = randomScalar(random)
    rest -= scalarFromBytes(mask)
    masks.push(mask)
  }
  masks.push(scalarToBytes(rest))
  return masks
}

/**
 * Fills in amounts and signs.
 * @param secretOf the one-time secret of an input's output; wiped here after use
 * @throws UnbalancedTransactionError
 */
export const signDraft = <Input extends SpentInput>(
  draft: Draft<Input>,
  amounts: Amounts,
  secretOf: (input: Input) => Uint8Array,
  random: Random,
): SignedTransaction => {
  const { form, inputs, outputs, skeleton } = draft
  const values = outputs.map(({ destination }) =>
    destination === undefined ? amounts.change : (amounts.destinations[destination] ?? -1n),
  )
  const paid = values.reduce((total, value) => total + value, amounts.fee)
  const held = sumAmounts(inputs)
  if (values.some((value) => value < 0n) || amounts.fee < 0n || paid !== held)
    throw new UnbalancedTransactionError(`inputs of ${held} cannot pay outputs and a fee of ${paid}`)

  const masks = outputs.map(({ sharedScalar }) => commitmentMask(sharedScalar))
  const plus = form.rctType === RctType.bulletproofPlus
  const proofless = emptyProofs(form, [], outputs.length)
  const unsigned: Transaction = {
    ...skeleton,
    extra: draft.burns ? fillBurn(skeleton.extra, amounts.burn) : skeleton.extra,
    rct: {
      type: form.rctType,
      fee: amounts.fee,
      pseudoOuts: [],
      ecdhInfo: outputs.map(({ sharedScalar }, i) => ({
        mask: undefined,
        amount: encryptAmount(values[i] ?? 0n, sharedScalar),
      })),
      commitments: masks.map((mask, i) => commit(values[i] ?? 0n, mask)),
    },
    prunable: {
      ...proofless,
      bulletproofs: plus ? [] : [proveBulletproof(values, masks, random)],
      bulletproofsPlus: plus ? [proveBulletproofPlus(values, masks, random)] : [],
    },
  }
  const pseudo = pseudoMasks(inputs.length, masks, random)
  const pseudoOuts = inputs.map(({ amount }, i) => commit(amount, pseudo[i] ?? new Uint8Array()))
  const message = signedMessage(unsigned)
  const clsags = inputs.map((input, i) => {
    const { ring, keyImage, mask } = input
    const secret = secretOf(input)
    const signature = signClsag(
      {
        message,
        ringKeys: ring.members.map(({ key }) => key),
        ringCommitments: ring.members.map(({ commitment }) => commitment),
        pseudoOut: pseudoOuts[i] ?? new Uint8Array(),
        keyImage,
      },
      { index: ring.realPosition, secret, mask, pseudoMask: pseudo[i] ?? new Uint8Array() },
      random,
    )
    wipe(secret)
    return signature
  })
  wipe(...masks, ...pseudo, ...outputs.map(({ sharedScalar }) => sharedScalar))
  const prunable: RctPrunable = { ...(unsigned.prunable ?? proofless), clsags, pseudoOuts }
  const transaction: Transaction = { ...unsigned, prunable }
  const blob = serializeTransaction(transaction)
  return { transaction, blob, txid: transactionId(transaction), weight: transactionWeight(transaction, blob.length) }
}
