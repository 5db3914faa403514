// Transfers of the forks between Borromean range signatures and CLSAG (RCT types 3 and 4): accepted and mined, rejected with any field
// changed, and allowed only in their period.

import { beforeAll, describe, expect, it } from 'vitest'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { Miner } from '../../../../src/devnet/mining/miner.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import {
  createTransfer,
  type MinedCoin,
  minedCoin,
  type TransferOptions,
} from '../../../support/devnet/confidential-transfers.ts'
import { changedBlobs, OutcomeChecker } from '../../../support/mutations/changed-transactions.ts'
import { sampleOfEach } from '../../../support/mutations/changes.ts'
import {
  BULLETPROOF_TRANSFER,
  BULLETPROOF2_TRANSFER,
  TRANSFER_OUTCOMES,
} from '../../../support/mutations/transfer-outcomes.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(1011)
const owner = { spendSecret: randomScalar(random), viewSecret: randomScalar(random) }
const address = { spendKey: publicKeyOf(owner.spendSecret), viewKey: publicKeyOf(owner.viewSecret) }
const FEE = 1_000_000_000n
/** First height of each fork. */
const START = { 10: 50, 11: 60, 12: 70, 13: 80, 14: 90, 15: 100, 16: 110 } as const

let node: DevelopmentNode
let miner: Miner
let coins: MinedCoin[]

const submit = (blob: Uint8Array) => node.pool.submit(blob, { doNotRelay: false, sanityCheck: false })

const made = (transfer: Omit<TransferOptions, 'fee'>): Uint8Array =>
  serializeTransaction(createTransfer(node.chain, { ...transfer, fee: FEE }, random))

const growTo = (height: number): void => {
  miner.mine(height - node.chain.height)
}

/** Submits a transfer of a type, and removes it from the pool. */
const tried = (type: TransferOptions['type'], version: number) => {
  const admission = submit(made({ type, version, coins: coins.slice(-1) }))
  if (admission.accepted) node.pool.remove(admission.id)
  return admission
}

beforeAll(async () => {
  const later = Object.entries(START).map(([fork, height]) => `${fork}:${height}`)
  node = new DevelopmentNode({
    rules: withForks(regtestRules, parseForks(['7:1', ...later].join(), regtestRules)),
    clock: () => 1_800_000_000,
    random,
  })
  miner = new Miner(node, () => () => undefined, address)
  miner.mine(49, address)
  coins = [2, 3, 4, 5, 6, 7].map((height) => minedCoin(node.chain, height, owner))
})

it('allows Bulletproofs from fork 10 on', () => {
  const early = { flags: ['failed', 'invalidOutput'], reason: /not allowed yet at fork 7/ }
  expect(node.chain.height).toBe(START[10])
  node.popBlocks(1)
  expect(tried(RctType.bulletproof, 2)).toMatchObject(early)
  expect(tried(RctType.bulletproof2, 2)).toMatchObject(early)
  growTo(START[10])
})

describe.each([
  { name: 'fork 10', height: START[10], type: RctType.bulletproof, version: 3, at: 0, table: BULLETPROOF_TRANSFER },
  { name: 'fork 11', height: START[11], type: RctType.bulletproof2, version: 4, at: 2, table: BULLETPROOF2_TRANSFER },
] as const)('a transfer of $name', ({ height, type, version, at, table }) => {
  let blob: Uint8Array

  it('is rejected with one field changed, for that field', () => {
    growTo(height)
    blob = made({ type, version, coins: coins.slice(at, at + 2) })
    const outcomes = new OutcomeChecker(TRANSFER_OUTCOMES, table)
    for (const change of sampleOfEach(changedBlobs(node.rules.network, blob, 'old'), 12, 'old'))
      outcomes.check('', change, submit(change.blob))
    expect(outcomes.mismatches).toEqual([])
    expect(outcomes.unobservedPatterns).toEqual([])
  })

  it('is accepted and mined', () => {
    expect(submit(blob)).toMatchObject({ accepted: true, added: true })
    miner.mine(1)
    expect(node.chain.tip.listed).toEqual([blob])
    expect(submit(made({ type, version, coins: coins.slice(at, at + 2) }))).toMatchObject({
      flags: ['failed', 'doubleSpend', 'invalidInput'],
    })
  })
})

it('rejects type 3 from fork 12 on, and type 4 ten blocks into fork 16', () => {
  const gone = (fork: number) => ({
    flags: ['failed', 'invalidOutput'],
    reason: new RegExp(`no longer allowed at fork ${fork}$`),
  })
  expect(tried(RctType.bulletproof, 4)).toMatchObject({ accepted: true })
  expect(tried(RctType.clsag, 4)).toMatchObject({ reason: /not allowed yet at fork 11/ })
  growTo(START[12] - 1)
  expect(tried(RctType.bulletproof, 4)).toMatchObject({ accepted: true })
  for (const fork of [12, 13, 14, 15] as const) {
    growTo(START[fork])
    expect(tried(RctType.bulletproof, 4)).toMatchObject(gone(fork))
    expect(tried(RctType.bulletproof2, 4)).toMatchObject({ accepted: true })
  }
  growTo(START[16])
  expect(tried(RctType.clsag, 4)).toMatchObject({ accepted: true })
  growTo(START[16] + 9)
  expect(tried(RctType.bulletproof2, 4)).toMatchObject({ accepted: true })
  growTo(START[16] + 10)
  expect(tried(RctType.bulletproof2, 4)).toMatchObject(gone(16))
  expect(tried(RctType.clsag, 4)).toMatchObject({ accepted: true })
})
