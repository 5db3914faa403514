// Planned transactions, built, signed and verified: change, dummy outputs, shortages, and what the verification stops.

import { describe, expect, it } from 'vitest'
import { subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { findField } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { commit } from '../../../../src/crypto/amounts/commitment.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import {
  deriveOutputKey,
  generateKeys,
  keyDerivation,
  keyImage,
  publicKeyOf,
} from '../../../../src/crypto/keys/keys.ts'
import type { Random } from '../../../../src/crypto/random/random.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import type { OutputDistribution } from '../../../../src/daemon/outputDistribution.ts'
import { buildTransaction } from '../../../../src/wallet/spend/build.ts'
import { selectionRules } from '../../../../src/wallet/spend/inputs.ts'
import type { PaymentIntent, Recipient, TransferIntent } from '../../../../src/wallet/spend/intent.ts'
import type { NameOrder } from '../../../../src/wallet/spend/nameOrder.ts'
import {
  MultisigUnsupportedError,
  type PaymentJob,
  WatchOnlyError,
} from '../../../../src/wallet/spend/paymentContext.ts'
import { NothingToSweepError, type TransactionPlan } from '../../../../src/wallet/spend/plan.ts'
import {
  buildPayment,
  discardBuilt,
  discardPrepared,
  estimateTransfer,
  makeTransactions,
  OutputKeyError,
  preparePayment,
} from '../../../../src/wallet/spend/prepare.ts'
import { namePurpose, stakePurpose } from '../../../../src/wallet/spend/purpose.ts'
import type { ReadyInput } from '../../../../src/wallet/spend/readyInputs.ts'
import { TransactionNotPossibleError } from '../../../../src/wallet/spend/select.ts'
import type { StakeOrder } from '../../../../src/wallet/spend/stakeOrder.ts'
import { SelfCheckError } from '../../../../src/wallet/spend/verify.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import { outputSecret } from '../../../../src/wallet/state/outputSecrets.ts'
import { seededRandom } from '../../../support/random.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { accountsByRound, participants } from '../../../support/wallet/multisig/multisig-exchange.ts'
import { ownedOutput } from '../../../support/wallet/owned-outputs.ts'
import { EMPTY_BLOCKS } from '../../../support/wallet/spend/block-space.ts'
import { nameRenewal } from '../../../support/wallet/spend/name-field.ts'
import { paymentJob } from '../../../support/wallet/spend/payment-job.ts'
import { preparedTransaction } from '../../../support/wallet/spend/prepared.ts'
import { honestNode, outputChain } from '../../../support/wallet/spend/ring-node.ts'

const random = seededRandom(1)
const own = generateKeys(bytesOf(1))
const theirs = generateKeys(bytesOf(2))
const SOURCE = { account: 0, subaddresses: [], priority: 1, unlockTime: 0n }
const COIN = 10n ** 12n
const NO_ID = new Uint8Array()

const recipient = (minor: number): Recipient => ({ text: `to ${minor}`, payee: subaddressAt(theirs, 0, minor) })

/** An output that the wallet can spend, in a ring of which the members are `gap` outputs apart. */
const input = (amount: bigint, { gap = 10, major = 0, network = moneroMainnet as Network } = {}) => {
  const secret = randomScalar(random)
  const { spendKey, viewKey } = subaddressAt(own, major, 0)
  const txPublicKey = publicKeyOf(secret)
  // A transaction to an address of another account has a public key of its own.
  const shared = major === 0 ? keyDerivation(viewKey, secret) : keyDerivation(txPublicKey, own.viewSecret)
  const key = deriveOutputKey(shared, 0, spendKey)
  const mask = randomScalar(random)
  const plain = ownedOutput({ amount, key, mask, txPublicKey, subaddress: { major, minor: 0 }, globalIndex: 3 * gap })
  const output = { ...plain, keyImage: keyImage(key, outputSecret(own, plain)) }
  const members = Array.from({ length: network.ringSize }, (_, i) => ({
    globalIndex: i * gap,
    key: publicKeyOf(randomScalar(random)),
    commitment: commit(5n, bytesOf(9)),
  }))
  const real = { globalIndex: 3 * gap, key, commitment: commit(amount, mask) }
  const ring = { members: members.with(3, real), realPosition: 3 }
  return { output, ring, keyImage: output.keyImage, amount, mask, key, globalIndex: 3 * gap }
}

