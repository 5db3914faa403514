// Creating the subaddress table of a new wallet (50 accounts × 200 addresses), beside monero-ts, in Chromium and in Node.

import { vector } from '../support/data/vectors.ts'
import { raceTables, type TableTimes } from './pages/subaddresses.ts'
import { openBenchPage } from './support/browser.ts'
import type { Figure } from './support/measure.ts'
import { loadMoneroTs, serveMoneroTs } from './support/moneroTs.ts'

const ROUNDS = 9

const inChromium = async (words: string): Promise<TableTimes> => {
  const page = await openBenchPage('subaddresses', await serveMoneroTs())
  try {
    return await page.call<TableTimes>('run', words, ROUNDS)
  } finally {
    await page.close()
  }
}

const figures = (engine: string, prefix: string, { faba, peer, peerWithout }: TableTimes): readonly Figure[] => [
  { name: `${engine}, Faba: 10,000 subaddress keys, watched`, value: faba, unit: 'ms' },
  { name: `${engine}, monero-ts: a wallet with them`, value: peer, unit: 'ms' },
  { name: `${engine}, monero-ts: a wallet with one`, value: peerWithout, unit: 'ms' },
  {
    name: `${engine}, monero-ts (the difference) / Faba`,
    value: (peer - peerWithout) / faba,
    unit: '×',
    key: `${prefix}subaddress_table_vs_monero_ts`,
  },
]

/** Measures in Chromium and in Node. */
export const subaddressesBench = async (): Promise<readonly Figure[]> => {
  const words: string = vector('monero/bench-chain/wallets.json').wallets.A.mnemonic
  const chromium = await inChromium(words)
  // The peer's worker would load a file from the web; here it runs in this thread.
  const node = await raceTables(await loadMoneroTs(), { proxyToWorker: false }, words, ROUNDS)
  return [...figures('Chromium', '', chromium), ...figures('Node', 'node_', node)]
}
