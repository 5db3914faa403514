// Blocks with one field changed: recorded blocks of every fork, and pulse blocks. Fields that the rules leave to the miner may change; all
// other changes are rejected with a specific reason.

import { beforeAll, describe, expect, it } from 'vitest'
import { blockId, parseBlock, serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { hardForkAt } from '../../../../src/coin/networks/network.ts'
import { serviceNodesOf } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { type BlockRecord, parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import { recordedBlock, recordedChain, recordedRules, replayNode } from '../../../support/devnet/replay-node.ts'
import { BLOCK_OUTCOMES, type BlockOutcome, COINBASE, MINED_BLOCK } from '../../../support/mutations/block-outcomes.ts'
import { changedBlocks, tryBlock } from '../../../support/mutations/changed-blocks.ts'
import { type Expectations, OutcomeChecker } from '../../../support/mutations/changed-transactions.ts'
import { seededRandom } from '../../../support/random.ts'
import { proofBlocks } from '../../../support/wallet/proof-chain.ts'

describe('recorded blocks with one field changed', () => {
  it('are rejected where a rule is violated', () => {
    const outcomes = new OutcomeChecker(BLOCK_OUTCOMES, MINED_BLOCK)
    const { node, grow } = replayNode({ height: 1 })
    const forks = new Set<number>()
    const walk = ({ block, transactions }: ReturnType<typeof recordedBlock>): void => {
      const { height } = node.chain
      for (const transaction of transactions)
        node.pool.addFromBlock(parseFullTransaction(node.rules.network, transaction))
      expect(tryBlock(node, block), `block ${height}`).toEqual({ accepted: true })
      for (const change of changedBlocks(node, block, String(height)))
        outcomes.check(`block ${height}`, change, tryBlock(node, change.blob))
      for (const { parsed } of node.pool.entries) node.pool.remove(parsed.id)
    }
    for (let height = 1; height < recordedChain.blocks.length; height++) {
      grow(height)
      const recorded = recordedBlock(height)
      const fork = hardForkAt(recordedRules.network, height)
      // The first blocks of forks, those with transactions or governance, and some others.
      if (forks.has(fork) && recorded.transactions.length === 0 && height % 20 !== 0) continue
      forks.add(fork)
      walk(recorded)
    }
    grow(recordedChain.blocks.length)
    for (const recorded of proofBlocks) {
      walk(recorded)
      node.chain.load({ blocks: [recorded] })
    }
    expect([...forks]).toEqual([7, 11, 12, 13, 14, 15, 16, 17])
    expect(outcomes.mismatches).toEqual([])
    expect(outcomes.unobserved).toEqual([])
  }, 300_000)
})

/** With the signatures of the unchanged block. */
const PULSE: Expectations<BlockOutcome> = {
  ...COINBASE,
  majorVersion: ['version', 'unreadable'],
  minorVersion: ['vote', 'unsigned'],
  timestamp: ['tooEarly', 'unsigned'],
  previousId: ['orphan'],
  nonce: ['nonce'],
  'pulse.randomValue': ['unsigned'],
  'pulse.round': ['unsigned'],
  'pulse.validatorBitset': ['validators', 'voter', 'pulseIsDue'],
  'minerTransaction.type': ['coinbaseType'],
  'minerTransaction.outputUnlockTimes.*': ['unsigned'],
  'minerTransaction.outputs dropped': ['unreadable'],
  'minerTransaction.outputs doubled': ['unreadable'],
  'minerTransaction.outputs swapped': ['unsigned'],
  'minerTransaction.outputs.*.amount': ['unsigned'],
  'minerTransaction.outputs.*.key': ['unsigned'],
  'minerTransaction.extra**': ['unsigned'],
  'transactionIds dropped': ['unsigned'],
  'transactionIds doubled': ['unsigned'],
  'transactionIds.*': ['notInPool'],
  'quorumSignatures dropped': ['signatureCount'],
  'quorumSignatures doubled': ['signatureCount'],
  'quorumSignatures swapped': ['voter'],
  'quorumSignatures.*.voterIndex': ['voter', 'unsigned'],
  'quorumSignatures.*.signature': ['unsigned'],
}

/** Signed again by the quorum after the change. A rounding difference is tolerated for shares of service nodes, not for governance. */
const RESIGNED_PULSE: Expectations<BlockOutcome> = {
  minorVersion: ['accepted', 'vote'],
  timestamp: ['accepted', 'tooEarly'],
  'pulse.randomValue': ['accepted'],
  'minerTransaction.outputs swapped': ['mandatedAmount'],
  'minerTransaction.outputs.*.amount': ['mandatedAmount', 'accepted'],
  'minerTransaction.outputs.*.key': ['mandatedKey'],
  // The winner is the last field.
  'minerTransaction.extra dropped': ['winner'],
  'minerTransaction.extra doubled': ['accepted'],
  'minerTransaction.extra swapped': ['accepted'],
  'minerTransaction.extra.txPublicKey.key': ['accepted'],
  'minerTransaction.extra.serviceNodeWinner.key': ['winner'],
  'transactionIds dropped': ['mandatedAmount'],
  'transactionIds doubled': ['spentTwice'],
}

describe('pulse blocks with one field changed', () => {
  let running: RunningNode
  let record: BlockRecord
  beforeAll(async () => {
    const options = { clock: () => 1_800_000_000, random: seededRandom(16), ticker: () => () => undefined }
    running = await startWithServiceNodes({ ...options, mining: { kind: 'manual' } }, 13)
    const { node, miner, faucet } = running
    // Mine up to the next governance payment, with a transaction in its block.
    miner.mine(99 - ((node.chain.height - 1) % 100))
    await faucet.stake(25_000_000_000n, [])
    miner.mine(1)
    record = node.chain.tip
    node.popBlocks(1)
  })

  it('are rejected, since the signatures cover every field', () => {
    const { node } = running
    const outcomes = new OutcomeChecker(BLOCK_OUTCOMES, PULSE)
    expect(record.block.minerTransaction.outputs).toHaveLength(2)
    expect(tryBlock(node, record.blob)).toEqual({ accepted: true })
    for (const change of changedBlocks(node, record.blob, 'pulse'))
      outcomes.check('', change, tryBlock(node, change.blob))
    expect(outcomes.mismatches).toEqual([])
    expect(outcomes.unobservedPatterns).toEqual([])
  })

  it('are rejected where a rule is violated, when the quorum signs the changed block', () => {
    const { node, localServiceNodes } = running
    const { network } = node.rules
    const outcomes = new OutcomeChecker(BLOCK_OUTCOMES, RESIGNED_PULSE)
    const forgiven: string[] = []
    const { round = 0 } = record.block.pulse ?? {}
    const quorum = serviceNodesOf(node.chain.state)?.pulseQuorumAt(node.chain.blocks, node.chain.height, round)
    if (quorum === undefined || localServiceNodes === undefined) throw new Error('there is no quorum')
    for (const change of changedBlocks(node, record.blob, 'again')) {
      if (!(change.pattern in RESIGNED_PULSE)) continue
      const block = parseBlock(network, change.blob)
      const quorumSignatures = localServiceNodes.keys.sign(blockId(block), quorum.validators, 7)
      const finding = tryBlock(node, serializeBlock({ ...block, quorumSignatures }))
      outcomes.check('', change, finding)
      if (finding.accepted && change.pattern.endsWith('amount')) forgiven.push(change.path)
    }
    expect(forgiven).toEqual(['minerTransaction.outputs.0.amount', 'minerTransaction.outputs.0.amount'])
    expect(outcomes.mismatches).toEqual([])
    expect(outcomes.unobservedPatterns).toEqual([])
  })
})