const jobOf = (fields: Partial<PaymentJob> = {}): PaymentJob => {
  const random = seededRandom(7)
  return paymentJob({ keys: own, random, sampler: createSampler(random), ...fields })
}

const planOf = (inputs: readonly ReadyInput[], fields: Partial<TransactionPlan>): TransactionPlan => ({
  inputs: inputs.map(({ output }) => output),
  recipients: [recipient(0)],
  amounts: [1n],
  feeFrom: [],
  paymentId: NO_ID,
  ...fields,
})

const ringsOf = (inputs: readonly ReadyInput[]): ReadonlyMap<OwnedOutput, ReadyInput> =>
  new Map(inputs.map((one) => [one.output, one]))

const make = (job: PaymentJob, inputs: readonly ReadyInput[], ...plans: readonly Partial<TransactionPlan>[]) =>
  makeTransactions(job, { transactions: plans.map((plan) => planOf(inputs, plan)) }, ringsOf(inputs))

const built = (job: PaymentJob, inputs: readonly ReadyInput[], plan: Partial<TransactionPlan>) => {
  const result = buildTransaction(job, planOf(inputs, plan), ringsOf(inputs))
  if ('shortage' in result) throw new Error(`it is ${result.shortage} short`)
  return result
}

/** The fee of one input and two outputs: a weight of 1506, which wallet2 estimates as 1492. With three outputs it estimates 2095. */
const FEE = 1506n * 20_000n
const ESTIMATED = 1492n * 20_000n
const ESTIMATED_OF_THREE = 2095n * 20_000n
const one = input(COIN)

