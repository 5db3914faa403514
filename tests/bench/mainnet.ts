// Wallets on synthetic chains as long and as dense as the real ones, behind connections of given bandwidth and latency: syncs of the last
// days by a stranger and by owners, and payments from the button to the review. `FABA_BENCH_DAYS` sets the days, 30 by default; `FABA_BENCH_OWNERS`
// the numbers of owned outputs, 100 and 100,000 by default, the smallest first. `FABA_BENCH_MBIT` and `FABA_BENCH_FAMILY` choose among the
// connections and families.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createThreadedScanner } from '../../src/cli/rpc/threadedScanner.ts'
import { openMemoryStore } from '../../src/store/memoryStore.ts'
import { openSqliteStore } from '../../src/store/sqliteStore.ts'
import type { Engine } from '../../src/wallet/engine/engine.ts'
import { addressOf, type EngineOptions, engineOn, PASSWORD, restoreOwner, type Wire } from './mainnet/engines.ts'
import type { Link } from './mainnet/link.ts'
import { OWNED_AMOUNT } from './mainnet/owners.ts'
import { type Served, serveChain } from './mainnet/serve.ts'
import { profileOf } from './mainnet/storedChain.ts'
import { cpuMs, type Figure, median, timed } from './measure.ts'
import { quietMoment } from './quiet.ts'

const DAYS = Number(process.env['FABA_BENCH_DAYS'] ?? '30')
const OWNERS = (process.env['FABA_BENCH_OWNERS'] ?? '100,100000').split(',').map(Number)
const ALL_LINKS: readonly Link[] = [
  { mbitPerSecond: 20, roundTripMs: 100 },
  { mbitPerSecond: 100, roundTripMs: 5 },
]
const SPEEDS = process.env['FABA_BENCH_MBIT']?.split(',').map(Number)
const LINKS = ALL_LINKS.filter(({ mbitPerSecond }) => SPEEDS?.includes(mbitPerSecond) ?? true)
const FAMILIES = (['monero', 'oxen'] as const).filter(
  (family) => process.env['FABA_BENCH_FAMILY']?.includes(family) ?? true,
)
const PAYMENTS = 5
/** Scanners as in `faba rpc`, which do not keep responses waiting. */
const IN_THREADS: EngineOptions = { createScanner: createThreadedScanner, trusted: false }

/** @throws Error if the sync failed */
const sync = async (engine: Engine): Promise<void> => {
  await engine.refresh()
  const problem = engine.wallet?.sync.state.problem ?? ''
  if (problem !== '') throw new Error(problem)
}

const linkName = ({ mbitPerSecond, roundTripMs }: Link): string => `${mbitPerSecond} Mbit/s, ${roundTripMs} ms`
const linkKey = ({ mbitPerSecond, roundTripMs }: Link): string => `${mbitPerSecond}mbit_${roundTripMs}ms`

/** Syncs the served days, and checks the balance. */
const measureSync = async (served: Served, url: string, link: Link, outputs: number): Promise<readonly Figure[]> => {
  const profile = profileOf(served)
  const wire: Wire = { bytes: 0 }
  const engine = engineOn(openMemoryStore(), wire, IN_THREADS)
  await quietMoment()
  await restoreOwner(engine, profile, [url], outputs)
  const milliseconds = await timed(() => sync(engine))
  const balance = engine.wallet?.balance().total
  if (balance !== OWNED_AMOUNT * BigInt(outputs))
    throw new Error(`a balance of ${balance} instead of ${outputs} outputs`)
  await engine.closeWallet()
  const name = `${served.family}, ${served.days} days, owner of ${outputs}, ${linkName(link)}`
  const key = `${served.family}_${outputs}_${linkKey(link)}`
  return [
    { name: `${name}: sync`, value: milliseconds / 1000, unit: 's', key: `${key}_sync_s` },
    { name: `${name}: received`, value: wire.bytes / 1e6, unit: 'MB', key: `${key}_mb` },
    { name: `${name}: speed`, value: wire.bytes / 1000 / milliseconds, unit: 'MB/s', key: `${key}_mb_per_s` },
  ]
}

