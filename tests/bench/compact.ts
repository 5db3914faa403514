// Syncs of blocks as dense as Monero's from the compact chain, in Chromium and in Node, beside the same blocks from a node, beside the native
// monero-wallet-rpc on the same transactions, and beside the kernel alone on all cores: in one run, without a limit of the connection.
// `FABA_BENCH_DAYS` sets the days, 3 by default; `FABA_BENCH_ROUNDS` the rounds, 3 by default.

import { createThreadedScanner } from '../../src/cli/rpc/threads/threadedScanner.ts'
import { compactFile, fileResponse, readCompactFiles } from './mainnet/compactChain.ts'
import {
  type DenseContestant,
  type DenseResult,
  type KernelTimes,
  kernelTimes,
  raceSyncs,
  syncInNode,
} from './mainnet/denseSyncs.ts'
import { ownerWallet } from './mainnet/ownerWallet.ts'
import { type PeerUrls, servePeers } from './mainnet/servePeers.ts'
import { type ChainPart, nameOf } from './mainnet/storedChain.ts'
import { type CalledPage, openUnobservedPage } from './support/browser.ts'
import type { SyncedWallet } from './support/chains.ts'
import { type Figure, median } from './support/measure.ts'
import { type NativeWallets, startNativeWallets, syncInPage, syncWalletRpc } from './sync.ts'

const ROUNDS = Number(process.env['FABA_BENCH_ROUNDS'] ?? '3')
const CHAIN: ChainPart = { family: 'monero', days: Number(process.env['FABA_BENCH_DAYS'] ?? '3'), owners: [100] }
const NETWORK = 'monero-mainnet'

/** The compact chain beside the bench page, while it is offered. */
const besidePage = (files: ReadonlyMap<string, Buffer>) => {
  let isOffered = false
  return {
    respond: (request: Request): Response | undefined => {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/compact/')) return undefined
      return fileResponse(isOffered ? compactFile(files, pathname) : undefined)
    },
    /** Offers it during a sync. */
    during: async (sync: () => Promise<DenseResult>): Promise<DenseResult> => {
      isOffered = true
      return await sync().finally(() => {
        isOffered = false
      })
    },
  }
}

type Stage = {
  readonly page: CalledPage
  readonly chain: ReturnType<typeof besidePage>
  readonly rpcs: NativeWallets
  readonly urls: PeerUrls
}

const contestantsOf = ({ page, chain, rpcs, urls }: Stage): readonly DenseContestant[] => {
  const node = { createScanner: createThreadedScanner, trusted: false }
  const compactUrl = `${urls.compact}/compact/${NETWORK}`
  const inPage = (wallet: SyncedWallet) => syncInPage(page, { url: urls.faba, trusted: false }, wallet)
  return [
    { key: 'chromium', run: (wallet) => chain.during(() => inPage(wallet)) },
    { key: 'chromium_blocks', run: inPage },
    { key: 'node', run: (wallet) => syncInNode({ ...node, compactUrl }, urls.faba, wallet) },
    { key: 'node_blocks', run: (wallet) => syncInNode(node, urls.faba, wallet) },
    { key: 'monero_wallet_rpc', run: (wallet) => syncWalletRpc(rpcs.closing, wallet) },
  ]
}

const figuresOf = (
  outputs: number,
  kernel: KernelTimes,
  results: ReadonlyMap<string, readonly DenseResult[]>,
): readonly Figure[] => {
  const name = outputs === 0 ? 'stranger' : `owner of ${outputs}`
  const of = (key: string, read: (result: DenseResult) => number | undefined): number =>
    median((results.get(key) ?? []).flatMap((result) => read(result) ?? []))
  const syncOf = (key: string): number => of(key, ({ sync }) => sync)
  const bytesOf = (key: string): number => of(key, ({ bytes }) => bytes)
  const ratio = (text: string, key: string, value: number): Figure => ({
    name: `${name}: ${text}`,
    ...{ value, unit: '×', key: `${key}_${outputs}` },
  })
  return [
    { name: `${name}: the kernel alone on all cores`, value: kernel.all, unit: 'ms', key: `kernel_all_ms_${outputs}` },
    ...[...results.keys()].map(
      (key): Figure => ({
        name: `${name}: ${key.replaceAll('_', ' ')}`,
        ...{ value: syncOf(key), unit: 'ms', key: `${key}_ms_${outputs}` },
      }),
    ),
    ...['chromium', 'node'].flatMap((key): Figure[] => [
      {
        name: `${name}: ${key}, of the speed of the kernel`,
        ...{ value: (100 * kernel.all) / syncOf(key), unit: '%', key: `${key}_kernel_${outputs}` },
      },
      ratio(`${key} faster than from blocks`, `${key}_vs_blocks`, syncOf(`${key}_blocks`) / syncOf(key)),
      ratio(`${key} faster than monero-wallet-rpc`, `${key}_vs_rpc`, syncOf('monero_wallet_rpc') / syncOf(key)),
    ]),
    { name: `${name}: received`, value: bytesOf('node') / 1e6, unit: 'MB', key: `mb_${outputs}` },
    ratio('fewer bytes than from blocks', 'fewer_bytes', bytesOf('node_blocks') / bytesOf('node')),
  ]
}

/** Measures syncs from the compact chain in turns. */
export const compactBench = async (): Promise<readonly Figure[]> => {
  const nodes = await servePeers(CHAIN)
  const chain = besidePage(readCompactFiles(nameOf(CHAIN)))
  const page = await openUnobservedPage('sync', async (request) => chain.respond(request))
  const rpcs = await startNativeWallets(nodes.urls)
  try {
    await page.call('start')
    const contestants = contestantsOf({ page, chain, rpcs, urls: nodes.urls })
    const figures: Figure[] = []
    for (const outputs of [0, ...CHAIN.owners]) {
      const wallet = await ownerWallet(CHAIN, outputs)
      const results = await raceSyncs(contestants, wallet, `owner of ${outputs}`, ROUNDS)
      figures.push(...figuresOf(outputs, await kernelTimes(nodes.urls.faba, wallet, ROUNDS), results))
    }
    return figures
  } finally {
    await page.close()
    for (const rpc of Object.values(rpcs)) await rpc.stop()
    await nodes.stop()
  }
}
