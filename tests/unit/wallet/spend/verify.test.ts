// The wallet's verification of its own transactions: accepts correct ones, and nothing else.

import { beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { sumAmounts } from '../../../../src/coin/amount.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { type RctBase, type RctPrunable, RctType } from '../../../../src/coin/transactions/ringct.ts'
import { buildExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../../../src/coin/transactions/weight.ts'
import { commit } from '../../../../src/crypto/amounts/commitment.ts'
import { addPoints, decodePoint, encodePoint } from '../../../../src/crypto/curve/point.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { generateKeys, keyImage, publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import type { Random } from '../../../../src/crypto/random/random.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { draftTransaction, draftWeight } from '../../../../src/wallet/spend/draft.ts'
import { AmbiguousPaymentIdError } from '../../../../src/wallet/spend/intent.ts'
import {
  type Amounts,
  type SignedTransaction,
  signDraft,
  UnbalancedTransactionError,
} from '../../../../src/wallet/spend/sign.ts'
import { type Intention, SelfCheckError, verifyOwnTransaction } from '../../../../src/wallet/spend/verify.ts'
import { seededRandom } from '../../../support/random.ts'

const FEE = 777n
const PAYMENT_ID = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)

type Variant = {
  /** account to which the change goes; `dummy`: a random address that receives nothing; undefined: there is no such output */
  readonly change?: number | 'dummy' | undefined
  /** of the first destination; the others receive 101, 102, ... */
  readonly firstAmount?: bigint
  /** the inputs that are signed, by their sorted positions; each once if omitted */
  readonly order?: readonly number[]
  readonly fee?: bigint
  /** random numbers of the signature; those of the seed if omitted */
  readonly signingRandom?: Random
}

/** Two inputs in synthetic rings, paid to one address with a payment id or to several others. */
const build = (
  network: Network,
  payees: readonly (readonly [major: number, minor: number] | 'change')[],
  seed: number,
  { change: changeTo = 1, firstAmount = 100n, order = [0, 1], fee = FEE, signingRandom }: Variant = {},
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
  const base = subaddressAt(own, 1, 0)
  const destinations = payees.map((place) => (place === 'change' ? base : subaddressAt(other, ...place)))
  const amounts = destinations.map((_, i) => (i === 0 ? firstAmount : BigInt(100 + i)))
  const change =
    changeTo === 'dummy'
      ? subaddressAt(generateKeys(random(32)), 0, 0)
      : changeTo === undefined
        ? undefined
        : subaddressAt(own, changeTo, 0)
  const paymentId = destinations.length === 1 ? PAYMENT_ID : new Uint8Array()
  const sorted = draftTransaction(
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
  const ordered = <Item>(items: readonly Item[]): Item[] => order.flatMap((place) => items[place] ?? [])
  const { skeleton } = sorted
  const draft = {
    ...sorted,
    inputs: ordered(sorted.inputs),
    skeleton: { ...skeleton, inputs: ordered(skeleton.inputs) },
  }
  const rest = sumAmounts(draft.inputs) - fee - amounts.reduce((total, amount) => total + amount, 0n)
  const all = { destinations: amounts, change: rest, fee, burn: 0n }
  const signed = signDraft(draft, all, ({ secret }) => secret.slice(), signingRandom ?? random)
  expect(signed.weight).toBe(draftWeight(draft, fee))
  const intention: Intention = {
    network,
    inputs: draft.inputs,
    outputs: draft.outputs.map(({ destination }) => ({
      payee: (destination === undefined ? change : destinations[destination]) ?? base,
      amount: (destination === undefined ? undefined : amounts[destination]) ?? rest,
      change: destination === undefined,
    })),
    keys: draft.keys,
    wallet: own,
    account: 1,
    fee,
    burn: 0n,
    lowestFee: fee,
    highestFee: fee,
    paymentId,
    unlockTime: 99n,
  }
  return { signed, intention, draft, all, random, secrets }
}

type Built = ReturnType<typeof build>

/** Returns what the check finds wrong. */
const reasonOf = ({ signed, intention, random }: Pick<Built, 'signed' | 'intention' | 'random'>): string => {
  try {
    verifyOwnTransaction(signed, intention, random)
  } catch (error) {
    if (!(error instanceof SelfCheckError)) throw error
    const [, reason = ''] =
      /^the built transaction failed its own check: (.*); nothing was sent, please report this$/.exec(error.message) ??
      []
    return reason
  }
  return 'nothing'
}

/** A changed transaction with matching id and weight. */
const remade = (network: Network, signed: SignedTransaction, change: (one: Transaction) => Transaction) => {
  const transaction = change(parseTransaction(network, signed.blob))
  const blob = serializeTransaction(transaction)
  return { transaction, blob, txid: transactionId(transaction), weight: transactionWeight(transaction, blob.length) }
}

/** Changes the proofs of a transaction. */
const withProofs =
  (change: (rct: RctBase, prunable: RctPrunable) => Partial<Pick<Transaction, 'rct' | 'prunable'>>) =>
  (one: Transaction): Transaction => {
    if (one.rct === undefined || one.prunable === undefined) throw new Error('proofs were built')
    return { ...one, ...change(one.rct, one.prunable) }
  }

const families: readonly (readonly [name: string, network: Network])[] = [
  ['oxen', oxenRegtest],
  ['monero', moneroRegtest],
]
const mixed = [
  [0, 0],
  [2, 5],
] as const
const standard = [[0, 0]] as const

describe.each(families)('the check of a transaction of the %s family', (_, network) => {
  /** pays a standard address and a subaddress, with additional keys */
  let built: Built
  /** pays a standard address, with a payment id */
  let plain: Built
  beforeAll(() => {
    built = build(network, mixed, 2)
    plain = build(network, standard, 3)
  })

  const withIntention = (one: Built, change: Partial<Intention>): Built => ({
    ...one,
    intention: { ...one.intention, ...change },
  })

  const reasonOfRemade = (
    one: Built,
    alter: (one: Transaction) => Transaction,
    change: Partial<Intention> = {},
  ): string => reasonOf({ ...withIntention(one, change), signed: remade(network, one.signed, alter) })

  const partsOf = ({ intention }: Built) => {
    const [first, second, third] = intention.outputs
    const [input, other] = intention.inputs
    if (!(first && second && input && other)) throw new Error('two inputs and outputs were built')
    return { first, second, third: third ?? second, input, other }
  }

  it('accepts a correct transaction', () => {
    expect(reasonOf(built)).toBe('nothing')
    expect(reasonOf(plain)).toBe('nothing')
    expect(reasonOf(build(network, [[0, 1]], 1))).toBe('nothing')
  })

  it('accepts a transaction without change, and one with an empty output to a random address', () => {
    expect(reasonOf(build(network, mixed, 5, { change: undefined, firstAmount: 3000n - FEE - 101n }))).toBe('nothing')
    expect(reasonOf(build(network, standard, 6, { change: 'dummy', firstAmount: 3000n - FEE }))).toBe('nothing')
  })

  it('rejects change that goes to a random address', () => {
    expect(reasonOf(build(network, standard, 6, { change: 'dummy' }))).toBe('the change does not pay its address')
  })

  it('accepts a payment to the change address together with a subaddress, which needs no additional keys', () => {
    const one = build(network, ['change', [2, 5]], 7)
    expect(one.intention.keys.additional).toEqual([])
    expect(reasonOf(one)).toBe('nothing')
  })

  it('accepts a payment to the change address only', () => {
    expect(reasonOf(build(network, ['change', 'change'], 8))).toBe('nothing')
  })

  it('rejects a fee beyond its bounds', () => {
    const bounds = 'its fee of 777 is not within'
    expect(reasonOf(withIntention(built, { highestFee: FEE - 1n }))).toBe(`${bounds} 777 .. 776`)
    expect(reasonOf(withIntention(built, { lowestFee: FEE + 1n }))).toBe(`${bounds} 778 .. 777`)
  })

  it('rejects another fee, amount or burn than intended', () => {
    const { first, second, third, input, other } = partsOf(built)
    const differing: [Partial<Intention>, string][] = [
      [{ fee: FEE + 1n, highestFee: FEE + 1n }, 'its fee is 777'],
      [{ burn: 1n }, 'it burns a wrong amount'],
      [
        { inputs: [{ ...input, amount: input.amount + 1n }, other] },
        'its inputs are 3001, its outputs and fee are 3000',
      ],
      [
        { outputs: [{ ...first, amount: first.amount - 1n }, second, third] },
        'its inputs are 3000, its outputs and fee are 2999',
      ],
      [
        { outputs: [{ ...first, amount: first.amount + 1n }, { ...second, amount: second.amount - 1n }, third] },
        `${first.change ? 'the change' : 'output 0'} has a wrong encrypted amount`,
      ],
      [
        {
          inputs: [
            { ...input, amount: input.amount + 1n },
            { ...other, amount: other.amount - 1n },
          ],
        },
        'ring 0 does not hold the output that is spent',
      ],
    ]
    for (const [change, reason] of differing) expect(reasonOf(withIntention(built, change))).toBe(reason)
  })

  it('rejects a transaction of another form', () => {
    const size = built.signed.transaction.extra.length
    const { weight } = built.signed
    const forms: [Partial<Network>, string][] = [
      [{ transactionVersion: 3 }, `its version is ${network.transactionVersion}`],
      [
        { rctType: RctType.clsag === network.rctType ? RctType.bulletproofPlus : RctType.clsag },
        `its confidential type is ${network.rctType}`,
      ],
      [{ minOutputs: 4 }, 'it has 3 outputs'],
      [{ maxOutputs: 2 }, 'it has 3 outputs'],
      [{ minOutputs: 3, maxOutputs: 3 }, 'nothing'],
      [{ maxExtraSize: size - 1 }, `its extra has ${size} bytes`],
      [{ maxExtraSize: size }, 'nothing'],
      [{ maxExtraSize: undefined }, 'nothing'],
      [{ maxTransactionWeight: weight - 1 }, `its weight of ${weight} exceeds the limit of nodes`],
      [{ maxTransactionWeight: weight }, 'nothing'],
      [{ ringSize: network.ringSize + 1 }, `ring 0 has ${network.ringSize} members`],
    ]
    for (const [rules, reason] of forms)
      expect(reasonOf(withIntention(built, { network: { ...network, ...rules } })), reason).toBe(reason)
    const { first, second, third, input } = partsOf(built)
    expect(reasonOf(withIntention(built, { outputs: [first, second] }))).toBe('it has 3 outputs')
    expect(reasonOf(withIntention(built, { outputs: [first, second, third, third] }))).toBe('it has 3 outputs')
    expect(reasonOf(withIntention(built, { inputs: [input] }))).toBe('it has 2 inputs')
  })

  it('rejects another id or weight than signed', () => {
    const { weight, txid } = built.signed
    expect(reasonOf({ ...built, signed: { ...built.signed, weight: weight + 1 } })).toBe(
      `its weight is ${weight}, not ${weight + 1}`,
    )
    expect(reasonOf({ ...built, signed: { ...built.signed, txid: txid.toReversed() } })).toBe(
      `its id is not ${toHex(txid.toReversed())}`,
    )
  })

  it('rejects an input that differs from the intention', () => {
    const { input, other } = partsOf(built)
    const { ring } = input
    const [decoy] = ring.members
    if (decoy === undefined) throw new Error('a ring was built')
    const withDecoy = (change: Partial<typeof decoy>) => ({
      inputs: [{ ...input, ring: { ...ring, members: ring.members.with(0, { ...decoy, ...change }) } }, other],
    })
    const otherRing = 'ring 0 has members that were not selected'
    const otherOutput = 'ring 0 does not hold the output that is spent'
    const differing: [Partial<Intention>, string][] = [
      [{ inputs: [other, input] }, 'input 0 has a wrong key image'],
      [{ inputs: [{ ...input, ring: other.ring }, other] }, otherRing],
      [withDecoy({ globalIndex: decoy.globalIndex + 1 }), otherRing],
      [{ inputs: [{ ...input, ring: { ...ring, members: ring.members.slice(0, -1) } }, other] }, otherRing],
      [{ inputs: [{ ...input, ring: { ...ring, realPosition: 0 } }, other] }, otherOutput],
      [{ inputs: [{ ...input, ring: { ...ring, realPosition: -1 } }, other] }, otherOutput],
      [{ inputs: [{ ...input, globalIndex: input.globalIndex + 1 }, other] }, otherOutput],
      [{ inputs: [{ ...input, key: other.key }, other] }, otherOutput],
      [{ inputs: [{ ...input, mask: other.mask }, other] }, otherOutput],
      [withDecoy({ key: other.key }), 'the signature of input 0 does not hold'],
      [withDecoy({ commitment: decoy.key }), 'the signature of input 0 does not hold'],
    ]
    for (const [change, reason] of differing) expect(reasonOf(withIntention(built, change))).toBe(reason)
  })

  it('rejects a key image outside the prime-order subgroup, with which an output could be spent again', () => {
    const { input, other } = partsOf(built)
    const order2 = decodePoint(fromHex(`ec${'ff'.repeat(30)}7f`))
    const torsioned = encodePoint(addPoints(decodePoint(input.keyImage), order2))
    const alter = (one: Transaction): Transaction => ({
      ...one,
      inputs: one.inputs.map((spent, i) => (i === 0 ? { ...spent, keyImage: torsioned } : spent)),
    })
    expect(reasonOfRemade(built, alter, { inputs: [{ ...input, keyImage: torsioned }, other] })).toBe(
      'the key image of input 0 is not in the prime-order group',
    )
  })

  it('rejects inputs that are not sorted, or one twice', () => {
    for (const order of [
      [1, 0],
      [0, 0],
    ])
      expect(reasonOf(build(network, standard, 9, { order }))).toBe('its key images are not in descending order')
  })

  it('rejects an input that spends nothing', () => {
    const coinbase = (one: Transaction): Transaction => ({
      ...one,
      inputs: one.inputs.map((input, i) => (i === 0 ? { kind: 'gen', height: 5 } : input)),
    })
    expect(reasonOfRemade(built, coinbase)).toMatch(/^it cannot be read/)
  })

  it('rejects keys or a wallet other than those of the transaction', () => {
    const { first, second } = partsOf(plain)
    const { keys, wallet } = built.intention
    const published = 'its public key does not match its secret key'
    const differing: [Built, Partial<Intention>, string][] = [
      [built, { keys: { main: wallet.viewSecret, additional: keys.additional } }, published],
      [built, { keys: { main: keys.main, additional: [] } }, 'it has 3 additional keys'],
      [
        built,
        { keys: { main: keys.main, additional: keys.additional.toReversed() } },
        'additional key 0 does not match its secret key',
      ],
      [plain, { keys: { main: wallet.viewSecret, additional: [] } }, published],
      [plain, { keys: { ...plain.intention.keys, additional: [wallet.viewSecret] } }, 'it has 0 additional keys'],
      [
        plain,
        { wallet: { ...plain.intention.wallet, viewSecret: wallet.viewSecret } },
        'the change does not pay its address',
      ],
      [plain, { account: 0 }, 'the change does not pay its address'],
      [plain, { account: 2 }, 'the change does not pay its address'],
      [
        plain,
        { unlockTime: 98n },
        network === oxenRegtest
          ? `output ${first.change ? 1 : 0} has a wrong unlock time`
          : 'it has a wrong unlock time',
      ],
      [plain, { paymentId: PAYMENT_ID.toReversed() }, 'its receiver cannot read the payment id'],
      [built, { paymentId: PAYMENT_ID }, 'its receiver cannot read the payment id'],
      [
        plain,
        {
          outputs: [first, second].map((output) =>
            output.change ? output : { ...output, payee: subaddressAt(wallet, 0, 0) },
          ),
        },
        `output ${first.change ? 1 : 0} does not pay its address`,
      ],
    ]
    for (const [one, change, reason] of differing) {
      const changed = withIntention(one, change)
      // The output that is checked first fails.
      expect(reasonOf(changed), reason).toBe(reason)
    }
    const foreign = network === oxenRegtest ? moneroRegtest : oxenRegtest
    expect(reasonOf(withIntention(built, { network: foreign }))).not.toBe('nothing')
  })

  it('rejects outputs in another order, and payments listed as change', () => {
    const { first, second, third } = partsOf(built)
    expect(reasonOf(withIntention(built, { outputs: [second, first, third] }))).not.toBe('nothing')
    expect(reasonOf(withIntention(built, { outputs: [{ ...first, change: !first.change }, second, third] }))).not.toBe(
      'nothing',
    )
  })

  it('rejects change that does not return to the account of the inputs', () => {
    // The intention names the address that the transaction pays: the check derives the right one by itself.
    for (const payees of [mixed, standard])
      for (const change of [0, 2]) {
        const one = build(network, payees, 4, { change })
        expect(one.intention.account).toBe(1)
        expect(reasonOf(one)).not.toBe('nothing')
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

  it('reports why it cannot read the bytes', () => {
    const { signed, intention, random } = built
    const cut = { ...signed, blob: signed.blob.slice(0, -1) }
    expect(reasonOf({ ...built, signed: cut })).toMatch(/^it cannot be read \(.+\)$/)
    expect(() => verifyOwnTransaction(cut, intention, random)).toThrow(
      expect.objectContaining({ cause: expect.any(Error) }),
    )
  })

  it.each<[string, (one: Transaction) => Transaction, string | RegExp]>([
    [
      'without proofs',
      withProofs((rct) => ({ rct: { ...rct, type: RctType.null }, prunable: undefined })),
      'its proofs are missing',
    ],
    ['with another fee', withProofs((rct) => ({ rct: { ...rct, fee: FEE - 1n } })), 'its fee is 776'],
    [
      'with two range proofs',
      withProofs((_, prunable) => ({
        prunable: {
          ...prunable,
          bulletproofs: [...prunable.bulletproofs, ...prunable.bulletproofs],
          bulletproofsPlus: [...prunable.bulletproofsPlus, ...prunable.bulletproofsPlus],
        },
      })),
      'it does not have exactly one range proof',
    ],
    [
      'with a false range proof',
      withProofs((_, prunable) => ({
        prunable: {
          ...prunable,
          bulletproofs: prunable.bulletproofs.map((proof) => ({ ...proof, t: proof.taux })),
          bulletproofsPlus: prunable.bulletproofsPlus.map((proof) => ({ ...proof, r1: proof.s1 })),
        },
      })),
      'its range proof does not hold',
    ],
    [
      'with commitments in another order',
      withProofs((rct) => ({ rct: { ...rct, commitments: rct.commitments.toReversed() } })),
      'its range proof does not hold',
    ],
    [
      'with another pseudo output',
      withProofs((_, prunable) => ({
        prunable: {
          ...prunable,
          pseudoOuts: prunable.pseudoOuts.map(() => prunable.pseudoOuts[0] ?? new Uint8Array()),
        },
      })),
      'its commitments do not balance',
    ],
    [
      'with pseudo outputs in another order',
      withProofs((_, prunable) => ({ prunable: { ...prunable, pseudoOuts: prunable.pseudoOuts.toReversed() } })),
      'the signature of input 0 does not hold',
    ],
    [
      'with signatures in another order',
      withProofs((_, prunable) => ({ prunable: { ...prunable, clsags: prunable.clsags.toReversed() } })),
      'the signature of input 0 does not hold',
    ],
    [
      'with encrypted amounts in another order',
      withProofs((rct) => ({ rct: { ...rct, ecdhInfo: rct.ecdhInfo.toReversed() } })),
      /^(output 0|the change) has a wrong encrypted amount$/,
    ],
    ['with an unlock time', (one) => ({ ...one, unlockTime: 7n }), 'it has a wrong unlock time'],
    [
      'with inputs in another order',
      (one) => ({ ...one, inputs: one.inputs.toReversed() }),
      'input 0 has a wrong key image',
    ],
    [
      'with outputs in another order',
      (one) => ({ ...one, outputs: one.outputs.toReversed() }),
      /^(output 0|the change) does not pay its address$/,
    ],
    ['with a shorter extra', (one) => ({ ...one, extra: one.extra.slice(0, -1) }), /./],
  ])('rejects a transaction %s, with a matching id and weight', (_, alter, reason) => {
    const found = reasonOfRemade(built, alter)
    if (typeof reason === 'string') expect(found).toBe(reason)
    else expect(found).toMatch(reason)
    expect(found).not.toBe('nothing')
  })

  it('rejects commitments that balance with another fee only', () => {
    const { first, second, third } = partsOf(built)
    const outputs = [{ ...first, amount: first.amount - 1n }, second, third]
    const change = { fee: FEE + 1n, highestFee: FEE + 1n, outputs }
    const alter = withProofs((rct) => ({ rct: { ...rct, fee: FEE + 1n } }))
    expect(reasonOfRemade(built, alter, change)).toBe('its commitments do not balance')
  })

  it('rejects an extra without a public key, or with two', () => {
    const withFields = (change: (fields: readonly ExtraField[]) => readonly ExtraField[]) => (one: Transaction) => ({
      ...one,
      extra: buildExtra([...change(parseExtra(network, one.extra))]),
    })
    const count = 'it does not have exactly one public key'
    const isKey = ({ field }: ExtraField) => field === 'txPublicKey'
    expect(
      reasonOfRemade(
        built,
        withFields((fields) => fields.filter((one) => !isKey(one))),
      ),
    ).toBe(count)
    expect(
      reasonOfRemade(
        built,
        withFields((fields) => fields.flatMap((one) => (isKey(one) ? [one, one] : [one]))),
      ),
    ).toBe(count)
  })

  it('rejects a wrong view tag', () => {
    const alter = (one: Transaction) => ({
      ...one,
      outputs: one.outputs.map((output) => ({
        ...output,
        viewTag: output.viewTag === undefined ? undefined : output.viewTag ^ 1,
      })),
    })
    expect(reasonOfRemade(plain, alter)).toMatch(network.viewTags ? /has a wrong view tag$/ : /^nothing$/)
  })

  it('accepts a transaction without a fee', () => {
    expect(reasonOf(build(network, standard, 10, { fee: 0n }))).toBe('nothing')
  })

  it('sees other masks in another transaction although the random source repeats itself', () => {
    // The first inputs of both hold the same amount: equal masks would show that.
    const signingRandom: Random = (length) => new Uint8Array(length).fill(5)
    const pseudoOuts = [11, 12].map(
      (seed) =>
        build(network, standard, seed, { order: [0, 0], signingRandom }).signed.transaction.prunable?.pseudoOuts,
    )
    const [first, second] = pseudoOuts
    expect(first?.[0]).toHaveLength(32)
    expect(first?.[0]).not.toEqual(second?.[0])
  })

  it.each<[string, (all: Amounts) => Partial<Amounts>]>([
    ['the fee is higher', ({ fee }) => ({ fee: fee + 1n })],
    ['the change is lower', ({ change }) => ({ change: change - 1n })],
    ['an amount is negative', ({ change }) => ({ destinations: [-1n, 101n], change: change + 101n })],
    ['the change is negative', ({ change }) => ({ destinations: [change + 101n, 101n], change: -1n })],
    ['the fee is negative', ({ fee, change }) => ({ fee: -1n, change: change + fee + 1n })],
    ['an amount is missing', ({ change }) => ({ destinations: [100n], change: change + 100n })],
  ])('is not reached if %s', (_, change) => {
    const { draft, all, random, secrets } = built
    expect(() => signDraft(draft, { ...all, ...change(all) }, () => secrets[0] ?? new Uint8Array(), random)).toThrow(
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
