// Transfers of the first forks, with Borromean range signatures: accepted and mined, rejected with any field changed, and no longer allowed
// after the fork with Bulletproofs.

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
  FULL_TRANSFER,
  SIMPLE_TRANSFER,
  TRANSFER_OUTCOMES,
  VERSION_3_TRANSFER,
} from '../../../support/mutations/transfer-outcomes.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(1610)
const owner = { spendSecret: randomScalar(random), viewSecret: randomScalar(random) }
const address = { spendKey: publicKeyOf(owner.spendSecret), viewKey: publicKeyOf(owner.viewSecret) }
const FEE = 1_000_000_000n

let node: DevelopmentNode
let miner: Miner
let coins: MinedCoin[]

const submit = (blob: Uint8Array) => node.pool.submit(blob, { doNotRelay: false, sanityCheck: false })

const made = (transfer: Omit<TransferOptions, 'fee'>): Uint8Array =>
  serializeTransaction(createTransfer(node.chain, { ...transfer, fee: FEE }, random))

beforeAll(async () => {
  node = new DevelopmentNode({
    rules: withForks(regtestRules, parseForks('7:1,8:50,9:55,10:60,11:65', regtestRules)),
    clock: () => 1_800_000_000,
    random,
  })
  miner = new Miner(node, () => () => undefined, address)
  miner.mine(50, address)
  coins = [2, 3, 4, 5, 6].map((height) => minedCoin(node.chain, height, owner))
})

describe.each([
  { name: 'one signature for all inputs', type: RctType.full, version: 2, spent: [0], table: FULL_TRANSFER },
  { name: 'a signature for each input', type: RctType.simple, version: 2, spent: [1, 2], table: SIMPLE_TRANSFER },
] as const)('a transfer with $name', ({ type, version, spent, table }) => {
  const own = (): MinedCoin[] => coins.filter((_, i) => spent.some((index) => index === i))

  it('is rejected with one field changed, for that field', () => {
    const outcomes = new OutcomeChecker(TRANSFER_OUTCOMES, table)
    const blob = made({ type, version, coins: own() })
    for (const change of sampleOfEach(changedBlobs(node.rules.network, blob, 'old'), 12, 'old'))
      outcomes.check('', change, submit(change.blob))
    expect(outcomes.mismatches).toEqual([])
    expect(outcomes.unobservedPatterns).toEqual([])
  })

  it('is accepted and mined', () => {
    expect(submit(made({ type, version, coins: own() }))).toMatchObject({ accepted: true, added: true })
    const [record] = miner.mine(1)
    expect(record?.transactions).toHaveLength(2)
    expect(submit(made({ type, version, coins: own() }))).toMatchObject({
      accepted: false,
      flags: ['failed', 'doubleSpend', 'invalidInput'],
    })
  })
})

it('rejects each changed field of a fork 9 transfer with unlock times per output, for that field', () => {
  miner.mine(55 - node.chain.height)
  const blob = made({ type: RctType.simple, version: 3, coins: coins.slice(3) })
  const outcomes = new OutcomeChecker(TRANSFER_OUTCOMES, VERSION_3_TRANSFER)
  for (const change of sampleOfEach(changedBlobs(node.rules.network, blob, 'third'), 4, 'third'))
    outcomes.check('', change, submit(change.blob))
  expect(outcomes.mismatches).toEqual([])
  expect(outcomes.unobservedPatterns).toEqual([])
  const admission = submit(blob)
  expect(admission).toMatchObject({ accepted: true, added: true })
  if (admission.accepted) node.pool.remove(admission.id)
})

it('rejects Borromean range signatures after the first block of fork 10', () => {
  const { chain } = node
  const tried = (version: number) => submit(made({ type: RctType.full, version, coins: coins.slice(3, 4) }))
  miner.mine(60 - chain.height)
  expect(tried(3)).toMatchObject({ accepted: true })
  expect(tried(4)).toMatchObject({ flags: ['failed', 'doubleSpend'] })
  miner.mine(61 - chain.height)
  expect(submit(made({ type: RctType.full, version: 3, coins: coins.slice(4) }))).toMatchObject({
    flags: ['failed', 'invalidOutput'],
    reason: /no longer allowed at fork 10/,
  })
  miner.mine(65 - chain.height)
  const late = submit(made({ type: RctType.full, version: 4, coins: coins.slice(4) }))
  expect(late).toMatchObject({ flags: ['failed', 'invalidOutput'], reason: /no longer allowed at fork 11/ })
})
