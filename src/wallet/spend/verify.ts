// Verification of the wallet's own transactions. A signed transaction is parsed again from its bytes and verified as nodes, the payer
// and the receivers verify it. A payment that fails is neither recorded nor sent.

import { compareBytes, equalBytes, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { type AddressKeys, subaddressAt } from '../../coin/addresses/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { ExtraFieldName } from '../../coin/transactions/extraField.ts'
import { paymentIdField } from '../../coin/transactions/extraPaymentId.ts'
import { additionalPublicKeys, burntAmount, findField, txPublicKeys } from '../../coin/transactions/findExtraField.ts'
import { parseExtra } from '../../coin/transactions/parseExtra.ts'
import type { RctBase, RctPrunable } from '../../coin/transactions/ringct.ts'
import { serializeExtra } from '../../coin/transactions/serializeExtra.ts'
import { absoluteOffsets, type Transaction } from '../../coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../coin/transactions/transactionBytes.ts'
import { ringSignatureMessage, transactionId } from '../../coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../coin/transactions/weight.ts'
import { commitmentMask, decryptAmount } from '../../crypto/amounts/amountEncryption.ts'
import { commit } from '../../crypto/amounts/commitment.ts'
import { cryptPaymentId } from '../../crypto/ciphers/paymentIdCipher.ts'
import {
  addPoints,
  decodePoint,
  decodePoints,
  equalPoints,
  inPrimeSubgroup,
  type Point,
  sumPoints,
} from '../../crypto/curve/point.ts'
import { multiplyH } from '../../crypto/curve/scalarMultiplication.ts'
import { derivationToScalar, deriveOutputKeys, keyDerivations, viewTag } from '../../crypto/keys/keys.ts'
import type { Random } from '../../crypto/random/random.ts'
import { verifyBulletproofs } from '../../crypto/range-proofs/bulletproof.ts'
import { verifyBulletproofsPlus } from '../../crypto/range-proofs/bulletproofPlus.ts'
import { verifyClsag } from '../../crypto/signatures/clsag.ts'
import { verifyKeyImage } from '../../crypto/signatures/ringSignature.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { TransactionKeys } from '../state/ledger.ts'
import type { SpentInput } from './draft.ts'
import { type Payee, samePayee, transactionPublicKey } from './payee.ts'
import { PAYMENT, type Purpose } from './purpose.ts'
import { type SignedTransaction, statementOf } from './sign.ts'

/** `change`: the output that returns what the inputs hold beyond the payment, or the dummy output of a payment without a rest */
type ExpectedOutput = { readonly payee: Payee; readonly amount: bigint; readonly change: boolean }

/** The expected contents of a transaction. Amounts in atomic units. */
export type Intention = {
  readonly network: Network
  /** in the transaction's order, with the spent one-time keys */
  readonly inputs: readonly (SpentInput & { readonly key: Uint8Array; readonly globalIndex: number })[]
  /** in the transaction's order; the payee of change counts only if its amount is 0, otherwise it is the address of the account */
  readonly outputs: readonly ExpectedOutput[]
  readonly keys: TransactionKeys
  /** the wallet's keys, from which the change address is derived anew */
  readonly wallet: AddressKeys
  /** the account of the inputs, to which change returns */
  readonly account: number
  readonly fee: bigint
  readonly burn: bigint
  /** the fee that the network requires for the weight, and the highest fee shown to the user */
  readonly lowestFee: bigint
  readonly highestFee: bigint
  /** 8 bytes, or empty */
  readonly paymentId: Uint8Array
  readonly unlockTime: bigint
  /** a payment if omitted */
  readonly purpose?: Purpose
}

/** A transaction built by this wallet failed its verification. Nothing was recorded or sent. */
export class SelfCheckError extends FabaError<{
  /** what is wrong with the transaction */
  readonly fault: string
}> {
  override readonly name = 'SelfCheckError'
  readonly code = 'self-check'

  constructor(fault: string, options?: { readonly cause?: unknown }) {
    super(`the built transaction failed its own check: ${fault}; nothing was sent, please report this`, {
      ...options,
      details: { fault },
    })
  }
}

const check = (holds: boolean, what: string): void => {
  if (!holds) throw new SelfCheckError(what)
}

/** A confidential transaction with its proofs. */
type ProvenTransaction = Transaction & { readonly rct: RctBase; readonly prunable: RctPrunable }

/** @throws SelfCheckError */
const withProofs = (transaction: Transaction): ProvenTransaction => {
  const { rct, prunable } = transaction
  if (rct === undefined || prunable === undefined) throw new SelfCheckError('its proofs are missing')
  return { ...transaction, rct, prunable }
}

const sumKeys = (keys: readonly Uint8Array[]): Point => sumPoints(decodePoints(keys))

const checkForm = (
  transaction: ProvenTransaction,
  { network, inputs, outputs, purpose = PAYMENT }: Intention,
): void => {
  check(transaction.version === network.transactionVersion, `its version is ${transaction.version}`)
  check(transaction.rct.type === network.rctType, `its confidential type is ${transaction.rct.type}`)
  check(transaction.inputs.length === inputs.length, `it has ${transaction.inputs.length} inputs`)
  const count = transaction.outputs.length
  check(count === outputs.length, `it has ${count} outputs`)
  const minOutputs = purpose.outputs === 'none' ? 1 : network.minOutputs
  check(count >= minOutputs && count <= network.maxOutputs, `it has ${count} outputs`)
  const extra = transaction.extra.length
  check(network.maxExtraSize === undefined || extra <= network.maxExtraSize, `its extra has ${extra} bytes`)
}

/** Verifies rings and key images. */
const checkInputs = (transaction: ProvenTransaction, { network, inputs }: Intention): void => {
  let previous: Uint8Array | undefined
  for (const [i, { ring, keyImage, key, globalIndex, amount, mask }] of inputs.entries()) {
    const input = transaction.inputs[i]
    if (input?.kind !== 'key') throw new SelfCheckError(`input ${i} spends no key`)
    const real = ring.members[ring.realPosition]
    check(equalBytes(input.keyImage, keyImage), `input ${i} has a wrong key image`)
    check(inPrimeSubgroup(decodePoint(keyImage)), `the key image of input ${i} is not in the prime-order group`)
    check(previous === undefined || compareBytes(previous, keyImage) > 0, 'its key images are not in descending order')
    previous = keyImage
    const offsets = absoluteOffsets(input.keyOffsets)
    check(input.keyOffsets.length === network.ringSize, `ring ${i} has ${input.keyOffsets.length} members`)
    check(
      offsets?.every((offset, j) => offset === ring.members[j]?.globalIndex) === true,
      `ring ${i} has members that were not selected`,
    )
    check(
      real !== undefined &&
        real.globalIndex === globalIndex &&
        equalBytes(real.key, key) &&
        equalBytes(real.commitment, commit(amount, mask)),
      `ring ${i} does not hold the output that is spent`,
    )
  }
}

/** Verifies the ring signatures. */
const checkSignatures = (transaction: ProvenTransaction, inputs: readonly SpentInput[]): void => {
  const message = ringSignatureMessage(transaction)
  for (const [i, input] of inputs.entries()) {
    const signature = transaction.prunable.clsags[i]
    const pseudoOut = transaction.prunable.pseudoOuts[i]
    check(
      signature !== undefined &&
        pseudoOut !== undefined &&
        verifyClsag(statementOf(input, message, pseudoOut), signature),
      `the signature of input ${i} does not hold`,
    )
  }
}

/** Verifies balance and range proof: inputs equal outputs plus fee. */
const checkAmounts = (
  { rct, prunable }: ProvenTransaction,
  { fee, inputs, outputs }: Intention,
  random: Random,
): void => {
  check(rct.fee === fee, `its fee is ${rct.fee}`)
  const held = sumAmounts(inputs)
  const paid = sumAmounts(outputs) + fee
  check(held === paid, `its inputs are ${held}, its outputs and fee are ${paid}`)
  const spent = sumKeys(prunable.pseudoOuts)
  check(equalPoints(spent, addPoints(sumKeys(rct.commitments), multiplyH(fee))), 'its commitments do not balance')
  const claims = { commitments: rct.commitments }
  const [proof, plus] = [prunable.bulletproofs, prunable.bulletproofsPlus]
  check(proof.length + plus.length === 1, 'it does not have exactly one range proof')
  check(
    verifyBulletproofs(
      proof.map((one) => ({ ...claims, proof: one })),
      random,
    ) &&
      verifyBulletproofsPlus(
        plus.map((one) => ({ ...claims, proof: one })),
        random,
      ),
    'its range proof does not hold',
  )
}

/**
 * Returns the payee of change, derived from the wallet's keys and the account of the inputs: not the address with which the transaction
 * was built. A dummy output of amount 0 may pay any address; without change there is none.
 */
const changePayee = ({ wallet, account, outputs }: Intention): Payee | undefined => {
  const change = outputs.find((output) => output.change)
  return change === undefined || change.amount === 0n ? change?.payee : subaddressAt(wallet, account, 0)
}

/** Verifies that the published transaction keys belong to the secret keys that the wallet stores. */
const checkTransactionKeys = (transaction: Transaction, intention: Intention): void => {
  const { network, keys, outputs } = intention
  const fields = parseExtra(network, transaction.extra)
  const [published, ...more] = txPublicKeys(fields)
  check(published !== undefined && more.length === 0, 'it does not have exactly one public key')
  const own = changePayee(intention)
  const receivers = outputs
    .filter(({ change, payee }) => !(change || (own !== undefined && samePayee(payee, own))))
    .map(({ payee }) => payee)
  const [first] = receivers
  const alone = first !== undefined && receivers.every((payee) => samePayee(payee, first))
  const expected = transactionPublicKey(keys.main, alone ? first : undefined)
  check(published !== undefined && equalBytes(published, expected), 'its public key does not match its secret key')
  const additional = additionalPublicKeys(fields)
  check(additional.length === keys.additional.length, `it has ${additional.length} additional keys`)
  for (const [i, secret] of keys.additional.entries()) {
    const output = outputs[i]
    const derived = transactionPublicKey(secret, output?.change ? own : output?.payee)
    check(equalBytes(derived, additional[i] ?? new Uint8Array()), `additional key ${i} does not match its secret key`)
  }
}

/** What an output must be; `derivation` is that of its receiver, from which its `key` follows, and `who` names it in errors. */
type IntendedOutput = {
  readonly who: string
  readonly derivation: Uint8Array
  readonly key: Uint8Array
  readonly amount: bigint
  readonly viewTags: boolean
}

/** Verifies one output as its receiver reads it. */
const checkOutput = (
  transaction: ProvenTransaction,
  i: number,
  { who, derivation, key, amount, viewTags }: IntendedOutput,
): void =>
  withSecrets((keep) => {
    const output = transaction.outputs[i]
    check(output !== undefined && equalBytes(output.key, key), `${who} does not pay its address`)
    check(output?.viewTag === (viewTags ? viewTag(derivation, i) : undefined), `${who} has a wrong view tag`)
    const shared = keep(derivationToScalar(derivation, i))
    const encrypted = transaction.rct.ecdhInfo[i]?.amount ?? new Uint8Array()
    check(decryptAmount(encrypted, shared) === amount, `${who} has a wrong encrypted amount`)
    check(
      equalBytes(transaction.rct.commitments[i] ?? new Uint8Array(), commit(amount, keep(commitmentMask(shared)))),
      `${who} commits to another amount`,
    )
  })

/** Verifies each output as its receiver reads it. */
const checkOutputs = (transaction: ProvenTransaction, intention: Intention): void => {
  const { network, outputs, keys, wallet, unlockTime } = intention
  const [published = new Uint8Array()] = txPublicKeys(parseExtra(network, transaction.extra))
  const own = changePayee(intention)
  const payees = outputs.map(({ change, payee }) => (change ? (own ?? payee) : payee))
  const isOwn = payees.map((payee) => own !== undefined && samePayee(payee, own))
  const secrets = payees.map(({ kind }, i) => (kind === 'subaddress' ? (keys.additional[i] ?? keys.main) : keys.main))
  withSecrets((keep) => {
    const derivations = keyDerivations(
      payees.map(({ viewKey }, i) => (isOwn[i] ? published : viewKey)),
      secrets.map((secret, i) => (isOwn[i] ? wallet.viewSecret : secret)),
    ).map(keep)
    const expected = deriveOutputKeys(
      derivations,
      payees.map(({ spendKey }) => spendKey),
    )
    for (const [i, { amount, change }] of outputs.entries()) {
      const who = change ? 'the change' : `output ${i}`
      const [derivation = new Uint8Array(), key = new Uint8Array()] = [derivations[i], expected[i]]
      checkOutput(transaction, i, { who, derivation, key, amount, viewTags: network.viewTags })
      if (transaction.version >= 3)
        check(transaction.outputUnlockTimes[i] === (change ? 0n : unlockTime), `${who} has a wrong unlock time`)
    }
  })
  check(transaction.unlockTime === (transaction.version >= 3 ? 0n : unlockTime), 'it has a wrong unlock time')
}

const checkPaymentId = (transaction: Transaction, { network, paymentId, outputs, keys }: Intention): void => {
  if (paymentId.length === 0) return
  const receiver = outputs.find(({ change }) => !change)
  const sent = paymentIdField(parseExtra(network, transaction.extra))
  check(
    receiver !== undefined &&
      sent?.form === 'encrypted' &&
      equalBytes(cryptPaymentId(sent.id, receiver.payee.viewKey, keys.main), paymentId),
    'its receiver cannot read the payment id',
  )
}

/** Verifies that extra has each field once, and none that its purpose does not have. */
const checkFields = (transaction: Transaction, { network, purpose = PAYMENT, burn }: Intention): void => {
  const fields = parseExtra(network, transaction.extra)
  check(equalBytes(serializeExtra(fields), transaction.extra), 'its extra cannot be read whole')
  const allowed = new Set<ExtraFieldName>([
    ...(['txPublicKey', 'additionalPublicKeys', 'nonce'] as const),
    ...purpose.fields.map(({ field }) => field),
    ...(purpose.outputs === 'locked' ? (['txSecretKey', 'keyImageProofs'] as const) : []),
    ...(burn > 0n ? (['burn'] as const) : []),
  ])
  for (const { field } of fields) check(allowed.delete(field), `its extra has an unexpected field ${field}`)
}

/** Verifies the transaction type, its extra fields, and published secrets and key image proofs. */
const checkPurpose = (transaction: Transaction, intention: Intention): void => {
  const { network, purpose = PAYMENT, keys, outputs, burn } = intention
  check(transaction.type === purpose.type, `its type is ${transaction.type}`)
  const fields = parseExtra(network, transaction.extra)
  check(burn >= purpose.burn, `it burns ${burn}, less than the price of ${purpose.burn}`)
  for (const field of purpose.fields) {
    const sent = findField(fields, field.field)
    check(
      sent !== undefined && equalBytes(serializeExtra([sent]), serializeExtra([field])),
      `its field ${field.field} differs`,
    )
  }
  const secret = findField(fields, 'txSecretKey')?.key
  const proofs = findField(fields, 'keyImageProofs')?.proofs ?? []
  if (purpose.outputs !== 'locked') {
    check(secret === undefined && proofs.length === 0, 'it publishes secrets')
    const isPaying = outputs.some(({ change }) => !change)
    check(purpose.outputs === 'free' || (!isPaying && burn === purpose.burn), 'it pays or burns more than its price')
    return
  }
  const locked = transaction.outputs.filter((_, i) => outputs[i]?.change === false)
  check(secret !== undefined && equalBytes(secret, keys.main), 'it publishes a wrong secret key')
  check(
    proofs.length === locked.length &&
      locked.every(({ key }, i) => {
        const proof = proofs[i]
        return proof !== undefined && verifyKeyImage(proof.keyImage, key, proof.signature)
      }),
    'it does not prove the key images of its stakes',
  )
}

/** Verifies all but the ring signatures. */
const checkContents = (transaction: ProvenTransaction, weight: number, intention: Intention, random: Random): void => {
  const { network, fee, burn, lowestFee, highestFee } = intention
  check(weight <= network.maxTransactionWeight, `its weight of ${weight} exceeds the limit of nodes`)
  check(fee >= lowestFee && fee <= highestFee, `its fee of ${fee} is not within ${lowestFee} .. ${highestFee}`)
  checkForm(transaction, intention)
  checkAmounts(transaction, intention, random)
  checkTransactionKeys(transaction, intention)
  checkOutputs(transaction, intention)
  checkPaymentId(transaction, intention)
  checkPurpose(transaction, intention)
  checkFields(transaction, intention)
  check(burntAmount(parseExtra(network, transaction.extra)) === burn, 'it burns a wrong amount')
  checkInputs(transaction, intention)
}

const checkAll = (signed: SignedTransaction, intention: Intention, random: Random): void => {
  const transaction = withProofs(parseTransaction(intention.network, signed.blob))
  check(equalBytes(serializeTransaction(transaction), signed.blob), 'its bytes are not canonical')
  check(equalBytes(transactionId(transaction), signed.txid), `its id is not ${toHex(signed.txid)}`)
  const weight = transactionWeight(transaction, signed.blob.length)
  check(weight === signed.weight, `its weight is ${weight}, not ${signed.weight}`)
  checkContents(transaction, weight, intention, random)
  checkSignatures(transaction, intention.inputs)
}

/** Runs checks; errors of the parsers and of point decoding also mean that the transaction is broken. */
const runChecks = (checks: () => void): void => {
  try {
    checks()
  } catch (error) {
    if (error instanceof SelfCheckError) throw error
    throw new SelfCheckError(`it cannot be read (${error instanceof Error ? error.message : error})`, { cause: error })
  }
}

/**
 * Verifies all of a transaction but its ring signatures against its expected contents: one that several signers make.
 * @param random for the weights of the batched range proof check
 * @throws SelfCheckError
 */
export const verifyContents = (transaction: Transaction, intention: Intention, random: Random): void =>
  runChecks(() => {
    const proven = withProofs(transaction)
    checkContents(proven, transactionWeight(proven), intention, random)
  })

/**
 * Verifies the ring signatures of a transaction.
 * @throws SelfCheckError
 */
export const verifyRingSignatures = (transaction: Transaction, inputs: readonly SpentInput[]): void =>
  runChecks(() => checkSignatures(withProofs(transaction), inputs))

/**
 * Verifies a signed transaction, parsed from its bytes, against its expected contents.
 * @param random for the weights of the batched range proof check
 * @throws SelfCheckError
 */
export const verifyOwnTransaction = (signed: SignedTransaction, intention: Intention, random: Random): void =>
  runChecks(() => checkAll(signed, intention, random))
