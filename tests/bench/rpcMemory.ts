// The footprint of the packaged faba rpc: time from the start to the first response, resident memory at rest and after a sync, and the time
// of 1,000 new addresses.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildCommand } from '../../release/commandBundle.ts'
import { callJsonRpc, freePort } from '../support/peers/monero.ts'
import { syncedWallets } from './support/chains.ts'
import { type Figure, median, timed } from './support/measure.ts'
import { startNodes } from './support/nodes.ts'
import { residentMb } from './support/processes.ts'

/** The first round also fills the cache of compiled code, and does not count. */
const ROUNDS = 3
const COMMAND = fileURLToPath(new URL('./support/packagedCommand.js', import.meta.url))
/** Until a new service and an opened wallet have nothing more to do. */
const SETTLE_MS = 3000
/** A minute without work, in which scanner threads end and V8 returns their memory, and some time for that. */
const IDLE_MS = 63_000
const NEW_ADDRESSES = 1000
const MAX_ADDRESSES_PER_CALL = 64

type Footprint = {
  readonly startMs: number
  readonly started: number
  readonly opened: number
  readonly idle: number
  readonly synced: number
  readonly rested: number
  readonly addressesMs: number
}

const residentOf = ({ pid = 0 }: ChildProcess): number => residentMb(pid)

const createAddresses = async (url: string): Promise<void> => {
  for (let left = NEW_ADDRESSES; left > 0; left -= MAX_ADDRESSES_PER_CALL)
    await callJsonRpc(url, 'create_address', { account_index: 0, count: Math.min(left, MAX_ADDRESSES_PER_CALL) })
}

const measure = async (nodeUrl: string): Promise<Footprint> => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-footprint-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = ['rpc', '--network=monero', '--regtest', `--daemon-address=${nodeUrl.replace('http://', '')}`]
  const options = ['--trusted-daemon', '--disable-rpc-login', `--rpc-bind-port=${port}`, `--wallet-dir=${folder}`]
  const start = performance.now()
  const child = spawn(process.execPath, [COMMAND, ...args, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const call = (method: string, params: Record<string, unknown> = {}): Promise<unknown> =>
    callJsonRpc(url, method, params)
  try {
    await once(child.stdout, 'data')
    await call('get_version')
    const startMs = performance.now() - start
    await sleep(SETTLE_MS)
    const started = residentOf(child)
    await call('auto_refresh', { enable: false })
    const { words } = syncedWallets().wallet_a
    await call('restore_deterministic_wallet', { filename: 'w', password: 'w', seed: words, restore_height: 0 })
    await sleep(SETTLE_MS)
    const opened = residentOf(child)
    await sleep(IDLE_MS)
    const idle = residentOf(child)
    await call('refresh')
    const synced = residentOf(child)
    await sleep(IDLE_MS)
    const rested = residentOf(child)
    const addressesMs = await timed(() => createAddresses(url))
    return { startMs, started, opened, idle, synced, rested, addressesMs }
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  }
}

/** Measures the footprint in processes of its own, with a node that answers from another thread's files. */
export const rpcMemoryBench = async (): Promise<readonly Figure[]> => {
  await buildCommand('build/bench-cli')
  const nodes = await startNodes()
  try {
    const rounds: Footprint[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const footprint = await measure(nodes.urls.monero)
      if (round > 0) rounds.push(footprint)
    }
    const figure = (name: string, key: keyof Footprint, unit: string): Figure => ({
      name,
      value: median(rounds.map((footprint) => footprint[key])),
      unit,
      key: `rpc_${key}`,
    })
    return [
      figure('start to the first response', 'startMs', 'ms'),
      figure('memory, started', 'started', 'MB'),
      figure('memory, a wallet open', 'opened', 'MB'),
      figure('memory, after a minute without work', 'idle', 'MB'),
      figure('memory, after a sync', 'synced', 'MB'),
      figure('memory, after another minute without work', 'rested', 'MB'),
      figure(`${NEW_ADDRESSES} new addresses`, 'addressesMs', 'ms'),
    ]
  } finally {
    await nodes.stop()
  }
}
