// Network transactions (state changes of service nodes, key image unlocks) with one field changed. They have neither inputs nor ring
// signatures: fields that their own signatures do not cover may have any value.

import { beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { blockId, parseBlock } from '../../../../src/coin/blocks/block.ts'
import { findField } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { OxenState } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { type BlockRecord, parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import type { ChainView } from '../../../../src/devnet/rules/chainChecks.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { TransactionChecker } from '../../../../src/devnet/rules/checker.ts'
import type { VoteFlag } from '../../../../src/devnet/rules/refusal.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'
import {
  changedBlobs,
  type Expectations,
  type Finding,
  type Outcome,
  OutcomeChecker,
} from '../../../support/mutations/changed-transactions.ts'
import { checkTransaction } from '../../../support/mutations/changed-views.ts'
import { seededRandom } from '../../../support/random.ts'

const failed = (reason: RegExp): Outcome => ({ flags: ['failed'], reason })
const badInput = (reason: RegExp): Outcome => ({ flags: ['failed', 'invalidInput'], reason })
const badVotes = (reason: RegExp, vote: VoteFlag): Outcome => ({ flags: ['failed', 'invalidInput'], reason, vote })

const OUTCOMES = {
  accepted: 'accepted',
  unreadable: failed(/^its bytes are not a transaction$/),
  version: { flags: ['failed', 'invalidVersion', 'invalidInput'], reason: /is not allowed at fork/ },
  noInputs: failed(/it has no inputs/),
  noStake: badInput(/it names no key image to unlock/),
  otherStake: badInput(/is not a stake of a service node/),
  unsignedStake: badInput(/signature of the stake is invalid/),
  noStateChange: badInput(/it has no state change/),
  unknownState: badInput(/there is no state change 4/),
  tooFewVotes: badVotes(/7 to 10 votes, not 6/, 'notEnoughVotes'),
  wrongHeight: badVotes(/is not valid at height/, 'invalidBlockHeight'),
  noWorker: badVotes(/tests no node/, 'workerOutOfBounds'),
  unsortedVotes: badVotes(/voter \d+ is out of order/, 'votesNotSorted'),
  noVoter: badVotes(/voter \d+ is not in the quorum/, 'validatorOutOfBounds'),
  unsignedVote: badVotes(/the signature of voter \d+ is invalid/, 'signatureNotValid'),
} satisfies { readonly [name: string]: Outcome }

type Name = keyof typeof OUTCOMES

const UNLOCK: Expectations<Name> = {
  // Version 3 has no such type.
  version: ['unreadable', 'noInputs'],
  type: ['noInputs', 'noStateChange'],
  // No signature covers the prefix, and the first field of a kind counts.
  unlockTime: ['accepted'],
  'extra doubled': ['accepted'],
  'extra swapped': ['accepted'],
  'extra.serviceNodeKey.key': ['accepted'],
  'extra dropped': ['noStake'],
  'extra.keyImageUnlock.proof.keyImage': ['otherStake'],
  'extra.keyImageUnlock.proof.signature': ['unsignedStake'],
  'extra.keyImageUnlock.nonce': ['unsignedStake'],
}

const STATE_CHANGE: Expectations<Name> = {
  version: ['unreadable', 'version'],
  type: ['noInputs', 'noStake'],
  unlockTime: ['accepted'],
  'extra doubled': ['accepted'],
  'extra dropped': ['noStateChange'],
  'extra.stateChange.state': ['unsignedVote', 'unknownState'],
  'extra.stateChange.blockHeight': ['wrongHeight', 'unsignedVote'],
  'extra.stateChange.serviceNodeIndex': ['unsignedVote', 'noWorker'],
  'extra.stateChange.votes dropped': ['tooFewVotes'],
  'extra.stateChange.votes doubled': ['unsortedVotes'],
  'extra.stateChange.votes swapped': ['unsortedVotes'],
  'extra.stateChange.votes.*.validatorIndex': ['unsortedVotes', 'unsignedVote'],
  'extra.stateChange.votes.*.signature': ['unsignedVote'],
}

describe('recorded key image unlocks', () => {
  const data = vector('oxen/staking.json')
  const rules = withForks(regtestRules, parseForks('7:1,11:2,12:3,13:4,14:5,15:6,16:200,17:300', regtestRules))
  const { network } = rules

  const blocks: BlockRecord[] = data.blocks.map((each) => {
    const block = parseBlock(network, fromHex(each.blob))
    const listed = (each.tx_hashes ?? []).map((hash) =>
      parseFullTransaction(network, fromHex(entryOf(data.tx_hex, hash))),
    )
    const miner = parseFullTransaction(network, serializeTransaction(block.minerTransaction))
    // The fields of a record that the state reads.
    return {
      height: each.block_header.height,
      id: blockId(block),
      block,
      timestamp: block.timestamp,
      transactions: [miner, ...listed],
    } as unknown as BlockRecord
  })

  /** Returns the chain at a height, with the parts that network transactions need. */
  const viewAt = (height: number): ChainView => {
    const state = new OxenState(network)
    for (const record of blocks) if (record.height < height) state.append(record, [])
    return { rules, height, state, outputs: [], isSpent: () => false, isUnlocked: () => true }
  }

  const checker = new TransactionChecker(seededRandom(4))
  const put = (view: ChainView, blob: Uint8Array): Finding => checkTransaction(checker, view, blob)

  it('are rejected for the changed field, where it is signed', () => {
    const outcomes = new OutcomeChecker(OUTCOMES, UNLOCK)
    for (const { block_height: height, tx_hash: hash } of data.txs) {
      const blob = fromHex(entryOf(data.tx_hex, hash))
      if (parseFullTransaction(network, blob).transaction.type !== TransactionType.keyImageUnlock) continue
      const view = viewAt(height)
      expect(put(view, blob)).toEqual({ accepted: true })
      for (const change of changedBlobs(network, blob, hash)) outcomes.check(hash, change, put(view, change.blob))
      // An unlock can be requested only once.
      expect(put(viewAt(height + 1), blob)).toMatchObject({ flags: ['failed', 'doubleSpend', 'invalidInput'] })
    }
    expect(outcomes.mismatches).toEqual([])
    expect(outcomes.unobserved).toEqual([])
  })
})

describe('state changes of a quorum', () => {
  let running: RunningNode
  beforeAll(async () => {
    const options = { clock: () => 1_800_000_000, random: seededRandom(6), ticker: () => () => undefined }
    running = await startWithServiceNodes({ ...options, mining: { kind: 'manual' } }, 13)
    running.miner.mine(5)
  })

  const submit = (blob: Uint8Array): Finding => {
    const { pool } = running.node
    const admission = pool.submit(blob, { doNotRelay: false, sanityCheck: false })
    if (admission.accepted) pool.remove(admission.id)
    return admission
  }

  /** Returns a state change of the next block, with the chain before that block. */
  const stateChange = async (name: string): Promise<Uint8Array> => {
    const key = toHex(running.localServiceNodes?.registered[4]?.key ?? new Uint8Array())
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'dev_verdict',
      params: { service_node_pubkey: key, verdict: name },
    })
    await running.fetch(new Request('http://devnet.test/json_rpc', { method: 'POST', body }))
    const [, order] = running.node.chain.tip.transactions
    if (order === undefined) throw new Error('there is no state change')
    running.node.popBlocks(1)
    running.node.pool.remove(order.id)
    return order.blob
  }

  it.each(['decommission', 'ip_change', 'deregister'])('are rejected for the changed field: %s', async (name) => {
    const outcomes = new OutcomeChecker(OUTCOMES, STATE_CHANGE)
    const blob = await stateChange(name)
    expect(submit(blob)).toMatchObject({ accepted: true })
    for (const change of changedBlobs(running.node.rules.network, blob, name))
      outcomes.check(name, change, submit(change.blob))
    expect(outcomes.mismatches).toEqual([])
    expect(outcomes.unobservedPatterns).toEqual([])
  })

  it('return the vote flags of invalid votes', async () => {
    const { network } = running.node.rules
    const parsed = parseTransaction(network, await stateChange('decommission'))
    const extra = parseExtra(network, parsed.extra).map((field) =>
      field.field === 'stateChange'
        ? { ...field, votes: [...field.votes, { validatorIndex: 12, signature: new Uint8Array(64) }] }
        : field,
    )
    const tx_as_hex = toHex(serializeTransaction({ ...parsed, extra: serializeExtra(extra) }))
    const request = { method: 'POST', body: JSON.stringify({ tx_as_hex }) }
    const answer = await (await running.fetch(new Request('http://devnet.test/send_raw_transaction', request))).json()
    const wrong = Object.entries(answer.tvc.m_vote_ctx).flatMap(([name, flag]) => (flag ? [name] : []))
    expect(wrong).toEqual(['m_validator_index_out_of_bounds'])
  })

  it('are valid for sixty blocks', async () => {
    const blob = await stateChange('decommission')
    const { network } = running.node.rules
    const { blockHeight = 0n } =
      findField(parseExtra(network, parseTransaction(network, blob).extra), 'stateChange') ?? {}
    running.miner.mine(Number(blockHeight) + 59 - running.node.chain.height)
    expect(submit(blob)).toMatchObject({ accepted: true })
    running.miner.mine(1)
    expect(submit(blob)).toMatchObject({ flags: ['failed', 'invalidInput'], reason: /is not valid at height/ })
  })
})