type PaymentTimes = { readonly wall: number; readonly cpu: number; readonly bytes: number }

const pay = async (engine: Engine, wire: Wire, address: string): Promise<PaymentTimes> => {
  const [bytes, cpu] = [wire.bytes, cpuMs()]
  const wall = await timed(async () => {
    const prepared = await engine.prepareTransfer({
      account: 0,
      destinations: [{ address, amount: OWNED_AMOUNT / 2n }],
      priority: 1,
    })
    await engine.discardTransfer(prepared.id)
  })
  return { wall, cpu: cpuMs() - cpu, bytes: wire.bytes - bytes }
}

const paymentFigures = (name: string, key: string, times: readonly PaymentTimes[]): readonly Figure[] => [
  { name: `${name}: to the review`, value: median(times.map(({ wall }) => wall)), unit: 'ms', key: `${key}_ms` },
  { name: `${name}: CPU time`, value: median(times.map(({ cpu }) => cpu)), unit: 'ms', key: `${key}_cpu_ms` },
  { name: `${name}: received`, value: median(times.map(({ bytes }) => bytes)) / 1e6, unit: 'MB', key: `${key}_mb` },
]

/** Pays with nothing known of the distribution, then with it, then after the wallet was opened anew. */
const measurePayments = async (
  served: Served,
  url: string,
  link: Link,
  outputs: number,
): Promise<readonly Figure[]> => {
  const profile = profileOf(served)
  const address = addressOf(profile, outputs)
  const folder = mkdtempSync(join(tmpdir(), 'faba-mainnet-'))
  const store = openSqliteStore(join(folder, 'store'))
  try {
    const wire: Wire = { bytes: 0 }
    const engine = engineOn(store, wire)
    await restoreOwner(engine, profile, [url], outputs)
    await sync(engine)
    const cold = [await pay(engine, wire, address)]
    const warm: PaymentTimes[] = []
    await quietMoment()
    for (let i = 0; i < PAYMENTS; i++) warm.push(await pay(engine, wire, address))
    let id = ''
    await engine.subscribe(({ wallets }) => {
      id = wallets[0]?.id ?? id
    })
    const opened: PaymentTimes[] = []
    for (let i = 0; i < 3; i++) {
      await engine.closeWallet()
      await engine.openWallet(id, PASSWORD)
      await sync(engine)
      opened.push(await pay(engine, wire, address))
    }
    await engine.closeWallet()
    const name = `${served.family}, payment, ${linkName(link)}`
    const key = `${served.family}_payment_${linkKey(link)}`
    return [
      ...paymentFigures(`${name}, nothing known`, `${key}_cold`, cold),
      ...paymentFigures(`${name}, opened anew`, `${key}_opened`, opened),
      ...paymentFigures(`${name}, later ones`, `${key}_warm`, warm),
    ]
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

/** Measures syncs and payments on chains of the real size. */
export const mainnetBench = async (): Promise<readonly Figure[]> => {
  const figures: Figure[] = []
  for (const family of FAMILIES) {
    console.error(`${family}: the blocks are made first, unless they are in build/mainnet`)
    const served: Served = { family, days: DAYS, owners: OWNERS, links: LINKS }
    const nodes = await serveChain(served)
    try {
      for (const [i, link] of LINKS.entries()) {
        const url = nodes.urls[i] ?? ''
        console.error(linkName(link))
        figures.push(...(await measurePayments(served, url, link, served.owners[0] ?? 0)))
        for (const outputs of [0, ...served.owners]) figures.push(...(await measureSync(served, url, link, outputs)))
      }
    } finally {
      await nodes.stop()
    }
  }
  return figures
}
