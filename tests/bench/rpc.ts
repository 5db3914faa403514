// Requests per second that faba rpc answers, beside monero-wallet-rpc 0.18.5.3 and 0.18.0: the same wallet on the same chain of a real monerod, one
// client after the other and ten at once. A bare server of Node, which sends the same text and has no wallet, shows what is Node's own part.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { vector } from '../support/data/vectors.ts'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../support/peers/monero.ts'
import { type Figure, race, timed } from './support/measure.ts'

const ROUNDS = 9
/** A turn of each takes a second: after a tenth of one, caches of the processor are those of the turns between. */
const REQUESTS = 4000
/** Listings take longer, so fewer are requested. */
const LISTINGS = 30
/** Requests to both before the measurement, so that the JavaScript engine has optimized the code, as in a service that runs for days. */
const WARM_UP_REQUESTS = 20_000
const BLOCKS = 300

const METHODS = {
  get_balance: { account_index: 0 },
  get_transfers: { in: true, out: true, pending: true, pool: true },
} as const

type MethodName = keyof typeof METHODS

const post = async (url: string, body: string, agent: Agent): Promise<Buffer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const sent = request(
    `${url}/json_rpc`,
    { method: 'POST', headers, agent },
    (answer) => void buffer(answer).then(resolve, reject),
  )
  sent.on('error', reject)
  sent.end(body)
  return await promise
}

/** Returns the milliseconds of a number of requests by concurrent clients with persistent connections. */
const load = (peer: Pick<Peer, 'url'>, method: MethodName, clients: number, count: number): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const body = bodyOf(method)
  let left = count
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const answer = await post(peer.url, body, agent)
      if (!answer.includes('"result"')) throw new Error(`${method}: ${answer.toString().slice(0, 200)}`)
    }
  }
  return timed(() => Promise.all(Array.from({ length: clients }, client))).finally(() => agent.destroy())
}

const bodyOf = (method: MethodName): string =>
  JSON.stringify({ jsonrpc: '2.0', id: '0', method, params: METHODS[method] })

/** Starts a server without a wallet that answers as another does. */
const startBareServer = async (peer: Pick<Peer, 'url'>, method: MethodName) => {
  const agent = new Agent()
  const answer = await post(peer.url, bodyOf(method), agent).finally(() => agent.destroy())
  const file = fileURLToPath(new URL('support/bareServer.ts', import.meta.url))
  const server = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  server.stdin.end(answer)
  const [line] = await once(server.stdout, 'data')
  return { url: String(line).trim(), stop: () => server.kill() }
}

/** Opens a wallet with a payment in each block in both services, and compares their answers. */
const fill = async (monerod: Peer, peers: readonly Peer[]): Promise<void> => {
  const { A } = vector('monero/bench-chain/wallets.json').wallets
  await monerod.call('generateblocks', { amount_of_blocks: BLOCKS, wallet_address: A.address })
  const balances: string[] = []
  for (const peer of peers) {
    await peer.call('restore_deterministic_wallet', { filename: 'bench', seed: A.mnemonic, restore_height: 0 })
    await peer.call('refresh')
    await peer.call('auto_refresh', { enable: false })
    const { balance } = await peer.call<{ balance: number }>('get_balance', METHODS.get_balance)
    const { in: received = [] } = await peer.call<{ in?: readonly object[] }>('get_transfers', METHODS.get_transfers)
    balances.push(`${balance}, ${received.length} of ${BLOCKS} received`)
  }
  if (new Set(balances).size !== 1) throw new Error(`the wallets differ: ${balances.join('; ')}`)
}

/** Measures requests per second of each, and the ratio of Faba's to the peer's. */
export const rpcBench = async (): Promise<readonly Figure[]> => {
  const monerod = await startMonerod()
  const ours = await startFabaWallet(monerod)
  const native = await startMoneroWallet(monerod)
  const older = await startMoneroWallet(monerod, { release: 'stable' })
  try {
    await fill(monerod, [ours, native, older])
    const figures: Figure[] = []
    for (const method of ['get_balance', 'get_transfers'] as const) {
      const bare = await startBareServer(ours, method)
      for (const clients of [1, 10]) {
        const [count, first] = method === 'get_balance' ? [REQUESTS, WARM_UP_REQUESTS] : [LISTINGS, LISTINGS]
        for (const peer of [ours, native, older, bare]) await load(peer, method, clients, first)
        const times = await race(ROUNDS, [
          { name: 'faba', run: () => load(ours, method, clients, count) },
          { name: 'native', run: () => load(native, method, clients, count) },
          { name: 'native_0_18_0', run: () => load(older, method, clients, count) },
          { name: 'bare_node', run: () => load(bare, method, clients, count) },
        ])
        const rate = (name: string): number => (1000 * count) / (times.get(name) ?? Number.NaN)
        const key = `${method}_${clients}`
        for (const name of times.keys())
          figures.push({ name: `${name} ${key}`, value: rate(name), unit: '/s', key: `rpc_${name}_${key}` })
        for (const other of ['native', 'bare_node'])
          figures.push({
            name: `${key} vs ${other}`,
            value: rate('faba') / rate(other),
            unit: '×',
            key: `rpc_${key}_vs_${other}`,
          })
      }
      bare.stop()
    }
    return figures
  } finally {
    for (const peer of [ours, native, older, monerod]) await peer.stop()
  }
}
