// Nodes that a development node connects to over TLS: an upstream node, a bootstrap daemon, and a node behind the proxy of `faba serve`.
// openssl creates the certificates; the commands run as users start them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, caller, createCommands, untilOutput } from '../../support/peers/commands.ts'
import { freePort } from '../../support/peers/monero.ts'
import { startTlsProxy, type TlsProxy } from '../../support/peers/tls.ts'

const commands = createCommands()
let plain: string
let callPlain: Caller
let door: TlsProxy

const LOGIN = 'ann:se:cret'

const start = async (...args: readonly string[]) => {
  const running = commands.run('node', '--port', '0', ...args)
  const [, url = ''] = await untilOutput(running, /development node: (\S+)\n.*dev_faucet/s)
  return { ...running, url, call: caller(`${url}/json_rpc`) }
}

beforeAll(async () => {
  const node = await start('--rpc-login', LOGIN)
  plain = node.url
  callPlain = caller(`${plain}/json_rpc`, { authorization: `Basic ${btoa(LOGIN)}` })
  await callPlain('dev_mine', { blocks: 20 })
  door = await startTlsProxy(commands.folder, plain)
})

afterAll(async () => {
  door?.close()
  await commands.end()
})

const heightOf = async (call: Caller): Promise<unknown> => (await call('get_info')).result?.['height']

const untilHeight = async (call: Caller, height: number): Promise<void> => {
  while ((await heightOf(call)) !== height) await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('an upstream node over TLS with a login', () => {
  it('is followed when --ca-file names its certificate', async () => {
    const node = await start('--follow', door.url, '--follow-login', LOGIN, '--ca-file', door.certificate)
    await untilHeight(node.call, 121)
    await callPlain('dev_mine', { blocks: 2 })
    await untilHeight(node.call, 123)
  })

  it('is not followed without a trusted certificate, and the log reports what to do', async () => {
    const node = await start('--follow', door.url, '--follow-login', LOGIN)
    await untilOutput(
      node,
      /is unavailable and will be retried: https:\S+ cannot be reached: its certificate is not trusted \(self-signed certificate\): add it, or that of its issuer, with --ca-file/,
    )
    expect(node.output()).not.toContain('se:cret')
    expect(await heightOf(node.call)).toBe(1)
  })

  it('is followed when NODE_EXTRA_CA_CERTS names its certificate', async () => {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: door.certificate }
    const args = ['node', '--port', '0', '--follow', door.url, '--follow-login', LOGIN]
    const running = commands.runIn(env, ...args)
    await untilOutput(running, /synchronised at \d+ blocks/)
  })

  it.each([
    ['https for http', () => plain.replace('http:', 'https:'), 'it does not use TLS: its address begins with http://'],
    ['a port without a listener', async () => `http://127.0.0.1:${await freePort()}`, 'ECONNREFUSED'],
    ['an address without http://', async () => `127.0.0.1:${await freePort()}`, 'ECONNREFUSED'],
    ['a name that does not resolve', () => 'http://node.invalid', 'node.invalid'],
    ['a node that asks for a login', () => plain, 'requires a login'],
  ])('reports the reason of a failed connection: %s', async (_, url, words) => {
    const node = await start('--follow', await url())
    const [line] = await untilOutput(node, /is unavailable and will be retried: .*/)
    expect(line).toContain(words)
  })

  it('requires a file with certificates', async () => {
    writeFileSync(join(commands.folder, 'none.pem'), 'nothing')
    for (const [file, words] of [
      ['none.pem', '--ca-file none.pem: it contains no certificate'],
      ['missing.pem', '--ca-file missing.pem: there is no such file'],
    ] as const) {
      const running = commands.run('node', '--port', '0', '--follow', door.url, '--ca-file', file)
      expect(await running.exit).toBe(2)
      expect(running.output()).toContain(words)
    }
  })
})

describe('a bootstrap daemon over TLS', () => {
  it('responds when --ca-file names its certificate, and its login is never reported', async () => {
    const node = await start(
      ...['--bootstrap-daemon-address', door.url, '--bootstrap-daemon-login', LOGIN],
      ...['--ca-file', door.certificate],
    )
    const { result } = await node.call('get_info')
    expect(result).toMatchObject({ untrusted: true, height_without_bootstrap: 101, bootstrap_daemon_address: door.url })
    expect(Number(result?.['height'])).toBeGreaterThan(120)
    expect(JSON.stringify(result) + node.output()).not.toContain('cret')
  })

  it('is reported as an untrusted bootstrap daemon without --ca-file', async () => {
    const node = await start('--bootstrap-daemon-address', door.url, '--bootstrap-daemon-login', LOGIN)
    expect((await node.call('get_info')).result).toMatchObject({ untrusted: false, height: 101 })
    expect(node.output()).toMatch(/the bootstrap daemon is unavailable, this node answers itself: .*--ca-file/)
  })
})

describe('a node behind the proxy over TLS', () => {
  const serve = async (...args: readonly string[]) => {
    const running = commands.run('serve', '--port', '0', ...args)
    const [, url = ''] = await untilOutput(running, /Faba: (\S+)\n.*node at/s)
    return await fetch(`${url}/node/get_info`, { method: 'POST', body: '{}' })
  }

  it('responds when --ca-file names its certificate', async () => {
    const answer = await serve('--node', door.url, '--node-login', LOGIN, '--ca-file', door.certificate)
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ status: 'OK' })])
  })

  it('is reported as an untrusted node behind the proxy without --ca-file', async () => {
    const answer = await serve('--node', door.url, '--node-login', LOGIN)
    const text = await answer.text()
    expect([answer.status, text]).toEqual([502, expect.stringMatching(/certificate is not trusted .*--ca-file/)])
    expect(text).not.toContain('cret')
  })
})
