// Transactions that a wallet has scanned in the txpool before their block: it finds the same in the block, and scans most of them once.
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../../src/bytes/hex.ts'
import { generateKeys } from '../../../../../src/crypto/keys/keys.ts'
import { createScanner } from '../../../../../src/crypto/scan/createScanner.ts'
import type { ScanBatch, Scanner } from '../../../../../src/crypto/scan/scanner.ts'
import { SubaddressTable } from '../../../../../src/wallet/state/subaddressTable.ts'
import { downloadBlocks } from '../../../../../src/wallet/sync/blockDownload.ts'
import { OutputScanner } from '../../../../../src/wallet/sync/outputScanner.ts'
import { scanNewTransactions } from '../../../../../src/wallet/sync/txpool.ts'
import type { WalletName } from '../../../../support/data/schemas.ts'
import { chain, wallets, wholeTransaction } from '../../../../support/wallet/small-chain.ts'
import { type SyncStage, smallNode, syncStage } from '../../../../support/wallet/sync-stage.ts'

/** From the next block on, there are transfers. */
const FIRST = 203
const SILENT = { beginPage: () => undefined, committed: () => undefined }

type CountedStage = SyncStage & { readonly table: SubaddressTable; readonly scanned: number[] }

/** A stage whose scanner records the outputs of its batches. */
const countedStage = async (wallet: WalletName | 'a stranger'): Promise<CountedStage> => {
  const stage = await syncStage({ node: smallNode(chain.slice(0, FIRST)) })
  const secret = wallet === 'a stranger' ? new Uint8Array(32).fill(1) : fromHex(wallets[wallet].keys.spend_key)
  const keys = generateKeys(secret)
  const table = new SubaddressTable(keys, { majors: 2, minors: 4 })
  await table.reach({ major: 0, minor: 0 })
  const inner = await createScanner()
  const scanned: number[] = []
  const scanner: Scanner = {
    ...{ watch: inner.watch.bind(inner), close: inner.close.bind(inner) },
    scan: (batch: ScanBatch) => {
      scanned.push(batch.outputIndexes.length)
      return inner.scan(batch)
    },
  }
  return {
    ...stage,
    context: { ...stage.context, outputScanner: new OutputScanner(keys, table, scanner) },
    table,
    scanned,
  }
}

const download = async ({ context }: SyncStage): Promise<void> =>
  downloadBlocks(context, await context.node.info(), SILENT)

const idsOf = (height: number): string[] => (chain[height]?.parsed.transactionIds ?? []).map(toHex)

/** Adds the transactions of the next block to the txpool, and lets the wallet scan them. */
const poolNext = async ({ node, context }: SyncStage): Promise<void> => {
  node.pool.clear()
  for (const id of idsOf(node.chain.length)) node.addToPool(wholeTransaction(id))
  await scanNewTransactions(context, await context.node.poolHashes())
}

const mineNext = async (stage: SyncStage): Promise<void> => {
  stage.node.setChain(chain.slice(0, stage.node.chain.length + 1))
  await download(stage)
}

const contentOf = ({ state }: SyncStage) => ({
  height: state.height,
  outputs: [...state.ledger.outputs].sort(([a], [b]) => (a < b ? -1 : 1)),
  spent: [...state.ledger.outputs.values()].map(({ spent }) => spent),
  payments: [...state.ledger.payments.keys()].sort(),
})

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

describe('a wallet that scans every transaction in the txpool first', () => {
  it.each(['A', 'B', 'C'] as const)('finds in the blocks what it finds without (%s)', async (wallet) => {
    const [pooled, direct] = [await countedStage(wallet), await countedStage(wallet)]
    for (const stage of [pooled, direct]) await download(stage)
    for (const { scanned } of [pooled, direct]) scanned.length = 0
    let blocks = 0
    while (pooled.node.chain.length < chain.length) {
      await poolNext(pooled)
      const before = pooled.scanned.length
      await mineNext(pooled)
      blocks += sum(pooled.scanned.slice(before))
    }
    direct.node.setChain(chain)
    await download(direct)
    expect(contentOf(pooled)).toEqual(contentOf(direct))
    // Some blocks are scanned in part, because their transactions were.
    expect(blocks).toBeLessThan(sum(direct.scanned))
  })
})

it('scans only the coinbase of a block whose transactions are known to pay others', async () => {
  const stage = await countedStage('a stranger')
  await download(stage)
  await poolNext(stage)
  stage.scanned.length = 0
  await mineNext(stage)
  expect(idsOf(FIRST).length).toBeGreaterThan(0)
  expect(stage.scanned).toEqual([chain[FIRST]?.parsed.minerTransaction.outputs.length])
})

it('scans a transaction again in its block after the table has grown', async () => {
  const stage = await countedStage('a stranger')
  await download(stage)
  await poolNext(stage)
  await stage.table.reach({ major: 0, minor: 50 })
  await stage.table.reach({ major: 0, minor: 500 })
  stage.scanned.length = 0
  await mineNext(stage)
  expect(sum(stage.scanned)).toBeGreaterThan(chain[FIRST]?.parsed.minerTransaction.outputs.length ?? 0)
})

it('scans a transaction that pays it again in its block', async () => {
  const stage = await countedStage('B')
  await download(stage)
  await poolNext(stage)
  expect(stage.state.pool.entries.size).toBeGreaterThan(0)
  const before = stage.state.ledger.outputs.size
  await mineNext(stage)
  expect(stage.state.ledger.outputs.size).toBeGreaterThan(before)
})
