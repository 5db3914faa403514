// Syncs of blocks as dense as Monero's, without a limit of the connection: Faba in Chromium and in Node beside the native monero-wallet-rpc
// and monero-ts in Chromium, on the same transactions in one run. The ideal is the time that the scan kernel alone takes on one core, by the
// number of cores; beside it, its time on all cores at once, as cores that share parts of a processor are slower together.
// `FABA_BENCH_DAYS` sets the days, 2 by default; `FABA_BENCH_ROUNDS` the rounds, 3 by default.

import { availableParallelism } from 'node:os'
import { createThreadedScanner } from '../../src/cli/rpc/threads/threadedScanner.ts'
import { createScanner } from '../../src/crypto/scan/createScanner.ts'
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
import type { ChainPart } from './mainnet/storedChain.ts'
import type { SyncTimes } from './pages/sync.ts'
import { type CalledPage, openUnobservedPage } from './support/browser.ts'
import { type Figure, median } from './support/measure.ts'
import { serveMoneroTs } from './support/moneroTs.ts'
import { type NativeWallets, startNativeWallets, syncInPage, syncWalletRpc } from './sync.ts'

const ROUNDS = Number(process.env['FABA_BENCH_ROUNDS'] ?? '3')
const CHAIN: ChainPart = { family: 'monero', days: Number(process.env['FABA_BENCH_DAYS'] ?? '2'), owners: [100] }
const OUTPUTS = [0, ...CHAIN.owners]

const contestantsOf = (page: CalledPage, rpcs: NativeWallets, urls: PeerUrls): readonly DenseContestant[] => [
  { key: 'chromium', run: (wallet) => syncInPage(page, { url: urls.faba, trusted: false }, wallet) },
  { key: 'chromium_trusting', run: (wallet) => syncInPage(page, { url: urls.faba, trusted: true }, wallet) },
  {
    key: 'node',
    run: (wallet) => syncInNode({ createScanner: createThreadedScanner, trusted: false }, urls.faba, wallet),
  },
  {
    key: 'node_trusting',
    run: (wallet) => syncInNode({ createScanner: createThreadedScanner, trusted: true }, urls.faba, wallet),
  },
  {
    key: 'node_trusting_one_thread',
    run: (wallet) => syncInNode({ createScanner, trusted: true }, urls.faba, wallet),
  },
  { key: 'monero_wallet_rpc', run: (wallet) => syncWalletRpc(rpcs.closing, wallet) },
  { key: 'monero_wallet_rpc_kept', run: (wallet) => syncWalletRpc(rpcs.kept, wallet) },
  { key: 'monero_wallet_rpc_0_18_0', run: (wallet) => syncWalletRpc(rpcs.older, wallet) },
  {
    key: 'chromium_monero_ts',
    once: true,
    run: ({ words }) => page.call<SyncTimes>('syncPeer', { url: urls.peer, words }),
  },
]

const figuresOf = (
  outputs: number,
  kernel: KernelTimes,
  results: ReadonlyMap<string, readonly DenseResult[]>,
): readonly Figure[] => {
  const name = `owner of ${outputs}`
  const of = (key: string, read: (result: DenseResult) => number | undefined): number =>
    median((results.get(key) ?? []).flatMap((result) => read(result) ?? []))
  const syncOf = (key: string): number => of(key, ({ sync }) => sync)
  const received = of('node', ({ bytes }) => bytes)
  const pages = of('node_trusting', ({ bytes }) => bytes)
  const ideal = kernel.one / availableParallelism()
  const own = ['chromium', 'chromium_trusting', 'node', 'node_trusting', 'node_trusting_one_thread']
  return [
    { name: `${name}: received, of it pages`, value: pages / 1e6, unit: 'MB', key: `pages_mb_${outputs}` },
    {
      name: `${name}: received with what is verified`,
      value: received / 1e6,
      unit: 'MB',
      key: `received_mb_${outputs}`,
    },
    { name: `${name}: the kernel alone on one core`, value: kernel.one, unit: 'ms', key: `kernel_ms_${outputs}` },
    { name: `${name}: ideal, that time by the number of cores`, value: ideal, unit: 'ms', key: `ideal_ms_${outputs}` },
    {
      name: `${name}: the kernel alone on all cores at once`,
      value: kernel.all,
      unit: 'ms',
      key: `kernel_all_ms_${outputs}`,
    },
    ...[...results.keys()].map((key): Figure => {
      return {
        name: `${name}: ${key.replaceAll('_', ' ')}`,
        value: syncOf(key),
        unit: 'ms',
        key: `${key}_ms_${outputs}`,
      }
    }),
    ...own.flatMap((key): Figure[] => [
      {
        name: `${name}: ${key}, pages`,
        value: pages / 1000 / syncOf(key),
        unit: 'MB/s',
        key: `${key}_mb_s_${outputs}`,
      },
      {
        name: `${name}: ${key}, of the ideal`,
        value: (100 * ideal) / syncOf(key),
        unit: '%',
        key: `${key}_ideal_${outputs}`,
      },
      {
        name: `${name}: ${key}, of the kernel on all cores at once`,
        value: (100 * kernel.all) / syncOf(key),
        unit: '%',
        key: `${key}_kernel_all_${outputs}`,
      },
      ...[...results.keys()]
        .filter((peer) => !own.includes(peer))
        .map((peer): Figure => {
          const value = syncOf(peer) / syncOf(key)
          return { name: `${name}: ${key} faster than ${peer}`, value, unit: '×', key: `${key}_vs_${peer}_${outputs}` }
        }),
    ]),
  ]
}

/** Measures syncs of dense blocks in turns. */
export const mainnetPeersBench = async (): Promise<readonly Figure[]> => {
  const nodes = await servePeers(CHAIN)
  const page = await openUnobservedPage('sync', await serveMoneroTs())
  const rpcs = await startNativeWallets(nodes.urls)
  try {
    await page.call('start')
    const contestants = contestantsOf(page, rpcs, nodes.urls)
    const figures: Figure[] = []
    for (const outputs of OUTPUTS) {
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
