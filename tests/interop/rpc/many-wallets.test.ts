// faba rpc --wallets: many wallets in one process, on a development node, beside the same wallets in a process with one at a time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, caller, createCommands, post } from '../../support/peers/commands.ts'

const COUNT = 12
const NAMES = Array.from({ length: COUNT }, (_, i) => `wallet ${i}/100%`.replace('/', i % 2 === 0 ? '-' : '.'))
const PASSWORD = 'secret'

const commands = createCommands()
let nodeUrl: string
let node: Caller

beforeAll(async () => {
  nodeUrl = await commands.node()
  node = caller(`${nodeUrl}/json_rpc`)
})

afterAll(commands.end)

/** The URL of a wallet at a path of its own, for the URL of the service's /json_rpc. */
const urlOf = (url: string, name: string): string =>
  url.replace('/json_rpc', `/wallets/${encodeURIComponent(name)}/json_rpc`)

const start = async (...flags: readonly string[]) => {
  const service = await commands.rpc(nodeUrl, '--wallet-dir', 'many', '--wallets', String(COUNT), ...flags)
  return { ...service, at: (name: string): Caller => caller(urlOf(service.url, name)) }
}

/** Returns the result of a call. */
const resultOf = async (call: Caller, method: string, params: object = {}): Promise<Record<string, unknown>> => {
  const { result, error } = await call(method, params)
  if (result === undefined) throw new Error(`${method}: ${error?.message}`)
  return result
}

const mine = (blocks: number, address: string) => resultOf(node, 'dev_mine', { blocks, address })

/** What a wallet has, after a refresh. */
const contentOf = async (call: Caller) => {
  await resultOf(call, 'refresh')
  const { balance, unlocked_balance } = await resultOf(call, 'get_balance')
  const { transfers = [] } = await resultOf(call, 'incoming_transfers', { transfer_type: 'all' })
  const found = (transfers as readonly { readonly tx_hash: string; readonly amount: number; readonly spent: boolean }[]) // as declared by the method
    .map(({ tx_hash, amount, spent }) => `${tx_hash} ${amount} ${spent}`)
    .sort()
  const { height } = await resultOf(call, 'get_height')
  return { balance, unlocked_balance, height, found }
}

const contents = (at: (name: string) => Caller) => Promise.all(NAMES.map((name) => contentOf(at(name))))

