// The wallet's verification of its own transactions: accepts correct ones, and nothing else.

import { beforeAll, describe, expect, it } from 'vitest'
import { subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../../../src/coin/transactions/weight.ts'
import { commit } from '../../../../src/crypto/amounts/commitment.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { generateKeys, keyImage, publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { draftTransaction, draftWeight } from '../../../../src/wallet/spend/draft.ts'
import { AmbiguousPaymentIdError } from '../../../../src/wallet/spend/intent.ts'
import { createSampler } from '../../../../src/wallet/spend/randomSampler.ts'
import { type SignedTransaction, signDraft, UnbalancedTransactionError } from '../../../../src/wallet/spend/sign.ts'
import { type Intention, SelfCheckError, verifyOwnTransaction } from '../../../../src/wallet/spend/verify.ts'
import { seededRandom } from '../../../support/random.ts'

const FEE = 777n
const PAYMENT_ID = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)

/** Two inputs in synthetic rings, paid to one address with a payment id or to two others; with change. */
const build = (
  network: Network,
  payees: readonly (readonly [major: number, minor: number])[],
  seed: number,
  changeAccount = 1,
) => {
  const random = seededRandom(seed)
  const sampler = createSampler(random)
  const own = generateKeys(random(32))
  const other = generateKeys(random(32))
  const secrets = [randomScalar(random), randomScalar(random)]
  const inputs = secrets.map((secret, i) => {
    const key = publicKeyOf(secret)
    const amount = 1000n * BigInt(i + 1)
    const mask = randomScalar(random)
    const members = Array.from({ length: network.ringSize }, (_, j) => ({
      globalIndex: 10 * j + i,
      key: publicKeyOf(randomScalar(random)),
      commitment: commit(5n, randomScalar(random)),
    }))
    const realPosition = 3 + i
    const real = { globalIndex: 10 * realPosition + i, key, commitment: commit(amount, mask) }
    const ring = { members: members.with(realPosition, real), realPosition }
    return { amount, mask, key, globalIndex: real.globalIndex, keyImage: keyImage(key, secret), ring, secret }
  })
  const destinations = payees.map(([major, minor]) => subaddressAt(other, major, minor))
  const amounts = destinations.map((_, i) => BigInt(100 + i))
  const change = subaddressAt(own, changeAccount, 0)
  const paymentId = destinations.length === 1 ? PAYMENT_ID : new Uint8Array()
  const draft = draftTransaction(
    {
      form: network,
      inputs,
      destinations,
      change,
      paymentId,
      burns: false,
      unlockTime: 99n,
      viewSecret: own.viewSecret,
    },
    random,
    sampler,
  )
  const rest = 3000n - FEE - amounts.reduce((total, amount) => total + amount, 0n)
  const all = { destinations: amounts, change: rest, fee: FEE, burn: 0n }
  const signed = signDraft(draft, all, ({ secret }) => secret.slice(), random)
  expect(signed.weight).toBe(draftWeight(draft, FEE))
  const intention: Intention = {
    network,
    inputs: draft.inputs,
    outputs: draft.outputs.map(({ destination }) => ({
      payee: (destination === undefined ? undefined : destinations[destination]) ?? change,
      amount: (destination === undefined ? undefined : amounts[destination]) ?? rest,
      change: destination === undefined,
    })),
    keys: draft.keys,
    wallet: own,
    account: 1,
    fee: FEE,
    burn: 0n,
    lowestFee: FEE,
    highestFee: FEE,
    paymentId,
    unlockTime: 99n,
  }
  return { signed, intention, draft, all, random, secrets }
}

/** A changed transaction with matching id and weight. */
const remade = (network: Network, signed: SignedTransaction, change: (one: Transaction) => Transaction) => {
  const transaction = change(parseTransaction(network, signed.blob))
  const blob = serializeTransaction(transaction)
  return { transaction, blob, txid: transactionId(transaction), weight: transactionWeight(transaction, blob.length) }
}

const families: readonly (readonly [name: string, network: Network])[] = [
  ['oxen', oxenRegtest],
  ['monero', moneroRegtest],
]
const mixed = [
  [0, 0],
  [2, 5],
] as const

