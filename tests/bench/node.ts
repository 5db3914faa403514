// The development node beside monerod on the same chain of the monero family: the pace of accepting blocks with their transactions and
// of serving them, and the cost of a long chain.

import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { toHex } from '../../src/bytes/hex.ts'
import { asBlob, asBool, asU64, writePortable } from '../../src/bytes/portableStorageWriter.ts'
import { moneroRegtest } from '../../src/coin/networks/monero.ts'
import { moneroChain } from '../../src/devnet/monero/chains.ts'
import type { BlockRecord } from '../../src/devnet/records/chainRecords.ts'
import { startDevelopmentNode } from '../../src/devnet/startNode.ts'
import { startMonerod } from '../support/peers/monero.ts'
import { type Figure, median, race, timed } from './support/measure.ts'

const ADDRESS = '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'
const PAYMENTS = 40
const ROUNDS = 3
const SERVING_ROUNDS = 9
const PAGES = 20
/** Requests of the pages before the measurement, so that the JavaScript engine has optimized the code. */
const WARM_UP_REQUESTS = 10
const LONG_CHAIN_BLOCKS = 100_000

type Server = { readonly url: string; readonly stop: () => Promise<void> }

const ownPath = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Starts a process that prints the URL at which it listens. */
const startEmptyNode = async (): Promise<Server> => {
  const child = spawn(process.execPath, [ownPath('./support/emptyNode.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { promise, resolve } = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).once('line', resolve)
  return {
    url: await promise,
    stop: async () => {
      const gone = Promise.withResolvers<void>()
      child.once('exit', () => gone.resolve())
      child.kill('SIGTERM')
      await gone.promise
    },
  }
}

/** Mines a chain with payments that all nodes receive. */
const mineChain = async (): Promise<readonly BlockRecord[]> => {
  const { node, faucet, close } = startDevelopmentNode({
    ...moneroChain,
    clock: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
  })
  for (let i = 0; i < PAYMENTS; i++) await faucet.pay(ADDRESS, 10n ** 12n)
  close()
  return node.chain.blocks.slice(1)
}

const post = async (url: string, body: string | Uint8Array, agent: Agent): Promise<Buffer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const sent = request(url, { method: 'POST', agent }, (answer) => void buffer(answer).then(resolve, reject))
  sent.on('error', reject)
  sent.end(body)
  return await promise
}

const expectOk = (answer: Buffer, what: string): void => {
  if (!/"status": ?"OK"/.test(answer.toString())) throw new Error(`${what}: ${answer.toString().slice(0, 300)}`)
}

/** Submits a chain to a node block by block, each after its transactions. Returns the milliseconds of the transactions. */
const submitChain = async ({ url }: Server, blocks: readonly BlockRecord[]): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let milliseconds = 0
  for (const { blob, transactions, height } of blocks) {
    for (const each of transactions.slice(1)) {
      const start = performance.now()
      const answer = await post(`${url}/send_raw_transaction`, JSON.stringify({ tx_as_hex: toHex(each.blob) }), agent)
      milliseconds += performance.now() - start
      expectOk(answer, `transaction of block ${height}`)
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method: 'submit_block', params: [toHex(blob)] })
    expectOk(await post(`${url}/json_rpc`, body, agent), `block ${height}`)
  }
  agent.destroy()
  return milliseconds
}

/** Requests the whole chain repeatedly, as wallets do. */
const serveAll = async ({ url }: Server): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const body = writePortable({
    block_ids: asBlob(moneroRegtest.genesisId),
    start_height: asU64(0),
    prune: asBool(true),
  })
  for (let i = 0; i < PAGES; i++) {
    const { length } = await post(`${url}/get_blocks.bin`, body, agent)
    if (length < 10_000) throw new Error(`a page of ${length} bytes`)
  }
  agent.destroy()
}

type Long = {
  readonly milliseconds: number
  readonly first: number
  readonly last: number
  readonly before: number
  readonly after: number
}

