// The compact chain of a real monerod, made by the command, served as static files and read by faba rpc: wallets are the same as by the node alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { vector } from '../../support/data/vectors.ts'
import { COMMAND } from '../../support/peers/commands.ts'
import { type Peer, startFabaWallet, startMonerod } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'

const { A, B } = vector('monero/bench-chain/wallets.json').wallets
/** The address of a wallet outside of this test. */
const STRANGER = '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'

const peers = createPeers()
let monerod: Peer
let folder: string
let server: Server
let url: string
/** requested files, in order */
const requested: string[] = []

const restore = async (peer: Peer, filename: string, seed: string): Promise<void> => {
  await peer.call('restore_deterministic_wallet', { filename, seed, restore_height: 0 })
  await peer.call('refresh')
}

/** Returns what a wallet knows, without the moment at which it was asked. */
const knownTo = async (peer: Peer) => ({
  balance: await peer.call('get_balance', { all_accounts: true }),
  transfers: await peer.call('get_transfers', {
    in: true,
    out: true,
    pending: true,
    failed: true,
    pool: true,
    all_accounts: true,
  }),
  coins: await peer.call('incoming_transfers', { transfer_type: 'all', account_index: 0 }),
  height: await peer.call('get_height'),
})

/** Runs the command that makes the compact chain, to its end. Returns what it printed. */
const makeChain = async (): Promise<string> => {
  const args = ['compact', '--network=monero', '--regtest', `--node=${monerod.url}`, `--out=${folder}`]
  const made = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  made.stdout.on('data', (text: Buffer) => {
    output += String(text)
  })
  const [code] = await once(made, 'exit')
  expect(code).toBe(0)
  return output
}

const mine = (blocks: number, address: string): Promise<unknown> =>
  monerod.call('generateblocks', { amount_of_blocks: blocks, wallet_address: address })

beforeAll(async () => {
  monerod = await peers.started(startMonerod())
  folder = await mkdtemp(join(tmpdir(), 'faba-compact-'))
  server = createServer(async (request, response) => {
    const name = (request.url ?? '').replace('/compact/', '')
    requested.push(name)
    const content = await readFile(join(folder, name)).catch(() => undefined)
    response.writeHead(content === undefined ? 404 : 200).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port')
  url = `http://127.0.0.1:${address.port}/compact`
})

afterAll(async () => {
  server?.close()
  await peers.stopPeers()
  await rm(folder, { recursive: true, force: true })
})

it('gives the wallets of payer and recipient as the node does, and asks the host for each file once', async () => {
  const payer = await peers.started(startFabaWallet(monerod))
  await mine(90, A.address)
  await restore(payer, 'payer', A.mnemonic)
  for (let i = 1; i <= 4; i++) {
    await payer.call('transfer', {
      destinations: [{ address: B.address, amount: i * 1_000_000_000_000 }],
      unlock_time: 0,
    })
    await mine(20, STRANGER)
    await payer.call('refresh')
  }
  await mine(100, STRANGER)
  await payer.call('refresh')
  expect(await makeChain()).toMatch(/^50 of 221 blocks/)

  const recipient = await peers.started(startFabaWallet(monerod))
  await restore(recipient, 'recipient', B.mnemonic)
  const fast = await peers.started(startFabaWallet(monerod, { flags: [`--compact-url=${url}`] }))
  for (const [name, seed, expected] of [
    ['payer', A.mnemonic, payer],
    ['recipient', B.mnemonic, recipient],
  ] as const) {
    requested.length = 0
    await restore(fast, name, seed)
    expect(requested.filter((file) => file.startsWith('chunks/'))).toHaveLength(4)
    expect(new Set(requested).size).toBe(requested.length)
    expect(withoutOwnWords(await knownTo(fast))).toEqual(withoutOwnWords(await knownTo(expected)))
  }

  // The chain is extended where it ended.
  await mine(100, STRANGER)
  expect(await makeChain()).toMatch(/^250 of 321 blocks/)
  expect(await makeChain()).toBe('the chain has 300 blocks\n')
})

/** Leaves out what only the wallet that made a payment knows of it: recipients. */
const withoutOwnWords = (known: Awaited<ReturnType<typeof knownTo>>): unknown =>
  JSON.parse(JSON.stringify(known, (name, value: unknown) => (name === 'destinations' ? undefined : value)))
