// What benches of dense blocks measure: syncs in Node, and the kernel alone on the batches of a sync.

import { createThreadedScanner } from '../../../src/cli/rpc/threads/threadedScanner.ts'
import { createScanner } from '../../../src/crypto/scan/createScanner.ts'
import type { ScanBatch, Scanner } from '../../../src/crypto/scan/scanner.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import type { SyncTimes } from '../pages/sync.ts'
import type { SyncedWallet } from '../support/chains.ts'
import { timed } from '../support/measure.ts'
import { quietMoment } from '../support/quiet.ts'
import { type EngineOptions, engineOn, PASSWORD, type Wire } from './engines.ts'

/** Syncs in this process, or with scanners in threads of it. */
export const syncInNode = async (
  options: EngineOptions,
  url: string,
  wallet: SyncedWallet,
): Promise<SyncTimes & { readonly bytes: number }> => {
  const wire: Wire = { bytes: 0 }
  const engine = engineOn(openMemoryStore(), wire, options)
  const { networkId, words, restoreHeight = 0 } = wallet
  const before = performance.now()
  await engine.restoreFromWords(
    { name: 'bench', password: PASSWORD, networkId, nodes: { urls: [url], choice: 'order', trusted: [] } },
    { words, offset: '' },
    { from: 'height', height: restoreHeight },
  )
  const restored = performance.now()
  await engine.refresh()
  const synced = performance.now()
  const balance = engine.wallet?.balance().total ?? 0n
  await engine.closeWallet()
  return { restore: restored - before, sync: synced - restored, balance: balance.toString(), bytes: wire.bytes }
}

/** The batches of a sync, and the keys that were watched. */
type Recorded = { keys: readonly [viewSecret: Uint8Array, spendKeys: Uint8Array]; readonly batches: ScanBatch[] }

const recordingScanner = (scanner: Scanner, recorded: Recorded): Scanner => ({
  watch: (viewSecret, spendKeys) => {
    recorded.keys = [viewSecret.slice(), spendKeys.slice()]
    return scanner.watch(viewSecret, spendKeys)
  },
  scan: (batch) => {
    recorded.batches.push(structuredClone(batch))
    return scanner.scan(batch)
  },
  close: () => scanner.close(),
})

/** Milliseconds of the kernel alone for the batches of a sync: on one core, and on all cores at once. */
export type KernelTimes = { readonly one: number; readonly all: number }

/** Returns the least times of some rounds. The batches are those of a sync from a node. */
export const kernelTimes = async (url: string, wallet: SyncedWallet, rounds: number): Promise<KernelTimes> => {
  const recorded: Recorded = { keys: [new Uint8Array(), new Uint8Array()], batches: [] }
  const createRecording = async () => recordingScanner(await createScanner(), recorded)
  await syncInNode({ createScanner: createRecording, trusted: true }, url, wallet)
  const [alone, threaded] = [await createScanner(), await createThreadedScanner()]
  const times: { readonly one: number[]; readonly all: number[] } = { one: [], all: [] }
  for (const scanner of [alone, threaded]) await scanner.watch(...recorded.keys)
  for (let i = 0; i <= rounds; i++) {
    await quietMoment()
    times.one.push(
      await timed(async () => {
        for (const batch of recorded.batches) await alone.scan(batch)
      }),
    )
    await quietMoment()
    times.all.push(await timed(() => Promise.all(recorded.batches.map((batch) => threaded.scan(batch)))))
  }
  for (const scanner of [alone, threaded]) await scanner.close()
  return { one: Math.min(...times.one), all: Math.min(...times.all) }
}

/** What a sync took, and the bytes received as far as they are counted. */
export type DenseResult = SyncTimes & { readonly bytes?: number }

export type DenseContestant = {
  readonly key: string
  /** the first round only: it is slow */
  readonly once?: true
  readonly run: (wallet: SyncedWallet) => Promise<DenseResult>
}

/** Syncs a wallet with all contestants in turns, and returns their results by key. The first round fills the caches of the nodes. */
export const raceSyncs = async (
  contestants: readonly DenseContestant[],
  wallet: SyncedWallet,
  name: string,
  rounds: number,
): Promise<ReadonlyMap<string, readonly DenseResult[]>> => {
  const results = new Map(contestants.map(({ key }): [string, DenseResult[]] => [key, []]))
  for (let round = 0; round <= rounds; round++) {
    console.error(`${name}: round ${round} of ${rounds}`)
    for (const { key, once, run } of contestants) {
      if (once === true && round !== 1) continue
      await quietMoment()
      const result = await run(wallet)
      if (result.balance !== wallet.balance.toString())
        throw new Error(`${key}: a balance of ${result.balance} instead of ${wallet.balance}`)
      if (round > 0) results.get(key)?.push(result)
    }
  }
  return results
}
