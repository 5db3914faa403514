// Nodes with a login: a real monerod with --rpc-login, and a development node with one before the real wallets of both releases.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { NodeRefusedError } from '../../../src/daemon/errors.ts'
import { createTransport } from '../../../src/daemon/transport.ts'
import { vector } from '../../support/data/vectors.ts'
import { createCommands, untilOutput } from '../../support/peers/commands.ts'
import { type Peer, runMoneroCli, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { challengeLinesOf } from '../../support/rpc/clients/logins.ts'

const login = { user: 'ann', password: 'geheim:"mit" \\ Zeichen' }
const given = `${login.user}:${login.password}`
const { A } = vector('monero/bench-chain/wallets.json').wallets

let monerod: Peer
let url: string

const curl = async (
  method: string,
  params: object,
  node = url,
): Promise<{ readonly result?: Record<string, unknown> }> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
  const user = `${login.user}:${login.password}`
  const { stdout } = await promisify(execFile)('curl', ['-s', '--digest', '-u', user, '-d', body, `${node}/json_rpc`])
  return JSON.parse(stdout)
}

/** The wallets in a result of dev_wallets. */
const objectsIn = (wallets: unknown): readonly Record<string, unknown>[] => (Array.isArray(wallets) ? wallets : [])

beforeAll(async () => {
  monerod = await startMonerod({ flags: [`--rpc-login=${given}`] })
  url = monerod.url
  await curl('generateblocks', { amount_of_blocks: 20, wallet_address: A.address })
})

afterAll(async () => await monerod?.stop())

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

/** The wallets of both releases, which log in to a development node with a login. */
const RELEASES = ['stable', 'newest'] as const

/** Runs a test with a development node that requires the login, and its development wallets. */
const withNode = async (
  work: (url: string, wallets: readonly Record<string, unknown>[]) => Promise<void>,
): Promise<void> => {
  const commands = createCommands()
  const running = commands.run('node', '--network', 'monero', '--port', '0', '--rpc-login', given)
  try {
    const [, node = ''] = await untilOutput(running, /development node: (\S+)\n.*dev_faucet/s)
    const { result } = await curl('dev_wallets', {}, node)
    await work(node, objectsIn(result?.['wallets']))
    expect(running.output()).not.toMatch(/geheim|falsch/)
  } finally {
    await commands.end()
  }
}

it.each(RELEASES)('lets monero-wallet-rpc (%s) with --daemon-login sync and pay', async (release) => {
  await withNode(async (node, [first, second]) => {
    const open = async (daemonLogin: string): Promise<Peer> => {
      const flags = [`--daemon-login=${daemonLogin}`]
      const wallet = await startMoneroWallet({ url: node }, { flags, release })
      await wallet.call('restore_deterministic_wallet', {
        ...{ filename: 'first', password: '', restore_height: 0 },
        seed: first?.['seed'],
      })
      return wallet
    }
    const wallet = await open(given)
    const refused = await open(`${login.user}:falsch`)
    try {
      await wallet.call('refresh')
      expect(await wallet.call('get_balance')).toMatchObject({ unlocked_balance: first?.['amount'] })
      const destinations = [{ amount: 10 ** 12, address: second?.['address'] }]
      expect(await wallet.call('transfer', { destinations })).toMatchObject({ amount: 10 ** 12 })
      await expect(refused.call('refresh')).rejects.toThrow()
    } finally {
      await wallet.stop()
      await refused.stop()
    }
  })
})

it.each(RELEASES)('lets monero-wallet-cli (%s) with --daemon-login sync', async (release) => {
  await withNode(async (node, [first]) => {
    const refresh = async (daemonLogin: string): Promise<string> =>
      await runMoneroCli(
        { url: node },
        { seed: String(first?.['seed']), command: 'refresh', release, flags: [`--daemon-login=${daemonLogin}`] },
      )
    const balance = (Number(first?.['amount']) / 1e12).toFixed(12)
    expect(await refresh(given)).toContain(`Balance: ${balance}`)
    expect(await refresh(`${login.user}:falsch`)).not.toContain('Refresh done')
  })
})

it("sends monerod's challenges, then one for Basic", async () => {
  const commands = createCommands()
  try {
    const node = commands.run('node', '--network', 'monero', '--port', '0', '--rpc-login', 'ann:geheim')
    const [, nodeUrl = ''] = await untilOutput(node, /development node: (\S+)\n.*dev_faucet/s)
    const linesOf = async (service: string): Promise<readonly string[]> =>
      (await challengeLinesOf(service)).map((line) => line.replace(/nonce="[^"]+"/, 'nonce=""'))
    const theirs = await linesOf(url)
    expect(theirs).toHaveLength(2)
    expect(await linesOf(nodeUrl)).toEqual([...theirs, 'WWW-authenticate: Basic realm="monero-rpc", charset="UTF-8"'])
  } finally {
    await commands.end()
  }
})
