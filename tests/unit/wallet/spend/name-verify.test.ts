// The wallet's verification of its own orders of names: an altered name, type, owner, value, price or payment is never sent.

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { nameHash } from '../../../../src/coin/names/nameText.ts'
import { oxenRegtest as network } from '../../../../src/coin/networks/oxen.ts'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import type { NameOwner, NameSystemField } from '../../../../src/coin/transactions/nameSystem.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { buildExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { type Transaction, TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../../../src/coin/transactions/weight.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { draftTransaction } from '../../../../src/wallet/spend/draft.ts'
import { namePurpose, PAYMENT } from '../../../../src/wallet/spend/purpose.ts'
import { type SignedTransaction, signDraft } from '../../../../src/wallet/spend/sign.ts'
import { type Intention, SelfCheckError, verifyOwnTransaction } from '../../../../src/wallet/spend/verify.ts'
import { seededRandom } from '../../../support/random.ts'
import { runs } from '../../../support/runs.ts'
import { syntheticInput } from '../../../support/wallet/spend/synthetic-input.ts'

const PRICE = 500n
const FEE = 777n
const HELD = 1000n

const random = seededRandom(53)
const own = generateKeys(random(32))
const stranger = generateKeys(random(32))
const address = subaddressAt(own, 0, 0)

const walletOwner = ({ spendPublic, viewPublic }: typeof own): NameOwner => ({
  ...{ kind: 'wallet', isSubaddress: false },
  ...{ spendKey: spendPublic, viewKey: viewPublic },
})

const NONE = { owner: undefined, backupOwner: undefined, signature: undefined, encryptedValue: undefined }

const purchase: NameSystemField = {
  ...{ ...NONE, field: 'nameSystem', version: 0, type: 2, previousId: new Uint8Array(32) },
  nameHash: nameHash('mine.loki'),
  owner: walletOwner(own),
  encryptedValue: random(72),
}
const renewal: NameSystemField = { ...purchase, ...NONE, previousId: random(32) }
const update: NameSystemField = {
  ...{ ...renewal, backupOwner: { kind: 'ed25519', key: random(32) }, encryptedValue: random(72) },
  signature: { kind: 'wallet', signature: random(64) },
}

/** One input in a synthetic ring; the change returns to the wallet. */
const build = (field: NameSystemField, price: bigint) => {
  const purpose = namePurpose(field, price)
  const { secret, input } = syntheticInput(network, HELD, random)
  const form = { form: network, inputs: [input], destinations: [], change: address, paymentId: new Uint8Array() }
  const draft = draftTransaction(
    {
      ...form,
      ...{ burns: price > 0n, unlockTime: 0n, viewSecret: own.viewSecret, type: purpose.type, fields: purpose.fields },
    },
    random,
    createSampler(random),
  )
  const change = HELD - FEE
  const signed = signDraft(draft, { destinations: [], change, fee: FEE, burn: price }, () => secret.slice(), random)
  const intention: Intention = {
    ...{ network, inputs: draft.inputs, keys: draft.keys, wallet: own, account: 0, purpose },
    outputs: draft.outputs.map(() => ({ payee: address, amount: change, change: true })),
    ...{ fee: FEE, burn: price, lowestFee: FEE, highestFee: FEE, paymentId: new Uint8Array(), unlockTime: 0n },
  }
  return { signed, intention }
}

/** The transaction with another prefix and matching id and weight. */
const withPrefix = (
  { blob: before }: SignedTransaction,
  change: (transaction: Transaction) => Partial<Transaction>,
) => {
  const parsed = parseTransaction(network, before)
  const transaction: Transaction = { ...parsed, ...change(parsed) }
  const blob = serializeTransaction(transaction)
  return { transaction, blob, txid: transactionId(transaction), weight: transactionWeight(transaction, blob.length) }
}

const withFields = (signed: SignedTransaction, change: (fields: ExtraField[]) => ExtraField[]): SignedTransaction =>
  withPrefix(signed, ({ extra }) => ({ extra: buildExtra(change(parseExtra(network, extra))) }))

