// faba rpc with --proxy: every connection goes through a real SOCKS server, also after set_daemon without a proxy.

import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCommands } from '../../support/peers/commands.ts'
import { createSocksProxy } from '../../support/peers/socks-proxy.ts'

const commands = createCommands()
const servers: Server[] = []

const listening = async (server: Server): Promise<number> => {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP port')
  return address.port
}

/** Listens in front of a service, and counts the connections. */
const createCounter = async (target: number | undefined): Promise<{ port: number; connections: () => number }> => {
  let connections = 0
  const port = await listening(
    createServer((client) => {
      connections += 1
      client.on('error', () => client.destroy())
      if (target === undefined) return void client.destroy()
      const server = connect(target, '127.0.0.1')
      server.on('error', () => client.destroy())
      client.on('close', () => server.destroy())
      server.pipe(client).pipe(server)
    }),
  )
  return { port, connections: () => connections }
}

/** Destinations that the proxy was asked for. */
const names: string[] = []
let proxy = ''
let node: number
let first: Awaited<ReturnType<typeof createCounter>>
let second: Awaited<ReturnType<typeof createCounter>>
let resolver: Awaited<ReturnType<typeof createCounter>>

beforeAll(async () => {
  node = Number(new URL(await commands.node()).port)
  ;[first, second, resolver] = await Promise.all([createCounter(node), createCounter(node), createCounter(undefined)])
  proxy = `127.0.0.1:${await listening(createSocksProxy(0, names))}`
})

afterAll(async () => {
  await commands.end()
  for (const server of servers) server.close()
})

const proxied = (port: number): number => names.filter((name) => name.endsWith(`:${port}`)).length

/** Connections that did not come through the proxy. */
const directConnections = (): number[] =>
  [first, second, resolver].map(({ port, connections }) => connections() - proxied(port))

it('makes no direct connection, whatever set_daemon says', async () => {
  const flags = ['--wallet-dir', 'w', '--disable-rpc-login', '--proxy', proxy]
  const resolverFlags = ['--openalias-resolver', `http://127.0.0.1:${resolver.port}/dns-query`]
  const { call } = await commands.rpc(`http://127.0.0.1:${first.port}`, ...flags, ...resolverFlags)
  const succeed = async (method: string, params: object = {}): Promise<void> => {
    expect(await call(method, params), method).toHaveProperty('result')
  }
  await succeed('create_wallet', { filename: 'a', password: '', language: 'English' })
  await succeed('refresh')
  expect(first.connections()).toBeGreaterThan(0)
  expect(second.connections()).toBe(0)

  for (const address of [`127.0.0.1:${second.port}`, '', `http://localhost:${second.port}`]) {
    await succeed('set_daemon', { address })
    await succeed('refresh')
  }
  // TLS to a node that does not speak it.
  await succeed('set_daemon', { address: `https://127.0.0.1:${second.port}`, ssl_allow_any_cert: true })
  expect((await call('refresh')).error).toMatchObject({ code: -38 })
  await succeed('set_daemon', { address: `127.0.0.1:${second.port}`, trusted: true })
  await succeed('rescan_spent')
  await call('start_mining', { threads_count: 1 })
  await call('stop_mining')
  await call('transfer', { destinations: [{ address: 'donate.example.org', amount: 1 }] })
  await succeed('close_wallet')
  await succeed('open_wallet', { filename: 'a', password: '' })
  await succeed('refresh')

  for (const { port } of [first, second, resolver]) expect(proxied(port)).toBeGreaterThan(0)
  expect(directConnections()).toEqual([0, 0, 0])
})

it('does not trust a node on this machine that is reached through a proxy', async () => {
  const { call } = await commands.rpc(
    `http://127.0.0.1:${node}`,
    '--wallet-dir',
    'v',
    '--disable-rpc-login',
    '--proxy',
    proxy,
  )
  await call('create_wallet', { filename: 'a', password: '', language: 'English' })
  const untrusted = { code: -1, message: 'This command requires a trusted daemon.' }
  const importNothing = () => call('import_key_images', { signed_key_images: [] })
  expect((await importNothing()).error).toMatchObject(untrusted)
  await call('set_daemon', { address: `127.0.0.1:${node}` })
  expect((await importNothing()).error).toMatchObject(untrusted)
  await call('set_daemon', { address: `127.0.0.1:${node}`, trusted: true })
  expect((await importNothing()).error).toBeUndefined()
  // Another wallet, or the same one opened again, begins with the node of the command line.
  await call('close_wallet')
  await call('open_wallet', { filename: 'a', password: '' })
  expect((await importNothing()).error).toMatchObject(untrusted)
})