describe('faba rpc with many wallets', () => {
  it('finds in each wallet what a process of its own finds, also after a kill', { timeout: 900_000 }, async () => {
    const first = await start('--disable-rpc-login')
    const wallets = await Promise.all(
      NAMES.map(async (name) => {
        const call = first.at(name)
        await resultOf(call, 'create_wallet', { filename: name, password: PASSWORD, language: 'English' })
        const { address } = await resultOf(call, 'get_address')
        const { key } = await resultOf(call, 'query_key', { key_type: 'mnemonic' })
        return { name, call, address: String(address), words: String(key) }
      }),
    )
    const addressOf = (i: number): string => wallets[i]?.address ?? ''
    for (const i of [0, 3, 6]) await mine(3, addressOf(i))
    await mine(70, addressOf(COUNT - 1))
    await Promise.all(wallets.map(({ call }) => resultOf(call, 'refresh')))
    const destinations = [1, 8].map((i) => ({ address: addressOf(i), amount: 1_000_000_000 * (i + 1) }))
    await resultOf(first.at(NAMES[0] ?? ''), 'transfer', { destinations })
    await mine(12, addressOf(COUNT - 1))

    const before = await contents(first.at)
    expect(before.map(({ balance }) => Number(balance) > 0)).toEqual(
      NAMES.map((_, i) => [0, 1, 3, 6, 8, COUNT - 1].includes(i)),
    )

    // The plain path has a wallet of its own, or none.
    expect(await first.call('get_balance')).toMatchObject({ error: { code: -13 } })

    await mine(40, addressOf(4))
    const refreshing = wallets.map(({ call }) => call('refresh').catch(() => undefined))
    await Promise.race(refreshing)
    first.child.kill('SIGKILL')
    await Promise.all([first.exit, ...refreshing])
    await mine(5, addressOf(5))

    const second = await start('--disable-rpc-login')
    await Promise.all(NAMES.map((name) => resultOf(second.at(name), 'open_wallet', { password: PASSWORD })))
    const after = await contents(second.at)

    const single = await commands.rpc(nodeUrl, '--wallet-dir', 'single', '--disable-rpc-login')
    for (const [i, { words }] of wallets.entries()) {
      await resultOf(single.call, 'restore_deterministic_wallet', { filename: `w${i}`, seed: words, restore_height: 0 })
      expect(after[i]).toEqual(await contentOf(single.call))
    }
    expect(new Set(after.map(({ height }) => height)).size).toBe(1)

    await resultOf(second.at(NAMES[7] ?? ''), 'stop_wallet')
    expect(await second.exit).toBe(0)

    const third = await start('--disable-rpc-login')
    await Promise.all(NAMES.map((name) => resultOf(third.at(name), 'open_wallet', { password: PASSWORD })))
    expect(await contents(third.at)).toEqual(after)
    await resultOf(third.call, 'stop_wallet')
    expect(await third.exit).toBe(0)
  })

  it('opens as many wallets as allowed, and each at its own path only', async () => {
    const service = await commands.rpc(nodeUrl, ...['--wallet-dir', 'few', '--wallets', '2', '--disable-rpc-login'])
    const at = (name: string): Caller => caller(urlOf(service.url, name))
    for (const name of ['a', 'b']) await resultOf(at(name), 'create_wallet', { language: 'English' })
    expect(await at('c')('create_wallet', { language: 'English' })).toMatchObject({
      error: { code: -1, message: expect.stringContaining('2 wallets are open') },
    })
    expect(await at('a')('open_wallet', { filename: 'b' })).toMatchObject({ error: { code: expect.any(Number) } })
    expect(await at('a')('get_height')).toMatchObject({ result: {} })
    // A wallet is open at one path only.
    expect(await service.call('open_wallet', { filename: 'b' })).toMatchObject({ error: {} })
    expect(await at('a')('close_wallet')).toMatchObject({ result: {} })
    expect(await at('a')('get_height')).toMatchObject({ error: { code: -13 } })
    await resultOf(at('c'), 'create_wallet', { language: 'English' })
    expect(await at('a')('open_wallet')).toMatchObject({ error: { code: -1 } })
    // The wallet at /json_rpc does not count.
    await resultOf(service.call, 'open_wallet', { filename: 'a' })
    expect(await at('%2e%2e%2fa')('get_height')).toMatchObject({ error: { code: -13 } })
    expect(await at('../a')('open_wallet')).toMatchObject({ error: {} })
    expect((await post(urlOf(service.url, '').replace('//json_rpc', '/%ff/json_rpc'), {})).status).toBe(404)
    expect((await post(service.url.replace('/json_rpc', '/wallets/a'), {})).status).toBe(404)
  })

  it('requires the login of the service at every path', async () => {
    const service = await commands.rpc(
      nodeUrl,
      ...['--wallet-dir', 'locked', '--wallets', '2', '--rpc-login', 'ann:pass'],
    )
    const url = urlOf(service.url, 'a')
    expect((await post(url, { jsonrpc: '2.0', id: 1, method: 'get_version' })).status).toBe(401)
    const login = { authorization: `Basic ${btoa('ann:pass')}` }
    await resultOf(caller(url, login), 'create_wallet', { language: 'English' })
    expect(await caller(url, login)('get_height')).toMatchObject({ result: {} })
  })

  it('has no such paths without the flag', async () => {
    const service = await commands.rpc(nodeUrl, '--wallet-dir', 'plain', '--disable-rpc-login')
    expect((await post(urlOf(service.url, 'a'), { method: 'get_version' })).status).toBe(404)
  })
})
