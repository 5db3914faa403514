// Whole syncs of the recorded chains, from HTTP nodes on this machine: Faba in Chromium (engine worker, scanners, IndexedDB) and in
// Node, beside the native monero-wallet-rpc, and beside monero-ts in Chromium and in Node. On the monero chain all of them scan the
// same blocks. The peers cannot read the oxen chain: there the cost of monero-ts is its cost per output on the monero chain.

import { scheduleTimer } from '../../src/async/time.ts'
import { directFetch } from '../../src/cli/http/nodeRoute.ts'
import { createThreadedScanner } from '../../src/cli/rpc/threads/threadedScanner.ts'
import { createNodeClient } from '../../src/daemon/calls/httpNodeClient.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { openMemoryStore } from '../../src/store/memoryStore.ts'
import { type Peer, startMoneroWallet } from '../support/peers/monero.ts'
import type { SyncRequest, SyncTimes } from './pages/sync.ts'
import { type CalledPage, openUnobservedPage } from './support/browser.ts'
import { MONERO_OUTPUTS, OXEN_OUTPUTS, type SyncedWallet, syncedWallets } from './support/chains.ts'
import { type Figure, median } from './support/measure.ts'
import { loadMoneroTs, type MoneroTs, serveMoneroTs } from './support/moneroTs.ts'
import { type NodeUrls, startNodes } from './support/nodes.ts'
import { quietMoment } from './support/quiet.ts'
import { requestCounts } from './support/requests.ts'
import { callExactly } from './support/walletRpc.ts'

const ROUNDS = 5

/** Owned outputs that monero-ts finds on the chains; they cost more than foreign outputs. */
const MONERO_OWNED = 4724
const OXEN_OWNED = 1048

type Wallets = ReturnType<typeof syncedWallets>
type WalletName = keyof Wallets

/** Syncs in Chromium, and removes the wallet. */
export const syncInPage = async (
  page: CalledPage,
  node: Pick<SyncRequest, 'url' | 'trusted'>,
  { balance: _balance, ...wallet }: SyncedWallet,
): Promise<SyncTimes> => {
  const times = await page.call<SyncTimes>('sync', { ...node, ...wallet })
  await page.call('remove')
  return times
}

/** Syncs in this process with the scanner threads and the connections of `faba rpc`. */
const syncInNode = async (url: string, { networkId, words }: SyncedWallet): Promise<SyncTimes> => {
  const engine = createEngine({
    store: openMemoryStore(),
    // The recorded pages contain pruned transactions without proofs.
    createNode: () => createNodeClient({ url, fetch: directFetch, trusted: true }),
    createScanner: createThreadedScanner,
    clock: Date.now,
    schedule: scheduleTimer,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    report: (error) => console.error(error),
  })
  const before = performance.now()
  await engine.restoreFromWords(
    { name: 'bench', password: 'bench', networkId, nodes: { urls: [url], choice: 'order', trusted: [] } },
    { words, offset: '' },
    { from: 'beginning' },
  )
  const restored = performance.now()
  await engine.refresh()
  const synced = performance.now()
  const balance = engine.wallet?.balance().total ?? 0n
  await engine.closeWallet()
  return { restore: restored - before, sync: synced - restored, balance: balance.toString() }
}

/** Syncs in this process, without the worker of monero-ts, which would only add messages. */
const syncMoneroTs = async (moneroTs: MoneroTs, server: string, { words }: SyncedWallet): Promise<SyncTimes> => {
  const before = performance.now()
  const wallet = await moneroTs.createWalletFull({
    path: '',
    password: '',
    networkType: 0,
    seed: words,
    restoreHeight: 0,
    server,
    proxyToWorker: false,
  })
  const restored = performance.now()
  await wallet.sync()
  const synced = performance.now()
  const balance = await wallet.getBalance()
  await wallet.close()
  return { restore: restored - before, sync: synced - restored, balance: balance.toString() }
}

let restores = 0

/** Measures the two HTTP calls: only the second one contacts the node. */
export const syncWalletRpc = async (rpc: Peer, { words }: SyncedWallet): Promise<SyncTimes> => {
  restores += 1
  const before = performance.now()
  await rpc.call('restore_deterministic_wallet', {
    filename: `bench-${restores}`,
    password: '',
    seed: words,
    restore_height: 0,
    autosave_current: false,
  })
  const restored = performance.now()
  await rpc.call('refresh', { start_height: 0 })
  const synced = performance.now()
  const { total_balance: balance = 0 } = await callExactly(rpc, 'get_accounts')
  await rpc.call('close_wallet', { autosave_current: false })
  return { restore: restored - before, sync: synced - restored, balance: String(balance) }
}