const longChain = async (): Promise<Long> => {
  const args = [
    '--expose-gc',
    '--max-old-space-size=8192',
    ownPath('./support/longChain.ts'),
    String(LONG_CHAIN_BLOCKS),
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  // The script prints this shape.
  return JSON.parse((await buffer(child.stdout)).toString()) as Long
}

const MIB = 1024 * 1024

/** Measures accepted blocks and transactions, served pages, and memory. */
export const nodeBench = async (): Promise<readonly Figure[]> => {
  const blocks = await mineChain()
  const transactions = blocks.reduce((sum, each) => sum + each.transactions.length - 1, 0)
  const sending = new Map<string, number[]>()
  const round = async (name: string, start: () => Promise<Server>): Promise<number> => {
    const server = await start()
    try {
      return await timed(async () => {
        sending.set(name, [...(sending.get(name) ?? []), await submitChain(server, blocks)])
      })
    } finally {
      await server.stop()
    }
  }
  const taken = await race(ROUNDS, [
    { name: 'faba', run: () => round('faba', startEmptyNode) },
    { name: 'monerod', run: () => round('monerod', () => startMonerod()) },
  ])
  const sent = new Map([...sending].map(([name, times]) => [name, median(times)]))
  const [ours, theirs] = [await startEmptyNode(), await startMonerod()]
  try {
    for (const server of [ours, theirs]) await submitChain(server, blocks)
    for (let i = 0; i < WARM_UP_REQUESTS; i++) for (const server of [ours, theirs]) await serveAll(server)
    const served = await race(SERVING_ROUNDS, [
      { name: 'faba', run: () => timed(() => serveAll(ours)) },
      { name: 'monerod', run: () => timed(() => serveAll(theirs)) },
    ])
    const perSecond = (count: number, milliseconds: number | undefined): number =>
      (1000 * count) / (milliseconds ?? Number.NaN)
    const long = await longChain()
    return [
      ...['faba', 'monerod'].flatMap((name): Figure[] => [
        {
          name: `${name} blocks taken in`,
          value: perSecond(blocks.length, taken.get(name)),
          unit: '/s',
          key: `node_${name}_blocks`,
        },
        {
          name: `${name} transactions taken into the pool`,
          value: perSecond(transactions, sent.get(name)),
          unit: '/s',
          key: `node_${name}_transactions`,
        },
        {
          name: `${name} blocks served`,
          value: perSecond(PAGES * blocks.length, served.get(name)),
          unit: '/s',
          key: `node_${name}_served`,
        },
      ]),
      {
        name: 'taken in vs monerod',
        value: (taken.get('monerod') ?? Number.NaN) / (taken.get('faba') ?? 1),
        unit: '×',
        key: 'node_taken_vs_monerod',
      },
      {
        name: 'transactions vs monerod',
        value: (sent.get('monerod') ?? Number.NaN) / (sent.get('faba') ?? 1),
        unit: '×',
        key: 'node_transactions_vs_monerod',
      },
      {
        name: 'served vs monerod',
        value: (served.get('monerod') ?? Number.NaN) / (served.get('faba') ?? 1),
        unit: '×',
        key: 'node_served_vs_monerod',
      },
      { name: `memory at ${LONG_CHAIN_BLOCKS} blocks`, value: long.after / MIB, unit: 'MiB', key: 'node_long_memory' },
      {
        name: 'memory per block',
        value: (long.after - long.before) / LONG_CHAIN_BLOCKS,
        unit: 'bytes',
        key: 'node_block_memory',
      },
      { name: 'mining a block at first', value: long.first, unit: 'ms', key: 'node_mine_first' },
      { name: `mining a block at ${LONG_CHAIN_BLOCKS}`, value: long.last, unit: 'ms', key: 'node_mine_last' },
    ]
  } finally {
    await ours.stop()
    await theirs.stop()
  }
}
