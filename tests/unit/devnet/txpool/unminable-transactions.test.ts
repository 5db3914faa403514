// Pool transactions that can no longer be in a block: they stay in the pool, and blocks are made without them.

import { expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { Miner } from '../../../../src/devnet/mining/miner.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { minedCoin, signedTransfer } from '../../../support/devnet/confidential-transfers.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(1609)
const owner = { spendSecret: randomScalar(random), viewSecret: randomScalar(random) }
const address = { spendKey: publicKeyOf(owner.spendSecret), viewKey: publicKeyOf(owner.viewSecret) }
const rules = withForks(regtestRules, parseForks('7:1,11:2,16:50', regtestRules))

const started = () => {
  const node = new DevelopmentNode({ rules, clock: () => 1_800_000_000, random })
  return { node, miner: new Miner(node, () => () => undefined, address) }
}

const transferOf = ({ chain }: DevelopmentNode, type: typeof RctType.bulletproof2 | typeof RctType.clsag) => {
  const coins = [minedCoin(chain, 2, owner)]
  return signedTransfer(chain, { type, version: 4, coins, fee: 1_000_000_000n }, random)
}

it('keeps a transaction of an outdated confidential type out of blocks', () => {
  const { node, miner } = started()
  miner.mine(59 - node.chain.height, address)
  const blob = serializeTransaction(transferOf(node, RctType.bulletproof2).transaction)
  // Another node mines the last block that may contain it.
  const other = started()
  other.node.state.loadUntrusted(node.state.dump())
  const [last] = other.miner.mine(1)
  expect(node.pool.submit(blob, { doNotRelay: false, sanityCheck: false })).toMatchObject({ accepted: true })
  expect(node.submitBlock(last?.blob ?? new Uint8Array())).toBe('added')
  expect(node.chain.height).toBe(60)
  miner.mine(1)
  expect(node.chain.tip.listed).toEqual([])
  expect(node.pool.entries).toMatchObject([{ lastFailedHeight: 59 }])
  // It can be mined again after a reorganisation.
  node.popBlocks(2)
  miner.mine(1)
  expect(node.chain.tip.listed).toEqual([blob])
})

it('keeps a transaction with an invalid range proof, from the pool of a dump, out of blocks', () => {
  const { node, miner } = started()
  miner.mine(80 - node.chain.height, address)
  const { transaction: good, sign } = transferOf(node, RctType.clsag)
  const [proof] = good.prunable?.bulletproofs ?? []
  if (good.prunable === undefined || proof === undefined) throw new Error('the transfer has no range proof')
  const bulletproofs = [{ ...proof, taux: fromHex('01'.padEnd(64, '0')) }]
  // The ring signature covers the proof, so that nothing else is wrong.
  const { prunable: signed = good.prunable } = sign({ ...good, prunable: { ...good.prunable, bulletproofs } })
  const bad = serializeTransaction({ ...good, prunable: { ...signed, bulletproofs } })
  node.state.loadUntrusted({ ...node.state.dump(), pool: [{ blob: bad }] })
  miner.mine(1)
  expect(node.chain.tip.listed).toEqual([])
  expect(node.pool.entries).toMatchObject([{ lastFailedHeight: 79 }])
})
