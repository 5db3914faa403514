// Recorded stakes, names and other transactions with one field changed, submitted to the chains of their recording: with ring signatures where
// all ring members are known, otherwise without; and the effects of all on service nodes and names.

import { describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { blockId, parseBlock } from '../../../../src/coin/blocks/block.ts'
import { findField } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { absoluteOffsets, TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { OxenState } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { ServiceNodeRegistry } from '../../../../src/devnet/oxen/service-nodes/serviceNodeRegistry.ts'
import {
  type BlockRecord,
  type ParsedTransaction,
  parseFullTransaction,
} from '../../../../src/devnet/records/chainRecords.ts'
import type { ChainView } from '../../../../src/devnet/rules/chainChecks.ts'
import { TransactionChecker } from '../../../../src/devnet/rules/checker.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'
import { recordedRules, recordedTransactions, replayNode } from '../../../support/devnet/replay-node.ts'
import {
  BUY_RECORDED,
  NAME_OUTCOMES,
  RENEW_RECORDED,
  UPDATE_RECORDED,
} from '../../../support/mutations/changed-names.ts'
import { contributionsOf, REGISTRATION, STAKE, STAKE_OUTCOMES } from '../../../support/mutations/changed-stakes.ts'
import {
  changedBlobs,
  changedTransactions,
  type Finding,
  OutcomeChecker,
} from '../../../support/mutations/changed-transactions.ts'
import { checkTransaction, checkTransactionWithoutRings } from '../../../support/mutations/changed-views.ts'
import { sampleOfEach } from '../../../support/mutations/changes.ts'
import {
  NAME_TRANSFER,
  OXEN_TRANSFER,
  STAKE_TRANSFER,
  TRANSFER_OUTCOMES,
  withoutSignatures,
} from '../../../support/mutations/transfer-outcomes.ts'
import { seededRandom } from '../../../support/random.ts'
import { proofNode, proofRecording } from '../../../support/wallet/proof-chain.ts'

const { network } = recordedRules

describe('recorded stakes', () => {
  const data = vector('oxen/staking.json')
  const blocks: { readonly block: Uint8Array; readonly transactions: readonly Uint8Array[] }[] = data.blocks.map(
    ({ blob, tx_hashes: hashes = [] }) => ({
      block: fromHex(blob),
      transactions: hashes.map((hash) => fromHex(entryOf(data.tx_hex, hash))),
    }),
  )

  it('are rejected for the changed field', () => {
    const outcomes = new OutcomeChecker(TRANSFER_OUTCOMES, STAKE_TRANSFER)
    const { node } = proofNode(data.start_height, data.blocks.at(-1).block_header.timestamp)
    const submit = (blob: Uint8Array) => node.pool.submit(blob, { doNotRelay: false, sanityCheck: false })
    const walked: TransactionType[] = []
    for (const each of blocks) {
      const seed = `${node.chain.height}`
      for (const blob of each.transactions) {
        const { type, inputs } = parseFullTransaction(network, blob).transaction
        if (inputs.length === 0) continue
        walked.push(type)
        for (const change of sampleOfEach(changedBlobs(network, blob, seed), 4, seed))
          outcomes.check(seed, change, submit(change.blob))
        const admission = submit(blob)
        expect(admission).toMatchObject({ added: true })
        if (admission.accepted) node.pool.remove(admission.id)
      }
      node.chain.load({ blocks: [each] })
    }
    // Four stakes, and a transfer of their coins once they were unlocked.
    expect(walked).toEqual([3, 3, 3, 3, 0])
    expect(outcomes.mismatches).toEqual([])
    // Equal unlock times cannot be swapped.
    expect(outcomes.unobservedPatterns.filter((pattern) => !pattern.endsWith('swapped'))).toEqual([])
  })

  it('have no effect with a changed extra', () => {
    const registry = new ServiceNodeRegistry(network)
    const checkers = {
      registration: new OutcomeChecker(STAKE_OUTCOMES, { ...REGISTRATION, 'extra.nonce**': ['counted'] }),
      stake: new OutcomeChecker(STAKE_OUTCOMES, { ...STAKE, 'extra.nonce**': ['counted'] }),
    }
    for (const { block: blob, transactions } of blocks) {
      const block = parseBlock(network, blob)
      const [miner] = block.minerTransaction.inputs
      const height = miner?.kind === 'gen' ? miner.height : 0
      const coinbase = parseFullTransaction(network, serializeTransaction(block.minerTransaction))
      const recordOf = (listed: readonly ParsedTransaction[]): BlockRecord =>
        // The fields of a record that the registry reads.
        ({
          ...{ height, id: blockId(block), block, timestamp: block.timestamp },
          transactions: [coinbase, ...listed],
        }) as unknown as BlockRecord
      const parsed = transactions.map((each) => parseFullTransaction(network, each))
      const effectOf = (listed: readonly ParsedTransaction[]): string => {
        registry.append(recordOf(listed), [])
        const effect = contributionsOf(registry.list.nodes)
        registry.pop([])
        return effect
      }
      for (const { blob: bytes, transaction } of parsed) {
        if (transaction.type !== TransactionType.stake) continue
        const [none, own] = [effectOf([]), effectOf(parsed)]
        expect(own).not.toBe(none)
        const isNew = findField(parseExtra(network, transaction.extra), 'registration') !== undefined
        const outcomes = isNew ? checkers.registration : checkers.stake
        for (const change of changedBlobs(network, bytes, `${height}`)) {
          if (!change.pattern.startsWith('extra')) continue
          const effect = effectOf([parseFullTransaction(network, change.blob)])
          const finding: Finding =
            effect === none ? { accepted: false, flags: [], reason: 'it changes no service node' } : { accepted: true }
          outcomes.check(`${height}`, change, finding)
        }
      }
      registry.append(recordOf(parsed), [])
    }
    for (const { mismatches, unobservedPatterns } of Object.values(checkers))
      expect({ mismatches, unobservedPatterns }).toEqual({ mismatches: [], unobservedPatterns: [] })
  })
})

describe('recorded names', () => {
  const data = vector('oxen/names.json')
  const recorded: { readonly height: number; readonly parsed: ParsedTransaction }[] = data.txs.map((tx) => ({
    height: tx.block_height,
    parsed: parseFullTransaction(network, fromHex(entryOf(data.tx_hex, tx.tx_hash))),
  }))

  const stateAt = (height: number): OxenState => {
    const state = new OxenState(network)
    const heights = [...new Set(recorded.map((each) => each.height))].filter((each) => each < height)
    for (const at of heights) {
      const own = recorded.filter((each) => each.height === at).map(({ parsed }) => parsed)
      // The names read nothing else of a block; the first transaction stands in for the coinbase.
      state.names.append({ height: at, transactions: [own[0], ...own] } as unknown as BlockRecord)
    }
    return state
  }

  it('are rejected for the changed field, where their rings are known', () => {
    const { outputs } = replayNode().node.chain
    const checker = new TransactionChecker(seededRandom(353))
    const outcomes = new OutcomeChecker(TRANSFER_OUTCOMES, NAME_TRANSFER)
    const known = recorded.filter(({ parsed }) =>
      parsed.transaction.inputs.every(
        (input) => input.kind === 'key' && (absoluteOffsets(input.keyOffsets)?.at(-1) ?? 0) < outputs.length,
      ),
    )
    expect(known).toHaveLength(3)
    for (const { height, parsed } of known) {
      const view: ChainView = {
        ...{ rules: recordedRules, height, outputs, state: stateAt(height) },
        isSpent: () => false,
        isUnlocked: (unlockTime) => unlockTime <= height,
      }
      expect(checkTransaction(checker, view, parsed.blob)).toEqual({ accepted: true })
      const seed = `${height}`
      for (const change of sampleOfEach(changedBlobs(network, parsed.blob, seed), 4, seed))
        outcomes.check(seed, change, checkTransaction(checker, view, change.blob))
    }
    expect(outcomes.mismatches).toEqual([])
    // A single output cannot be swapped.
    expect(outcomes.unobservedPatterns.filter((pattern) => !pattern.endsWith('swapped'))).toEqual([])
  })

  it('are rejected for changes that not only signatures detect, where their rings are unknown', () => {
    const outcomes = new OutcomeChecker(TRANSFER_OUTCOMES, withoutSignatures(NAME_TRANSFER))
    const checker = new TransactionChecker(seededRandom(354))
    for (const { height, parsed } of recorded) {
      const view = { rules: recordedRules, height, state: stateAt(height) }
      const put = (blob: Uint8Array): Finding => checkTransactionWithoutRings(checker, view, blob)
      expect(put(parsed.blob)).toEqual({ accepted: true })
      const seed = `${height}`
      const changes = changedBlobs(network, parsed.blob, seed).filter(({ pattern }) => !pattern.startsWith('extra'))
      for (const change of sampleOfEach(changes, 2, seed)) outcomes.check(seed, change, put(change.blob))
    }
    expect(outcomes.mismatches).toEqual([])
    // Each has one output, which cannot be swapped; no placeholder ring member is missing.
    expect(outcomes.unobserved).toEqual([
      'inputs.*.keyOffsets.*: noMember',
      'outputs swapped: accepted',
      'rct.ecdhInfo swapped: accepted',
      'rct.commitments swapped: unproved',
      'prunable.bulletproofs doubled: proofCount',
      'type: accepted',
      'outputUnlockTimes swapped: accepted',
    ])
  })

  it('are rejected for the violated rule, regardless of ring signatures', () => {
    const checkers = {
      buy: new OutcomeChecker(NAME_OUTCOMES, BUY_RECORDED),
      update: new OutcomeChecker(NAME_OUTCOMES, UPDATE_RECORDED),
      renew: new OutcomeChecker(NAME_OUTCOMES, RENEW_RECORDED),
    }
    for (const { height, parsed } of recorded) {
      const state = stateAt(height)
      const { owner, signature } = findField(parseExtra(network, parsed.transaction.extra), 'nameSystem') ?? {}
      const outcomes = signature !== undefined ? checkers.update : owner !== undefined ? checkers.buy : checkers.renew
      expect(state.transactionFault(parsed, height)).toBeUndefined()
      for (const { changed, ...change } of changedTransactions(network, parsed.blob, `${height}`)) {
        if (!change.pattern.startsWith('extra')) continue
        const fault = state.transactionFault({ ...parsed, transaction: changed }, height)
        expect(fault?.verbose).toBe(fault?.reason)
        const flags = ['failed', 'invalidInput'] as const
        const finding: Finding =
          fault === undefined ? { accepted: true } : { accepted: false, flags, reason: fault.reason }
        outcomes.check(`${height}`, change, finding)
      }
    }
    for (const { mismatches, unobservedPatterns } of Object.values(checkers))
      expect({ mismatches, unobservedPatterns }).toEqual({ mismatches: [], unobservedPatterns: [] })
  })
})

describe('offline-signed and multisig transfers', () => {
  it('are rejected for changes that not only signatures detect', () => {
    const outcomes = new OutcomeChecker(TRANSFER_OUTCOMES, {
      ...withoutSignatures(OXEN_TRANSFER),
      // One ring starts with the very first output, so that the next offset is 0.
      'inputs.*.keyOffsets doubled': ['unreadable', 'ringSize', 'memberTwice'],
    })
    const checker = new TransactionChecker(seededRandom(355))
    const elsewhere = new Set([...recordedTransactions.map(({ hash }) => hash), ...Object.keys(proofRecording.tx_hex)])
    const recorded = (['oxen/cold-signing.json', 'oxen/multisig.json'] as const).flatMap((path) =>
      Object.entries(vector(path).tx_hex).filter(([id]) => !elsewhere.has(id)),
    )
    // All are of the last fork. Nothing else is known of their chains.
    const view = { rules: recordedRules, height: 1000, state: new OxenState(network) }
    expect(recorded).toHaveLength(37)
    for (const [id, hex] of recorded) {
      expect(checkTransactionWithoutRings(checker, view, fromHex(hex))).toEqual({ accepted: true })
      const changes = changedBlobs(network, fromHex(hex), id).filter(({ pattern }) => !pattern.startsWith('extra'))
      for (const change of sampleOfEach(changes, 1, id))
        outcomes.check(id, change, checkTransactionWithoutRings(checker, view, change.blob))
    }
    expect(outcomes.mismatches).toEqual([])
    // Equal unlock times cannot be swapped; no placeholder ring member is missing.
    expect(outcomes.unobserved).toEqual(['inputs.*.keyOffsets.*: noMember', 'outputUnlockTimes swapped: accepted'])
  })
})
