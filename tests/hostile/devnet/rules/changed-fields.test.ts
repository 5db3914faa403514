// Every recorded transfer, submitted at its height with each field changed: each change is rejected with the flags and the reason of the
// field. A field missing in the table fails the test.

import { describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { recordedChain, recordedRules, recordedTransactions, replayNode } from '../../../support/devnet/replay-node.ts'
import { changedBlobs, OutcomeChecker } from '../../../support/mutations/changed-transactions.ts'
import { sampleOfEach } from '../../../support/mutations/changes.ts'
import { OXEN_TRANSFER, TRANSFER_OUTCOMES } from '../../../support/mutations/transfer-outcomes.ts'
import { proofBlocks, proofNode } from '../../../support/wallet/proof-chain.ts'

const { network } = recordedRules
const transfers = recordedTransactions.filter(({ coinbase }) => !coinbase).toSorted((a, b) => a.height - b.height)

describe('recorded transfers with one field changed', () => {
  it('are rejected, each for the changed field', () => {
    const outcomes = new OutcomeChecker(TRANSFER_OUTCOMES, OXEN_TRANSFER)
    const { node, grow } = replayNode({ height: 1 })
    for (const [i, { hash, hex, height }] of transfers.entries()) {
      grow(height)
      // All fields of a few, two of each kind of the others, with a different choice for each.
      const all = changedBlobs(network, fromHex(hex), hash)
      for (const change of i % 16 === 0 ? all : sampleOfEach(all, 2, hash))
        outcomes.check(hash, change, node.pool.submit(change.blob, { doNotRelay: false, sanityCheck: false }))
      expect(node.pool.submit(fromHex(hex), { doNotRelay: true, sanityCheck: false })).toMatchObject({ added: true })
      node.pool.remove(fromHex(hash))
      expect(node.pool.size).toBe(0)
    }
    expect(outcomes.mismatches).toEqual([])
    expect(outcomes.unobserved).toEqual([])
  }, 300_000)

  it('are rejected in all their fields, for transactions of the recorded wallet proofs', () => {
    const outcomes = new OutcomeChecker(TRANSFER_OUTCOMES, OXEN_TRANSFER)
    const { node } = proofNode(recordedChain.blocks.length)
    let walked = 0
    for (const block of proofBlocks) {
      for (const blob of block.transactions) {
        walked++
        const seed = String(walked)
        for (const change of changedBlobs(network, blob, seed))
          outcomes.check(seed, change, node.pool.submit(change.blob, { doNotRelay: false, sanityCheck: false }))
        const admission = node.pool.submit(blob, { doNotRelay: false, sanityCheck: false })
        expect(admission).toMatchObject({ added: true })
        if (admission.accepted) node.pool.remove(admission.id)
      }
      node.chain.load({ blocks: [block] })
    }
    expect(walked).toBe(6)
    expect(outcomes.mismatches).toEqual([])
    // Equal unlock times cannot be swapped; the other cases are rare.
    expect(outcomes.unobserved).toEqual([
      'inputs.*.keyOffsets swapped: memberTwice',
      'inputs.*.keyImage: unsigned',
      'outputUnlockTimes swapped: unsigned',
    ])
  }, 300_000)
})