/**
 * The native wallet of 0.18.5.3 at a node that closes each connection after its answer, and at one that keeps it open, as monerod does; and
 * that of 0.18.0 at the first.
 */
export type NativeWallets = { readonly closing: Peer; readonly kept: Peer; readonly older: Peer }

/** Starts all; they do not refresh in the background. */
export const startNativeWallets = async ({
  peer,
  peerClosing,
}: Pick<NodeUrls, 'peer' | 'peerClosing'>): Promise<NativeWallets> => {
  const rpcs: NativeWallets = {
    closing: await startMoneroWallet({ url: peerClosing }),
    kept: await startMoneroWallet({ url: peer }),
    older: await startMoneroWallet({ url: peerClosing }, { release: 'stable' }),
  }
  for (const rpc of Object.values(rpcs)) await rpc.call('auto_refresh', { enable: false })
  return rpcs
}

type Contestant = {
  /** key of its figures */
  readonly key: string
  readonly wallet: WalletName
  /** the interval of rounds in which it is measured: slow contestants are measured less often */
  readonly every: number
  readonly run: (wallet: SyncedWallet) => Promise<SyncTimes>
}

type Times = ReadonlyMap<string, readonly SyncTimes[]>

/** Runs all contestants in turns. */
const race = async (contestants: readonly Contestant[], wallets: Wallets): Promise<Times> => {
  const times = new Map(contestants.map(({ key }): [string, SyncTimes[]] => [key, []]))
  for (let round = 0; round < ROUNDS; round++) {
    console.error(`round ${round + 1} of ${ROUNDS}`)
    for (const { key, wallet, every, run } of contestants) {
      if (round % every !== 0) continue
      await quietMoment()
      const result = await run(wallets[wallet])
      const expected = wallets[wallet].balance.toString()
      if (result.balance !== expected) throw new Error(`${key}: a balance of ${result.balance} instead of ${expected}`)
      times.get(key)?.push(result)
    }
  }
  return times
}

const contestantsOf = (
  page: CalledPage,
  rpcs: NativeWallets,
  moneroTs: MoneroTs,
  urls: NodeUrls,
): readonly Contestant[] => {
  // The recorded pages contain pruned transactions without proofs, and the peers request none.
  const inPage = (url: string) => (wallet: SyncedWallet) => syncInPage(page, { url, trusted: true }, wallet)
  const monero = (['nothing', 'wallet_a'] as const).flatMap((wallet): Contestant[] => [
    { key: `chromium_${wallet}`, wallet, every: 1, run: inPage(urls.monero) },
    { key: `monero_wallet_rpc_${wallet}`, wallet, every: 1, run: (words) => syncWalletRpc(rpcs.closing, words) },
    { key: `monero_wallet_rpc_kept_${wallet}`, wallet, every: 1, run: (words) => syncWalletRpc(rpcs.kept, words) },
    { key: `monero_wallet_rpc_0_18_0_${wallet}`, wallet, every: 2, run: (words) => syncWalletRpc(rpcs.older, words) },
    { key: `node_${wallet}`, wallet, every: 1, run: (words) => syncInNode(urls.monero, words) },
    {
      key: `chromium_monero_ts_${wallet}`,
      wallet,
      every: 2,
      run: ({ words }) => page.call<SyncTimes>('syncPeer', { url: urls.peer, words }),
    },
    { key: `node_monero_ts_${wallet}`, wallet, every: 2, run: (words) => syncMoneroTs(moneroTs, urls.peer, words) },
  ])
  const oxen = (['oxen_nothing', 'oxen_owner'] as const).flatMap((wallet): Contestant[] => [
    { key: `chromium_${wallet}`, wallet, every: 1, run: inPage(urls.oxen) },
    { key: `node_${wallet}`, wallet, every: 1, run: (words) => syncInNode(urls.oxen, words) },
  ])
  return [...monero, ...oxen]
}

/** Measures the first syncs of a fresh engine, as after the first click on a first visit. */
const coldSyncs = (page: CalledPage, url: string): readonly Contestant[] =>
  (['nothing', 'wallet_a'] as const).map((wallet) => ({
    key: `chromium_cold_${wallet}`,
    wallet,
    every: 1,
    run: async (wallet) => {
      await page.call('start')
      return await syncInPage(page, { url, trusted: true }, wallet)
    },
  }))