describe('a transaction of amounts', () => {
  it('returns the rest to the base address of the account', () => {
    const made = make(jobOf(), [one], { amounts: [COIN / 4n] })
    if ('shortage' in made) throw new Error('the input suffices')
    expect(made).toMatchObject([
      {
        fee: FEE,
        burn: 0n,
        kind: 'transfer',
        blink: false,
        account: 0,
        inputs: [one.output],
        rings: [one.ring],
        destinations: [{ address: 'to 0', amount: COIN / 4n }],
        change: COIN - COIN / 4n - FEE,
        paymentId: NO_ID,
        unlockTime: 0n,
      },
    ])
    expect(built(jobOf(), [one], {}).changePayee).toEqual(subaddressAt(own, 0, 0))
  })

  it('has a dummy output to an unknown address if one recipient receives everything', () => {
    const { change, changePayee, draft } = built(jobOf(), [one], { amounts: [COIN - FEE] })
    expect(change).toBe(0n)
    expect(draft.outputs).toHaveLength(2)
    expect(changePayee?.spendKey).not.toEqual(own.spendPublic)
    expect(changePayee?.viewKey).not.toEqual(own.viewPublic)
    expect(make(jobOf(), [one], { amounts: [COIN - FEE] })).toHaveLength(1)
  })

  it('has no further output if two recipients receive everything', () => {
    const fields = { recipients: [recipient(0), recipient(1)], amounts: [COIN - ESTIMATED_OF_THREE - 5n, 5n] }
    const fees = { ...moneroMainnet.fees, chargedWeight: 'at least estimated' } as const
    const network = { ...moneroMainnet, fees }
    const { changePayee, draft } = built(jobOf({ network }), [one], fields)
    expect(changePayee).toBeUndefined()
    expect(draft.outputs).toHaveLength(2)
    expect(make(jobOf({ network }), [one], fields)).toHaveLength(1)
  })

  it('is short if the change that the estimated fee leaves does not pay for its own output', () => {
    // Without change the transaction costs less than estimated, and what is left would be change: of three outputs, which weigh 2193.
    const fields = { recipients: [recipient(0), recipient(1)], amounts: [COIN - ESTIMATED_OF_THREE - 5n, 5n] }
    expect(make(jobOf(), [one], fields)).toEqual({ shortage: 2193n * 20_000n - ESTIMATED_OF_THREE })
  })

  it.each([
    ['nothing is left for the fee', COIN, ESTIMATED],
    ['one atomic unit lacks', COIN - FEE + 1n, 1n],
    ['it pays more than the input', COIN + 5n, ESTIMATED + 5n],
  ])('reports by how much the input falls short if %s', (_, amount, shortage) => {
    expect(make(jobOf(), [one], { amounts: [amount] })).toEqual({ shortage })
    expect(make(jobOf(), [one], {}, { amounts: [amount] })).toEqual({ shortage })
  })

  describe('in rings of distant outputs, which weigh more than estimated', () => {
    const far = input(COIN, { gap: 3_000_000 })
    /** 15 of the 16 distances between members have three bytes more. */
    const FEE_OF_FAR = 1551n * 20_000n

    it('pays the fee of its weight', () => {
      expect(make(jobOf(), [far], {})).toMatchObject([{ fee: FEE_OF_FAR, weight: 1551 }])
    })

    it('has a dummy output if the higher fee leaves no change', () => {
      const { change, changePayee, draft } = built(jobOf(), [far], { amounts: [COIN - FEE_OF_FAR] })
      expect(change).toBe(0n)
      expect(changePayee?.spendKey).not.toEqual(own.spendPublic)
      expect(draft.outputs).toHaveLength(2)
    })

    it('falls short if the higher fee is not left', () => {
      expect(make(jobOf(), [far], { amounts: [COIN - FEE_OF_FAR + 3n] })).toEqual({ shortage: 3n })
    })
  })

  it('takes the fee from recipients', () => {
    expect(built(jobOf(), [one], { amounts: [COIN], feeFrom: [0] })).toMatchObject({
      amounts: [COIN - FEE],
      change: 0n,
    })
    for (const amount of [FEE - 1n, 5n])
      expect(() => built(jobOf(), [one], { amounts: [amount], feeFrom: [0] })).toThrow(TransactionNotPossibleError)
  })

  it('has the burnt part of the fee of a blink in its extra', () => {
    const network = oxenMainnet
    const estimate = { perByte: 122n, perOutput: 20_000_000n, perByteLevels: [], quantizationMask: 10n }
    const job = jobOf({ network, height: 2_000_000, estimate, source: { ...SOURCE, priority: 5 } })
    const made = make(job, [input(COIN, { network })], {})
    const [prepared] = 'shortage' in made ? [] : made
    expect(prepared).toMatchObject({ blink: true, kind: 'transfer' })
    // 150 of 250 %.
    expect(prepared?.burn).toBe(((prepared?.fee ?? 0n) * 3n) / 5n)
    const fields = parseExtra(network, parseTransaction(network, prepared?.blob ?? NO_ID).extra)
    expect(fields.at(-1)).toEqual({ field: 'burn', amount: prepared?.burn })
  })

  it('hides equal amounts of inputs although the random source repeats itself', () => {
    const repeating: Random = (length) => new Uint8Array(length).fill(5)
    const pseudoOutOf = (other: ReadyInput) => {
      const made = make(jobOf({ random: repeating }), [one, other], {})
      const [prepared] = 'shortage' in made ? [] : made
      const { prunable } = parseTransaction(moneroMainnet, prepared?.blob ?? NO_ID)
      expect(prunable?.pseudoOuts).toHaveLength(2)
      return prunable?.pseudoOuts[0]
    }
    expect(pseudoOutOf(input(COIN))).not.toEqual(pseudoOutOf(input(COIN)))
  })

  it('has keys of its own although the random source repeats itself', () => {
    const repeating: Random = (length) => new Uint8Array(length).fill(5)
    const mainKeyOf = (spent: ReadyInput, keys = own) =>
      built(jobOf({ random: repeating, keys }), [spent], {}).draft.keys.main
    expect(mainKeyOf(one)).toEqual(mainKeyOf(one))
    expect(mainKeyOf(one)).not.toEqual(mainKeyOf(input(COIN)))
    expect(mainKeyOf(one)).not.toEqual(mainKeyOf(one, { ...own, viewSecret: theirs.viewSecret }))
  })
})

