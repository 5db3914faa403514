// Scans of single transactions (scan_tx) without an engine: what is recorded, and which lies of a node are rejected.
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import type { NodeTransaction } from '../../../../src/daemon/nodeClient.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import { ChainError } from '../../../../src/wallet/sync/pageReader.ts'
import {
  OlderTransactionError,
  type ScannedAge,
  scanTransactions,
  TransactionMissingError,
} from '../../../../src/wallet/sync/scanTransactions.ts'
import type { SyncContext } from '../../../../src/wallet/sync/syncContext.ts'
import { bytesOf, keyHex } from '../../../support/wallet/ledger-samples.ts'
import { chain } from '../../../support/wallet/small-chain.ts'
import { synchronizerOf, syncStage } from '../../../support/wallet/sync-stage.ts'

/** A paid B in block 203. */
const TXID = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'
const HEIGHT = 203

/** A wallet that has scanned the blocks from 300 on, and knows ids of the last of them only. Its sync is not running. */
const stageOf = async (height = 310, network: SyncContext['network'] = oxenRegtest) => {
  const stage = await syncStage({ restoreHeight: 300 })
  const { sync } = synchronizerOf({ ...stage, context: { ...stage.context, network } })
  const { state, node } = stage
  const distrusted: string[] = []
  Object.assign(node, { distrust: (reason: string) => distrusted.push(reason) })
  await state.update('strict', () => ({
    blockIds: new BlockIds(height - 1, chain[height - 1]?.id ?? bytesOf(0)),
  }))
  const scanOf =
    (age: ScannedAge) =>
    (...txids: readonly string[]): Promise<void> =>
      scanTransactions(
        { network, state, sync },
        txids.map((txid) => fromHex(txid)),
        age,
      )
  /** Changes what the node returns for transactions. */
  const alter = (change: (answer: NodeTransaction) => Partial<NodeTransaction>): void => {
    const transactions = node.transactions.bind(node)
    node.transactions = async (ids) => (await transactions(ids)).map((answer) => ({ ...answer, ...change(answer) }))
  }
  return { ...stage, scan: scanOf('any'), scanNewest: scanOf('newest'), alter, distrusted }
}

describe('a scan of transactions', () => {
  it('records what they pay to the wallet, and creates its addresses', async () => {
    const { state, scan } = await stageOf()
    await scan(TXID)
    expect([...state.ledger.outputs.values()]).toMatchObject([
      { amount: 777000001n, height: HEIGHT, txid: fromHex(TXID), timestamp: chain[HEIGHT]?.parsed.timestamp },
    ])
    expect(state.ledger.outputs.values().next().value?.globalIndex).toBe(
      chain[HEIGHT]?.outputIndices[2]?.[state.ledger.outputs.values().next().value?.indexInTx ?? -1],
    )
    expect(state.labels).toEqual([['Primary account']])
  })

  it('rejects transactions that are not the newest which the wallet knows, where it cannot compare spent outputs', async () => {
    const { state, scanNewest } = await stageOf(330)
    const later = chain.slice(HEIGHT + 1, 330).flatMap(({ parsed }) => parsed.transactionIds.map(toHex))
    await scanNewest(...later)
    const known = [...state.ledger.outputs.keys()]
    expect(known).not.toEqual([])
    await expect(scanNewest(TXID)).rejects.toThrow(OlderTransactionError)
    expect([...state.ledger.outputs.keys()]).toEqual(known)
    await scanNewest(TXID, ...later)
    expect(state.ledger.outputs.size).toBe(known.length + 1)
  })

  it('records a spend of the same transactions in chain order, whatever the order of the request', async () => {
    const { state, scan } = await stageOf(330)
    const ids = chain.slice(HEIGHT, 330).flatMap(({ parsed }) => parsed.transactionIds.map(toHex))
    await scan(...ids.toReversed())
    const heights = [...state.ledger.outputs.values()].map(({ height }) => height)
    expect(heights).toEqual(heights.toSorted((x, y) => x - y))
    expect(state.ledger.payments.size).toBeGreaterThan(0)
    for (const { state: paymentState } of state.ledger.payments.values()) expect(paymentState).toBe('confirmed')
    for (const { subaddress } of state.ledger.outputs.values())
      expect(state.labels[subaddress.major]?.[subaddress.minor]).toBeDefined()
  })

  it('finds coinbases', async () => {
    const { state, scan } = await stageOf()
    const coinbases = chain.slice(100, 110).map(({ parsed }) => toHex(transactionId(parsed.minerTransaction)))
    await scan(...coinbases)
    const found = [...state.ledger.outputs.values()]
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ coinbase, height }) => coinbase && height >= 100 && height < 110)).toBe(true)
  })

  it('requests each block once', async () => {
    const { node, scan } = await stageOf()
    await scan(...(chain[HEIGHT]?.parsed.transactionIds ?? []).map(toHex))
    expect(node.calls).toEqual(['transactions', 'block'])
  })

  it('leaves those to the sync that are in newer blocks or in the txpool', async () => {
    const { state, node, scan } = await stageOf(HEIGHT)
    await scan(TXID)
    expect([state.ledger.outputs.size, node.calls]).toEqual([0, ['transactions']])
    const next = await stageOf(HEIGHT + 1)
    await next.scan(TXID)
    expect(next.state.ledger.outputs.size).toBe(1)
    const pooled = await stageOf()
    pooled.alter(() => ({ inPool: true, blockHeight: undefined }))
    await pooled.scan(TXID)
    expect(pooled.state.ledger.outputs.size).toBe(0)
  })

  it('requests nothing for no transactions', async () => {
    const { node, scan } = await stageOf()
    await scan()
    expect(node.calls).toEqual([])
  })

  it('records nothing if the node does not know one', async () => {
    const { state, scan, distrusted } = await stageOf()
    await expect(scan(TXID, keyHex(1))).rejects.toThrow(TransactionMissingError)
    await expect(scan(TXID, keyHex(1))).rejects.toMatchObject({ details: { txid: keyHex(1) } })
    expect([state.ledger.outputs.size, distrusted]).toEqual([0, []])
  })
})

