// Blocks of the recorded young chain, which has all forks within a hundred blocks, with one field changed. The bytes of its two
// transactions were not recorded: others stand in for them, with the recorded ids, weights and fees.

import { expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { type Block, parseBlock } from '../../../../src/coin/blocks/block.ts'
import { hardForkAt } from '../../../../src/coin/networks/network.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { type ParsedTransaction, parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { LenientChecker } from '../../../support/devnet/lenient-checker.ts'
import {
  RECORDED_NOW,
  type RecordedBlock,
  readRecorded,
  recordedTransactions,
} from '../../../support/devnet/replay-node.ts'
import { BLOCK_OUTCOMES, type BlockOutcome, MINED_BLOCK } from '../../../support/mutations/block-outcomes.ts'
import { changedBlocks, tryBlock } from '../../../support/mutations/changed-blocks.ts'
import { type Expectations, OutcomeChecker } from '../../../support/mutations/changed-transactions.ts'
import { seededRandom } from '../../../support/random.ts'

// The README of the vectors describes its shape.
const young = readRecorded('../young-chain.json') as {
  readonly hard_forks: string
  readonly blocks: readonly RecordedBlock[]
}
const rules = withForks(regtestRules, parseForks(young.hard_forks, regtestRules))

/** None of its blocks lists more than one transaction. */
const { 'transactionIds swapped': _, ...mined } = MINED_BLOCK
const YOUNG_BLOCK: Expectations<BlockOutcome> = { ...mined, 'transactionIds dropped': ['outputCount'] }

const payments = recordedTransactions.filter(({ coinbase }) => !coinbase)

/** Base reward of a block from fork 16 on, in atomic units. */
const BASE_REWARD = 16_500_000_000n

/** Returns the stand-in for the transaction that a block lists; undefined if it lists none. */
const standIn = (
  { minerTransaction, transactionIds }: Block,
  { block_header: header }: RecordedBlock,
  height: number,
): ParsedTransaction | undefined => {
  const [id] = transactionIds
  if (id === undefined) return undefined
  const other = parseFullTransaction(rules.network, fromHex(payments[height % payments.length]?.hex ?? ''))
  const { rct } = other.transaction
  if (rct === undefined) throw new Error('it has no fee')
  const weight = Number(header['block_weight']) - serializeTransaction(minerTransaction).length
  const paid = minerTransaction.outputs.reduce((sum, { amount }) => sum + amount, 0n)
  const fee = paid - BASE_REWARD
  return { ...other, id, weight, transaction: { ...other.transaction, rct: { ...rct, fee } } }
}

it('rejects each changed field of the blocks of a young chain where a rule is violated', () => {
  const random = seededRandom(51)
  const node = new DevelopmentNode({
    rules,
    clock: () => RECORDED_NOW + 86_400,
    random,
    checker: new LenientChecker(random),
  })
  const outcomes = new OutcomeChecker(BLOCK_OUTCOMES, YOUNG_BLOCK)
  const forks = new Set<number>()
  for (const [height, recorded] of young.blocks.entries()) {
    if (height === 0) continue
    const blob = fromHex(recorded.blob)
    const block = parseBlock(rules.network, blob)
    forks.add(hardForkAt(rules.network, height))
    const listed = standIn(block, recorded, height)
    if (listed !== undefined) node.pool.addFromBlock(listed)
    expect(tryBlock(node, blob), `block ${height}`).toEqual({ accepted: true })
    for (const change of changedBlocks(node, blob, String(height)))
      outcomes.check(`block ${height}`, change, tryBlock(node, change.blob))
    expect(node.submitBlock(blob)).toBe('added')
    expect(toHex(node.chain.tip.id)).toBe(recorded.block_header['hash'])
    expect(node.chain.tip.weight).toBe(Number(recorded.block_header['block_weight']))
  }
  expect([...forks]).toEqual([7, 11, 12, 13, 14, 15, 16, 17])
  expect(node.chain.height).toBe(96)
  expect(outcomes.mismatches).toEqual([])
  expect(outcomes.unobserved).toEqual([])
}, 300_000)
