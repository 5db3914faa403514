// Wallets of up to 100,000 outputs and as many entries in the history, in Node with a store in a file: opening, memory, a payment, a block,
// and how the file grows.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadPointKernel } from '../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../src/crypto/hash/keccak.ts'
import { openSqliteStore } from '../../src/store/sqliteStore.ts'
import type { LargeFigures } from './large/open.ts'
import { writeLargeWallet } from './large/records.ts'
import { largeStore } from './large/vault.ts'
import type { Figure } from './support/measure.ts'
import { median } from './support/measure.ts'

const SIZES = [25_000, 50_000, 100_000]
const ROUNDS = 3

const figuresOf = (outputs: number, fileBytes: number, rounds: readonly LargeFigures[]): readonly Figure[] => {
  const figure = (name: string, key: string, unit: string, read: (round: LargeFigures) => number): Figure => ({
    name: `${outputs} outputs: ${name}`,
    value: median(rounds.map(read)),
    unit,
    key: `${key}_${outputs}`,
  })
  return [
    { name: `${outputs} outputs: file`, value: fileBytes / 1e6, unit: 'MB', key: `file_mb_${outputs}` },
    figure('opening', 'open_ms', 'ms', ({ openMs }) => openMs),
    figure('opening, of it decryption', 'decrypt_ms', 'ms', ({ decryptMs }) => decryptMs),
    figure('opening, of it indices', 'index_ms', 'ms', ({ indexMs }) => indexMs),
    figure('balance', 'balance_ms', 'ms', ({ balanceMs }) => balanceMs),
    figure('history', 'history_ms', 'ms', ({ historyMs }) => historyMs),
    figure('first payment', 'first_payment_ms', 'ms', ({ firstPaymentMs }) => firstPaymentMs),
    figure('later payment', 'payment_ms', 'ms', ({ paymentMs }) => paymentMs),
    figure('block without outputs', 'empty_block_ms', 'ms', ({ emptyBlockMs }) => emptyBlockMs),
    figure('block without outputs: written', 'empty_block_bytes', 'bytes', ({ emptyBlockBytes }) => emptyBlockBytes),
    figure('block with an output', 'block_ms', 'ms', ({ blockMs }) => blockMs),
    figure('block with an output: written', 'block_bytes', 'bytes', ({ blockBytes }) => blockBytes),
    figure('resident memory before opening', 'start_rss_mb', 'MB', ({ startRss }) => startRss / 1e6),
    figure('resident memory', 'rss_mb', 'MB', ({ rss }) => rss / 1e6),
    figure('heap', 'heap_mb', 'MB', ({ heap }) => heap / 1e6),
    figure('buffers', 'buffers_mb', 'MB', ({ buffers }) => buffers / 1e6),
  ]
}

const measureSize = async (folder: string, outputs: number): Promise<readonly Figure[]> => {
  const path = join(folder, String(outputs))
  const store = openSqliteStore(path)
  await writeLargeWallet(largeStore(store), outputs)
  await store.close()
  const { size } = statSync(path)
  const rounds = Array.from({ length: ROUNDS }, (): LargeFigures => {
    const args = ['--expose-gc', fileURLToPath(new URL('./large/open.ts', import.meta.url)), path]
    // Only open.ts writes it.
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as LargeFigures
  })
  return figuresOf(outputs, size, rounds)
}

/** Measures processor times of wallets of several sizes, each opened in processes of its own. */
export const largeWalletBench = async (): Promise<readonly Figure[]> => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
  const folder = mkdtempSync(join(tmpdir(), 'faba-large-'))
  try {
    const figures: Figure[] = []
    for (const outputs of SIZES) figures.push(...(await measureSize(folder, outputs)))
    return figures
  } finally {
    rmSync(folder, { recursive: true })
  }
}
