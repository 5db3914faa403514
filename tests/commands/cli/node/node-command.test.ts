// The command line: the node over HTTP, the proxy to it, the page's files with their headers, messages for invalid command lines.

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createNodeProxy } from '../../../../src/cli/http/nodeProxy.ts'
import { createFileServer, SECURITY_HEADERS } from '../../../../src/cli/http/staticFiles.ts'
import { caller, createCommands, untilOutput } from '../../../support/peers/commands.ts'

const commands = createCommands()
const { run } = commands
afterAll(commands.end)

const post = (handler: (request: Request) => Response | Promise<Response>, path: string, body: string) =>
  handler(new Request(`http://here${path}`, { method: 'POST', body }))

describe('faba node', () => {
  it('responds over HTTP, directly and through the proxy, and stops on SIGTERM', async () => {
    const running = run('node', '--port', '0', '--forks', '7:1,11:2,16:3,17:4', '--automine')
    const [url] = await untilOutput(running, /http:\/\/[\d.:]+/)
    const info = await (await fetch(`${url}/get_info`, { headers: { origin: 'http://elsewhere' } })).json()
    expect(info).toMatchObject({ status: 'OK', development: true, height: 101 })
    const proxy = createNodeProxy(`${url}/`)
    expect(await (await post(proxy, '/json_rpc', '{"id":1,"method":"get_height"}')).json()).toMatchObject({
      result: { height: 101 },
    })
    expect((await post(proxy, '/json_rpc', '{"id":1,"method":"stop_daemon"}')).status).toBe(403)
    expect((await post(proxy, '/json_rpc', '[{"id":1,"method":"get_height"}]')).status).toBe(403)
    expect((await post(proxy, '/json_rpc', '{')).status).toBe(403)
    expect((await post(proxy, '/pop_blocks', '{}')).status).toBe(403)
    running.child.kill('SIGTERM')
    expect(await running.exit).toBe(0)
    expect((await post(proxy, '/get_info', '')).status).toBe(502)
  })

  it('stays below a later fork 16 and is mined to it', async () => {
    const running = run('node', '--port', '0', '--forks', '7:1,15:2,16:120,17:121', '--wallets', '1')
    const [url] = await untilOutput(running, /http:\/\/[\d.:]+/)
    await untilOutput(running, /from fork 16 on: dev_mine \{"blocks":19\} mines to it/)
    const callNode = async (method: string, params = {}) => {
      const body = JSON.stringify({ id: 0, method, params })
      return await (await fetch(`${url}/json_rpc`, { method: 'POST', body })).json()
    }
    const fork = async () => (await callNode('hard_fork_info')).result.version
    const [{ address }] = (await callNode('dev_wallets')).result.wallets
    expect(await fork()).toBe(15)
    expect(JSON.stringify((await callNode('dev_faucet', { address })).error)).toContain('mine 19 more blocks')
    await callNode('dev_mine', { blocks: 18 })
    expect(await fork()).toBe(15)
    await callNode('dev_mine', { blocks: 1 })
    expect(await fork()).toBe(16)
    expect(await callNode('dev_faucet', { address })).toMatchObject({ result: { status: 'OK' } })
    expect(await fork()).toBe(17)
    running.child.kill('SIGTERM')
    expect(await running.exit).toBe(0)
  })

  it('publishes over ZMQ, and names flags without effect once', async () => {
    const args = ['node', '--network', 'monero', '--port', '0', '--wallets', '0', '--no-igd', '--zmq-pub']
    const running = run(...args, 'tcp://127.0.0.1:0')
    const [, address = '', port = ''] = await untilOutput(running, /ZMQ publisher: (tcp:\/\/127.0.0.1:(\d+))\n/)
    const socket = connect(Number(port), '127.0.0.1')
    const [greeting] = await once(socket, 'data')
    expect(greeting.subarray(0, 12)).toEqual(Buffer.from('ff00000000000000007f0301', 'hex'))
    const second = run(...args, address)
    expect(await second.exit).toBe(2)
    expect(second.output()).toContain(`cannot publish on ${address}: it is in use`)
    expect(running.output().split('--no-igd has no effect here: this node has no peers').length).toBe(2)
    running.child.kill('SIGTERM')
    expect(await running.exit).toBe(0)
  })

  it('starts with service nodes', async () => {
    const running = run('node', '--port', '0', '--service-nodes', '12')
    await untilOutput(running, /12 service nodes/)
    const [url] = await untilOutput(running, /http:\/\/[\d.:]+/)
    const callNode = async (method: string) => {
      const body = JSON.stringify({ id: 0, method })
      return (await (await fetch(`${url}/json_rpc`, { method: 'POST', body })).json()).result
    }
    const { service_nodes: nodes } = await callNode('dev_service_nodes')
    expect(nodes.map(({ active }: { active: boolean }) => active)).toEqual(Array.from({ length: 12 }, () => true))
    expect(await callNode('dev_mine')).toMatchObject({ status: 'OK' })
    const { block_header: header } = await callNode('get_last_block_header')
    expect(nodes.map(({ service_node_pubkey: key }: { service_node_pubkey: string }) => key)).toContain(
      header.service_node_winner,
    )
    running.child.kill('SIGTERM')
    expect(await running.exit).toBe(0)
  })

  it('prints transactions, blocks and reorganisations with --verbose', async () => {
    const running = run('node', '--port', '0', '--network', 'monero', '--verbose')
    const [url] = await untilOutput(running, /http:\/\/[\d.:]+/)
    const call = caller(`${url}/json_rpc`)
    const { wallets } = (await call('dev_wallets')).result as { wallets: readonly { address: string }[] }
    const id = (await call('dev_faucet', { address: wallets[0]?.address })).result?.['tx_hash']
    const taken = `block 101 [\\da-f]{64}\\n {2}transaction ${id}\\nblock 102 [\\da-f]{64}\\n`
    await untilOutput(running, new RegExp(`\\ntransaction ${id} in the pool\\n${taken}`))
    const { height } = (await call('get_height')).result as { height: number }
    await call('dev_reorg', { pop: height - 101 })
    await untilOutput(running, new RegExp(`\\nrolled back to block 100\\n${taken}`))
  })

  it('rejects the dump of another chain', async () => {
    const path = join(commands.folder, 'oxen.dump')
    const first = run('node', '--port', '0', '--dump', path)
    await untilOutput(first, /http:/)
    first.child.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    const { output, exit } = run('node', '--port', '0', '--network', 'monero', '--load', path)
    expect(await exit).toBe(2)
    expect(output()).toMatch(/^faba: --load: .* its network is Oxen regtest, not Monero regtest; start the node/)
  })

  it.each([
    { args: ['--version'], message: /^faba \d+\.\d+\.\d+\n$/ },
    { args: ['help'], message: /^NAME\n {4}faba - .* {4}faba serve\n.*--version\n/s },
    { args: ['help', 'node'], message: /^NAME\n {4}faba node - .*--wallets N\n/s },
    { args: ['node', '-h'], message: /^NAME\n {4}faba node - .*--wallets N\n/s },
  ])('prints help or version for $args', async ({ args, message }) => {
    const { output, exit } = run(...args)
    expect(await exit).toBe(0)
    expect(output()).toMatch(message)
  })

  it.each([
    { args: ['node', '--forks', '8:1'], message: /--forks: the schedule must begin with 7:1/ },
    { args: ['node', '--port', '70000'], message: /--port takes a whole number from 0 to 65535, not "70000"/ },
    { args: ['node', '--automine', '--interval', '50'], message: /choose one of --automine and --interval/ },
    { args: ['node', '--burn', '--service-nodes', '12'], message: /without coins to stake/ },
    { args: ['node', '--network', 'monero', '--service-nodes', '12'], message: /are for the oxen family/ },
    { args: ['node', '--forks', '7:1', '--service-nodes', '1'], message: /from fork 16 on, which is not in --forks/ },
    { args: ['node', '--service-nodes', '101'], message: /--service-nodes takes a whole number from 0 to 100/ },
    { args: ['serve', '--node', 'x', '--automine'], message: /--automine is for the development node/ },
    { args: ['mine'], message: /unknown command "mine"/ },
    { args: ['node', '--load', 'nothing'], message: /--load nothing: there is no such file/ },
    { args: ['node', '--load', '.'], message: /--load \.: it is a folder, not a file/ },
    { args: ['node', '--data-dir', process.execPath], message: /node: it is a file, not a folder/ },
    { args: ['node', '--wallets', '21'], message: /--wallets takes a whole number from 0 to 20/ },
    { args: ['rpc'], message: /no wallets: give --wallet-dir/ },
  ])('rejects $args with a helpful message', async ({ args, message }) => {
    const { output, exit } = run(...args)
    expect(await exit).toBe(2)
    expect(output()).toMatch(message)
  })
})

