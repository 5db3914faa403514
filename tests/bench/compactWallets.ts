// Many wallets of one process on one pass over the compact chain, as those of `faba rpc --wallets` share their node, their host and their scanner
// threads: processor time of a block and wallet. `FABA_BENCH_DAYS` sets the days, 1 by default; `FABA_BENCH_WALLETS` the numbers of wallets.

import { scheduleTimer } from '../../src/async/time.ts'
import { directFetch } from '../../src/cli/http/nodeRoute.ts'
import { ScannerThreads } from '../../src/cli/rpc/threads/scannerThreads.ts'
import { encodeSeed } from '../../src/coin/seeds/seed.ts'
import { MIN_PASSWORD_PARAMETERS } from '../../src/crypto/ciphers/passwordKey.ts'
import { createNodeClient } from '../../src/daemon/calls/httpNodeClient.ts'
import { createCompactHost } from '../../src/daemon/compactHost.ts'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import { openMemoryStore } from '../../src/store/memoryStore.ts'
import { createSharedNode } from '../../src/wallet/sync/sharedNode.ts'
import { kernelTimes } from './mainnet/denseSyncs.ts'
import { PASSWORD } from './mainnet/engines.ts'
import { ownerOf } from './mainnet/owners.ts'
import { ownerWallet } from './mainnet/ownerWallet.ts'
import { type PeerUrls, servePeers } from './mainnet/servePeers.ts'
import { type ChainPart, profileOf } from './mainnet/storedChain.ts'
import { cpuMs, type Figure, timed } from './support/measure.ts'
import { quietMoment } from './support/quiet.ts'

const CHAIN: ChainPart = { family: 'monero', days: Number(process.env['FABA_BENCH_DAYS'] ?? '1'), owners: [100] }
const WALLETS = (process.env['FABA_BENCH_WALLETS'] ?? '1,10,100').split(',').map(Number)
/** Owners of so many outputs have none on the chain: strangers with keys of their own. */
const FIRST_STRANGER = 1_000_000

type Times = { readonly wall: number; readonly cpu: number }

/** Restores wallets whose node does not respond until all are there, then syncs them. */
const syncTogether = async (urls: PeerUrls, count: number, isCompact: boolean): Promise<Times> => {
  const { network, firstBlock } = profileOf(CHAIN)
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const fetch = async (request: Request): Promise<Response> => {
    await opened
    return await directFetch(request)
  }
  const node = createSharedNode(network, createNodeClient({ url: urls.faba, fetch }))
  const host = createCompactHost({ network, url: `${urls.compact}/compact/${network.id}`, fetch })
  const threads = new ScannerThreads()
  const engines: Engine[] = []
  for (let i = 0; i < count; i++) {
    const engine = createEngine({
      ...{ store: openMemoryStore(), createNode: () => node, createScanner: threads.createScanner },
      ...(isCompact ? { compact: () => host } : {}),
      ...{ clock: Date.now, schedule: scheduleTimer },
      passwordCost: { parameters: MIN_PASSWORD_PARAMETERS, minParameters: MIN_PASSWORD_PARAMETERS },
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      report: (error) => console.error(error),
    })
    await engine.restoreFromWords(
      {
        ...{ name: `Wallet ${i}`, password: PASSWORD, networkId: network.id },
        nodes: { urls: [urls.faba], choice: 'order', trusted: [] },
      },
      { words: await encodeSeed(ownerOf(FIRST_STRANGER + i).keys.spendSecret, 'English'), offset: '' },
      { from: 'height', height: firstBlock + 1 },
    )
    engines.push(engine)
  }
  await quietMoment()
  const before = cpuMs()
  const wall = await timed(async () => {
    open()
    await Promise.all(engines.map((engine) => engine.refresh()))
  })
  const cpu = cpuMs() - before
  for (const engine of engines) await engine.closeWallet()
  return { wall, cpu }
}

/** Measures the numbers of wallets, from the compact chain and from blocks. */
export const compactWalletsBench = async (): Promise<readonly Figure[]> => {
  const nodes = await servePeers(CHAIN)
  try {
    const { height, firstBlock } = profileOf(CHAIN)
    const blocks = height - firstBlock - 1
    const kernel = await kernelTimes(nodes.urls.faba, await ownerWallet(CHAIN, 0), 2)
    const figures: Figure[] = [
      { name: 'the kernel alone, a block and wallet', value: kernel.one / blocks, unit: 'ms', key: 'kernel_ms' },
    ]
    for (const count of WALLETS)
      for (const source of ['compact', 'blocks'] as const) {
        console.error(`${count} wallets, ${source}`)
        const { wall, cpu } = await syncTogether(nodes.urls, count, source === 'compact')
        const name = `${count} wallets, ${source}`
        figures.push(
          { name: `${name}: sync`, value: wall / 1000, unit: 's', key: `${source}_${count}_s` },
          {
            name: `${name}: processor time of a block and wallet, the node's included`,
            ...{ value: cpu / blocks / count, unit: 'ms', key: `${source}_${count}_ms` },
          },
        )
      }
    return figures
  } finally {
    await nodes.stop()
  }
}
