// A wallet that follows a chain for an hour (`FABA_BENCH_MINUTES`), 100 times as fast as the real one and as dense, with reorganisations
// and failing nodes. It must end with the right balance, and its memory must stay flat.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NodeError } from '../../src/daemon/errors.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { openSqliteStore } from '../../src/store/sqliteStore.ts'
import { addressOf, engineOn, PASSWORD, restoreOwner } from './mainnet/engines.ts'
import { type LivingNodes, livingProfile, OWNED, startLivingNodes } from './mainnet/livingNodes.ts'
import { OWNED_AMOUNT } from './mainnet/owners.ts'
import { type Figure, median } from './support/measure.ts'

const MINUTES = Number(process.env['FABA_BENCH_MINUTES'] ?? '60')
const MINUTE_MS = 60_000
const REFRESH_MS = 1000
/** A payment is prepared, and given up, every so many minutes; the wallet is closed and opened as often. */
const PAYMENT_MINUTES = 2
/** Memory counts from then on: before, code is compiled and caches fill. */
const WARM_MINUTES = Math.min(5, MINUTES / 2)
/** Both nodes fail for ten seconds at times. */
const PAYMENT_ATTEMPTS = 30
const CATCH_UP_ATTEMPTS = 60

/** Memory after a garbage collection, bytes. */
type Sample = { readonly minute: number; readonly heap: number; readonly buffers: number; readonly resident: number }

const sample = (minute: number): Sample => {
  global.gc?.()
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage()
  return { minute, heap: heapUsed, buffers: Math.max(external, arrayBuffers), resident: rss }
}

/** Refreshes the wallet. Returns whether it could: nodes fail now and then. */
const refreshed = async (engine: Engine): Promise<boolean> => {
  await engine.refresh().catch(() => undefined)
  return engine.wallet?.sync.state.problem === ''
}

/** Prepares a payment and gives it up. @throws NodeError while the nodes fail */
const pay = async (engine: Engine, address: string): Promise<void> => {
  const prepared = await engine.prepareTransfer({
    ...{ account: 0, destinations: [{ address, amount: OWNED_AMOUNT / 2n }], priority: 1 },
  })
  await engine.discardTransfer(prepared.id)
}

/** Pays as a user does: again after a failure. Returns how many attempts failed. */
const payPatiently = async (engine: Engine, address: string): Promise<number> => {
  for (let failures = 0; ; failures++) {
    try {
      await pay(engine, address)
      return failures
    } catch (error) {
      if (!(error instanceof NodeError) || failures === PAYMENT_ATTEMPTS) throw error
      await sleep(REFRESH_MS)
    }
  }
}

/** What the wallet did. `longestPause`: between two refreshes that succeeded, milliseconds. */
type Deeds = {
  refreshes: number
  failedRefreshes: number
  payments: number
  failedPayments: number
  longestPause: number
}

const follow = async (engine: Engine, address: string, deeds: Deeds): Promise<Sample[]> => {
  const samples: Sample[] = []
  const start = Date.now()
  let current = start
  let id = ''
  await engine.subscribe(({ wallets }) => {
    id = wallets[0]?.id ?? id
  })
  for (let minute = 1; minute <= MINUTES; minute++) {
    while (Date.now() < start + minute * MINUTE_MS) {
      if (await refreshed(engine)) {
        deeds.longestPause = Math.max(deeds.longestPause, Date.now() - current)
        current = Date.now()
      } else deeds.failedRefreshes++
      deeds.refreshes++
      await sleep(REFRESH_MS)
    }
    if (minute % PAYMENT_MINUTES === 0) {
      deeds.failedPayments += await payPatiently(engine, address)
      deeds.payments++
      await engine.closeWallet()
      await engine.openWallet(id, PASSWORD)
    }
    samples.push(sample(minute))
    const { heap, buffers, resident } = samples.at(-1) ?? sample(minute)
    console.error(
      `minute ${minute}: heap ${(heap / 1e6).toFixed(1)} MB, buffers ${(buffers / 1e6).toFixed(1)} MB, resident ${(resident / 1e6).toFixed(0)} MB`,
    )
  }
  return samples
}