describe('the proxy to a node', () => {
  const hostile = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
    response.end('<script>alert(1)</script>')
  })
  hostile.listen(0, '127.0.0.1')
  afterAll(() => hostile.close())

  const callNode = async (headers: Record<string, string>, init: RequestInit = {}) => {
    if (!hostile.listening) await once(hostile, 'listening')
    const { port } = hostile.address() as AddressInfo // of a TCP server
    const request = new Request('http://here:8090/get_info', { method: 'POST', body: '{}', ...init, headers })
    return createNodeProxy(`http://127.0.0.1:${port}`)(request)
  }

  it('forwards requests of its own page and of programs', async () => {
    const own = { origin: 'http://here:8090', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
    for (const headers of [{}, own, { origin: 'https://here:8090' }]) expect((await callNode(headers)).status).toBe(200)
    // The page probes the node by GET.
    expect((await callNode({ 'sec-fetch-site': 'same-origin' }, { method: 'GET', body: null })).status).toBe(200)
  })

  it('rejects other origins and navigations', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'http://here:3000' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    ] as Record<string, string>[])
      expect((await callNode(headers)).status, JSON.stringify(headers)).toBe(403)
    expect((await callNode({ 'sec-fetch-mode': 'navigate' }, { method: 'GET', body: null })).status).toBe(403)
    expect((await callNode({}, { method: 'PUT' })).status).toBe(405)
  })

  it('sends headers that prevent responses from becoming pages of this origin', async () => {
    const { headers } = await callNode({})
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the file server of the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-page-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  const files = createFileServer(folder)
  const get = (path: string) => files(new Request(`http://here${path}`))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('sends security headers', async () => {
    const { headers, status } = await get('/')
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  it('sends those of public/_headers, which static hosts read, and the policy of index.html', () => {
    const [everywhere = ''] = readFileSync('public/_headers', 'utf8').split(/^\/assets/m)
    const hosted = [...everywhere.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, name = '', value]) => [
      name.toLowerCase(),
      value,
    ])
    expect(Object.fromEntries(hosted)).toEqual({ ...SECURITY_HEADERS, 'cache-control': 'no-cache' })
    const [, policy] = /Content-Security-Policy"\s+content="([^"]+)"/.exec(readFileSync('index.html', 'utf8')) ?? []
    expect(`${policy}; frame-ancestors 'none'`).toBe(SECURITY_HEADERS['content-security-policy'])
  })

  it.each([
    ['/send', '/'],
    ['/wallet/history/5', '/'],
    ['//other', '/'],
    ['/a%2fb', '/'],
  ])('leads from %s to the page', async (path, page) => {
    const { status, headers } = await get(path)
    expect(status).toBe(302)
    expect(new URL(headers.get('location') ?? '', `http://here${path}`).href).toBe(`http://here${page}`)
    expect((await get(page)).status).toBe(200)
  })

  it('serves no files outside the folder', async () => {
    expect((await get('/missing.js')).status).toBe(404)
    expect((await get('/..%2f..%2f..%2fetc/hostname.txt')).status).toBe(404)
    expect((await files(new Request('http://here/', { method: 'POST' }))).status).toBe(405)
  })
})
