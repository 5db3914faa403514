// faba rpc --wallet-database: processes that serve the same wallets from one PostgreSQL database, killed and cut off, beside a process
// with wallets of its own files.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { walletMethods } from '../../../src/rpc/methodTable.ts'
import { needOf } from '../../../src/rpc/sharedWallets.ts'
import {
  type Caller,
  caller,
  createCommands,
  post,
  type RpcResponse,
  untilOutput,
} from '../../support/peers/commands.ts'
import { farAddress } from '../../support/peers/far-address.ts'
import { freePort } from '../../support/peers/monero.ts'
import { type PostgresServer, startPostgres } from '../../support/store/postgres-server.ts'

const PASSWORD = 'secret'

const commands = createCommands()
let server: PostgresServer
let nodeUrl: string
let node: Caller

beforeAll(async () => {
  ;[server, nodeUrl] = await Promise.all([startPostgres(), commands.node()])
  node = caller(`${nodeUrl}/json_rpc`)
}, 120_000)

afterAll(async () => {
  await commands.end()
  await server.end()
})

/** Starts a process on a database. */
const start = async (database: string) => {
  const flags = ['--wallet-database', database, '--wallets', '10', '--disable-rpc-login']
  const service = await commands.rpc(nodeUrl, ...flags)
  return {
    ...service,
    at: (name: string): Caller => caller(service.url.replace('/json_rpc', `/wallets/${name}/json_rpc`)),
  }
}

type Service = Awaited<ReturnType<typeof start>>

/** Returns the result of a call. */
const resultOf = async (call: Caller, method: string, params: object = {}): Promise<Record<string, unknown>> => {
  const { result, error } = await call(method, params)
  if (result === undefined) throw new Error(`${method}: ${error?.message}`)
  return result
}

const mine = (blocks: number, address: string) => resultOf(node, 'dev_mine', { blocks, address })

const pause = () => new Promise((resolve) => setTimeout(resolve, 100))

/** Waits until a call has a result that satisfies a condition. */
const until = async (
  call: Caller,
  method: string,
  holds: (result: Record<string, unknown>) => boolean = () => true,
  params: object = {},
): Promise<Record<string, unknown>> => {
  for (;;) {
    const { result } = await call(method, params)
    if (result !== undefined && holds(result)) return result
    await pause()
  }
}

/** Waits until a call fails. */
const untilError = async (call: Caller, method: string) => {
  for (;;) {
    const { error } = await call(method)
    if (error !== undefined) return error
    await pause()
  }
}

const chainHeight = async (): Promise<number> => Number((await resultOf(node, 'get_info'))['height'])

/** What a wallet has when it has scanned the chain. */
const contentOf = async (call: Caller) => {
  const height = await chainHeight()
  await until(call, 'get_height', (result) => result['height'] === height)
  const { balance, unlocked_balance } = await resultOf(call, 'get_balance')
  const { transfers = [] } = await resultOf(call, 'incoming_transfers', { transfer_type: 'all' })
  const { in: received = [], out = [] } = await resultOf(call, 'get_transfers', { in: true, out: true })
  const ids = (list: unknown): unknown[] =>
    (list as readonly { readonly txid: string }[]).map(({ txid }) => txid).sort() // as declared
  const found = (transfers as readonly { readonly tx_hash: string; readonly amount: number; readonly spent: boolean }[]) // as declared
    .map(({ tx_hash, amount, spent }) => `${tx_hash} ${amount} ${spent}`)
    .sort()
  return { height, balance, unlocked_balance, found, received: ids(received), out: ids(out) }
}

/** Returns the members of a result, or an error, of a method that is called without parameters. */
const outcomeOf = ({ result, error }: RpcResponse): string =>
  result === undefined ? `${error?.code} ${error?.message}` : Object.keys(result).join(' ')

/** Creates a wallet in one process, and opens it in the others. */
const createShared = async (name: string, [first, ...others]: readonly Service[]) => {
  if (first === undefined) throw new Error('no process')
  await resultOf(first.at(name), 'create_wallet', { password: PASSWORD, language: 'English' })
  for (const other of others) await resultOf(other.at(name), 'open_wallet', { password: PASSWORD })
  const { address } = await resultOf(first.at(name), 'get_address')
  const { key } = await resultOf(first.at(name), 'query_key', { key_type: 'mnemonic' })
  return { name, address: String(address), words: String(key) }
}