describe('a transaction of everything', () => {
  it('divides what the inputs hold, less the fee', () => {
    const sweep = (count: number) =>
      built(jobOf(), [one], {
        amounts: 'everything',
        recipients: Array.from({ length: count }, () => recipient(0)),
      })
    for (const [count, outputs] of [
      [1, 2],
      [2, 2],
      [3, 3],
    ] as const) {
      const { amounts, fee, draft, change } = sweep(count)
      expect(draft.outputs).toHaveLength(outputs)
      expect(change).toBe(0n)
      expect(amounts.reduce((sum, amount) => sum + amount, fee.total)).toBe(COIN)
      const [least = 0n] = amounts.slice(-1)
      const more = (COIN - fee.total) % BigInt(count)
      expect(amounts).toEqual(amounts.map((_, i) => least + (BigInt(i) < more ? 1n : 0n)))
    }
  })

  it('needs an atomic unit for each recipient', () => {
    const recipients = [recipient(0), recipient(1)]
    const { fee } = built(jobOf(), [one], { amounts: 'everything', recipients })
    const sweep = (rest: bigint) => built(jobOf(), [input(fee.total + rest)], { amounts: 'everything', recipients })
    expect(sweep(2n).amounts).toEqual([1n, 1n])
    for (const rest of [1n, 0n, -5n]) expect(() => sweep(rest)).toThrow(NothingToSweepError)
  })
})

describe('a sweep in rings of distant outputs', () => {
  it('pays for the byte that its higher fee needs', () => {
    // 1551 bytes with a fee below 2^28, which that of 1551 bytes exceeds.
    const estimate = { perByte: 175_000n, perOutput: 0n, perByteLevels: [175_000n], quantizationMask: 10_000n }
    const { fee } = built(jobOf({ estimate }), [input(COIN, { gap: 3_000_000 })], { amounts: 'everything' })
    expect(fee.total).toBe(1552n * 175_000n)
  })
})

describe('the verification of a made transaction', () => {
  it('stops a transaction that spends coins of two accounts', () => {
    const inputs = [one, input(COIN, { major: 1 })]
    expect(() => make(jobOf(), inputs, {})).toThrow(SelfCheckError)
    expect(() => make(jobOf(), inputs, {})).toThrow('it does not spend coins of one account')
  })

  it('stops change that returns to another account', () => {
    expect(() => make(jobOf({ source: { ...SOURCE, account: 1 } }), [one], {})).toThrow('the change does not pay')
  })

  it('stops a fee that exceeds that of the weight by more than one percent', () => {
    /** A network that charges more while the transaction is built; it asks for the fee five times. */
    const dear = (percent: bigint): Network => {
      let calls = 0
      const { fees } = moneroMainnet
      const fee: typeof fees.fee = (estimate, request) => {
        const honest = fees.fee(estimate, request)
        return calls++ < 5 ? { ...honest, total: (honest.total * percent) / 100n } : honest
      }
      return { ...moneroMainnet, fees: { ...fees, fee } }
    }
    expect(make(jobOf({ network: dear(101n) }), [one], {})).toHaveLength(1)
    expect(() => make(jobOf({ network: dear(102n) }), [one], {})).toThrow(/its fee of \d+ is not within/)
    expect(() => make(jobOf({ network: dear(90n) }), [one], {})).toThrow(SelfCheckError)
  })

  it('is not reached if the keys do not open an output', () => {
    const keys = { ...own, spendSecret: theirs.spendSecret }
    expect(() => make(jobOf({ keys }), [one], {})).toThrow(OutputKeyError)
  })
})