const figuresOf = (times: Times): readonly Figure[] => {
  const of = (key: string, part: (times: SyncTimes) => number = ({ sync }) => sync): number =>
    median((times.get(key) ?? []).map(part))
  const fromWords = ({ restore, sync }: SyncTimes): number => restore + sync
  const milliseconds = [...times.keys()].flatMap((key): Figure[] => [
    { name: `${key.replaceAll('_', ' ')}, sync`, value: of(key), unit: 'ms', key: `${key}_ms` },
    {
      name: `${key.replaceAll('_', ' ')}, from words to balance`,
      value: of(key, fromWords),
      unit: 'ms',
      key: `${key}_from_words_ms`,
    },
  ])
  const ratio = (key: string, value: number): Figure => ({ name: key.replaceAll('_', ' '), value, unit: '×', key })
  const moneroRatios = (['chromium', 'node'] as const).flatMap((host) =>
    (['nothing', 'wallet_a'] as const).flatMap((wallet) => {
      const against = (peer: string, name: string): Figure[] => [
        ratio(`${host}_${wallet}_vs_${name}`, of(`${peer}_${wallet}`) / of(`${host}_${wallet}`)),
        ratio(
          `${host}_${wallet}_from_words_vs_${name}`,
          of(`${peer}_${wallet}`, fromWords) / of(`${host}_${wallet}`, fromWords),
        ),
      ]
      return [
        ...against('monero_wallet_rpc', 'monero_wallet_rpc'),
        ...against('monero_wallet_rpc_kept', 'monero_wallet_rpc_kept'),
        ...against('monero_wallet_rpc_0_18_0', 'monero_wallet_rpc_0_18_0'),
        ...against(`${host}_monero_ts`, 'monero_ts'),
      ]
    }),
  )
  const oxenRatios = (['chromium', 'node'] as const).flatMap((host) => {
    const perOutput = of(`${host}_monero_ts_nothing`) / MONERO_OUTPUTS
    const perOwned = (of(`${host}_monero_ts_wallet_a`) - of(`${host}_monero_ts_nothing`)) / MONERO_OWNED
    const expected = perOutput * OXEN_OUTPUTS
    return [
      ratio(`${host}_oxen_per_output_vs_monero_ts`, expected / of(`${host}_oxen_nothing`)),
      ratio(
        `${host}_oxen_owner_per_output_vs_monero_ts`,
        (expected + perOwned * OXEN_OWNED) / of(`${host}_oxen_owner`),
      ),
    ]
  })
  return [...milliseconds, ...moneroRatios, ...oxenRatios]
}

/** Measures sync times, and the ratio of the peers' times to Faba's. */
export const syncBench = async (): Promise<readonly Figure[]> => {
  const wallets = syncedWallets()
  const nodes = await startNodes()
  const page = await openUnobservedPage('sync', await serveMoneroTs())
  const rpcs = await startNativeWallets(nodes.urls)
  try {
    const contestants = contestantsOf(page, rpcs, await loadMoneroTs(), nodes.urls)
    await page.call('start')
    for (const { wallet, every, run } of contestants) if (every === 1) await run(wallets[wallet])
    const warm = await race(contestants, wallets)
    const cold = await race(coldSyncs(page, nodes.urls.monero), wallets)
    return [...figuresOf(new Map([...warm, ...cold])), ...(await requestCounts())]
  } finally {
    await page.close()
    for (const rpc of Object.values(rpcs)) await rpc.stop()
    await nodes.stop()
  }
}

/** Measures the heap after each of ten syncs of the monero chain, in megabytes. Requires node --expose-gc. */
export const memoryBench = async (): Promise<readonly Figure[]> => {
  const { gc } = globalThis
  if (gc === undefined) throw new Error('run with --expose-gc, as npm run bench does')
  const { wallet_a: wallet } = syncedWallets()
  const nodes = await startNodes()
  const figures: Figure[] = []
  try {
    for (let round = 1; round <= 10; round++) {
      await syncInNode(nodes.urls.monero, wallet)
      gc()
      const { heapUsed, external } = process.memoryUsage()
      figures.push({ name: `heap and buffers after sync ${round}`, value: (heapUsed + external) / 1e6, unit: 'MB' })
    }
  } finally {
    await nodes.stop()
  }
  return figures
}