/** Starts HAProxy with the configuration of docs/deploy.md in front of processes; returns its URL. */
const startBalancer = async (services: readonly Service[]): Promise<string> => {
  const [, example = ''] = /^```haproxy\n(.*?)^```/ms.exec(readFileSync('docs/deploy.md', 'utf8')) ?? []
  expect(example).toMatch(/server c /)
  const port = await freePort()
  const addresses = services.map(({ url }) => new URL(url).host)
  const config = example
    .replace(/bind .*/, `bind 127.0.0.1:${port}`)
    .replaceAll(/10\.0\.0\.\d+:22030/g, () => addresses.shift() ?? '')
  const path = join(commands.folder, 'haproxy.cfg')
  writeFileSync(path, config)
  const { child } = commands.start('haproxy', ['-f', path], 'ignore')
  for (;;) {
    if (child.exitCode !== null) throw new Error('haproxy ended')
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (response?.status === 404) return `http://127.0.0.1:${port}`
    await pause()
  }
}

/** Waits until one of several processes changes a wallet, or fails to for a reason; returns it. */
const leaderOf = async (name: string, services: readonly Service[], reason?: RegExp): Promise<Service> => {
  for (;;) {
    for (const service of services) {
      const { result, error } = await service.at(name)('set_attribute', { key: 'leader', value: 'x' })
      if (result !== undefined || reason?.test(error?.message ?? '') === true) return service
    }
    await pause()
  }
}

