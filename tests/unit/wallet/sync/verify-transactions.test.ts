// Proofs that a transaction of a node is the one that a block names.
import { describe, expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parseTransactionParts, type TransactionParts } from '../../../../src/coin/transactions/transactionBytes.ts'
import { keccak256 } from '../../../../src/crypto/hash/keccak.ts'
import { NodeRefusedError } from '../../../../src/daemon/errors.ts'
import type { NodeClient, NodeTransaction } from '../../../../src/daemon/nodeClient.ts'
import type { ChainTransaction } from '../../../../src/wallet/scan/scanBatch.ts'
import { ChainError } from '../../../../src/wallet/sync/pageReader.ts'
import {
  AlteredTransactionError,
  verifiedParts,
  verifyTransactions,
} from '../../../../src/wallet/sync/verifyTransactions.ts'
import { bytesOf, scannedTransaction } from '../../../support/wallet/ledger-samples.ts'
import { wholeTransaction } from '../../../support/wallet/small-chain.ts'
import { smallNode, syncStage } from '../../../support/wallet/sync-stage.ts'

/** A recorded transaction of block 203, and one of block 204. */
const TXID = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'
const OTHER = '7f6dcc1fe28b71f269cb38aa8b9aeda058b97338f5eb52c91f6e9d177030bd39'

/** A coinbase of version 1 without outputs. */
const VERSION_1 = fromHex('010001ff050000')

const partsOf = (txid: string): TransactionParts => parseTransactionParts(oxenRegtest, wholeTransaction(txid))
const prunedBlob = (txid: string): Uint8Array => concat(partsOf(txid).prefix, partsOf(txid).base)

const answer = (txid: string, fields: Partial<NodeTransaction>): NodeTransaction => ({
  id: fromHex(txid),
  blob: wholeTransaction(txid),
  pruned: false,
  inPool: false,
  doubleSpendSeen: false,
  blockHeight: 203,
  blockTimestamp: 0,
  outputIndices: [],
  blink: false,
  receivedTimestamp: undefined,
  ...fields,
})

const pruned = (txid: string, fields: Partial<NodeTransaction> = {}): NodeTransaction =>
  answer(txid, {
    blob: prunedBlob(txid),
    pruned: true,
    prunableHash: keccak256(partsOf(txid).prunable),
    ...fields,
  })

/** The transaction as a page of blocks contains it. */
const inBlock = (txid: string, fields: Partial<ChainTransaction> = {}): ChainTransaction => ({
  ...scannedTransaction({ txid: fromHex(txid) }).source,
  bytes: prunedBlob(txid),
  ...fields,
})

describe('a transaction of a node', () => {
  it('is proven by all its bytes, or by the pruned ones and the hash of the rest', () => {
    expect(verifiedParts(oxenRegtest, answer(TXID, {})).transaction.outputs).toHaveLength(2)
    expect(verifiedParts(oxenRegtest, pruned(TXID)).transaction.outputs).toHaveLength(2)
  })

  it.each([
    ['of another id', answer(TXID, { id: bytesOf(1) })],
    ['pruned and of another id', pruned(TXID, { id: fromHex(OTHER) })],
    ['with another hash of the rest', pruned(TXID, { prunableHash: bytesOf(1) })],
    ['pruned and of version 1, whose id covers the signatures', answer(TXID, { blob: VERSION_1, pruned: true })],
    ['without the hash of the rest', answer(TXID, { blob: prunedBlob(TXID), pruned: true })],
  ])('is rejected if it is %s', (_, answered) => {
    expect(() => verifiedParts(oxenRegtest, answered)).toThrow(ChainError)
  })
})

/** The blocks of the recorded transactions, with these two only. */
const WHOLE = [TXID, OTHER].map((txid) => ({ block: new Uint8Array(), transactions: [wholeTransaction(txid)] }))

