// Wallets on synthetic chains as long and as dense as the real ones, behind connections of given bandwidth and latency: syncs of the last
// days by a stranger and by owners, and payments from the button to the review. `FABA_BENCH_DAYS` sets the days, 30 by default; `FABA_BENCH_OWNERS`
// the numbers of owned outputs, 100 and 100,000 by default, the smallest first. `FABA_BENCH_MBIT` and `FABA_BENCH_FAMILY` choose among the
// connections and families. Each sync runs in a process of its own, and an owner's wallet is then opened in another, where it pays.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Engine } from '../../src/engine/engine.ts'
import { openSqliteStore } from '../../src/store/sqliteStore.ts'
import { addressOf, engineOn, PASSWORD, restoreOwner, type Wire } from './mainnet/engines.ts'
import type { Link } from './mainnet/link.ts'
import { type OpenFigures, type OwnerTask, type SyncFigures, syncEngine } from './mainnet/ownerProcess.ts'
import { OWNED_AMOUNT } from './mainnet/owners.ts'
import { type Served, serveChain } from './mainnet/serve.ts'
import { profileOf } from './mainnet/storedChain.ts'
import { cpuMs, type Figure, median, timed } from './support/measure.ts'
import { quietMoment } from './support/quiet.ts'

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

const linkName = ({ mbitPerSecond, roundTripMs }: Link): string => `${mbitPerSecond} Mbit/s, ${roundTripMs} ms`
const linkKey = ({ mbitPerSecond, roundTripMs }: Link): string => `${mbitPerSecond}mbit_${roundTripMs}ms`

const runOwner = async (task: OwnerTask): Promise<unknown> => {
  const program = fileURLToPath(new URL('./mainnet/ownerProcess.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, JSON.stringify(task)])
  return JSON.parse(stdout)
}

/** Returns the figures of the opened wallet of an owner. */
const openedFigures = (name: string, key: string, figures: OpenFigures): readonly Figure[] => [
  ...(
    [
      ['opening', figures.opening],
      ['first payment', figures.firstPayment],
      ['later payment', figures.payment],
    ] as const
  ).flatMap(([step, { wall, cpu }]): Figure[] => {
    const stepKey = `${key}_${step.replace(' ', '_')}`
    return [
      { name: `${name}: ${step}`, value: wall, unit: 'ms', key: `${stepKey}_ms` },
      { name: `${name}: ${step}, CPU time`, value: cpu, unit: 'ms', key: `${stepKey}_cpu_ms` },
    ]
  }),
  { name: `${name}: opened, resident`, value: figures.resident / 1e6, unit: 'MB', key: `${key}_resident_mb` },
  { name: `${name}: opened, heap`, value: figures.heap / 1e6, unit: 'MB', key: `${key}_heap_mb` },
  { name: `${name}: opened, buffers`, value: figures.buffers / 1e6, unit: 'MB', key: `${key}_buffers_mb` },
]

/** Syncs the served days, opens the wallet of an owner again and pays from it. Both processes check the balance. */
const measureOwner = async (served: Served, url: string, link: Link, outputs: number): Promise<readonly Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-mainnet-'))
  try {
    const task = { chain: served, url, outputs, file: join(folder, 'store') }
    // Only ownerProcess.ts prints them.
    const { sync, received, peak } = (await runOwner({ ...task, step: 'sync' })) as SyncFigures
    const fileBytes = statSync(task.file).size
    const name = `${served.family}, ${served.days} days, owner of ${outputs}, ${linkName(link)}`
    const key = `${served.family}_${outputs}_${linkKey(link)}`
    const synced: readonly Figure[] = [
      { name: `${name}: sync`, value: sync.wall / 1000, unit: 's', key: `${key}_sync_s` },
      { name: `${name}: sync, CPU time`, value: sync.cpu / 1000, unit: 's', key: `${key}_sync_cpu_s` },
      { name: `${name}: received`, value: received / 1e6, unit: 'MB', key: `${key}_mb` },
      { name: `${name}: speed`, value: received / 1000 / sync.wall, unit: 'MB/s', key: `${key}_mb_per_s` },
      { name: `${name}: most memory, resident`, value: peak / 1e6, unit: 'MB', key: `${key}_peak_mb` },
      { name: `${name}: file`, value: fileBytes / 1e6, unit: 'MB', key: `${key}_file_mb` },
    ]
    if (outputs === 0) return synced
    return [...synced, ...openedFigures(name, key, (await runOwner({ ...task, step: 'open' })) as OpenFigures)]
  } finally {
    rmSync(folder, { recursive: true })
  }
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
    await syncEngine(engine)
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
      await syncEngine(engine)
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
        for (const outputs of [0, ...served.owners]) figures.push(...(await measureOwner(served, url, link, outputs)))
      }
    } finally {
      await nodes.stop()
    }
  }
  return figures
}
