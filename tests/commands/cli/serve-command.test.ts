// `faba serve`: the page and a node on one port, access to the node, and a chain that persists across restarts.
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskFolder } from '../../../src/cli/compact/diskFolder.ts'
import { pageFile, parseHead } from '../../../src/coin/compact/compactIndex.ts'
import { moneroMainnet } from '../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { FolderIndex } from '../../../src/compact/folderIndex.ts'
import { type Caller, caller, createCommands, untilOutput } from '../../support/peers/commands.ts'
import { freePort } from '../../support/peers/monero.ts'

const commands = createCommands()
afterAll(commands.end)

type Served = ReturnType<typeof commands.run> & { readonly url: string; readonly call: Caller }

const serve = async (...args: readonly string[]): Promise<Served> => {
  const running = commands.run('serve', '--port', '0', ...args)
  const [, url = ''] = await untilOutput(running, /Faba: (\S+)\n.*node at/s)
  return { ...running, url, call: caller(`${url}/node/json_rpc`) }
}

const stop = async ({ child, exit }: Served, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
  child.kill(signal)
  expect(await exit).toBe(0)
}

/** The environment in which chains are kept in the temporary folder. */
const env = { ...process.env, XDG_DATA_HOME: join(commands.folder, 'data') }

const tipOf = async ({ call }: Served) => (await call('get_info')).result?.['top_block_hash']

