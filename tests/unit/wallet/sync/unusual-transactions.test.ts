// Transactions that the network accepts although no wallet makes them, and bytes that cannot be read: the sync goes on, or says what it met.
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { absoluteOffsets, type Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import { PageReader } from '../../../../src/wallet/sync/pageReader.ts'
import { followTxpool } from '../../../../src/wallet/sync/txpool.ts'
import { wrappingOffsets } from '../../../support/devnet/wrapping-offsets.ts'
import { bytesOf, keyHex, sampleOutput } from '../../../support/wallet/ledger-samples.ts'
import { chain, wholeTransaction } from '../../../support/wallet/small-chain.ts'
import { smallNode, syncStage } from '../../../support/wallet/sync-stage.ts'

/** A paid B in block 203. */
const TXID = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'
const BLOB = wholeTransaction(TXID)
const HEIGHT = 203
const UNREADABLE = Uint8Array.of(4, 0xff)

const stageOf = async (wallet: 'A' | 'B') => {
  const stage = await syncStage({ node: smallNode(chain.slice(0, HEIGHT)), wallet })
  await stage.state.update('strict', () => ({ blockIds: new BlockIds(0, new Uint8Array(32 * HEIGHT)) }))
  return stage
}

/** The payment with its first ring changed. */
const withRing = (change: (ring: readonly number[]) => readonly number[]): Transaction => {
  const transaction = parseTransaction(oxenRegtest, BLOB)
  const inputs = transaction.inputs.map((input, i) =>
    input.kind === 'key' && i === 0
      ? { ...input, keyOffsets: wrappingOffsets(change(absoluteOffsets(input.keyOffsets) ?? [])) }
      : input,
  )
  return { ...transaction, inputs }
}

describe('a spend in the txpool whose ring', () => {
  const recordedRings = async (transaction: Transaction) => {
    const { state, node, context } = await stageOf('A')
    const [input] = transaction.inputs
    if (input?.kind !== 'key') throw new Error('it spends nothing')
    const owned = sampleOutput({ keyImage: input.keyImage, amount: 10n ** 15n })
    await state.update('strict', (draft) => void draft.putOutput(owned))
    const id = node.addToPool(serializeTransaction(transaction))
    await followTxpool(context, [id])
    return state.ledger.payments.get(toHex(id))?.rings
  }

  it('does not ascend is recorded with its members', async () => {
    const changed = withRing((ring) => ring.toReversed())
    const [input] = changed.inputs
    const ring = input?.kind === 'key' ? absoluteOffsets(input.keyOffsets) : undefined
    expect(ring?.[0]).toBeGreaterThan(ring?.at(-1) ?? Infinity)
    expect(await recordedRings(changed)).toEqual([ring])
  })

  it('has members that no chain has is recorded without them', async () => {
    expect(await recordedRings(withRing((ring) => [...ring.slice(1), 2 ** 60]))).toEqual([[]])
  })
})

describe('bytes that cannot be read', () => {
  it('are left out of the txpool, once', async () => {
    const { state, node, context } = await stageOf('B')
    node.pool.set(keyHex(1), { id: bytesOf(1), blob: UNREADABLE, doubleSpendSeen: false, blink: false })
    node.addToPool(BLOB)
    const ids = [...node.pool.values()].map(({ id }) => id)
    await followTxpool(context, ids)
    expect([...state.pool.entries.keys()]).toEqual([TXID])
    await followTxpool(context, ids)
    expect(node.calls.filter((name) => name === 'transactions')).toHaveLength(1)
  })

  it('are named with their block and transaction', () => {
    const blocks = chain.slice(HEIGHT, HEIGHT + 1).map((block) => ({ ...block, transactions: [...block.transactions] }))
    const [changed] = blocks
    const position = chain[HEIGHT]?.parsed.transactionIds.findIndex((id) => toHex(id) === TXID) ?? -1
    changed?.transactions.splice(position, 1, UNREADABLE)
    const reader = () =>
      new PageReader(oxenRegtest, { startHeight: HEIGHT, chainHeight: chain.length, blocks }).read(1000, 0)
    expect(reader).toThrow(FormatError)
    expect(reader).toThrow(`transaction ${TXID} of block ${HEIGHT} cannot be read: `)
    expect(reader).toThrow('use another node, or update the program')
  })

  it('of a whole block are named with it', () => {
    const page = {
      startHeight: 5,
      chainHeight: 9,
      blocks: [{ block: fromHex('0707'), transactions: [], outputIndices: [] }],
    }
    expect(() => new PageReader(oxenRegtest, page).read(1000, 0)).toThrow('block 5 cannot be read: ')
  })
})
