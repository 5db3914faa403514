// The wallet's verification of its own stakes and names: a stake publishes the intended secrets, and a payment publishes none; a name pays
// nobody and burns its price.

import { beforeAll, describe, expect, it } from 'vitest'
import { subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { oxenRegtest as network } from '../../../../src/coin/networks/oxen.ts'
import type { ExtraField, SignedKeyImage } from '../../../../src/coin/transactions/extraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { buildExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { type Transaction, TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../../../src/coin/transactions/weight.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { generateKeys, keyImage, publicKeyOf, secretAdd } from '../../../../src/crypto/keys/keys.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { signKeyImage } from '../../../../src/crypto/signatures/ringSignature.ts'
import { type DraftOutput, draftTransaction } from '../../../../src/wallet/spend/draft.ts'
import { namePurpose, PAYMENT, type Purpose, stakePurpose } from '../../../../src/wallet/spend/purpose.ts'
import { type SignedTransaction, signDraft } from '../../../../src/wallet/spend/sign.ts'
import { type Intention, SelfCheckError, verifyOwnTransaction } from '../../../../src/wallet/spend/verify.ts'
import { seededRandom } from '../../../support/random.ts'
import { nameRenewal } from '../../../support/wallet/spend/name-field.ts'
import { syntheticInput } from '../../../support/wallet/spend/synthetic-input.ts'

const FEE = 777n
const HELD = 1000n
const STAKED = 100n

const random = seededRandom(51)
const own = generateKeys(random(32))
const address = subaddressAt(own, 0, 0)
const serviceNodeKey = publicKeyOf(randomScalar(random))
const fields: readonly ExtraField[] = [
  { field: 'contributor', spendKey: own.spendPublic, viewKey: own.viewPublic },
  { field: 'serviceNodeKey', key: serviceNodeKey },
]

/** One input in a synthetic ring, paid to the wallet itself in `stakes` outputs; with change. */
const build = (purpose: Purpose, stakes = 1): { readonly signed: SignedTransaction; readonly intention: Intention } => {
  const { secret, input } = syntheticInput(network, HELD, random)
  const lock = ({ key: output, sharedScalar }: DraftOutput) => {
    const outputSecret = secretAdd(sharedScalar, own.spendSecret)
    const image = keyImage(output, outputSecret)
    return { keyImage: image, signature: signKeyImage(image, output, outputSecret, random) }
  }
  const draft = draftTransaction(
    {
      form: network,
      inputs: [input],
      destinations: Array.from({ length: stakes }, () => address),
      change: address,
      paymentId: new Uint8Array(),
      burns: false,
      unlockTime: 0n,
      viewSecret: own.viewSecret,
      type: purpose.type,
      fields: purpose.fields,
      ...(purpose.outputs === 'locked' ? { lock } : {}),
    },
    random,
    createSampler(random),
  )
  const staked = Array.from({ length: stakes }, () => STAKED)
  const change = HELD - FEE - STAKED * BigInt(stakes)
  const signed = signDraft(draft, { destinations: staked, change, fee: FEE, burn: 0n }, () => secret.slice(), random)
  const intention: Intention = {
    network,
    inputs: draft.inputs,
    outputs: draft.outputs.map(({ destination }) => ({
      payee: address,
      amount: destination === undefined ? change : STAKED,
      change: destination === undefined,
    })),
    keys: draft.keys,
    wallet: own,
    account: 0,
    fee: FEE,
    burn: 0n,
    lowestFee: FEE,
    highestFee: FEE,
    paymentId: new Uint8Array(),
    unlockTime: 0n,
    purpose,
  }
  return { signed, intention }
}

/** The transaction with another extra and matching id and weight. */
const withFields = (signed: SignedTransaction, change: (fields: ExtraField[]) => ExtraField[]): SignedTransaction => {
  const parsed = parseTransaction(network, signed.blob)
  const transaction: Transaction = { ...parsed, extra: buildExtra(change(parseExtra(network, parsed.extra))) }
  const blob = serializeTransaction(transaction)
  return { transaction, blob, txid: transactionId(transaction), weight: transactionWeight(transaction, blob.length) }
}

describe('the check of a stake', () => {
  let stake: ReturnType<typeof build>
  beforeAll(() => {
    stake = build(stakePurpose(fields))
  })

  it('accepts a correct stake', () => {
    verifyOwnTransaction(stake.signed, stake.intention, random)
    const payment = build(PAYMENT)
    verifyOwnTransaction(payment.signed, payment.intention, random)
  })

  it('rejects another purpose', () => {
    const refused = (signed: SignedTransaction, intention: Intention, why: string): void =>
      expect(() => verifyOwnTransaction(signed, intention, random)).toThrow(why)
    refused(stake.signed, { ...stake.intention, purpose: PAYMENT }, 'its type is 3')
    refused(
      stake.signed,
      { ...stake.intention, purpose: { ...PAYMENT, type: TransactionType.stake } },
      'it publishes secrets',
    )
    const other = stakePurpose([{ field: 'serviceNodeKey', key: own.spendPublic }])
    refused(stake.signed, { ...stake.intention, purpose: other }, 'its field serviceNodeKey differs')
    const payment = build({ ...stakePurpose(fields), outputs: 'free' })
    const locked = stakePurpose(fields)
    refused(payment.signed, { ...payment.intention, purpose: locked }, 'it publishes a wrong secret key')
  })

  it('rejects a payment that publishes a secret or a key image proof', () => {
    const payment = { ...stake.intention, purpose: { ...PAYMENT, type: TransactionType.stake } }
    for (const published of ['txSecretKey', 'keyImageProofs'] as const) {
      const fieldsOf = (all: ExtraField[]) =>
        all.filter(({ field }) => field === published || (field !== 'txSecretKey' && field !== 'keyImageProofs'))
      const altered = withFields(stake.signed, fieldsOf)
      expect(() => verifyOwnTransaction(altered, payment, random)).toThrow('it publishes secrets')
    }
  })

  it('requires the proof of each of several stakes', () => {
    const { signed, intention } = build(stakePurpose(fields), 2)
    verifyOwnTransaction(signed, intention, random)
    const withProofs = (change: (proofs: readonly SignedKeyImage[]) => readonly SignedKeyImage[]) =>
      withFields(signed, (all) =>
        all.map((each) => (each.field === 'keyImageProofs' ? { ...each, proofs: change(each.proofs) } : each)),
      )
    for (const altered of [
      withProofs(([first]) => (first === undefined ? [] : [first, first])),
      withProofs((proofs) => proofs.toReversed()),
      withProofs((proofs) => proofs.slice(0, 1)),
      withProofs((proofs) => [...proofs, ...proofs]),
    ])
      expect(() => verifyOwnTransaction(altered, intention, random)).toThrow('does not prove the key images')
  })

  it.each<[string, (fields: ExtraField[]) => ExtraField[], string]>([
    [
      'another secret',
      (all) => all.map((each) => (each.field === 'txSecretKey' ? { ...each, key: own.spendSecret } : each)),
      'it publishes a wrong secret key',
    ],
    [
      'no proof',
      (all) => all.map((each) => (each.field === 'keyImageProofs' ? { ...each, proofs: [] } : each)),
      'does not prove the key images',
    ],
    [
      'a proof of another key image',
      (all) =>
        all.map((each) =>
          each.field === 'keyImageProofs'
            ? { ...each, proofs: each.proofs.map((proof) => ({ ...proof, keyImage: serviceNodeKey })) }
            : each,
        ),
      'does not prove the key images',
    ],
    ['no contributor', (all) => all.filter(({ field }) => field !== 'contributor'), 'its field contributor'],
  ])('rejects %s', (_, change, why) => {
    const altered = withFields(stake.signed, change)
    const check = () => verifyOwnTransaction(altered, stake.intention, random)
    expect(check).toThrow(SelfCheckError)
    expect(check).toThrow(why)
  })
})

describe('the check of the fields of extra', () => {
  const burn: ExtraField = { field: 'burn', amount: 0n }
  const contributor: ExtraField = { field: 'contributor', spendKey: own.spendPublic, viewKey: own.viewPublic }

  it.each<[string, (fields: ExtraField[]) => ExtraField[], string]>([
    ['a field of another purpose', (all) => [...all, contributor], 'its extra has an unexpected field contributor'],
    ['a burnt amount that was not intended', (all) => [...all, burn], 'its extra has an unexpected field burn'],
    [
      'a field twice',
      (all) => [...all, ...all.filter(({ field }) => field === 'nonce')],
      'its extra has an unexpected field nonce',
    ],
  ])('rejects a payment with %s', (_, change, why) => {
    const { signed, intention } = build(PAYMENT)
    expect(() => verifyOwnTransaction(withFields(signed, change), intention, random)).toThrow(why)
  })

  it('rejects bytes that are no field', () => {
    const { signed, intention } = build(PAYMENT)
    const { transaction } = signed
    const longer = { ...transaction, extra: Uint8Array.of(...transaction.extra, 0x73) }
    const blob = serializeTransaction(longer)
    const weight = transactionWeight(longer, blob.length)
    const altered = { transaction: longer, blob, txid: transactionId(longer), weight }
    expect(() => verifyOwnTransaction(altered, intention, random)).toThrow('its extra cannot be read whole')
  })

  it('rejects another burnt amount than intended', () => {
    const { signed, intention } = build(PAYMENT)
    const burning = withFields(signed, (all) => [...all, { ...burn, amount: 6n }])
    expect(() => verifyOwnTransaction(burning, { ...intention, burn: 5n }, random)).toThrow('it burns a wrong amount')
  })
})

describe('the check of a change of a name', () => {
  const renewal = namePurpose(nameRenewal, 0n)

  it('accepts one that pays nobody, and rejects one that pays somebody', () => {
    const { signed, intention } = build(renewal, 0)
    verifyOwnTransaction(signed, intention, random)
    const paying = build(renewal, 1)
    expect(() => verifyOwnTransaction(paying.signed, paying.intention, random)).toThrow(
      'it pays or burns more than its price',
    )
  })

  it('rejects one that burns more or less than its price', () => {
    const { signed, intention } = build(renewal, 0)
    const refused = (burn: bigint, price: bigint, why: string): void =>
      expect(() =>
        verifyOwnTransaction(signed, { ...intention, burn, purpose: { ...renewal, burn: price } }, random),
      ).toThrow(why)
    refused(1n, 0n, 'it pays or burns more than its price')
    refused(4n, 5n, 'it burns 4, less than the price of 5')
  })
})
