// Many wallets of one `faba rpc --wallets` beside as many processes of monero-wallet-rpc, on the same blocks of a real monerod. Its private
// chain has no blocks as dense as Monero's: the transactions of a block are made by a native wallet, which takes long.

import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { vector } from '../../support/data/vectors.ts'
import { type Caller, caller, createCommands, untilOutput } from '../../support/peers/commands.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { ownerOf } from '../mainnet/owners.ts'
import type { Figure } from './measure.ts'
import { processorMs, residentMb } from './processes.ts'

/** Blocks that the paying wallet mines first: most of their rewards can be spent. */
const FIRST_BLOCKS = 660
const BLOCKS = 8
/** Blocks before the measurement: code is compiled. */
const WARM_UP_BLOCKS = 3
const TRANSACTIONS = 12
/** Of all wallets to their node: a native one keeps its own open. */
const CONNECTIONS = 1000

type Contestant = {
  readonly name: string
  readonly key: string
  readonly calls: readonly Caller[]
  readonly pids: readonly number[]
  readonly stop: () => Promise<void>
}

const resultOf = async (call: Caller, method: string, params: object = {}): Promise<Record<string, unknown>> => {
  const { result, error } = await call(method, params)
  if (result === undefined) throw new Error(`${method}: ${error?.message}`)
  return result
}

const startNative = async (monerod: Peer, count: number): Promise<Contestant> => {
  const peers: Peer[] = []
  for (let i = 0; i < count; i++) peers.push(await startMoneroWallet(monerod))
  return {
    ...{ name: `${count} processes of monero-wallet-rpc`, key: `native_${count}` },
    calls: peers.map(({ url }) => caller(`${url}/json_rpc`)),
    pids: peers.map(({ pid }) => pid),
    stop: async () => {
      await Promise.all(peers.map((peer) => peer.stop()))
    },
  }
}

const startOurs = async (monerod: Peer, count: number, command: string): Promise<Contestant> => {
  const commands = createCommands(command)
  const flags = ['--network', 'monero', '--regtest', '--disable-rpc-login', '--trusted-daemon', '--non-interactive']
  const node = ['--daemon-address', monerod.url.replace('http://', ''), '--rpc-bind-port', '0']
  const running = commands.run('rpc', ...flags, ...node, '--wallet-dir', 'w', '--wallets', String(count))
  const url = (await untilOutput(running, /(http:\/\/[\d.:]+)\/json_rpc.*login: /s))[1] ?? ''
  return {
    ...{ name: `${count} wallets of one process on the same blocks`, key: `beside_native_${count}` },
    calls: Array.from({ length: count }, (_, i) => caller(`${url}/wallets/wallet${i}/json_rpc`)),
    pids: [running.child.pid ?? 0],
    stop: commands.end,
  }
}

/** Restores the wallets of strangers. */
const restore = async ({ calls }: Contestant, height: number): Promise<void> => {
  for (const [i, call] of calls.entries()) {
    const { keys } = ownerOf(i + 1)
    const { viewSecret, spendSecret, viewPublic: viewKey, spendPublic: spendKey } = keys
    const address = formatAddress(moneroRegtest, { kind: 'standard', viewKey, spendKey, paymentId: undefined })
    await resultOf(call, 'generate_from_keys', {
      ...{ filename: `wallet${i}`, password: '', restore_height: height, address },
      ...{ viewkey: toHex(viewSecret), spendkey: toHex(spendSecret) },
    })
    await resultOf(call, 'refresh')
    await resultOf(call, 'auto_refresh', { enable: false })
  }
}

/** Fills the txpool with payments of a wallet to itself. */
const pay = async (payer: Peer, address: string): Promise<void> => {
  for (let i = 0; i < TRANSACTIONS; i++)
    await payer.call('transfer', { destinations: [{ amount: 1_000_000, address }] })
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Measures what new blocks take for as many wallets of both. */
const compare = async (monerod: Peer, payer: Peer, count: number, command: string): Promise<readonly Figure[]> => {
  const { A } = vector('monero/bench-chain/wallets.json').wallets
  const contestants = [await startOurs(monerod, count, command), await startNative(monerod, count)]
  try {
    const { count: height } = await monerod.call<{ readonly count: number }>('get_block_count')
    for (const contestant of contestants) await restore(contestant, height - 1)
    const spent = new Map<string, number[]>(contestants.map(({ key }) => [key, []]))
    for (let block = 0; block < WARM_UP_BLOCKS + BLOCKS; block++) {
      await pay(payer, A.address)
      for (const mined of [false, true]) {
        if (mined) await monerod.call('generateblocks', { amount_of_blocks: 1, wallet_address: A.address })
        for (const { key, calls, pids } of contestants) {
          const processor = (): number => pids.reduce((sum, pid) => sum + processorMs(pid), 0)
          const before = processor()
          await Promise.all(calls.map((call) => resultOf(call, 'refresh')))
          const all = spent.get(key) ?? []
          // The txpool and the block count together.
          all[block] = (all[block] ?? 0) + processor() - before
        }
      }
      await payer.call('refresh')
    }
    return contestants.flatMap(({ name, key, calls, pids }) => {
      // A median would be one of the few ticks in which Linux counts.
      const time = mean((spent.get(key) ?? []).slice(WARM_UP_BLOCKS))
      const memory = pids.reduce((sum, pid) => sum + residentMb(pid), 0)
      return [
        { name: `${name}: processor time of a block`, value: time, unit: 'ms', key: `${key}_cpu_ms` },
        { name: `${name}: the same for each wallet`, value: time / calls.length, unit: 'ms', key: `${key}_wallet_ms` },
        { name: `${name}: resident memory`, value: memory, unit: 'MB', key: `${key}_mb` },
      ]
    })
  } finally {
    for (const { stop } of contestants) await stop()
  }
}

/** Measures as many wallets of one process as processes of monero-wallet-rpc, for each of some numbers. */
export const manyNativeFigures = async (counts: readonly number[], command: string): Promise<readonly Figure[]> => {
  if (counts.length === 0) return []
  const monerod = await startMonerod({ connections: CONNECTIONS })
  const payer = await startMoneroWallet(monerod)
  try {
    const { A } = vector('monero/bench-chain/wallets.json').wallets
    await monerod.call('generateblocks', { amount_of_blocks: FIRST_BLOCKS, wallet_address: A.address })
    await payer.call('restore_deterministic_wallet', { filename: 'payer', seed: A.mnemonic, restore_height: 0 })
    await payer.call('refresh')
    const figures: Figure[] = []
    for (const count of counts) figures.push(...(await compare(monerod, payer, count, command)))
    return figures
  } finally {
    for (const peer of [payer, monerod]) await peer.stop()
  }
}
