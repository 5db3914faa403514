// Transaction drafts: everything that determines the size is fixed (keys, order, extra, rings), so that the fee follows from the exact
// weight before proofs and signatures are made. The order of construction is that of wallet2.

import { compareBytes, wipe, withSecrets } from '../../bytes/bytes.ts'
import { varintBytes } from '../../bytes/cursor.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { ExtraField, SignedKeyImage } from '../../coin/transactions/extraField.ts'
import { encryptedPaymentIdField } from '../../coin/transactions/extraPaymentId.ts'
import { type RctPrunable, RctType } from '../../coin/transactions/ringct.ts'
import { buildExtra } from '../../coin/transactions/serializeExtra.ts'
import { relativeOffsets, type Transaction, TransactionType } from '../../coin/transactions/transaction.ts'
import { transactionWeight } from '../../coin/transactions/weight.ts'
import { cryptPaymentId } from '../../crypto/ciphers/paymentIdCipher.ts'
import { randomScalar } from '../../crypto/curve/secretScalar.ts'
import { derivationToScalar, deriveOutputKeys, keyDerivations, viewTag } from '../../crypto/keys/keys.ts'
import { multisigTransactionKeys } from '../../crypto/keys/multisigTransactionKeys.ts'
import type { Random } from '../../crypto/random/random.ts'
import { type RandomSampler, shuffled } from '../../crypto/random/randomSampler.ts'
import type { Ring } from '../rings/ring.ts'
import type { TransactionKeys } from '../state/ledger.ts'
import { AmbiguousPaymentIdError } from './intent.ts'
import { isSubaddress, type Payee, samePayee, transactionPublicKey } from './payee.ts'

/** The transaction format of a network's current hard fork. */
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
   * The change address: an address of the wallet, or a random one for the dummy output of a payment without change; undefined without
   * such an output.
   */
  readonly change: Payee | undefined
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
  /** whether part of the fee is burnt, for which extra needs a field */
  readonly burns: boolean
  /** for the destinations' outputs: a height below 500000000, else UNIX seconds; 0 for none */
  readonly unlockTime: bigint
  readonly viewSecret: Uint8Array
  /** the transaction type; that of a payment if omitted */
  readonly type?: TransactionType
  /** extra fields beside those of every payment */
  readonly fields?: readonly ExtraField[]
  /**
   * Returns the key image proof of a destination's output, which belongs to the wallet; if given, extra contains the proofs and the
   * transaction secret key.
   */
  readonly lock?: (output: DraftOutput) => SignedKeyImage
  /** 32 bytes, from which the transaction keys are derived as signers of multisig wallets do; they are drawn if it is undefined */
  readonly keyEntropy?: Uint8Array | undefined
}

/** An output as drafted. `sharedScalar` hides its amount. */
export type DraftOutput = {
  /** index of the destination; undefined for change */
  readonly destination: number | undefined
  readonly key: Uint8Array
  readonly viewTag: number | undefined
  readonly sharedScalar: Uint8Array
}

/** A transaction without amounts, proofs and signatures. Inputs are in the transaction's order. */
export type Draft<Input extends SpentInput> = {
  readonly form: TransactionForm
  readonly burns: boolean
  readonly inputs: readonly Input[]
  readonly outputs: readonly DraftOutput[]
  readonly keys: TransactionKeys
  /** from which the keys are derived; undefined if they were drawn */
  readonly keyEntropy: Uint8Array | undefined
  /** the transaction with zeros in place of amounts, proofs and signatures, and fee 0 */
  readonly skeleton: Transaction
  readonly weightWithoutFee: number
}

const distinct = (payees: readonly Payee[]): Payee[] => {
  const found: Payee[] = []
  for (const payee of payees) if (!found.some((other) => samePayee(other, payee))) found.push(payee)
  return found
}

/** Returns the field of the encrypted payment id; a dummy of zeros if transactions of this shape usually have one. */
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

/** Returns proofs and signatures of zeros in their final sizes. */
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