describe('processes with the wallets of one PostgreSQL database', () => {
  it('serve them together, and lose nothing when any of them is killed', { timeout: 600_000 }, async () => {
    const database = await server.createDatabase()
    const [a, b, c] = [await start(database), await start(database), await start(database)]
    const shop = await createShared('shop', [a, b, c])
    const bank = await createShared('bank', [b, c, a])
    await mine(3, shop.address)
    await mine(70, bank.address)

    // Readers show what the leader has scanned; only the leader changes anything.
    const own = await contentOf(a.at('shop'))
    expect(Number(own.balance)).toBeGreaterThan(0)
    expect(await contentOf(b.at('shop'))).toEqual(own)
    expect(await contentOf(c.at('shop'))).toEqual(own)
    expect(await b.at('shop')('create_address', { account_index: 0 })).toMatchObject({
      error: { code: -1, message: expect.stringContaining(`(process ${a.child.pid})`) },
    })
    expect(await a.at('bank')('transfer', { destinations: [] })).toMatchObject({
      error: { message: expect.stringContaining(`(process ${b.child.pid})`) },
    })
    // What one process has answered, the others know.
    const { address: second } = await resultOf(a.at('shop'), 'create_address', { account_index: 0, label: 'till' })
    const { addresses } = await resultOf(c.at('shop'), 'get_address', { account_index: 0 })
    expect(addresses).toMatchObject([{}, { address: second, label: 'till' }])
    expect(await resultOf(b.at('shop'), 'get_address_index', { address: second })).toMatchObject({
      index: { minor: 1 },
    })

    // Every method that changes nothing answers as the leader does.
    for (const method of walletMethods.filter((one) => needOf(one) === 'latest')) {
      const [name] = method.names
      const [led, read] = await Promise.all([a, b].map(async ({ at }) => outcomeOf(await at('shop')(name))))
      expect(`${name}: ${read}`).toBe(`${name}: ${led}`)
    }

    // A payment that was answered survives the process that made it.
    await contentOf(b.at('bank'))
    const paid = await resultOf(b.at('bank'), 'transfer', {
      destinations: [{ address: second, amount: 5_000_000_000 }],
    })
    b.child.kill('SIGKILL')
    await b.exit
    const { transfer } = await resultOf(c.at('bank'), 'get_transfer_by_txid', { txid: paid['tx_hash'] })
    expect(transfer).toMatchObject({ type: 'pending', amount: 5_000_000_000 })
    await mine(12, shop.address)
    const left = [a, c]
    const bankLeader = await leaderOf('bank', left)
    for (const { at } of left) expect((await contentOf(at('bank'))).out).toContain(paid['tx_hash'])

    // No process depends on a reader: it is killed, and starts again.
    const again = await start(database)
    await resultOf(again.at('shop'), 'open_wallet', { password: PASSWORD })
    c.child.kill('SIGKILL')
    await c.exit
    await resultOf(a.at('shop'), 'set_attribute', { key: 'k', value: 'v' })
    expect(await resultOf(again.at('shop'), 'get_attribute', { key: 'k' })).toMatchObject({ value: 'v' })
    if (bankLeader !== a) await leaderOf('bank', [a])

    // The leader of both is killed while it scans.
    const mined = mine(60, bank.address)
    await pause()
    a.child.kill('SIGKILL')
    await Promise.all([a.exit, mined])
    await resultOf(again.at('bank'), 'open_wallet', { password: PASSWORD })
    await leaderOf('shop', [again])
    const destinations = [{ address: bank.address, amount: 1_000_000_000 }]
    await until(again.at('shop'), 'get_height', ({ height }) => Number(height) > 140)
    await resultOf(again.at('shop'), 'transfer', { destinations })
    await mine(12, bank.address)

    const single = await commands.rpc(nodeUrl, '--wallet-dir', 'single', '--disable-rpc-login')
    for (const [i, { name, words }] of [shop, bank].entries()) {
      await resultOf(single.call, 'restore_deterministic_wallet', { filename: `w${i}`, seed: words, restore_height: 0 })
      await resultOf(single.call, 'refresh')
      const expected = await contentOf(single.call)
      expect(await contentOf(again.at(name))).toEqual(expected)
    }
    await resultOf(again.call, 'stop_wallet')
    expect(await again.exit).toBe(0)
  })

  it('are one service behind a balancer, also after the leader is killed', { timeout: 300_000 }, async () => {
    const database = await server.createDatabase()
    const services = [await start(database), await start(database), await start(database)]
    const shop = await createShared('shop', services)
    await mine(70, shop.address)
    await Promise.all(services.map(({ at }) => contentOf(at('shop'))))
    const url = `${await startBalancer(services)}/wallets/shop/json_rpc`
    const call = caller(url)
    // Each process in turn: only one of them serves the changes.
    for (let i = 0; i < 6; i++) {
      await resultOf(call, 'set_attribute', { key: `k${i}`, value: 'v' })
      expect(await resultOf(call, 'get_attribute', { key: `k${i}` })).toEqual({ value: 'v' })
    }
    const destinations = [{ address: shop.address, amount: 1_000_000_000 }]
    const { tx_hash } = await resultOf(call, 'transfer', { destinations })
    const [leader, ...others] = services
    leader?.child.kill('SIGKILL')
    await leader?.exit
    for (let i = 0; i < 6; i++) await resultOf(call, 'get_balance')
    const refused = await post(url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'set_attribute',
      params: { key: 'a', value: 'b' },
    })
    // Either there is a leader already, or the status means that the call changed nothing.
    expect([200, 503]).toContain(refused.status)
    await leaderOf('shop', others)
    for (let i = 0; i < 6; i++) {
      expect(await resultOf(call, 'get_attribute', { key: `k${i}` })).toEqual({ value: 'v' })
      await resultOf(call, 'create_address', { account_index: 0 })
    }
    const { addresses } = await resultOf(call, 'get_address', { account_index: 0 })
    expect(addresses).toHaveLength(7)
    await mine(12, shop.address)
    for (const { at } of others) expect((await contentOf(at('shop'))).out).toEqual([tx_hash])
    // A process that has not opened the wallet is passed over.
    await resultOf(others[0]?.at('shop') ?? call, 'close_wallet')
    await leaderOf('shop', others.slice(1))
    for (let i = 0; i < 4; i++) await resultOf(call, 'get_balance')
    for (const { call: stop, exit } of others) {
      await resultOf(stop, 'stop_wallet')
      expect(await exit).toBe(0)
    }
  })

  it('follow a change of the lookahead, of the keys, and of the password', { timeout: 300_000 }, async () => {
    const database = await server.createDatabase()
    const [a, b] = [await start(database), await start(database)]
    const names = ['ann', 'bob']
    const shared = await Promise.all(names.map((name) => createShared(name, [a, b])))
    const { key } = await resultOf(b.at('bob'), 'query_key', { key_type: 'view_key' })
    const bob = { address: shared[1]?.address ?? '', viewKey: String(key) }
    const far = { address: farAddress(oxenRegtest, bob, 60, 1200) }
    for (const { at } of [a, b]) expect(await at('bob')('get_address_index', far)).toMatchObject({ error: {} })
    const lookAhead = { password: PASSWORD, major_idx: 61, minor_idx: 1201 }
    await resultOf(a.at('bob'), 'set_subaddress_lookahead', lookAhead)
    const index = { major: 60, minor: 1200 }
    for (const { at } of [a, b]) expect(await resultOf(at('bob'), 'get_address_index', far)).toEqual({ index })
    const infos = await Promise.all(
      names.map(async (name) => (await resultOf(b.at(name), 'prepare_multisig'))['multisig_info']),
    )
    const made = await Promise.all(
      names.map((name, i) =>
        resultOf(a.at(name), 'make_multisig', {
          multisig_info: [infos[1 - i]],
          threshold: 2,
          password: PASSWORD,
        }),
      ),
    )
    const address = String(made[0]?.['address'])
    expect(address).not.toBe(shared[0]?.address)
    for (const name of names) {
      expect(await resultOf(b.at(name), 'get_address')).toMatchObject({ address })
      expect(await resultOf(b.at(name), 'is_multisig')).toMatchObject({ multisig: true, ready: true, threshold: 2 })
    }
    const passwords = { old_password: PASSWORD, new_password: 'another' }
    await resultOf(a.at('ann'), 'change_wallet_password', passwords)
    // A process that has the key of the former password closes the wallet, until it is opened with the new one.
    await untilError(b.at('ann'), 'get_address')
    expect(await b.at('ann')('open_wallet', { password: PASSWORD })).toMatchObject({ error: {} })
    await resultOf(b.at('ann'), 'open_wallet', { password: 'another' })
    expect(await resultOf(b.at('ann'), 'get_address')).toMatchObject({ address })
    await mine(3, address)
    a.child.kill('SIGKILL')
    await a.exit
    await leaderOf('ann', [b])
    expect(Number((await contentOf(b.at('ann'))).balance)).toBeGreaterThan(0)
    await resultOf(b.at('ann'), 'export_multisig_info')
    await resultOf(b.at('ann'), 'close_wallet')
    expect(await b.at('ann')('open_wallet', { password: PASSWORD })).toMatchObject({ error: {} })
    await resultOf(b.at('ann'), 'open_wallet', { password: 'another' })
    expect(await resultOf(b.at('ann'), 'get_address')).toMatchObject({ address })
    await resultOf(b.call, 'stop_wallet')
    expect(await b.exit).toBe(0)
  })

  it('take wallets of files over, with everything they have stored', { timeout: 300_000 }, async () => {
    const files = await commands.rpc(nodeUrl, '--wallet-dir', 'old', '--disable-rpc-login')
    const created = { filename: 'old', password: PASSWORD, language: 'English' }
    await resultOf(files.call, 'create_wallet', created)
    const { address } = await resultOf(files.call, 'get_address')
    await resultOf(files.call, 'create_address', { account_index: 0, label: 'till' })
    await resultOf(files.call, 'set_attribute', { key: 'k', value: 'v' })
    await mine(3, String(address))
    const before = await contentOf(files.call)

    const database = await server.createDatabase()
    const flags = ['--wallet-database', database, '--wallet-dir', 'old', '--wallets', '2', '--disable-rpc-login']
    const { call, url, exit } = await commands.rpc(nodeUrl, ...flags)
    const old = caller(url.replace('/json_rpc', '/wallets/old/json_rpc'))
    // The file is in use.
    expect(await old('open_wallet', { password: PASSWORD })).toMatchObject({ error: {} })
    await resultOf(files.call, 'stop_wallet')
    await files.exit
    expect(await old('create_wallet', created)).toMatchObject({ error: { code: -21 } })
    expect(await old('open_wallet', { password: 'wrong' })).toMatchObject({ error: {} })
    await resultOf(old, 'open_wallet', { password: PASSWORD })
    expect(await contentOf(old)).toEqual(before)
    expect(await resultOf(old, 'get_attribute', { key: 'k' })).toEqual({ value: 'v' })
    expect(await resultOf(old, 'get_address')).toMatchObject({ addresses: [{ address }, { label: 'till' }] })
    // From now on it is opened in the database, without the file.
    rmSync(join(commands.folder, 'old'), { recursive: true })
    await resultOf(old, 'close_wallet')
    await resultOf(old, 'open_wallet', { password: PASSWORD })
    expect(await contentOf(old)).toEqual(before)
    expect(await caller(url.replace('/json_rpc', '/wallets/none/json_rpc'))('open_wallet')).toMatchObject({ error: {} })
    await resultOf(call, 'stop_wallet')
    expect(await exit).toBe(0)
  })

  it('go on after lost connections and a crash of the server', { timeout: 300_000 }, async () => {
    const database = await server.createDatabase()
    const services = [await start(database), await start(database)]
    const { name, address } = await createShared('w', services)
    const [a, b] = services
    if (a === undefined || b === undefined) throw new Error('no process')
    for (let round = 0; round < 4; round++) {
      await mine(2, address)
      await server.query(
        database,
        "SELECT pg_terminate_backend(pid)::text FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      )
      const leader = await leaderOf(name, services)
      await resultOf(leader.at(name), 'set_attribute', { key: `round ${round}`, value: 'x' })
    }
    const contents = await Promise.all(services.map(({ at }) => contentOf(at(name))))
    expect(contents[1]).toEqual(contents[0])
    for (const { at } of services)
      for (let round = 0; round < 4; round++)
        expect(await resultOf(at(name), 'get_attribute', { key: `round ${round}` })).toEqual({ value: 'x' })

    await server.script(
      database,
      `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON faba_records FOR EACH ROW EXECUTE FUNCTION fill()`,
    )
    const writer = await leaderOf(name, services, /is full/)
    expect(await writer.at(name)('create_address', { account_index: 0 })).toMatchObject({
      error: { code: -1, message: expect.stringMatching(/^the disk of the database .* is full$/) },
    })
    await server.script(database, 'DROP TRIGGER full_disk ON faba_records')
    const leader = await leaderOf(name, services)
    await resultOf(leader.at(name), 'create_address', { account_index: 0 })
    for (const { at } of services) expect((await resultOf(at(name), 'get_address'))['addresses']).toHaveLength(2)

    await server.stop('SIGQUIT')
    for (const { at } of services) {
      const error = await untilError(at(name), 'get_balance')
      expect(error).toMatchObject({
        code: -1,
        message: expect.stringMatching(/does not respond|connection .* is lost/),
      })
    }
    expect(await a.at('other')('create_wallet', { language: 'English' })).toMatchObject({
      error: { code: -1, message: expect.stringMatching(/does not respond|connection .* is lost/) },
    })
    await mine(3, address)
    await server.start()
    await leaderOf(name, services)
    const after = await Promise.all(services.map(({ at }) => contentOf(at(name))))
    expect(after[1]).toEqual(after[0])
    expect(Number(after[0]?.balance)).toBeGreaterThan(Number(contents[0]?.balance))
    for (const { call, exit } of services) {
      await resultOf(call, 'stop_wallet')
      expect(await exit).toBe(0)
    }
  })

  it('refuses a database that it cannot use, without a word of its password', async () => {
    const database = (await server.createDatabase()).replace('//faba@', '//nobody:top-secret@')
    const failing = commands.run('rpc', '--wallet-database', database, '--wallets', '2', '--rpc-bind-port', '0')
    expect(await failing.exit).toBe(2)
    expect(failing.output()).toContain('--wallet-database')
    expect(failing.output()).toContain('"nobody"')
    expect(failing.output()).not.toContain('top-secret')
    const alone = commands.run('rpc', '--wallet-database', database, '--rpc-bind-port', '0')
    await expect(untilOutput(alone, /listening/)).rejects.toThrow('requires --wallets')
  })
})
