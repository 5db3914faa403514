// Every recorded transaction that can be put to a node at its height, changed field by field: each change is refused, with the flags
// and for the reason that belong to the field. A field that the table does not know fails the test.

import { beforeAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../src/bytes/hex.ts'
import { prepareKeccak } from '../../src/crypto/keccak.ts'
import { loadPointKernel } from '../../src/crypto/point.ts'
import { changedBlobs, Judge } from '../support/changed-transactions.ts'
import { someOfEach } from '../support/changes.ts'
import { recordedRules, recordedTransactions, replayNode } from '../support/replay-node.ts'
import { OXEN_TRANSFER, TRANSFER_OUTCOMES } from '../support/transfer-outcomes.ts'

const { network } = recordedRules
const transfers = recordedTransactions.filter(({ coinbase }) => !coinbase).toSorted((a, b) => a.height - b.height)

beforeAll(async () => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
})

describe('recorded transfers with one field changed', () => {
  it('are refused, each for what was changed', () => {
    const judge = new Judge(TRANSFER_OUTCOMES, OXEN_TRANSFER)
    const { node, grow } = replayNode({ height: 1 })
    for (const [i, { hash, hex, height }] of transfers.entries()) {
      grow(height)
      // Of a few all fields, of the others two of each kind: which, differs from one to the next.
      const all = changedBlobs(network, fromHex(hex), hash)
      for (const change of i % 16 === 0 ? all : someOfEach(all, 2, hash))
        judge.look(hash, change, node.pool.submit(change.blob, { doNotRelay: false, sanityCheck: false }))
      expect(node.pool.submit(fromHex(hex), { doNotRelay: true, sanityCheck: false })).toMatchObject({ added: true })
      node.pool.remove(fromHex(hash))
      expect(node.pool.size).toBe(0)
    }
    expect(judge.wrong).toEqual([])
    expect(judge.unseen).toEqual([])
  }, 300_000)
})