describe.each(families)('the check of a transaction of the %s family', (_, network) => {
  let built: ReturnType<typeof build>
  beforeAll(() => {
    built = build(network, mixed, 2)
  })

  it('accepts a correct transaction', () => {
    for (const { signed, intention, random } of [built, build(network, [[0, 1]], 1)])
      verifyOwnTransaction(signed, intention, random)
  })

  it('rejects a transaction that differs from the intention', () => {
    const { signed, intention, random } = built
    const [first, second, third] = intention.outputs
    const [input, other] = intention.inputs
    if (!(first && second && third && input && other)) throw new Error('two inputs and three outputs were built')
    const wrong: Partial<Intention>[] = [
      { fee: FEE + 1n, highestFee: FEE + 1n },
      { highestFee: FEE - 1n },
      { lowestFee: FEE + 1n },
      { burn: 1n },
      { unlockTime: 98n },
      { outputs: [first, second] },
      { outputs: [second, first, third] },
      { outputs: [{ ...first, amount: first.amount + 1n }, { ...second, amount: second.amount - 1n }, third] },
      { outputs: [{ ...first, change: !first.change }, second, third] },
      { inputs: [input] },
      { inputs: [other, input] },
      {
        inputs: [
          { ...input, amount: input.amount + 1n },
          { ...other, amount: other.amount - 1n },
        ],
      },
      { inputs: [{ ...input, ring: other.ring }, other] },
      { inputs: [{ ...input, ring: { ...input.ring, realPosition: 0 } }, other] },
      { inputs: [{ ...input, globalIndex: input.globalIndex + 1 }, other] },
      { wallet: { ...intention.wallet, viewSecret: intention.keys.main } },
      { account: 0 },
      { account: 2 },
      { keys: { main: intention.wallet.viewSecret, additional: intention.keys.additional } },
      { keys: { main: intention.keys.main, additional: [] } },
      { keys: { main: intention.keys.main, additional: intention.keys.additional.toReversed() } },
    ]
    for (const change of wrong)
      expect(() => verifyOwnTransaction(signed, { ...intention, ...change }, random), Object.keys(change)[0]).toThrow(
        SelfCheckError,
      )
    const foreign = network === oxenRegtest ? moneroRegtest : oxenRegtest
    expect(() => verifyOwnTransaction(signed, { ...intention, network: foreign }, random)).toThrow(SelfCheckError)
    const one = build(network, [[0, 0]], 3)
    const paymentId = PAYMENT_ID.toReversed()
    expect(() => verifyOwnTransaction(one.signed, { ...one.intention, paymentId }, random)).toThrow('payment id')
  })

  it('rejects change that does not return to the account of the inputs', () => {
    // The intention names the address that the transaction pays: the check derives the right one by itself.
    for (const account of [0, 2]) {
      const { signed, intention, random } = build(network, mixed, 4, account)
      expect(intention.account).toBe(1)
      expect(() => verifyOwnTransaction(signed, intention, random)).toThrow(SelfCheckError)
    }
  })

  it('rejects altered bytes', () => {
    const { signed, intention, random } = built
    for (let offset = 0; offset < signed.blob.length; offset += 61) {
      const blob = signed.blob.slice()
      blob[offset] = (blob[offset] ?? 0) ^ 1
      expect(() => verifyOwnTransaction({ ...signed, blob }, intention, random)).toThrow(SelfCheckError)
    }
  })

  it('rejects alterations with a matching id and weight', () => {
    const { signed, intention, random } = built
    const rct = (one: Transaction) => {
      if (one.rct === undefined || one.prunable === undefined) throw new Error('proofs were built')
      return { base: one.rct, prunable: one.prunable }
    }
    const alterations: readonly ((one: Transaction) => Transaction)[] = [
      (one) => ({ ...one, rct: { ...rct(one).base, ecdhInfo: rct(one).base.ecdhInfo.toReversed() } }),
      (one) => ({ ...one, rct: { ...rct(one).base, commitments: rct(one).base.commitments.toReversed() } }),
      (one) => ({ ...one, rct: { ...rct(one).base, fee: FEE - 1n } }),
      (one) => ({ ...one, prunable: { ...rct(one).prunable, clsags: rct(one).prunable.clsags.toReversed() } }),
      (one) => ({ ...one, prunable: { ...rct(one).prunable, pseudoOuts: rct(one).prunable.pseudoOuts.toReversed() } }),
      (one) => ({ ...one, outputs: one.outputs.toReversed() }),
      (one) => ({ ...one, inputs: one.inputs.toReversed() }),
      (one) => ({ ...one, unlockTime: 7n }),
      (one) => ({ ...one, extra: one.extra.slice(0, -1) }),
    ]
    for (const alter of alterations)
      expect(() => verifyOwnTransaction(remade(network, signed, alter), intention, random)).toThrow(SelfCheckError)
  })

  it('is not reached if amounts do not balance', () => {
    const { draft, all, random, secrets } = built
    for (const change of [{ fee: FEE + 1n }, { change: all.change - 1n }, { destinations: [-1n, 3000n] }])
      expect(() => signDraft(draft, { ...all, ...change }, () => secrets[0] ?? new Uint8Array(), random)).toThrow(
        UnbalancedTransactionError,
      )
  })

  it('is not reached if a payment id has several receivers', () => {
    const { draft, intention, random } = built
    const request = {
      form: network,
      inputs: draft.inputs,
      destinations: intention.outputs.flatMap(({ payee, change }) => (change ? [] : [payee])),
      change: undefined,
      paymentId: PAYMENT_ID,
      burns: false,
      unlockTime: 0n,
      viewSecret: intention.wallet.viewSecret,
    }
    expect(() => draftTransaction(request, random, createSampler(random))).toThrow(AmbiguousPaymentIdError)
  })
})