/** Returns the transaction with zeros in place of amounts, proofs and signatures, and fee 0. */
const skeletonOf = (
  { form, unlockTime, type }: Pick<DraftRequest<SpentInput>, 'form' | 'unlockTime' | 'type'>,
  inputs: readonly SpentInput[],
  outputs: readonly DraftOutput[],
  extra: Uint8Array,
): Transaction => {
  const perOutputUnlock = form.transactionVersion >= 3
  return {
    version: form.transactionVersion,
    type: type ?? TransactionType.standard,
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
    extra,
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
}

/** An output before its key is derived. `destination` is undefined for change. */
type Target = { readonly payee: Payee; readonly destination: number | undefined }

/** Returns destinations and change in random order. */
const shuffledTargets = (
  { destinations, change }: Pick<DraftRequest<SpentInput>, 'destinations' | 'change'>,
  sampler: RandomSampler,
): Target[] =>
  shuffled(
    [
      ...destinations.map((payee, destination): Target => ({ payee, destination })),
      ...(change === undefined ? [] : [{ payee: change, destination: undefined }]),
    ],
    sampler,
  )

type PublicTransactionKeys = { readonly main: Uint8Array; readonly additional: readonly Uint8Array[] }

/**
 * Makes the transaction keys. Additional keys, one per output, are needed for several receivers with a subaddress among them.
 * @param receivers distinct payees other than change
 * @param makeSecrets returns so many secret keys
 */
const makeTransactionKeys = (
  receivers: readonly Payee[],
  targets: readonly Target[],
  makeSecrets: (count: number) => Uint8Array[],
): { readonly keys: TransactionKeys; readonly publicKeys: PublicTransactionKeys } => {
  const needsAdditional = receivers.length > 1 && receivers.some(isSubaddress)
  const [main = new Uint8Array(), ...additional] = makeSecrets(needsAdditional ? 1 + targets.length : 1)
  return {
    keys: { main, additional },
    publicKeys: {
      main: transactionPublicKey(main, receivers.length === 1 ? receivers[0] : undefined),
      additional: additional.map((secret, i) => transactionPublicKey(secret, targets[i]?.payee)),
    },
  }
}

/** Returns whether a payee is the change address, to which a destination may be equal. */
const isChange = (payee: Payee, { change }: Pick<DraftRequest<SpentInput>, 'change'>): boolean =>
  change !== undefined && samePayee(payee, change)

/** Derives the one-time keys of all outputs. */
const deriveOutputs = (
  targets: readonly Target[],
  { form, viewSecret, change }: Pick<DraftRequest<SpentInput>, 'form' | 'viewSecret' | 'change'>,
  { main, additional }: TransactionKeys,
  mainPublic: Uint8Array,
): DraftOutput[] =>
  withSecrets((keep) => {
    const pairs = targets.map(({ payee }, i) =>
      isChange(payee, { change })
        ? { key: mainPublic, secret: viewSecret }
        : { key: payee.viewKey, secret: (isSubaddress(payee) ? additional[i] : undefined) ?? main },
    )
    const derivations = keyDerivations(
      pairs.map(({ key }) => key),
      pairs.map(({ secret }) => secret),
    ).map(keep)
    const keys = deriveOutputKeys(
      derivations,
      targets.map(({ payee }) => payee.spendKey),
    )
    return derivations.map((derivation, i) => ({
      destination: targets[i]?.destination,
      key: keys[i] ?? new Uint8Array(),
      viewTag: form.viewTags ? viewTag(derivation, i) : undefined,
      sharedScalar: derivationToScalar(derivation, i),
    }))
  })

/**
 * Returns the fields of extra, in the order of wallet2.
 * @throws AmbiguousPaymentIdError
 */
const extraFields = (
  request: DraftRequest<SpentInput>,
  receivers: readonly Payee[],
  outputs: readonly DraftOutput[],
  main: Uint8Array,
  publicKeys: PublicTransactionKeys,
): ExtraField[] => {
  const { change, lock } = request
  const idReceivers = receivers.length === 0 && change !== undefined ? [change] : receivers
  const fields: ExtraField[] = [
    { field: 'txPublicKey', key: publicKeys.main },
    ...paymentIdFields(idReceivers, outputs.length, request.paymentId, main),
    ...(request.fields ?? []),
  ]
  if (publicKeys.additional.length > 0) fields.push({ field: 'additionalPublicKeys', keys: publicKeys.additional })
  if (lock !== undefined) {
    const proofs = outputs.filter(({ destination }) => destination !== undefined).map(lock)
    fields.push({ field: 'txSecretKey', key: main }, { field: 'keyImageProofs', proofs })
  }
  if (request.burns) fields.push({ field: 'burn', amount: 0n })
  return fields
}

/**
 * Drafts a transaction: fixes keys, order, rings and extra.
 * @throws AmbiguousPaymentIdError
 */
export const draftTransaction = <Input extends SpentInput>(
  request: DraftRequest<Input>,
  random: Random,
  sampler: RandomSampler,
): Draft<Input> => {
  const { form, burns } = request
  const inputs = [...request.inputs].sort((a, b) => compareBytes(b.keyImage, a.keyImage))
  const targets = shuffledTargets(request, sampler)
  // wallet2 does not count payments to the change address (classify_addresses).
  const receivers = distinct(request.destinations.filter((payee) => !isChange(payee, request)))
  const { keyEntropy } = request
  const keyImages = inputs.map(({ keyImage }) => keyImage)
  const { keys, publicKeys } = makeTransactionKeys(receivers, targets, (count) =>
    keyEntropy === undefined
      ? Array.from({ length: count }, () => randomScalar(random))
      : multisigTransactionKeys(keyEntropy, keyImages, count),
  )
  const outputs = deriveOutputs(targets, request, keys, publicKeys.main)
  const extra = buildExtra(extraFields(request, receivers, outputs, keys.main, publicKeys))
  const skeleton = skeletonOf(request, inputs, outputs, extra)
  const weightWithoutFee = transactionWeight(skeleton) - 1
  return { form, burns, inputs, outputs, keys, keyEntropy, skeleton, weightWithoutFee }
}

/** Returns the exact weight of a draft with this fee. */
export const draftWeight = ({ weightWithoutFee }: { readonly weightWithoutFee: number }, fee: bigint): number =>
  weightWithoutFee + varintBytes(fee).length

/** Wipes the secrets of a draft that will not be signed. */
export const discardDraft = <Input extends SpentInput>({ keys, keyEntropy, outputs }: Draft<Input>): void => {
  wipe(keys.main, ...keys.additional, ...outputs.map(({ sharedScalar }) => sharedScalar))
  if (keyEntropy !== undefined) wipe(keyEntropy)
}