it('makes a stake that proves the key image of its output', () => {
  const network = oxenMainnet
  const purpose = stakePurpose([{ field: 'serviceNodeKey', key: publicKeyOf(bytesOf(8)) }])
  const estimate = { perByte: 122n, perOutput: 20_000_000n, perByteLevels: [], quantizationMask: 10n }
  const job = jobOf({ network, height: 2_000_000, estimate, source: { ...SOURCE, purpose } })
  const base = { text: 'own', payee: subaddressAt(own, 0, 0) }
  const made = make(job, [input(COIN, { network })], { recipients: [base], amounts: [COIN / 2n] })
  const [prepared] = 'shortage' in made ? [] : made
  expect(prepared?.kind).toBe('stake')
  const { extra, type } = parseTransaction(network, prepared?.blob ?? NO_ID)
  expect(type).toBe(3)
  const fields = parseExtra(network, extra)
  expect(findField(fields, 'keyImageProofs')?.proofs).toHaveLength(1)
  expect(findField(fields, 'txSecretKey')?.key).toEqual(prepared?.keys.main)
})

it('makes a renewal of a name that burns its price and pays nobody', () => {
  const network = oxenMainnet
  const price = COIN / 10n
  const estimate = { perByte: 122n, perOutput: 20_000_000n, perByteLevels: [], quantizationMask: 10n }
  const source = { ...SOURCE, purpose: namePurpose(nameRenewal, price) }
  const job = jobOf({ network, height: 2_000_000, estimate, source })
  const made = make(job, [input(COIN, { network })], { recipients: [], amounts: [] })
  const [prepared] = 'shortage' in made ? [] : made
  const { extra, type, outputs } = parseTransaction(network, prepared?.blob ?? NO_ID)
  expect(type).toBe(4)
  expect(outputs).toHaveLength(1)
  expect(prepared).toMatchObject({ burn: price, destinations: [], change: COIN - (prepared?.fee ?? 0n) })
  const fields = parseExtra(network, extra)
  expect(findField(fields, 'nameSystem')).toEqual(nameRenewal)
  expect(findField(fields, 'burn')?.amount).toBe(price)
})

/** A wallet with coins in a long chain, whose rings are of distant outputs. */
const walletWith = (coins: number, fields: Partial<PaymentJob> = {}) => {
  const honest = honestNode(outputChain(300, () => 1_000_000))
  const inputs = Array.from({ length: coins }, (_, i) => input(COIN, { gap: 30_000_000 + 7 * i }))
  const outputs = inputs.map(({ output }) => ({ ...output, height: honest.answer(output.globalIndex).height }))
  const real = new Map(
    outputs.map(({ globalIndex, key, mask }) => [globalIndex, { key, commitment: commit(COIN, mask) }]),
  )
  const answer = (index: number) => ({ ...honest.answer(index), ...real.get(index) })
  const node = {
    ...honest.node,
    ...EMPTY_BLOCKS,
    outputs: async (indices: readonly number[]) => indices.map(answer),
    feeEstimate: async () => moneroMainnet.fees.ordinary,
  }
  return { ...jobOf({ outputs, height: 300, ...fields }), node }
}

const transferOf = (amount: bigint): TransferIntent => ({
  ...{ kind: 'transfer', ...SOURCE, paymentId: NO_ID, feeFrom: [] },
  recipients: [{ ...recipient(0), amount }],
})

describe('a payment whose transaction weighs more than estimated', () => {
  /** Two coins hold it with the fee of their estimated weight, but not with that of their actual one. */
  const amount = 2n * COIN - 2171n * 20_000n

  it('spends a further coin', async () => {
    const [prepared, ...more] = await preparePayment(walletWith(3), transferOf(amount))
    expect(more).toEqual([])
    expect(prepared?.inputs).toHaveLength(3)
    expect(prepared?.destinations).toEqual([{ address: 'to 0', amount }])
    expect(prepared?.change).toBe(3n * COIN - amount - (prepared?.fee ?? 0n))
  })

  it('fails if there is none', async () => {
    await expect(preparePayment(walletWith(2), transferOf(amount))).rejects.toThrow(TransactionNotPossibleError)
  })
})

/** What a user reviews: the pipeline does not read it. */
const STAKE_ORDER: StakeOrder = {
  ...{ operation: 'stake', serviceNodeKey: '08'.repeat(32), amount: COIN / 2n, requirement: COIN, unlockBlocks: 1 },
  registration: undefined,
}
const NAME_ORDER: NameOrder = {
  ...{ operation: 'renew', type: 'lokinet', name: 'example.loki', price: 1n, blocks: 1 },
  ...{ value: undefined, owner: undefined, backupOwner: undefined },
}

