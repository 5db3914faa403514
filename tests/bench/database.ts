// Wallets of `faba rpc` in PostgreSQL, beside those in files: times of calls in the leader and in a reader, of the takeover after a kill, and
// of reading large wallets again. The server is on this machine, and writes to its disk.

import { join } from 'node:path'
import { loadPointKernel } from '../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../src/crypto/hash/keccak.ts'
import { PostgresDatabase } from '../../src/store/postgres/postgresDatabase.ts'
import { WalletState } from '../../src/wallet/state/walletState.ts'
import { type Caller, caller, createCommands } from '../support/peers/commands.ts'
import { addressOf, type PostgresServer, startPostgres } from '../support/store/postgres-server.ts'
import { writeLargeWallet } from './large/records.ts'
import { largeStore } from './large/vault.ts'
import { cpuMs, type Figure, median, race, timed } from './support/measure.ts'

const ROUNDS = 200
const KILLS = 7
const SIZES = [1000, 10_000, 50_000]
const RELOADS = 5

const resultOf = async (call: Caller, method: string, params: object = {}): Promise<void> => {
  const { error } = await call(method, params)
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
}

const measureCalls = async (server: PostgresServer): Promise<readonly Figure[]> => {
  const commands = createCommands()
  try {
    const nodeUrl = await commands.node()
    const database = await server.createDatabase()
    const start = async (...flags: readonly string[]) => {
      const service = await commands.rpc(nodeUrl, '--wallets', '2', '--disable-rpc-login', ...flags)
      return { ...service, call: caller(service.url.replace('/json_rpc', '/wallets/w/json_rpc')) }
    }
    const file = await start('--wallet-dir', join(commands.folder, 'files'))
    const shared = ['--wallet-database', database]
    let [leader, reader] = [await start(...shared), await start(...shared)]
    for (const { call } of [file, leader]) await resultOf(call, 'create_wallet', { password: 'p', language: 'English' })
    await resultOf(reader.call, 'open_wallet', { password: 'p' })
    let value = 0
    const read = (call: Caller) => timed(() => resultOf(call, 'get_balance'))
    const write = (call: Caller) =>
      timed(() => resultOf(call, 'set_attribute', { key: 'k', value: String(++value).padStart(8) }))
    const times = await race(ROUNDS, [
      { name: 'get_balance, file', run: () => read(file.call) },
      { name: 'get_balance, leader', run: () => read(leader.call) },
      { name: 'get_balance, reader', run: () => read(reader.call) },
      { name: 'set_attribute, file', run: () => write(file.call) },
      { name: 'set_attribute, leader', run: () => write(leader.call) },
      { name: 'get_balance, reader after a change', run: () => read(reader.call) },
    ])
    const takeovers: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      leader.child.kill('SIGKILL')
      takeovers.push(
        await timed(async () => {
          while ((await reader.call('set_attribute', { key: 'k', value: 'v' })).error !== undefined);
        }),
      )
      leader = reader
      reader = await start(...shared)
      await resultOf(reader.call, 'open_wallet', { password: 'p' })
    }
    return [
      ...[...times].map(([name, ms]) => ({ name, value: ms, unit: 'ms', key: name.replace(/\W+/g, '_') })),
      { name: 'takeover after a kill, median', value: median(takeovers), unit: 'ms', key: 'takeover_ms' },
      { name: 'takeover after a kill, longest', value: Math.max(...takeovers), unit: 'ms', key: 'longest_takeover_ms' },
    ]
  } finally {
    await commands.end()
  }
}

/** Measures how a reader reads a large wallet again. */
const measureReload = async (server: PostgresServer, outputs: number): Promise<readonly Figure[]> => {
  const address = addressOf(await server.createDatabase())
  const connect = () => PostgresDatabase.open({ address, password: '', label: 'bench', report: () => undefined })
  const [first, second] = [await connect(), await connect()]
  try {
    const leader = await first.createStore('w')
    await writeLargeWallet(largeStore(leader), outputs)
    const reader = await second.openStore('w')
    if (reader === undefined) throw new Error('the wallet is missing')
    const sealed = largeStore(reader)
    const state = await reader.withSnapshot(() => WalletState.open(sealed))
    const [times, work]: [number[], number[]] = [[], []]
    for (let round = 0; round < RELOADS; round++) {
      const before = cpuMs()
      times.push(await timed(() => reader.withSnapshot(() => state.reload())))
      work.push(cpuMs() - before)
    }
    return [
      { name: `reading ${outputs} outputs again`, value: median(times), unit: 'ms', key: `reload_${outputs}_ms` },
      { name: 'processor time of it', value: median(work), unit: 'ms', key: `reload_${outputs}_cpu_ms` },
    ]
  } finally {
    await Promise.all([first.close(), second.close()])
  }
}

/** Measures wallets in PostgreSQL. */
export const databaseBench = async (): Promise<readonly Figure[]> => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
  const server = await startPostgres({ fsync: true })
  try {
    const figures = [...(await measureCalls(server))]
    for (const outputs of SIZES) figures.push(...(await measureReload(server, outputs)))
    return figures
  } finally {
    await server.end()
  }
}
