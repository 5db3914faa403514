// What waits in the pool and can be in no block any more: it stays, and blocks are made without it.

import { beforeAll, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { loadPointKernel } from '../../../../src/crypto/curve/point.ts'
import { randomScalar } from '../../../../src/crypto/curve/scalar.ts'
import { prepareKeccak } from '../../../../src/crypto/hash/keccak.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { regtestRules } from '../../../../src/devnet/families.ts'
import { Miner } from '../../../../src/devnet/mining/miner.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { minedCoin, signedTransfer } from '../../../support/devnet/old-transfers.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(1609)
const owner = { spendSecret: randomScalar(random), viewSecret: randomScalar(random) }
const address = { spendKey: publicKeyOf(owner.spendSecret), viewKey: publicKeyOf(owner.viewSecret) }
const rules = withForks(regtestRules, parseForks('7:1,11:2,16:50', regtestRules))

beforeAll(async () => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
})

const started = () => {
  const node = new DevelopmentNode({ rules, clock: () => 1_800_000_000, random })
  return { node, miner: new Miner(node, () => () => undefined, address) }
}

const transferOf = ({ chain }: DevelopmentNode, type: typeof RctType.bulletproof2 | typeof RctType.clsag) => {
  const coins = [minedCoin(chain, 2, owner)]
  return signedTransfer(chain, { type, version: 4, coins, fee: 1_000_000_000n }, random)
}

it('a confidential type that is out of date', () => {
  const { node, miner } = started()
  miner.mine(59 - node.chain.height, address)
  const blob = serializeTransaction(transferOf(node, RctType.bulletproof2).transaction)
  // Another node makes the last block that may have it.
  const other = started()
  other.node.state.loadUntrusted(node.state.dump())
  const [last] = other.miner.mine(1)
  expect(node.pool.submit(blob, { doNotRelay: false, sanityCheck: false })).toMatchObject({ accepted: true })
  expect(node.submitBlock(last?.blob ?? new Uint8Array())).toBe('added')
  expect(node.chain.height).toBe(60)
  miner.mine(1)
  expect(node.chain.tip.listed).toEqual([])
  expect(node.pool.entries).toMatchObject([{ lastFailedHeight: 59 }])
  // Without it there is a way back.
  node.popBlocks(2)
  miner.mine(1)
  expect(node.chain.tip.listed).toEqual([blob])
})

it('a range proof that does not hold, in the pool of a dump', () => {
  const { node, miner } = started()
  miner.mine(80 - node.chain.height, address)
  const { transaction: good, sign } = transferOf(node, RctType.clsag)
  const [proof] = good.prunable?.bulletproofs ?? []
  if (good.prunable === undefined || proof === undefined) throw new Error('the transfer has no range proof')
  const bulletproofs = [{ ...proof, taux: fromHex('01'.padEnd(64, '0')) }]
  // Nothing else is wrong with it: the ring signature is over the proof as well.
  const { prunable: signed = good.prunable } = sign({ ...good, prunable: { ...good.prunable, bulletproofs } })
  const bad = serializeTransaction({ ...good, prunable: { ...signed, bulletproofs } })
  node.state.loadUntrusted({ ...node.state.dump(), pool: [{ blob: bad }] })
  miner.mine(1)
  expect(node.chain.tip.listed).toEqual([])
  expect(node.pool.entries).toMatchObject([{ lastFailedHeight: 79 }])
})