const withName = (signed: SignedTransaction, change: Partial<NameSystemField>): SignedTransaction =>
  withFields(signed, (all) => all.map((each) => (each.field === 'nameSystem' ? { ...each, ...change } : each)))

const orders = [
  ['a purchase', purchase, PRICE],
  ['a renewal', renewal, PRICE],
  ['an update', update, 0n],
] as const

describe.each(orders)('the check of %s of a name', (_, field, price) => {
  let order: ReturnType<typeof build>
  beforeAll(() => {
    order = build(field, price)
  })

  const expectRefused = (altered: SignedTransaction, why: string): void => {
    const check = () => verifyOwnTransaction(altered, order.intention, random)
    expect(check).toThrow(SelfCheckError)
    expect(check).toThrow(why)
  }

  it('accepts the order', () => {
    verifyOwnTransaction(order.signed, order.intention, random)
  })

  const { signature } = field
  const changes: readonly (readonly [string, Partial<NameSystemField>])[] = [
    ['type', { type: 3 }],
    ['name', { nameHash: nameHash('other.loki') }],
    ['last transaction', { previousId: random(32) }],
    ['owner', { owner: walletOwner(stranger) }],
    ['kind of owner', { owner: { kind: 'ed25519', key: own.spendPublic } }],
    ['backup owner', { backupOwner: walletOwner(stranger) }],
    ['value', { encryptedValue: random(72) }],
    ['signature', { signature: { kind: signature?.kind ?? 'ed25519', signature: random(64) } }],
    ...(field.owner === undefined ? [] : [['missing owner', { owner: undefined }] as const]),
    ...(field.encryptedValue === undefined ? [] : [['missing value', { encryptedValue: undefined }] as const]),
    ...(signature === undefined ? [] : [['missing signature', { signature: undefined }] as const]),
  ]

  it.each(changes)('rejects another %s', (_what, change) => {
    expectRefused(withName(order.signed, change), 'its field nameSystem differs')
  })

  it('rejects another type of transaction, price and purpose', () => {
    expectRefused(
      withPrefix(order.signed, () => ({ type: TransactionType.standard })),
      'its type is 0',
    )
    const burning = (amount: bigint): SignedTransaction =>
      withFields(order.signed, (all) => [...all.filter((each) => each.field !== 'burn'), { field: 'burn', amount }])
    expectRefused(burning(price + 1n), price === 0n ? 'unexpected field burn' : 'it burns a wrong amount')
    const { intention, signed } = order
    const as = (changed: Partial<Intention>) => () => verifyOwnTransaction(signed, { ...intention, ...changed }, random)
    expect(as({ purpose: PAYMENT })).toThrow('it has 1 outputs')
    expect(as({ purpose: namePurpose(field, price + 1n) })).toThrow(`it burns ${price}, less than the price`)
  })

  it('rejects a second name, a missing one, and an output to another', () => {
    expectRefused(
      withFields(order.signed, (all) => [...all, { ...field }]),
      'unexpected field nameSystem',
    )
    expectRefused(
      withFields(order.signed, (all) => all.filter((each) => each.field !== 'nameSystem')),
      'its field nameSystem differs',
    )
    const { intention, signed } = order
    const paying = { ...intention, outputs: intention.outputs.map((output) => ({ ...output, change: false })) }
    expect(() => verifyOwnTransaction(signed, paying, random)).toThrow(SelfCheckError)
  })

  it('rejects any change of a byte of extra', () => {
    const { extra } = parseTransaction(network, order.signed.blob)
    fc.assert(
      fc.property(fc.nat(extra.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const altered = withPrefix(order.signed, () => ({ extra: extra.with(at, (extra[at] ?? 0) ^ change) }))
        expect(() => verifyOwnTransaction(altered, order.intention, random)).toThrow(SelfCheckError)
      }),
      { numRuns: runs(60) },
    )
  })
})
