// Proofs that a transaction of a node is the one that a block names.
import { describe, expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parseTransactionParts, type TransactionParts } from '../../../../src/coin/transactions/transactionBytes.ts'
import { keccak256 } from '../../../../src/crypto/hash/keccak.ts'
import type { NodeTransaction, PrunableHash } from '../../../../src/daemon/nodeClient.ts'
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
const inBlock = (txid: string, bytes = prunedBlob(txid)): ChainTransaction => ({
  ...scannedTransaction({ txid: fromHex(txid) }).source,
  bytes,
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

describe('the transactions of blocks', () => {
  const blocks = () => [TXID, OTHER].map((txid) => inBlock(txid))
  const hashes = () =>
    [OTHER, TXID].map((txid) => ({ id: fromHex(txid), prunableHash: keccak256(partsOf(txid).prunable) }))

  /** Returns the ids that are requested for their hashes, and those whose transactions are requested after that. */
  const verify = async (
    transactions: readonly ChainTransaction[],
    answers: readonly PrunableHash[],
  ): Promise<{ readonly first: readonly string[]; readonly more: readonly string[] }> => {
    const [first, more]: [string[], string[]] = [[], []]
    const node = Object.assign(smallNode(), {
      prunableHashes: async (ids: readonly Uint8Array[]) => {
        first.push(...ids.map(toHex))
        return answers
      },
      transactions: async (ids: readonly Uint8Array[]) => {
        more.push(...ids.map(toHex))
        return [pruned(TXID), pruned(OTHER)]
      },
    })
    const { context } = await syncStage({ node })
    await verifyTransactions(context, transactions)
    return { first, more }
  }

  it('are proven by the hashes of their pruned parts, in one request', async () => {
    expect(await verify(blocks(), hashes())).toEqual({ first: [TXID, OTHER], more: [] })
  })

  const withHash = (txid: string, prunableHash: Uint8Array | undefined): ChainTransaction => ({
    ...inBlock(txid),
    prunableHash,
  })
  const hashOf = (txid: string): Uint8Array => keccak256(partsOf(txid).prunable)

  it('are proven by the hashes of their page, without a request', async () => {
    const paged = [TXID, OTHER].map((txid) => withHash(txid, hashOf(txid)))
    expect(await verify(paged, [])).toEqual({ first: [], more: [] })
  })

  it.each<[string, Uint8Array | undefined]>([
    ['no hash', undefined],
    ['a hash of zeros', new Uint8Array(32)],
    ['a false hash', bytesOf(1)],
  ])('are all requested if their page has %s of one', async (_, hash) => {
    const paged = [withHash(TXID, hashOf(TXID)), withHash(OTHER, hash)]
    expect(await verify(paged, hashes())).toEqual({ first: [TXID, OTHER], more: [] })
  })

  it('are altered if no hash of their page proves them', async () => {
    const bytes = prunedBlob(TXID)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    const altered = { ...withHash(TXID, hashOf(TXID)), bytes }
    await expect(verify([altered], hashes())).rejects.toThrow(AlteredTransactionError)
  })

  it.each<[string, readonly PrunableHash[], readonly string[]]>([
    ['reports no hash', [], [TXID, OTHER]],
    ['reports the hash of one', hashes().slice(0, 1), [TXID]],
    [
      'reports a false hash',
      hashes().map(({ id, prunableHash }, i) => ({ id, prunableHash: i === 0 ? bytesOf(1) : prunableHash })),
      [OTHER],
    ],
    ['reports the hashes of others', [{ id: bytesOf(1), prunableHash: bytesOf(2) }], [TXID, OTHER]],
  ])('are requested themselves if the node %s', async (_, answers, more) => {
    expect(await verify(blocks(), answers)).toEqual({ first: [TXID, OTHER], more })
  })

  it('are requested themselves if their ids cover signatures', async () => {
    const old = { ...inBlock(OTHER), bytes: VERSION_1 }
    await expect(verify([old], hashes())).rejects.toThrow(AlteredTransactionError)
  })

  it('are altered if genuine hashes do not prove them', async () => {
    const bytes = prunedBlob(TXID)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    await expect(verify([inBlock(TXID, bytes), inBlock(OTHER)], hashes())).rejects.toThrow(AlteredTransactionError)
  })
})

describe('transactions that hashes do not prove', () => {
  /** Returns the calls of the node after a verification with the given answers. */
  const verify = async (
    transactions: readonly ChainTransaction[],
    answers: readonly NodeTransaction[],
    whole: readonly NodeTransaction[] = [],
  ): Promise<[string, readonly string[]][]> => {
    const calls: [string, readonly string[]][] = []
    const node = Object.assign(smallNode(), {
      prunableHashes: async () => [],
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

  it('are not requested if there are none', async () => {
    expect(await verify([], [])).toEqual([])
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
    const result = verify([inBlock(OTHER), inBlock(TXID, altered)], [pruned(TXID), pruned(OTHER)])
    await expect(result).rejects.toThrow(AlteredTransactionError)
    await expect(result).rejects.toMatchObject({ code: 'altered-transaction', details: { txid: TXID } })
  })
})
