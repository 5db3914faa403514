// Registrations and stakes with one field changed: unsigned, each change invalidates the ring signatures; signed again, they are accepted and
// mined without effect. So are correctly signed ones that violate a rule.

import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { STAKING_PORTIONS } from '../../../../src/coin/stakes/stakingRequirement.ts'
import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { Miner } from '../../../../src/devnet/mining/miner.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { serviceNodesOf } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import type { ServiceNode, ServiceNodes } from '../../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import { parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import {
  type MinedCoin,
  minedCoin,
  type Owner,
  type SignedTransfer,
} from '../../../support/devnet/confidential-transfers.ts'
import {
  addressOf,
  contributionsOf,
  REGISTRATION,
  STAKE,
  STAKE_OUTCOMES,
  type Stake,
  signedStake,
  signedTerms,
  type Terms,
} from '../../../support/mutations/changed-stakes.ts'
import {
  changedBlobs,
  type Expectations,
  type Finding,
  OutcomeChecker,
  resignedBlobs,
} from '../../../support/mutations/changed-transactions.ts'
import { sampleOfEach } from '../../../support/mutations/changes.ts'
import { STAKE_TRANSFER, TRANSFER_OUTCOMES } from '../../../support/mutations/transfer-outcomes.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(716)
const COIN = 10n ** 9n
const NOW = 1_800_000_000
const QUARTER = STAKING_PORTIONS / 4n
const { network } = developmentRules

const newOwner = (): Owner => ({ spendSecret: randomScalar(random), viewSecret: randomScalar(random) })
const [operator, second, third, fourth, stranger] = [newOwner(), newOwner(), newOwner(), newOwner(), newOwner()]
const nodeSecret = randomScalar(random)
const key = publicKeyOf(nodeSecret)

let node: DevelopmentNode
let miner: Miner
let coins: MinedCoin[]

const listed = (): ServiceNodes => {
  const serviceNodes = serviceNodesOf(node.chain.state)
  if (serviceNodes === undefined) throw new TypeError('this chain has no service nodes')
  return serviceNodes.list
}

const standing = (): ServiceNode | undefined => listed().nodes.get(toHex(key))

/** Returns the staked and reserved amounts in coins. */
const shares = (): readonly (readonly bigint[])[] =>
  standing()?.contributors.map(({ amount, reserved }) => [amount / COIN, reserved / COIN]) ?? []

const made = (stake: Omit<Stake, 'key'> & Partial<Stake>): SignedTransfer =>
  signedStake(node.chain, coins, { key, ...stake }, random)

/** Returns the terms of the first service node, signed by a key. */
const terms = (parts: Partial<Terms>, secret = nodeSecret) =>
  signedTerms(
    { shares: [{ address: addressOf(operator), portions: QUARTER }], expiration: BigInt(NOW + 1000), ...parts },
    secret,
    random,
  )

const blobOf = ({ transaction }: SignedTransfer): Uint8Array => serializeTransaction(transaction)

const submit = (blob: Uint8Array): Finding => node.pool.submit(blob, { doNotRelay: false, sanityCheck: false })

const mine = (blob: Uint8Array): void => {
  expect(submit(blob)).toMatchObject({ accepted: true })
  miner.mine(1)
  expect(node.chain.tip.listed).toEqual([blob])
}

/** Returns the effect of a mined transaction on the service nodes, and pops its block. */
const effect = (blob: Uint8Array): Finding => {
  const before = listed().nodes
  const finding = submit(blob)
  if (!finding.accepted) return finding
  miner.mine(1)
  expect(node.chain.tip.listed).toEqual([blob])
  const after = listed().nodes
  node.popBlocks(1)
  node.pool.remove(parseFullTransaction(network, blob).id)
  return contributionsOf(before) === contributionsOf(after)
    ? { accepted: false, flags: [], reason: 'it changes no service node' }
    : { accepted: true }
}

const effectOf = (stake: Omit<Stake, 'key'> & Partial<Stake>): Finding => effect(blobOf(made(stake)))

const IGNORED = { accepted: false, flags: [], reason: 'it changes no service node' }
const COUNTED = { accepted: true }

/** Submits all changes of a transaction, with the old signatures and signed again. */
const walk = (
  { transaction, sign }: SignedTransfer,
  table: Expectations<keyof typeof STAKE_OUTCOMES>,
  seed: string,
): void => {
  const blob = serializeTransaction(transaction)
  const withOldSignatures = new OutcomeChecker(TRANSFER_OUTCOMES, STAKE_TRANSFER)
  for (const change of sampleOfEach(changedBlobs(network, blob, seed), 3, seed))
    withOldSignatures.check(seed, change, submit(change.blob))
  expect(withOldSignatures.mismatches).toEqual([])
  // Equal unlock times cannot be swapped.
  expect(withOldSignatures.unobservedPatterns.filter((pattern) => !pattern.endsWith('swapped'))).toEqual([])
  const withNewSignatures = new OutcomeChecker(STAKE_OUTCOMES, table)
  expect(effect(blob)).toEqual(COUNTED)
  for (const change of resignedBlobs(network, blob, seed, sign))
    withNewSignatures.check(seed, change, effect(change.blob))
  expect(withNewSignatures.mismatches).toEqual([])
  expect(withNewSignatures.unobserved).toEqual([])
}

beforeAll(async () => {
  node = new DevelopmentNode({
    rules: withForks(developmentRules, parseForks('7:1,16:2,17:3', developmentRules)),
    clock: () => NOW,
    random,
  })
  miner = new Miner(node, () => () => undefined, addressOf(operator))
  miner.mine(80, addressOf(operator))
  coins = Array.from({ length: 40 }, (_, i) => minedCoin(node.chain, i + 5, operator))
})

describe('a registration', () => {
  const amounts = [25n * COIN]
  const share = (whose: Owner, portions = QUARTER) => ({ address: addressOf(whose), portions })

  it('has no effect with one field of the registration changed', () => {
    const registration = terms({ shares: [share(operator), share(second, QUARTER + 1n)] })
    walk(made({ contributor: operator, amounts, registration }), REGISTRATION, 'registration')
  })

  it('has no effect with invalid terms', () => {
    const on = (parts: Partial<Terms>, secret = nodeSecret): Finding =>
      effectOf({ contributor: operator, amounts: [100n * COIN], registration: terms(parts, secret) })
    expect(on({})).toEqual(COUNTED)
    expect(on({}, randomScalar(random))).toEqual(IGNORED)
    expect(on({ operatorPortions: STAKING_PORTIONS })).toEqual(COUNTED)
    expect(on({ operatorPortions: STAKING_PORTIONS + 1n })).toEqual(IGNORED)
    expect(on({ shares: [] })).toEqual(IGNORED)
    expect(on({ shares: [share(operator, QUARTER - 1n)] })).toEqual(IGNORED)
    expect(on({ shares: [share(operator, STAKING_PORTIONS)] })).toEqual(COUNTED)
    expect(on({ shares: [share(operator, STAKING_PORTIONS + 1n)] })).toEqual(IGNORED)
    expect(on({ shares: [share(operator), share(second, QUARTER - 1n)] })).toEqual(IGNORED)
    // The minimum portions of the next contributor are a third of the rest.
    expect(on({ shares: [share(operator, 2n * QUARTER), share(second, (2n * QUARTER) / 3n)] })).toEqual(COUNTED)
    expect(on({ shares: [share(operator, 2n * QUARTER), share(second, (2n * QUARTER) / 3n - 1n)] })).toEqual(IGNORED)
    expect(on({ shares: [share(operator, 3n * QUARTER), share(second, QUARTER + 1n)] })).toEqual(IGNORED)
    expect(on({ shares: [share(operator), share(operator)] })).toEqual(IGNORED)
    const four = [operator, second, third, fourth].map((each) => share(each))
    expect(on({ shares: four })).toEqual(COUNTED)
    expect(on({ shares: [...four, share(stranger, 1n)] })).toEqual(IGNORED)
  })

  it('is valid until its expiration', () => {
    miner.mine(1)
    const time = BigInt(node.chain.tip.timestamp)
    node.popBlocks(1)
    const until = (expiration: bigint): Finding =>
      effectOf({ contributor: operator, amounts, registration: terms({ expiration }) })
    expect(until(time)).toEqual(COUNTED)
    expect(until(time - 1n)).toEqual(IGNORED)
  })

  it('has no effect without its stake', () => {
    const registration = terms({ shares: [share(operator), share(second)] })
    expect(effectOf({ contributor: operator, amounts: [25n * COIN - 1n], registration })).toEqual(IGNORED)
    expect(effectOf({ contributor: operator, amounts: [], registration })).toEqual(IGNORED)
    expect(effectOf({ contributor: operator, amounts: [25n * COIN, 25n * COIN], registration })).toEqual(IGNORED)
    expect(effectOf({ contributor: second, amounts, registration })).toEqual(IGNORED)
    expect(effectOf({ contributor: operator, amounts, registration, amountOffset: 1n })).toEqual(IGNORED)
    expect(effectOf({ contributor: operator, amounts, registration, kind: TransactionType.standard })).toEqual(IGNORED)
  })
})

describe('a stake', () => {
  const by = (contributor: Owner, ...amounts: readonly bigint[]): Finding => effectOf({ contributor, amounts })
  const takeIn = (contributor: Owner, amount: bigint): void => mine(blobOf(made({ contributor, amounts: [amount] })))

  beforeAll(() => {
    const reserved = [operator, second].map((each) => ({ address: addressOf(each), portions: QUARTER }))
    mine(blobOf(made({ contributor: operator, amounts: [25n * COIN], registration: terms({ shares: reserved }) })))
    expect(shares()).toEqual([
      [25n, 25n],
      [0n, 25n],
    ])
  })

  it('has no effect with one field of the stake changed', () => {
    walk(made({ contributor: second, amounts: [25n * COIN] }), STAKE, 'stake')
  })

  it('has no effect for a node that is not registered', () => {
    expect(effectOf({ key: random(32), contributor: second, amounts: [25n * COIN] })).toEqual(IGNORED)
  })

  it('has exactly one output with a valid amount', () => {
    expect(by(second, 25n * COIN, 25n * COIN)).toEqual(IGNORED)
    expect(by(second)).toEqual(IGNORED)
    // An output of zero does not count.
    expect(by(second, 0n, 25n * COIN)).toEqual(COUNTED)
    expect(effectOf({ contributor: second, amounts: [25n * COIN], amountOffset: COIN })).toEqual(IGNORED)
    const kind = TransactionType.standard
    expect(effectOf({ contributor: second, amounts: [25n * COIN], kind })).toEqual(IGNORED)
  })

  it('needs the complete reserved amount, or a fair part of the open amount', () => {
    expect(by(second, 25n * COIN - 1n)).toEqual(IGNORED)
    expect(by(second, 25n * COIN)).toEqual(COUNTED)
    // Two of four slots are taken: half of the other half.
    expect(by(third, 25n * COIN - 1n)).toEqual(IGNORED)
    expect(by(third, 25n * COIN)).toEqual(COUNTED)
  })

  it('may exceed the missing amount by one percent', () => {
    expect(by(third, (50n * COIN * 101n) / 100n)).toEqual(COUNTED)
    expect(by(third, (50n * COIN * 101n) / 100n + 1n)).toEqual(IGNORED)
    expect(by(second, (75n * COIN * 101n) / 100n)).toEqual(COUNTED)
    expect(by(second, (75n * COIN * 101n) / 100n + 1n)).toEqual(IGNORED)
  })

  it('uses one of four slots, including reserved ones', () => {
    const { height } = node.chain
    takeIn(third, 25n * COIN)
    takeIn(operator, 25n * COIN)
    expect(shares()).toEqual([
      [50n, 50n],
      [0n, 25n],
      [25n, 25n],
    ])
    expect(by(fourth, COIN)).toEqual(IGNORED)
    expect(by(second, 25n * COIN)).toEqual(COUNTED)
    node.popBlocks(node.chain.height - height)
    for (const { parsed } of node.pool.entries) node.pool.remove(parsed.id)
  })

  it('counts up to the missing amount, locks its whole output, and is the last one', () => {
    takeIn(second, 25n * COIN)
    takeIn(third, (50n * COIN * 101n) / 100n)
    expect(shares().map(([amount]) => amount)).toEqual([25n, 25n, 50n])
    const [output] = standing()?.contributors.at(-1)?.locked ?? []
    expect(output?.amount).toBe((50n * COIN * 101n) / 100n)
    expect(standing()?.activeSince).toBe(node.chain.tip.height)
    for (const amount of [COIN, 25n * COIN]) expect(by(stranger, amount)).toEqual(IGNORED)
    // A node is registered once.
    const registration = terms({ operatorPortions: 0n })
    expect(effectOf({ contributor: operator, amounts: [25n * COIN], registration })).toEqual(IGNORED)
  })
})
