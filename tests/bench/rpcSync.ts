// The duration of a sync of faba rpc and the latency of calls meanwhile: with scanners in threads, and with one scanner on the thread
// that answers.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { callJsonRpc } from '../support/peers/monero.ts'
import { syncedWallets } from './support/chains.ts'
import { type Figure, median, timed } from './support/measure.ts'
import { startNodes } from './support/nodes.ts'
import { quietMoment } from './support/quiet.ts'

const ROUNDS = 7
/** Milliseconds between calls: a fixed interval, so that faster responses do not cause more calls. */
const PAUSE = 20
const MODES = ['threads', 'alone'] as const

type Service = { readonly child: ChildProcess; readonly url: string }
type Sync = { readonly whole: number; readonly waits: readonly number[] }

const start = async (way: string, nodeUrl: string): Promise<Service> => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./support/rpcHost.ts', import.meta.url)), way, nodeUrl],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}

let wallets = 0

/** Syncs from the first block, with calls at that interval. */
const sync = async ({ url }: Service): Promise<Sync> => {
  const call = <T>(method: string, params: Record<string, unknown> = {}): Promise<T> =>
    callJsonRpc<T>(url, method, params)
  const { words } = syncedWallets().wallet_a
  wallets += 1
  await call('auto_refresh', { enable: false })
  await call('restore_deterministic_wallet', { filename: `w${wallets}`, seed: words, restore_height: 0 })
  const waits: number[] = []
  let done = false
  const asking = (async () => {
    while (!done) {
      waits.push(await timed(() => call('get_balance')))
      await sleep(PAUSE)
    }
  })()
  const whole = await timed(() => call('refresh'))
  done = true
  await asking
  const { height } = await call<{ readonly height: number }>('get_height')
  if (height < 3000) throw new Error(`the wallet stopped at block ${height}`)
  await call('close_wallet')
  return { whole, waits }
}

/** Measures the milliseconds of syncs, and of calls meanwhile. */
export const rpcSyncBench = async (): Promise<readonly Figure[]> => {
  const nodes = await startNodes()
  const services = await Promise.all(MODES.map((way) => start(way, nodes.urls.monero)))
  const syncs = new Map<string, Sync[]>(MODES.map((way) => [way, []]))
  try {
    for (let round = 0; round <= ROUNDS; round++)
      for (const [i, way] of MODES.entries()) {
        const service = services[i]
        if (service === undefined) continue
        await quietMoment()
        const result = await sync(service)
        // The first round warms up.
        if (round > 0) syncs.get(way)?.push(result)
      }
  } finally {
    for (const { child } of services) child.kill('SIGTERM')
    await nodes.stop()
  }
  return MODES.flatMap((way): Figure[] => {
    const all = syncs.get(way) ?? []
    const milliseconds = (name: string, value: number): Figure => ({
      name: `scanning ${way}: ${name}`,
      value,
      unit: 'ms',
      key: `rpc_sync_${way}_${name.replaceAll(' ', '_')}_ms`,
    })
    return [
      milliseconds('sync', median(all.map(({ whole }) => whole))),
      milliseconds('call', median(all.map(({ waits }) => median(waits)))),
      milliseconds('longest call', median(all.map(({ waits }) => Math.max(...waits)))),
    ]
  })
}