describe('a payment that is built without signatures', () => {
  const keys = { ...own, spendSecret: undefined }

  it('needs no spend key', async () => {
    const { job, transactions } = await buildPayment(walletWith(2, { keys }), transferOf(COIN / 2n))
    expect(job.estimate).toBe(moneroMainnet.fees.ordinary)
    expect(transactions).toHaveLength(1)
    expect(transactions[0]).toMatchObject({ amounts: [COIN / 2n], changePayee: subaddressAt(own, 0, 0) })
    const drafts = transactions.map(({ draft }) => draft)
    for (const { keys: secrets } of drafts) expect(secrets.main).not.toEqual(bytesOf(0))
    discardBuilt(transactions)
    for (const { keys: secrets } of drafts) expect(secrets.main).toEqual(bytesOf(0))
  })

  it('needs the spend key for a stake', async () => {
    const stake: PaymentIntent = {
      ...transferOf(COIN / 2n),
      kind: 'stake',
      purpose: stakePurpose([]),
      order: STAKE_ORDER,
    }
    await expect(buildPayment(walletWith(2, { keys }), stake)).rejects.toThrow(WatchOnlyError)
  })

  it('is no order of a name in a multisig wallet', async () => {
    const name: PaymentIntent = {
      ...SOURCE,
      kind: 'name',
      purpose: namePurpose(nameRenewal, 1n),
      order: NAME_ORDER,
    }
    const [multisig] = accountsByRound(oxenMainnet, participants(2, seededRandom(5)), 2, seededRandom(6)).at(-1) ?? []
    await expect(buildPayment(walletWith(2, { keys: { ...keys, multisig } }), name)).rejects.toThrow(
      MultisigUnsupportedError,
    )
  })
})

it('plans a payment four times at most, if fees rise while its rings are drawn', async () => {
  /** A network on which fees double whenever rings are drawn, after two coins. A fifth plan would have enough coins too. */
  let rounds = 0
  const { fees } = moneroMainnet
  const fee: typeof fees.fee = (estimate, request) => {
    const honest = fees.fee(estimate, request)
    return { ...honest, total: honest.total + COIN * 2n ** BigInt(rounds + 1) }
  }
  const context = walletWith(55, { network: { ...moneroMainnet, fees: { ...fees, fee } } })
  const outputDistribution = (): Promise<OutputDistribution> => {
    rounds++
    return context.node.outputDistribution()
  }
  const payment = preparePayment({ ...context, node: { ...context.node, outputDistribution } }, transferOf(COIN / 2n))
  await expect(payment).rejects.toThrow(TransactionNotPossibleError)
  expect(rounds).toBe(4)
})

it('wipes the secrets of a payment that is discarded', () => {
  const prepared = [preparedTransaction(), preparedTransaction()]
  discardPrepared(prepared)
  for (const { keys } of prepared) expect(keys).toEqual({ main: bytesOf(0), additional: [bytesOf(0)] })
})

it('estimates a transfer of several transactions', async () => {
  const outputs = [100, 200, 300, 400].map((height) =>
    ownedOutput({ amount: COIN, height, txid: bytesOf(height % 250), keyImage: bytesOf(height % 250) }),
  )
  const job = paymentJob({ outputs })
  const context = {
    ...job,
    random: seededRandom(2),
    node: { ...job.node, feeEstimate: async () => moneroMainnet.fees.ordinary },
  }
  const estimate = await estimateTransfer(context, {
    kind: 'transfer',
    ...SOURCE,
    recipients: Array.from({ length: 17 }, (_, i) => ({ ...recipient(i), amount: 5n })),
    paymentId: NO_ID,
    feeFrom: [],
  })
  const rules = selectionRules(job)
  // One input pays fifteen recipients, and two inputs two; each transaction returns change.
  expect(estimate).toEqual({
    transactions: 2,
    fee: rules.fee(1, 16) + rules.fee(2, 3),
    weight: rules.weight(1, 16) + rules.weight(2, 3),
  })
})
