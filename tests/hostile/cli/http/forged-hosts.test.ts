// Requests with forged Host headers to each service, as processes.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCommands, curl, type Running, untilOutput } from '../../../support/peers/commands.ts'

describe('a service with a forged Host header', () => {
  const commands = createCommands()
  afterAll(commands.end)

  const started = async (running: Running, pattern: RegExp): Promise<string> =>
    (await untilOutput(running, pattern))[1] ?? ''
  const common = ['--allowed-hosts', 'named.example,.lan']
  let urls: Record<'node' | 'serve' | 'rpc', string>
  beforeAll(async () => {
    const node = await started(
      commands.run('node', '--port', '0', ...common),
      /development node: (http:\/\/[\d.:]+)\n.*dev_faucet/s,
    )
    const [serve, rpc] = await Promise.all([
      started(commands.run('serve', '--port', '0', '--node', node, ...common), /Faba: (http:\/\/[\d.:]+)\n/),
      commands.rpc(node, '--wallet-dir', 'w', '--disable-rpc-login', ...common),
    ])
    urls = { node, serve, rpc: rpc.url.replace('/json_rpc', '') }
  })

  const CALL = ['--data', '{"jsonrpc":"2.0","id":"0","method":"get_version"}', '--header', 'content-type: text/plain']
  const statusOf = async (url: string, ...args: readonly string[]): Promise<string> =>
    await curl('--output', '/dev/null', '--write-out', '%{http_code}', ...args, url)
  const paths = { node: '/json_rpc', serve: '/node/json_rpc', rpc: '/json_rpc' } as const

  it.each(['node', 'serve', 'rpc'] as const)('is refused by faba %s, whatever the request', async (name) => {
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', '10.0.0.1', '']) {
      const forged = ['--header', host === '' ? 'Host;' : `Host: ${host}`]
      // Node rejects an empty header by itself.
      const refused = host === '' ? /^40[03]$/ : /^403$/
      expect(await statusOf(`${urls[name]}${paths[name]}`, ...forged, ...CALL), host).toMatch(refused)
      expect(await statusOf(`${urls[name]}/`, ...forged), host).toMatch(refused)
    }
    const rebound = ['--header', 'Host: evil.example', '--header', 'Origin: http://evil.example', ...CALL]
    expect(await curl(...rebound, `${urls[name]}${paths[name]}`)).toBe(
      'this host name is not allowed; add it to --allowed-hosts\n',
    )
  })

  it.each(['node', 'serve', 'rpc'] as const)('is accepted by faba %s for its own address and names', async (name) => {
    const { port } = new URL(urls[name])
    const url = `${urls[name]}${paths[name]}`
    expect(await statusOf(url, ...CALL)).toBe('200')
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, 'named.example', 'box.lan:443'])
      expect(await statusOf(url, '--header', `Host: ${host}`, ...CALL), host).toBe('200')
  })

  it.each(['node', 'serve', 'rpc'] as const)(
    'is distinguished by faba %s from a request of HTTP/1.0 without one',
    async (name) => {
      const url = `${urls[name]}${paths[name]}`
      const without = ['--header', 'Host:', ...CALL]
      expect(await statusOf(url, '--http1.0', ...without)).toBe('200')
      expect(await statusOf(url, '--http1.0', '--header', 'Host: evil.example', ...CALL)).toBe('403')
      expect(await statusOf(url, ...without)).toBe('400')
    },
  )

  it('does not concern faba rpc as a client of faba node under a name', async () => {
    const { port } = new URL(urls.node)
    const { call } = await commands.rpc(`http://localhost:${port}`, '--wallet-dir', 'other', '--disable-rpc-login')
    await call('create_wallet', { filename: 'a', password: '', language: 'English' })
    expect((await call('refresh')).result).toMatchObject({ blocks_fetched: expect.any(Number) })
  })
})