/** @throws Error if the wallet does not reach the end of the chain, or has another balance than the chain */
const checkEnd = async (engine: Engine, nodes: LivingNodes): Promise<void> => {
  const { height, owned } = await nodes.rest()
  for (let attempt = 0; attempt < CATCH_UP_ATTEMPTS; attempt++) {
    if ((await refreshed(engine)) && engine.wallet?.sync.state.height === height) break
    await sleep(REFRESH_MS)
  }
  const { wallet } = engine
  if (wallet?.sync.state.height !== height)
    throw new Error(`the wallet is at ${wallet?.sync.state.height}, the chain at ${height}`)
  const balance = wallet.balance().total
  if (balance !== OWNED_AMOUNT * BigInt(owned)) throw new Error(`a balance of ${balance} instead of ${owned} outputs`)
}

/** Returns the growth of a series by least squares, per hour. */
const growthPerHour = (samples: readonly Sample[], value: (sample: Sample) => number): number => {
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const minutes = mean(samples.map(({ minute }) => minute))
  const values = mean(samples.map(value))
  const products = samples.map((each) => (each.minute - minutes) * (value(each) - values))
  const squares = samples.map((each) => (each.minute - minutes) ** 2)
  return (mean(products) / mean(squares)) * 60
}

/** Lets a wallet follow the living chain. */
export const soakBench = async (): Promise<readonly Figure[]> => {
  const nodes = await startLivingNodes()
  const folder = mkdtempSync(join(tmpdir(), 'faba-soak-'))
  const store = openSqliteStore(join(folder, 'store'))
  try {
    const profile = livingProfile()
    const engine = engineOn(store, { bytes: 0 })
    await restoreOwner(engine, profile, nodes.urls, OWNED)
    const deeds: Deeds = { refreshes: 0, failedRefreshes: 0, payments: 0, failedPayments: 0, longestPause: 0 }
    const first = await nodes.state()
    const samples = await follow(engine, addressOf(profile, OWNED), deeds)
    await checkEnd(engine, nodes)
    const last = await nodes.state()
    await engine.closeWallet()
    const counted = samples.filter(({ minute }) => minute > WARM_MINUTES)
    const megabytes = (name: string, key: string, value: (each: Sample) => number): readonly Figure[] => [
      { name: `${name}, median`, value: median(counted.map(value)) / 1e6, unit: 'MB', key: `${key}_mb` },
      { name: `${name}, most`, value: Math.max(...counted.map(value)) / 1e6, unit: 'MB', key: `${key}_most_mb` },
      { name: `${name}, growth`, value: growthPerHour(counted, value) / 1e6, unit: 'MB/h', key: `${key}_growth_mb` },
    ]
    const count = (name: string, value: number, key: string): Figure => ({ name, value, unit: '', key })
    return [
      count('blocks', last.height - first.height, 'blocks'),
      count('owned outputs', last.owned, 'owned'),
      count('reorganisations', last.reorganisations, 'reorganisations'),
      count('failures of a node', last.failures, 'failures'),
      count('failures of both nodes', last.both, 'failures_of_both'),
      count('refreshes', deeds.refreshes, 'refreshes'),
      count('refreshes that failed', deeds.failedRefreshes, 'failed_refreshes'),
      count('payments', deeds.payments, 'payments'),
      count('attempts at payments that failed', deeds.failedPayments, 'failed_payments'),
      { name: 'longest time without a refresh', value: deeds.longestPause / 1000, unit: 's', key: 'longest_pause_s' },
      ...megabytes('heap', 'heap', ({ heap }) => heap),
      ...megabytes('buffers', 'buffers', ({ buffers }) => buffers),
      ...megabytes('resident', 'resident', ({ resident }) => resident),
    ]
  } finally {
    await store.close()
    nodes.stop()
    rmSync(folder, { recursive: true })
  }
}