describe('the transactions of blocks', () => {
  const blocks = () => [inBlock(TXID, { height: 203 }), inBlock(OTHER, { height: 204 })]

  /** Returns the requested heights, and the ids that were requested after them. */
  const verify = async (
    transactions: readonly ChainTransaction[],
    wholeBlocks: NodeClient['wholeBlocks'],
  ): Promise<{ readonly heights: readonly (readonly number[])[]; readonly ids: readonly string[] }> => {
    const heights: (readonly number[])[] = []
    const ids: string[] = []
    const node = Object.assign(smallNode(), {
      wholeBlocks: (requested: readonly number[]) => {
        heights.push(requested)
        return wholeBlocks(requested)
      },
      transactions: async (requested: readonly Uint8Array[]) => {
        ids.push(...requested.map(toHex))
        return [pruned(TXID), pruned(OTHER)]
      },
    })
    const { context } = await syncStage({ node })
    await verifyTransactions(context, transactions)
    return { heights, ids }
  }

  it('are proven by their whole blocks, in one request', async () => {
    expect(await verify(blocks(), async () => WHOLE)).toEqual({ heights: [[203, 204]], ids: [] })
  })

  it.each<[string, NodeClient['wholeBlocks'], readonly string[]]>([
    ['refuses them', () => Promise.reject(new NodeRefusedError('no', { details: { url: 'memory:' } })), [TXID, OTHER]],
    ['sends none', async () => [], [TXID, OTHER]],
    ['is pruned', async () => WHOLE.map(({ block }) => ({ block, transactions: [] })), [TXID, OTHER]],
    ['sends another transaction', async () => WHOLE.toReversed(), [TXID, OTHER]],
    [
      'sends one too many',
      async () => WHOLE.map(({ block }) => ({ block, transactions: [TXID, OTHER].map(wholeTransaction) })),
      [TXID, OTHER],
    ],
    [
      'sends a part of one',
      async () => WHOLE.map((whole, i) => (i === 0 ? whole : { ...whole, transactions: [prunedBlob(OTHER)] })),
      [OTHER],
    ],
  ])('are requested by id if the node %s', async (_, wholeBlocks, ids) => {
    expect(await verify(blocks(), wholeBlocks)).toEqual({ heights: [[203, 204]], ids })
  })

  it('are altered if the whole block contradicts the page', async () => {
    const bytes = prunedBlob(TXID)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    const altered = [inBlock(TXID, { height: 203, bytes }), inBlock(OTHER, { height: 204 })]
    await expect(verify(altered, async () => WHOLE)).rejects.toThrow(AlteredTransactionError)
    // Not even with the altered bytes and the genuine rest.
    const rest = partsOf(TXID).prunable
    const consistent = WHOLE.map((whole, i) => (i === 0 ? { ...whole, transactions: [concat(bytes, rest)] } : whole))
    await expect(verify(altered, async () => consistent)).rejects.toThrow(AlteredTransactionError)
  })

  it('are requested in parts of about a thousand', async () => {
    const many = Array.from({ length: 9 }, (_, i) =>
      Array.from({ length: i === 4 ? 1500 : 300 }, () => inBlock(TXID, { height: 100 + i })),
    )
    const { heights } = await verify(many.flat(), async (requested) =>
      requested.map((height) => ({
        block: new Uint8Array(),
        transactions: (many[height - 100] ?? []).map(() => wholeTransaction(TXID)),
      })),
    )
    expect(heights).toEqual([[100, 101, 102], [103], [104], [105, 106, 107], [108]])
  })
})

describe('transactions that whole blocks do not prove', () => {
  /** Returns the calls of the node after a verification with the given answers. */
  const verify = async (
    transactions: readonly ChainTransaction[],
    answers: readonly NodeTransaction[],
    whole: readonly NodeTransaction[] = [],
    trusted = false,
  ): Promise<[string, readonly string[]][]> => {
    const calls: [string, readonly string[]][] = []
    const node = Object.assign(smallNode(), {
      trusted,
      wholeBlocks: async () => [],
      transactions: async (ids: readonly Uint8Array[]) => {
        calls.push(['pruned', ids.map(toHex)])
        return answers
      },
      wholeTransactions: async (ids: readonly Uint8Array[]) => {
        calls.push(['whole', ids.map(toHex)])
        return whole
      },
    })
    const { context } = await syncStage({ node })
    await verifyTransactions(context, transactions)
    return calls
  }

  it('are proven by one request of all of them', async () => {
    expect(await verify([inBlock(TXID), inBlock(OTHER)], [pruned(OTHER), pruned(TXID)])).toEqual([
      ['pruned', [TXID, OTHER]],
    ])
    expect(await verify([inBlock(TXID)], [answer(TXID, {})])).toHaveLength(1)
  })

  it('are not requested if there are none, or from a node that the user vouches for', async () => {
    expect(await verify([], [])).toEqual([])
    expect(await verify([inBlock(TXID)], [], [], true)).toEqual([])
  })

  it('are requested whole if the pruned bytes prove nothing', async () => {
    const unproven = pruned(TXID, { prunableHash: bytesOf(1) })
    expect(await verify([inBlock(TXID), inBlock(OTHER)], [unproven, pruned(OTHER)], [answer(TXID, {})])).toEqual([
      ['pruned', [TXID, OTHER]],
      ['whole', [TXID]],
    ])
  })

  it.each([
    ['a whole transaction of another id at once', ChainError, [answer(TXID, { id: fromHex(OTHER) })], []],
    ['no transaction', ChainError, [], []],
    ['a whole transaction of another id', ChainError, [], [answer(TXID, { id: fromHex(OTHER) })]],
  ])('are rejected if the node proves them with %s', async (_, error, answers, whole) => {
    await expect(verify([inBlock(TXID)], answers, whole)).rejects.toThrow(error)
  })

  it('are altered if the proven bytes differ', async () => {
    const altered = prunedBlob(TXID)
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1
    const result = verify([inBlock(OTHER), inBlock(TXID, { bytes: altered })], [pruned(TXID), pruned(OTHER)])
    await expect(result).rejects.toThrow(AlteredTransactionError)
    await expect(result).rejects.toMatchObject({ code: 'altered-transaction', details: { txid: TXID } })
  })
})
