// Many wallets of one packaged `faba rpc --wallets`, beside as many processes with one wallet each: the time until all have a new block of a
// chain as dense as Monero's, and the processor time of it. `FABA_BENCH_WALLETS` sets the numbers of wallets, 1,10,100 by default;
// `FABA_BENCH_PROCESSES` those of processes, 1,10 by default; `FABA_BENCH_NATIVE` those of processes of monero-wallet-rpc (manyNative.ts).

import { fileURLToPath } from 'node:url'
import { buildCommand } from '../../release/commandBundle.ts'
import { toHex } from '../../src/bytes/hex.ts'
import { loadPointKernel } from '../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../src/crypto/hash/keccak.ts'
import { type Caller, caller, createCommands, untilOutput } from '../support/peers/commands.ts'
import { BlockGenerator } from './mainnet/blocks.ts'
import { addressOf } from './mainnet/engines.ts'
import { LivingChain } from './mainnet/livingChain.ts'
import { livingProfile } from './mainnet/livingNodes.ts'
import { syntheticNode } from './mainnet/node.ts'
import { ownerOf } from './mainnet/owners.ts'
import { listen } from './support/listen.ts'
import { manyNativeFigures } from './support/manyNative.ts'
import { type Figure, median, timed } from './support/measure.ts'
import { processorMs, residentMb } from './support/processes.ts'

const numbersOf = (name: string, fallback: string): number[] =>
  (process.env[name] ?? fallback).split(',').filter(Boolean).map(Number)

const COMMAND = fileURLToPath(new URL('./support/packagedCommand.js', import.meta.url))

const WALLETS = numbersOf('FABA_BENCH_WALLETS', '1,10,100')
const PROCESSES = numbersOf('FABA_BENCH_PROCESSES', '1,10')
const NATIVE = numbersOf('FABA_BENCH_NATIVE', '1,10')
const BLOCKS = 15
/** Blocks before the measurement: code is compiled. */
const WARM_UP_BLOCKS = 5
/** Wallets that are restored at a time: each derives a key from its password, which takes 64 MiB. */
const RESTORED_TOGETHER = 2
/** @throws Error if the call fails */
const resultOf = async (call: Caller, method: string, params: object = {}): Promise<Record<string, unknown>> => {
  const { result, error } = await call(method, params)
  if (result === undefined) throw new Error(`${method}: ${error?.message}`)
  return result
}

/** Wallets and the processes that serve them. */
type Contestant = {
  readonly calls: readonly Caller[]
  readonly pids: readonly number[]
  readonly end: () => Promise<void>
}

const FLAGS = [
  '--network',
  'monero',
  '--disable-rpc-login',
  '--trusted-daemon',
  '--non-interactive',
  '--rpc-bind-port',
  '0',
]

/** Starts services. `walletsEach`: at paths of their own; 0 for the one at /json_rpc. */
const start = async (nodeUrl: string, services: number, walletsEach: number): Promise<Contestant> => {
  const commands = createCommands(COMMAND)
  const calls: Caller[] = []
  const pids: number[] = []
  for (let service = 0; service < services; service++) {
    const paths = ['--wallets', String(walletsEach)]
    const running = commands.run('rpc', ...FLAGS, '--daemon-address', nodeUrl, '--wallet-dir', `w${service}`, ...paths)
    const url = (await untilOutput(running, /(http:\/\/[\d.:]+\/json_rpc).*login: /s))[1] ?? ''
    pids.push(running.child.pid ?? 0)
    if (walletsEach === 0) calls.push(caller(url))
    else
      for (let i = 0; i < walletsEach; i++) calls.push(caller(url.replace('/json_rpc', `/wallets/wallet${i}/json_rpc`)))
  }
  return { calls, pids, end: commands.end }
}

/** Restores the wallets of strangers, which begin at the top of the chain. */
const restoreWallets = async ({ calls }: Contestant, { profile, height }: LivingChain): Promise<void> => {
  const left = [...calls.entries()]
  const create = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [i, call] = next
      const { viewSecret, spendSecret } = ownerOf(i + 1).keys
      await resultOf(call, 'generate_from_keys', {
        ...{ filename: `wallet${i}`, restore_height: height - 1, address: addressOf(profile, i + 1) },
        ...{ viewkey: toHex(viewSecret), spendkey: toHex(spendSecret) },
      })
      await resultOf(call, 'auto_refresh', { enable: false })
    }
  }
  await Promise.all(Array.from({ length: RESTORED_TOGETHER }, create))
}

/** Measures what new blocks take. */
const measure = async (
  chain: LivingChain,
  contestant: Contestant,
  name: string,
  key: string,
): Promise<readonly Figure[]> => {
  const { calls, pids } = contestant
  await restoreWallets(contestant, chain)
  const processor = (): number => pids.reduce((sum, pid) => sum + processorMs(pid), 0)
  const times: number[] = []
  let before = 0
  for (let block = 0; block < WARM_UP_BLOCKS + BLOCKS; block++) {
    if (block === WARM_UP_BLOCKS) before = processor()
    chain.extend()
    const time = await timed(() => Promise.all(calls.map((call) => resultOf(call, 'refresh'))))
    if (block >= WARM_UP_BLOCKS) times.push(time)
  }
  const spent = (processor() - before) / BLOCKS
  for (const call of calls) {
    const { height } = await resultOf(call, 'get_height')
    if (height !== chain.height) throw new Error(`a wallet is at ${height}, the chain at ${chain.height}`)
  }
  const resident = pids.reduce((sum, pid) => sum + residentMb(pid), 0)
  return [
    { name: `${name}: a block`, value: median(times), unit: 'ms', key: `${key}_block_ms` },
    { name: `${name}: processor time of a block`, value: spent, unit: 'ms', key: `${key}_cpu_ms` },
    { name: `${name}: the same for each wallet`, value: spent / calls.length, unit: 'ms', key: `${key}_wallet_cpu_ms` },
    { name: `${name}: resident memory`, value: resident, unit: 'MB', key: `${key}_mb` },
  ]
}

/** Measures services with many wallets, and as many services with one. */
export const manyWalletsBench = async (): Promise<readonly Figure[]> => {
  await Promise.all([loadPointKernel(), prepareKeccak(), buildCommand('build/bench-cli')])
  const generator = new BlockGenerator(livingProfile(), [])
  const chain = new LivingChain(generator)
  for (let i = 0; i < 10; i++) chain.extend()
  const node = await listen(syntheticNode({ generator, chain, now: () => Date.now() / 1000 }))
  const figures: Figure[] = []
  const run = async (services: number, walletsEach: number, name: string, key: string): Promise<void> => {
    const contestant = await start(node.url, services, walletsEach)
    try {
      figures.push(...(await measure(chain, contestant, name, key)))
    } finally {
      await contestant.end()
    }
  }
  for (const count of WALLETS) await run(1, count, `${count} wallets of one process`, `one_process_${count}`)
  for (const count of PROCESSES) await run(count, 0, `${count} processes with a wallet each`, `processes_${count}`)
  node.close()
  return [...figures, ...(await manyNativeFigures(NATIVE, COMMAND))]
}