describe('a node is distrusted', () => {
  const [OTHER = bytesOf(0)] = chain[HEIGHT]?.parsed.transactionIds ?? []

  it.each<[string, string, (stage: Awaited<ReturnType<typeof stageOf>>) => void]>([
    [
      'another transaction',
      'for the requested transaction',
      ({ alter }) => alter(() => ({ prunableHash: bytesOf(1) })),
    ],
    ['a malformed transaction', '', ({ alter }) => alter(({ blob }) => ({ blob: blob.slice(0, -1) }))],
    ['a block without it', 'does not contain the transaction', ({ alter }) => alter(() => ({ blockHeight: 204 }))],
    ['too few indices', 'but the node sent 1 indices', ({ alter }) => alter(() => ({ outputIndices: [1] }))],
    ['too many indices', 'but the node sent 3 indices', ({ alter }) => alter(() => ({ outputIndices: [1, 2, 3] }))],
    [
      'a block of another height',
      'returned block 204 for block 203',
      ({ node }) => {
        node.block = async () => chain[204]?.block ?? bytesOf(0)
      },
    ],
  ])('that returns %s', async (_, words, lie) => {
    const stage = await stageOf()
    lie(stage)
    await expect(stage.scan(TXID, toHex(OTHER))).rejects.toThrow(words)
    expect(stage.distrusted).toHaveLength(1)
    expect(stage.state.ledger.outputs.size).toBe(0)
  })

  it('whose block is not the one that the wallet knows', async () => {
    const stage = await stageOf()
    await stage.state.update('strict', () => ({ blockIds: new BlockIds(HEIGHT, new Uint8Array(64).fill(7)) }))
    await expect(stage.scan(TXID)).rejects.toThrow(ChainError)
    const known = await stageOf()
    await known.state.update('strict', () => ({ blockIds: new BlockIds(HEIGHT, chain[HEIGHT]?.id ?? bytesOf(0)) }))
    await known.scan(TXID)
    expect(known.state.ledger.outputs.size).toBe(1)
  })

  it('whose block contradicts a checkpoint', async () => {
    const at = (height: number, id: Uint8Array) => ({ ...oxenRegtest, checkpoints: [{ height, id }] })
    await expect((await stageOf(310, at(HEIGHT, bytesOf(1)))).scan(TXID)).rejects.toThrow('in its place')
    const agreeing = await stageOf(310, at(HEIGHT, chain[HEIGHT]?.id ?? bytesOf(0)))
    await agreeing.scan(TXID)
    const elsewhere = await stageOf(310, at(HEIGHT + 1, bytesOf(1)))
    await elsewhere.scan(TXID)
    expect([agreeing.state.ledger.outputs.size, elsewhere.state.ledger.outputs.size]).toEqual([1, 1])
  })

  it('only for lies, not because it fails', async () => {
    const stage = await stageOf()
    stage.node.block = () => Promise.reject(new Error('gone'))
    await expect(stage.scan(TXID)).rejects.toThrow('gone')
    expect(stage.distrusted).toEqual([])
  })
})