describe('the development node at /node', () => {
  let served: Served
  beforeAll(async () => {
    served = await serve('--rpc-access-control-origins', 'http://friend.example')
  })

  const statusFor = async (headers: Record<string, string>, path = '/node/get_info'): Promise<number> =>
    (await fetch(`${served.url}${path}`, { headers })).status

  it('is served next to the page', async () => {
    const page = await fetch(`${served.url}/`)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect((await served.call('get_info')).result).toMatchObject({ height: 101, development: true })
    expect((await fetch(`${served.url}/json_rpc`, { method: 'POST', body: '{}' })).status).toBe(405)
  })

  it('accepts calls of its own page, of programs and of allowed origins', async () => {
    expect(await statusFor({})).toBe(200)
    expect(await statusFor({ origin: served.url, 'sec-fetch-site': 'same-origin' })).toBe(200)
    const named = await fetch(`${served.url}/node/get_info`, { headers: { origin: 'http://friend.example' } })
    expect([named.status, named.headers.get('access-control-allow-origin')]).toEqual([200, 'http://friend.example'])
  })

  it.each([
    { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    // caused by an image or a link
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  ] as Record<string, string>[])('rejects calls of other pages: %j', async (headers) => {
    const before = await tipOf(served)
    expect(await statusFor(headers)).toBe(403)
    expect(await statusFor(headers, '/node/pop_blocks')).toBe(403)
    expect(await tipOf(served)).toBe(before)
  })

  it('comes with its own compact chain, whose files but the index never change', async () => {
    await served.call('dev_mine', { blocks: 120 })
    const index = await fetch(`${served.url}/compact/oxen-regtest/index.bin`)
    const head = parseHead(oxenRegtest, new Uint8Array(await index.arrayBuffer()))
    expect([index.headers.get('cache-control'), head.height]).toEqual(['no-cache', 150])
    const [page] = head.pages.map(pageFile)
    const listed = await fetch(`${served.url}/compact/oxen-regtest/${page}`)
    expect(listed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await listed.arrayBuffer()).byteLength).toBe(3 * 76)
    const statuses = ['oxen-mainnet/index.bin', 'oxen-regtest/../node', 'oxen-regtest/other.bin', 'oxen-regtest'].map(
      async (path) => (await fetch(`${served.url}/compact/${path}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404])
    expect((await fetch(index.url, { method: 'POST' })).status).toBe(405)
  })

  it('stops on stop_daemon', async () => {
    expect((await served.call('stop_daemon')).result).toMatchObject({ status: 'OK' })
    expect(await served.exit).toBe(0)
  })
})

it('serves a compact chain of a folder beside a real node, and none that is not there', async () => {
  const folder = join(commands.folder, 'compact')
  const args = ['--node', 'http://127.0.0.1:1', '--compact', folder]
  const served = await serve(...args)
  const statusOf = async (network: string) => (await fetch(`${served.url}/compact/${network}/index.bin`)).status
  expect(await statusOf('monero-mainnet')).toBe(404)
  const index = await FolderIndex.open(moneroMainnet, createDiskFolder(folder))
  await index.add(Uint8Array.of(1), { startHeight: 0, blocks: 1, endId: new Uint8Array(32) })
  expect(await Promise.all([statusOf('monero-mainnet'), statusOf('oxen-mainnet')])).toEqual([200, 404])
  await stop(served)
})

it('limits its connections', async () => {
  const served = await serve('--rpc-max-connections-per-private-ip', '1')
  const { hostname, port } = new URL(served.url)
  const first = connect(Number(port), hostname)
  const answer = new Promise<string>((resolve) => first.once('data', (data) => resolve(data.toString())))
  first.write(`GET /node/get_height HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  expect(await answer).toMatch(/^HTTP\/1.1 200/)
  const second = connect(Number(port), hostname)
  await new Promise((resolve) => second.on('error', () => undefined).once('close', resolve))
  first.destroy()
  await stop(served)
})

describe('the chain', () => {
  it('persists with --data-dir, whatever signal ends the process', async () => {
    let tip: unknown
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
      const served = await serve('--data-dir', 'chain')
      if (tip !== undefined) expect(await tipOf(served)).toBe(tip)
      await served.call('dev_mine', { blocks: 3 })
      tip = await tipOf(served)
      if (signal === 'SIGKILL') served.child.kill(signal)
      else await stop(served, signal)
      await served.exit
    }
    const last = await serve('--data-dir', 'chain')
    expect((await last.call('get_info')).result).toMatchObject({ height: 113, top_block_hash: tip })

    const second = commands.run('serve', '--port', '0', '--data-dir', 'chain')
    expect(await second.exit).toBe(2)
    expect(second.output()).toMatch(
      /--data-dir: another process uses \S*chain.sqlite: stop it, or choose another folder/,
    )
    await stop(last)
  })

  it('is carried over by --dump and --load', async () => {
    const first = await serve('--dump', 'node.dump', '--service-nodes', '12')
    await first.call('dev_mine', { blocks: 2 })
    const tip = await tipOf(first)
    await stop(first)
    const second = await serve('--load', 'node.dump')
    expect(await tipOf(second)).toBe(tip)
    expect(second.output()).toContain('12 service nodes')
    await stop(second)
  })

  it('may be of the monero family, with blocks at an interval', async () => {
    const served = await serve('--network', 'monero', '--interval', '10')
    const heightOf = async () => Number((await served.call('get_info')).result?.['height'])
    const before = await heightOf()
    while ((await heightOf()) < before + 3) await new Promise((resolve) => setTimeout(resolve, 20))
    await stop(served)
  })
})

describe('the chain of a port', () => {
  const start = async (port: number, ...args: readonly string[]): Promise<Served> => {
    const running = commands.runIn(env, 'serve', '--port', String(port), ...args)
    const [, url = ''] = await untilOutput(running, /Faba: (\S+)\n.*node at/s)
    return { ...running, url, call: caller(`${url}/node/json_rpc`) }
  }

  it('is kept, until --fresh begins a new one', async () => {
    const port = await freePort()
    const first = await start(port)
    expect(first.output()).toContain(join('data', 'faba', `chain-${port}`))
    await first.call('dev_mine', { blocks: 2 })
    const tip = await tipOf(first)
    await stop(first)

    const second = await start(port)
    expect(await tipOf(second)).toBe(tip)
    await stop(second)

    const fresh = await start(port, '--fresh')
    expect((await fresh.call('get_info')).result).toMatchObject({ height: 101 })
    const newTip = await tipOf(fresh)
    expect(newTip).not.toBe(tip)
    await stop(fresh)
    const last = await start(port)
    expect(await tipOf(last)).toBe(newTip)
    await stop(last)
  })

  it('of other rules is not used, and the message names --fresh', async () => {
    const port = await freePort()
    await stop(await start(port))
    const other = commands.runIn(env, 'serve', '--port', String(port), '--forks', '7:1,17:2')
    expect(await other.exit).toBe(2)
    expect(other.output()).toMatch(/a chain with other rules.*begin a new chain with --fresh/)
    await stop(await start(port, '--forks', '7:1,17:2', '--fresh'))
  })

  it('is of one family', async () => {
    const port = await freePort()
    await stop(await start(port))
    const monero = await start(port, '--network', 'monero')
    expect(monero.output()).toContain(`chain-${port}-monero`)
    await stop(monero)
  })

  it('is in memory if its folder cannot be used', async () => {
    writeFileSync(join(commands.folder, 'file'), '')
    const unusable = { ...process.env, XDG_DATA_HOME: join(commands.folder, 'file') }
    const running = commands.runIn(unusable, 'serve', '--port', String(await freePort()))
    await untilOutput(running, /the chain is not kept.*a part of the path is a file.*Faba: .*in memory/s)
    running.child.kill('SIGTERM')
    expect(await running.exit).toBe(0)
  })
})

describe('a port in use', () => {
  it.each(['serve', 'node'])('is reported by faba %s, and an existing dump is not overwritten', async (command) => {
    const first = await serve('--dump', 'kept.dump')
    await stop(first)
    const before = readFileSync(join(commands.folder, 'kept.dump'))
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const running = commands.runIn(env, command, '--port', port, '--interval', '1000', '--dump', 'kept.dump')
    expect(await running.exit).toBe(2)
    expect(running.output()).toContain(`faba: cannot listen on 127.0.0.1:${port}: it is in use`)
    expect(readFileSync(join(commands.folder, 'kept.dump'))).toEqual(before)
    other.close()
  })
})

it.each([
  [['--node', 'http://x', '--data-dir', 'd'], '--data-dir is for the development node, which --node replaces'],
  [['--node', 'http://x', '--rpc-access-control-origins', '*'], '--rpc-access-control-origins is for'],
  [['--compact', 'folder'], '--compact requires --node: a development node makes its own compact chain'],
  [['--node', 'http://u:p@x'], '--node: the address of a node must not contain a login'],
  [['--node-login', 'a:b'], '--node-login requires --node'],
  [['--host', '0.0.0.0'], '--confirm-external-bind'],
])('rejects %j with a helpful message', async (args, message) => {
  const running = commands.run('serve', '--port', '0', ...args)
  expect(await running.exit).toBe(2)
  expect(running.output()).toContain(message)
})
