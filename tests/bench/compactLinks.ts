// Syncs of blocks as dense as Monero's from the compact chain over connections of a given bandwidth, beside the same blocks from the node over the
// same connection, the time in which it sends the chunks, and the kernel alone on all cores. `FABA_BENCH_DAYS` sets the days, 3 by default;
// `FABA_BENCH_ROUNDS` the rounds, 2 by default; `FABA_BENCH_MBIT` the bandwidths, 20 and 100 by default.

import { createThreadedScanner } from '../../src/cli/rpc/threads/threadedScanner.ts'
import { type DenseResult, kernelTimes, raceSyncs, syncInNode } from './mainnet/denseSyncs.ts'
import type { Link } from './mainnet/link.ts'
import { ownerWallet } from './mainnet/ownerWallet.ts'
import { serveLinks } from './mainnet/serveLinks.ts'
import type { ChainPart } from './mainnet/storedChain.ts'
import { type Figure, median } from './support/measure.ts'

const ROUNDS = Number(process.env['FABA_BENCH_ROUNDS'] ?? '2')
const CHAIN: ChainPart = { family: 'monero', days: Number(process.env['FABA_BENCH_DAYS'] ?? '3'), owners: [100] }
const NETWORK = 'monero-mainnet'
const LINKS = (process.env['FABA_BENCH_MBIT'] ?? '20,100')
  .split(',')
  .map((speed): Link => ({ mbitPerSecond: Number(speed), roundTripMs: 50 }))

/** Milliseconds in which a connection sends so many bytes. */
const transferTime = (bytes: number, { mbitPerSecond }: Link): number => (bytes * 8) / (mbitPerSecond * 1000)

const figuresOf = (
  link: Link,
  chunkBytes: number,
  kernel: number,
  results: ReadonlyMap<string, readonly DenseResult[]>,
): readonly Figure[] => {
  const name = `${link.mbitPerSecond} Mbit/s`
  const of = (key: string, read: (result: DenseResult) => number): number => median((results.get(key) ?? []).map(read))
  const [chunks, blocks] = [of('chunks', ({ sync }) => sync), of('blocks', ({ sync }) => sync)]
  const [received, fromBlocks] = ['chunks', 'blocks'].map((key) => of(key, ({ bytes = 0 }) => bytes))
  const figure = (text: string, value: number, unit: string, key: string): Figure => ({
    name: `${name}: ${text}`,
    ...{ value, unit, key: `${key}_${link.mbitPerSecond}` },
  })
  return [
    figure('from chunks', chunks, 'ms', 'chunks_ms'),
    figure('from blocks', blocks, 'ms', 'blocks_ms'),
    figure('transfer of the chunks', transferTime(chunkBytes, link), 'ms', 'transfer_ms'),
    figure('from chunks, of the transfer of the chunks', chunks / transferTime(chunkBytes, link), '×', 'vs_transfer'),
    figure('from chunks, of the kernel alone', chunks / kernel, '×', 'vs_kernel'),
    figure('from chunks faster than from blocks', blocks / chunks, '×', 'vs_blocks'),
    figure('fewer bytes than from blocks', (fromBlocks ?? 0) / (received ?? 1), '×', 'fewer_bytes'),
  ]
}

/** Measures the syncs of a stranger in turns, in threads of this process. */
export const compactLinksBench = async (): Promise<readonly Figure[]> => {
  const wallet = await ownerWallet(CHAIN, 0)
  const { urls: chain, stop } = await serveLinks({ ...CHAIN, links: LINKS })
  try {
    const { all: kernel } = await kernelTimes(chain.near, wallet, ROUNDS)
    const figures: Figure[] = [{ name: 'the kernel alone on all cores', value: kernel, unit: 'ms', key: 'kernel_ms' }]
    const node = { createScanner: createThreadedScanner, trusted: false }
    for (const [i, link] of LINKS.entries()) {
      const url = chain.links[i] ?? ''
      const compactUrl = `${url}/compact/${NETWORK}`
      const contestants = [
        { key: 'chunks', run: () => syncInNode({ ...node, compactUrl }, url, wallet) },
        { key: 'blocks', run: () => syncInNode(node, url, wallet) },
      ]
      const results = await raceSyncs(contestants, wallet, `${link.mbitPerSecond} Mbit/s`, ROUNDS)
      figures.push(...figuresOf(link, chain.bytes, kernel, results))
    }
    return figures
  } finally {
    await stop()
  }
}
