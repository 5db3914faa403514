// Nodes with a login: a real monerod with --rpc-login. curl polls until it is ready.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moneroRegtest } from '../../src/coin/networks/monero.ts'
import { NodeRefusedError } from '../../src/daemon/errors.ts'
import { createNodeClient } from '../../src/daemon/httpNodeClient.ts'
import { createTransport } from '../../src/daemon/transport.ts'
import { vector } from '../support/data/vectors.ts'
import { createCommands } from '../support/peers/commands.ts'
import { freePort } from '../support/peers/monero.ts'

const login = { user: 'ann', password: 'geheim:"mit" \\ Zeichen' }
const folder = mkdtempSync(join(tmpdir(), 'faba-login-'))
const { A } = vector('monero/bench-chain/wallets.json').wallets

let monerod: ChildProcess
let url: string

const curl = async (method: string, params: object): Promise<{ readonly result?: Record<string, unknown> }> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
  const user = `${login.user}:${login.password}`
  const { stdout } = await promisify(execFile)('curl', ['-s', '--digest', '-u', user, '-d', body, `${url}/json_rpc`])
  return JSON.parse(stdout)
}

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  monerod = spawn(
    'monerod',
    [
      '--regtest',
      '--offline',
      '--fixed-difficulty=1',
      '--non-interactive',
      '--no-zmq',
      '--no-igd',
      '--p2p-bind-ip=127.0.0.1',
      `--p2p-bind-port=${await freePort()}`,
      `--rpc-bind-port=${port}`,
      '--rpc-ssl=disabled',
      '--disable-rpc-ban',
      `--data-dir=${folder}`,
      `--rpc-login=${login.user}:${login.password}`,
    ],
    { stdio: 'ignore' },
  )
  for (;;) {
    if (monerod.exitCode !== null) throw new Error(`monerod ended with ${monerod.exitCode}`)
    const isReady = await curl('get_version', {}).then(
      ({ result }) => result !== undefined,
      () => false,
    )
    if (isReady) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await curl('generateblocks', { amount_of_blocks: 20, wallet_address: A.address })
})

afterAll(async () => {
  const ended = new Promise((resolve) => monerod.once('exit', resolve))
  monerod.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true })
})

const fetchNode = (request: Request): Promise<Response> => fetch(request)

it('authenticates with Digest at a monerod for calls, plain paths and .bin paths, also concurrently', async () => {
  const headers: string[] = []
  const node = createNodeClient({
    url,
    login,
    fetch: (request) => {
      headers.push(request.headers.get('authorization') ?? '')
      return fetch(request)
    },
  })
  expect((await node.info()).height).toBe(21)
  const [blocks, pool, ...infos] = await Promise.all([
    node.blocks([moneroRegtest.genesisId]),
    node.poolHashes(),
    ...Array.from({ length: 20 }, () => node.info()),
  ])
  expect(blocks.chainHeight).toBe(21)
  expect(pool).toEqual([])
  expect(infos.map(({ height }) => height)).toEqual(infos.map(() => 21))
  expect(headers.filter((header) => header.startsWith('Digest')).length).toBeGreaterThanOrEqual(23)
  expect(headers.some((header) => header.startsWith('Basic'))).toBe(false)
})

it('serialises the nonces of clients that share connections', async () => {
  const transports = Array.from({ length: 3 }, () => createTransport({ url, login, fetch: fetchNode }))
  for (let i = 0; i < 5; i++)
    await Promise.all(
      transports.map((transport) => transport.post('/get_info', { body: '{}', maxBytes: 100_000, signal: undefined })),
    )
})

it('reports a login that a monerod rejects, without the password in the error', async () => {
  for (const wrong of [{ ...login, password: 'falsch' }, { ...login, user: 'bob' }, undefined]) {
    const options = { url, fetch: fetchNode, ...(wrong === undefined ? {} : { login: wrong }) }
    const error = await createNodeClient(options)
      .info()
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(NodeRefusedError)
    expect(String(error)).toContain('requires a login')
    expect(String(error)).not.toMatch(/falsch|geheim|bob|ann/)
  }
})

it('passes --daemon-login and the login of set_daemon to the node', async () => {
  const commands = createCommands()
  try {
    const flags = ['--network', 'monero', '--disable-rpc-login', '--log-level', '4'] as const
    const given = `${login.user}:${login.password}`
    const first = await commands.rpc(url, ...flags, '--wallet-dir', 'one', '--daemon-login', given)
    const restored = { filename: 'a', seed: A.mnemonic, restore_height: 0 }
    expect(await first.call('restore_deterministic_wallet', restored)).toHaveProperty('result')
    expect((await first.call('refresh')).error).toBeUndefined()
    expect((await first.call('get_height')).result).toMatchObject({ height: 21 })

    const second = await commands.rpc(url, ...flags, '--wallet-dir', 'two')
    expect(await second.call('restore_deterministic_wallet', restored)).toHaveProperty('result')
    expect((await second.call('refresh')).error).toMatchObject({ code: -38 })
    const choose = (password: string) =>
      second.call('set_daemon', { address: url, username: login.user, password, trusted: true })
    expect(await choose('falsch')).toHaveProperty('result')
    expect((await second.call('refresh')).error).toMatchObject({ code: -38 })
    expect(await choose(login.password)).toHaveProperty('result')
    expect((await second.call('refresh')).error).toBeUndefined()
    expect((await second.call('get_height')).result).toMatchObject({ height: 21 })
    for (const { output } of [first, second]) expect(output()).not.toMatch(/falsch|geheim/)
  } finally {
    await commands.end()
  }
})
