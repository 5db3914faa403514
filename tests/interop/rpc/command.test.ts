// `faba rpc` with curl and fetch as clients, before a development node.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vector } from '../../support/data/vectors.ts'
import { caller, createCommands, curl, post } from '../../support/peers/commands.ts'
import { startMonerod } from '../../support/peers/monero.ts'

const A = vector('oxen/chain-small/wallets.json').wallets.A.keys
const COIN = 1_000_000_000

const commands = createCommands()
const { folder, run } = commands

let nodeUrl: string

const rpc = (...args: readonly string[]) => commands.rpc(nodeUrl, ...args)

const VERSION = '{"jsonrpc":"2.0","id":"1","method":"get_version"}'

beforeAll(async () => {
  nodeUrl = await commands.node()
})

afterAll(commands.end)

describe('faba rpc', () => {
  it('creates a random login for Digest and Basic, and deletes its file at the end', async () => {
    const service = await rpc('--wallet-dir', 'logins')
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.login'))
    expect(file).toBe(`oxen-wallet-rpc.${new URL(service.url).port}.login`)
    const path = join(folder, file)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const login = readFileSync(path, 'utf8').trim()
    expect(login).toMatch(/^oxen:[\w+/]{22}==$/)

    expect((await post(service.url, {})).status).toBe(401)
    const answer = { id: '1', jsonrpc: '2.0', result: { version: 65553 } }
    for (const scheme of ['--digest', '--basic', '--anyauth'])
      expect(JSON.parse(await curl(scheme, '-u', login, '-d', VERSION, service.url)), scheme).toMatchObject(answer)
    const both = await curl(
      '--digest',
      '-u',
      login,
      '-d',
      VERSION,
      service.url,
      '--next',
      '--silent',
      '--digest',
      '-u',
      login,
      '-d',
      VERSION,
      service.url,
    )
    expect(both.match(/65553/g)?.length).toBe(4)
    expect(await curl('--digest', '-u', 'oxen:wrong', '-d', VERSION, service.url)).toBe('Login required\n')
    expect(service.output()).not.toContain(login.slice('oxen:'.length))
    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
    expect(existsSync(path)).toBe(false)
  })

  it('keeps a wallet across a restart, and opens it with the right password only', async () => {
    const start = () => rpc('--wallet-dir', 'kept', '--disable-rpc-login', '--tx-notify', 'touch found-%s')
    const first = await start()
    const made = { filename: 'ann', password: 'right', language: 'English' }
    expect(await first.call('create_wallet', made)).toMatchObject({ id: 'seven', result: {} })
    const address = String((await first.call('get_address')).result?.['address'])
    const node = caller(`${nodeUrl}/json_rpc`)
    expect((await node('dev_faucet', { address, amount: 7 * COIN })).error).toBeUndefined()
    expect((await node('dev_mine', { blocks: 12, address })).error).toBeUndefined()
    expect((await first.call('refresh')).error).toBeUndefined()
    const balance = (await first.call('get_balance')).result
    expect(Number(balance?.['unlocked_balance'])).toBeGreaterThanOrEqual(7 * COIN)
    expect(await first.call('label_address', { index: { major: 0, minor: 0 }, label: 'kept' })).toMatchObject({
      result: {},
    })
    const found = () => readdirSync(folder).filter((name) => /^found-[0-9a-f]{64}$/.test(name))
    while (found().length < 13) await new Promise((resolve) => setTimeout(resolve, 50))
    const height = Number((await first.call('get_height')).result?.['height'])
    expect(height).toBeGreaterThan(12)
    first.child.kill('SIGTERM')
    expect(await first.exit).toBe(0)

    const second = await start()
    expect(await second.call('open_wallet', { filename: 'ann', password: 'wrong' })).toMatchObject({
      error: { code: -22 },
    })
    expect(await second.call('open_wallet', { filename: 'ann', password: 'right' })).toMatchObject({ result: {} })
    expect((await second.call('get_height')).result?.['height']).toBe(height)
    expect((await second.call('get_address')).result).toMatchObject({ address, addresses: [{ label: 'kept' }] })
    expect((await second.call('get_balance')).result?.['balance']).toBe(balance?.['balance'])
    expect(await second.call('rescan_blockchain')).toMatchObject({ result: {} })
    expect((await second.call('get_balance')).result?.['balance']).toBe(balance?.['balance'])
    expect((await second.call('get_address')).result).toMatchObject({ addresses: [{ label: 'kept' }] })
    expect(await second.call('rescan_spent')).toMatchObject({ result: {} })
    expect(await second.call('rescan_blockchain', { hard: true })).toMatchObject({ result: {} })
    expect((await second.call('get_balance')).result?.['balance']).toBe(balance?.['balance'])
    expect((await second.call('get_address')).result).toMatchObject({ address, addresses: [{ label: 'kept' }] })
    expect(await second.call('stop_wallet')).toMatchObject({ result: {} })
    expect(await second.exit).toBe(0)
  })

  it('completes a payment in progress before it stops', async () => {
    const start = () => rpc('--wallet-dir', 'paid', '--disable-rpc-login', '--log-level', '2')
    const first = await start()
    await first.call('create_wallet', { filename: 'ann', language: 'English' })
    const address = String((await first.call('get_address')).result?.['address'])
    const node = caller(`${nodeUrl}/json_rpc`)
    await node('dev_faucet', { address, amount: 7 * COIN })
    await node('dev_mine', { blocks: 12, address })
    await first.call('refresh')
    const requests = () => first.output().match(/POST \/json_rpc$/gm)?.length ?? 0
    const before = requests()
    const paying = first.call('transfer', { destinations: [{ amount: COIN, address: A.address }] })
    while (requests() === before) await new Promise((resolve) => setTimeout(resolve, 5))
    first.child.kill('SIGTERM')
    const txid = (await paying).result?.['tx_hash']
    expect(txid).toMatch(/^[0-9a-f]{64}$/)
    expect(await first.exit).toBe(0)

    const second = await start()
    await second.call('open_wallet', { filename: 'ann' })
    expect(await second.call('get_transfer_by_txid', { txid })).toMatchObject({
      result: { transfer: { txid, amount: COIN, destinations: [{ amount: COIN, address: A.address }] } },
    })
  })

  it('restores wallets, with one open at a time; responds to batches and concurrent calls', async () => {
    const { call, url } = await rpc('--wallet-dir', 'restored', '--disable-rpc-login')
    await call('create_wallet', { filename: 'a', language: 'Deutsch' })
    const made = (await call('get_address')).result?.['address']
    expect(
      (await call('restore_deterministic_wallet', { filename: 'b', seed: A.mnemonic, restore_height: 5 })).result,
    ).toEqual({
      address: A.address,
      seed: A.mnemonic,
      info: 'Wallet has been restored successfully.',
      was_deprecated: false,
    })
    expect((await call('get_address')).result?.['address']).toBe(A.address)
    expect((await call('open_wallet', { filename: 'a' })).result).toEqual({})
    expect((await call('get_address')).result?.['address']).toBe(made)
    const batch = await (await post(url, [{ id: 1, method: 'get_version' }, { id: 'x', method: 'nonsense' }, 5])).json()
    expect(batch).toMatchObject([
      { id: 1, result: { version: 65553 } },
      { id: 'x', error: { code: -32601 } },
      { error: { code: -32600 } },
    ])
    const labels = Array.from({ length: 50 }, (_, n) => `label ${n}`)
    const accounts = await Promise.all(labels.map((label) => call('create_account', { label })))
    expect(new Set(accounts.map(({ result }) => result?.['account_index'])).size).toBe(50)
  })

  it('starts and stops mining in the node, and disables automatic refresh', async () => {
    const { call } = await rpc('--wallet-dir', 'mining', '--disable-rpc-login')
    await call('create_wallet', { filename: 'm', language: 'English' })
    expect(await call('auto_refresh', { enable: false })).toMatchObject({ result: {} })
    await call('refresh')
    expect(await call('start_mining', { threads_count: 1 })).toMatchObject({ result: {} })
    expect(await call('start_mining', { threads_count: 1 })).toMatchObject({
      error: { code: -1, message: "Couldn't start mining due to unknown error." },
    })
    const before = Number((await call('get_height')).result?.['height'])
    let mined = 0
    while (mined === 0) mined = Number((await call('refresh')).result?.['blocks_fetched'])
    expect(Number((await call('get_height')).result?.['height'])).toBeGreaterThan(before)
    expect(await call('stop_mining')).toMatchObject({ result: {} })
  })

  it('syncs with a real monerod', async () => {
    const monerod = await startMonerod({})
    try {
      const flags = ['--network', 'monero', '--daemon-address', new URL(monerod.url).host]
      const { call } = await rpc('--wallet-dir', 'monero', '--disable-rpc-login', ...flags)
      await call('create_wallet', { filename: 'm', language: 'English' })
      const address = String((await call('get_address')).result?.['address'])
      expect(address).toMatch(/^4/)
      await monerod.call('generateblocks', { amount_of_blocks: 5, wallet_address: address })
      expect((await call('refresh')).error).toBeUndefined()
      expect((await call('get_height')).result?.['height']).toBe(6)
      expect(Number((await call('get_balance')).result?.['balance'])).toBeGreaterThan(5 * COIN)
      expect(await call('rescan_spent')).toMatchObject({ result: {} })
    } finally {
      await monerod.stop()
    }
  })

  it('serves a single wallet file, in restricted mode and to allowed origins', async () => {
    const first = await rpc('--wallet-dir', 'alone', '--disable-rpc-login')
    await first.call('create_wallet', { filename: 'x', password: 'p', language: 'English' })
    const address = (await first.call('get_address')).result?.['address']
    const locked = run(
      'rpc',
      '--regtest',
      '--rpc-bind-port',
      '0',
      '--wallet-file',
      'alone/x',
      '--password',
      'p',
      '--disable-rpc-login',
    )
    expect(await locked.exit).toBe(2)
    expect(locked.output()).toMatch(/another process/)
    await first.call('stop_wallet')
    expect(await first.exit).toBe(0)

    const flags = ['--wallet-file', 'alone/x', '--password', 'p', '--rpc-login', 'ann:secret', '--restricted-rpc']
    const alone = await rpc(...flags, '--rpc-access-control-origins', 'http://page.example')
    const headers = { authorization: `Basic ${btoa('ann:secret')}` }
    const call = caller(alone.url, headers)
    expect((await call('get_address')).result?.['address']).toBe(address)
    expect(await call('create_wallet', { filename: 'y', language: 'English' })).toMatchObject({ error: { code: -7 } })
    expect(await call('transfer')).toMatchObject({
      error: { code: -7, message: 'transfer is not available in restricted mode.' },
    })
    const page = (origin: string) => post(alone.url, { id: 1, method: 'get_version' }, { ...headers, origin })
    expect((await page('http://page.example')).headers.get('access-control-allow-origin')).toBe('http://page.example')
    expect((await page('http://evil.example')).status).toBe(403)
  })

  it.each([
    { args: ['--wallet-dir', 'w'], message: /--rpc-bind-port is missing/ },
    {
      args: ['--wallet-file', 'none', '--password', '', '--rpc-bind-port', '0'],
      message: /file not found ".*none\.faba"/,
    },
    {
      args: ['--wallet-dir', 'w', '--rpc-bind-port', '0', '--rpc-bind-ip', '0.0.0.0'],
      message: /--confirm-external-bind/,
    },
  ])('rejects $args with a helpful message', async ({ args, message }) => {
    const { output, exit } = run('rpc', ...args)
    expect(await exit).toBe(2)
    expect(output()).toMatch(message)
  })
})
