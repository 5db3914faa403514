// Start flags of monero-wallet-rpc in `faba rpc`: HTTPS, IPv6, the background, wallets from a description, no network. Descriptions are opened by
// monero-wallet-rpc too.
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newestMonero } from '../../newest-monero.ts'
import { COMMAND, caller, createCommands, curl, type Running, untilOutput } from '../../support/peers/commands.ts'
import { freePort } from '../../support/peers/monero.ts'

const commands = createCommands()
const { folder, run, start } = commands

afterAll(commands.end)

const SERVING = /(https?:\/\/\S+\/json_rpc)[\s\S]*login: /
const VERSION = '{"jsonrpc":"2.0","id":"1","method":"get_version"}'

/** Starts `faba rpc` with a random port and without login; resolves when it listens. */
const serve = async (...args: readonly string[]) => {
  const common = ['--regtest', '--disable-rpc-login', '--non-interactive', '--wallet-dir', 'w']
  const running = run('rpc', ...common, ...(args.includes('--rpc-bind-port') ? [] : ['--rpc-bind-port', '0']), ...args)
  const [, url = ''] = await untilOutput(running, SERVING)
  return { ...running, url, call: caller(url) }
}

const stop = async ({ child, exit }: Running): Promise<void> => {
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
}

/** Creates a key and a self-signed certificate; returns their paths. */
const createCertificate = (name: string) => {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${name}.example`, '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'pipe' },
  )
  return { key, certificate }
}

describe('--rpc-ssl', () => {
  const server = createCertificate('server')
  const identity = ['--rpc-ssl-private-key', server.key, '--rpc-ssl-certificate', server.certificate] as const
  const call = (url: string, ...args: readonly string[]) =>
    curl('--cacert', server.certificate, ...args, '-d', VERSION, url)

  it('serves HTTPS, and refuses HTTP', async () => {
    const service = await serve(...identity)
    expect(service.url).toMatch(/^https:/)
    expect(JSON.parse(await call(service.url))).toHaveProperty('result.version')
    await expect(call(service.url.replace('https', 'http'))).rejects.toThrow()
    await stop(service)
  })

  it('serves HTTP when it is disabled', async () => {
    const service = await serve(...identity, '--rpc-ssl', 'disabled')
    expect(service.url).toMatch(/^http:/)
    await stop(service)
  })

  it('requires a client certificate of the given authorities or fingerprints', async () => {
    const [client, other] = [createCertificate('client'), createCertificate('other')]
    const asClient = ['--cert', client.certificate, '--key', client.key] as const
    const asOther = ['--cert', other.certificate, '--key', other.key] as const
    const { fingerprint256 } = new X509Certificate(readFileSync(client.certificate))
    for (const flags of [
      ['--rpc-ssl-ca-certificates', client.certificate],
      ['--rpc-ssl-allowed-fingerprints', fingerprint256],
    ]) {
      const service = await serve(...identity, ...flags)
      expect(JSON.parse(await call(service.url, ...asClient))).toHaveProperty('result.version')
      await expect(call(service.url, ...asOther)).rejects.toThrow()
      await expect(call(service.url)).rejects.toThrow()
      await stop(service)
    }
  })
})

describe('--rpc-use-ipv6', () => {
  it('listens on both addresses', async () => {
    const port = String(await freePort())
    const service = await serve('--rpc-use-ipv6', '--rpc-bind-port', port)
    expect(service.output()).toContain(`Binding on 127.0.0.1 (IPv4):${port}\nBinding on [::1] (IPv6):${port}\n`)
    for (const host of ['127.0.0.1', '[::1]'])
      expect(await caller(`http://${host}:${port}/json_rpc`)('get_version')).toHaveProperty('result')
    await stop(service)
  })

  it('starts without IPv4 only with --rpc-ignore-ipv4', async () => {
    const taken = createTcpServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const port = String((taken.address() as AddressInfo).port) // of a TCP server
    const service = await serve('--rpc-use-ipv6', '--rpc-ignore-ipv4', '--rpc-bind-port', port)
    expect(service.output()).not.toContain('IPv4')
    expect(await caller(`http://[::1]:${port}/json_rpc`)('get_version')).toHaveProperty('result')
    await stop(service)
    const refused = run(
      ...['rpc', '--wallet-dir', 'w', '--disable-rpc-login', '--rpc-use-ipv6', '--rpc-bind-port', port],
    )
    expect(await refused.exit).toBe(2)
    expect(refused.output()).toMatch(/cannot listen on 127\.0\.0\.1:\d+: it is in use/)
    taken.close()
  })
})

describe('--rpc-max-connections-per-private-ip', () => {
  it('closes further connections of an address', async () => {
    const service = await serve('--rpc-max-connections-per-private-ip', '1')
    const { hostname, port } = new URL(service.url)
    // An open request occupies the one connection.
    const first = start('bash', ['-c', `exec 3<>/dev/tcp/${hostname}/${port}; echo open; read -u 3`], 'ignore')
    await untilOutput(first, /open/)
    await expect(curl('-d', VERSION, service.url)).rejects.toThrow()
    first.child.kill('SIGKILL')
    await first.exit
    for (;;) {
      const answer = await curl('-d', VERSION, service.url).catch(() => '')
      if (answer.includes('result')) break
    }
    await stop(service)
  })
})

describe('--detach', () => {
  const flags = ['--regtest', '--disable-rpc-login', '--wallet-dir', 'w', '--rpc-bind-port', '0', '--pidfile', 'pid']

  it('returns when the service listens in the background', async () => {
    const foreground = run('rpc', ...flags, '--detach')
    expect(await foreground.exit).toBe(0)
    const [, url = ''] = SERVING.exec(foreground.output()) ?? []
    const [, pid] = /Forked to background using PID: (\d+)/.exec(foreground.output()) ?? []
    expect(readFileSync(join(folder, 'pid'), 'utf8')).toBe(`${pid}\n`)
    // The settings of malloc are read at the start of a process.
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')).toContain('MALLOC_ARENA_MAX=1')
    const call = caller(url)
    expect(await call('create_wallet', { filename: 'detached', language: 'English' })).toHaveProperty('result')
    await call('stop_wallet')
    while (existsSync(join(folder, 'pid'))) await new Promise((resolve) => setTimeout(resolve, 20))
  })

  it('returns the error of a service that does not start', async () => {
    const failing = run('rpc', ...flags, '--detach', '--wallet-dir', '')
    expect(await failing.exit).toBe(2)
    const later = run('rpc', ...flags, '--detach', '--rpc-bind-ip', '203.0.113.1', '--confirm-external-bind')
    expect(await later.exit).toBe(1)
    expect(later.output()).toMatch(/cannot listen on 203\.0\.113\.1/)
    expect(existsSync(join(folder, 'pid'))).toBe(false)
  })
})

describe('--offline', () => {
  it('sends no request, to whatever node', async () => {
    let requests = 0
    const node = createServer((_, response) => {
      requests++
      response.end('{}')
    })
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
    const address = `127.0.0.1:${(node.address() as AddressInfo).port}` // of a TCP server
    const service = await serve('--offline', '--daemon-address', address)
    expect(await service.call('create_wallet', { filename: 'offline', language: 'English' })).toHaveProperty('result')
    expect(await service.call('refresh')).toMatchObject({ error: { code: -38 } })
    await service.call('set_daemon', { address })
    expect(await service.call('refresh')).toMatchObject({ error: { code: -38 } })
    expect(await service.call('get_address')).toHaveProperty('result.address')
    await stop(service)
    expect(requests).toBe(0)
    node.close()
  })
})

describe('--generate-from-json', () => {
  const seed =
    'velvet lymph giddy number token physics poetry unquoted nibs useful sabotage limits benches lifestyle eden nitrogen anvil fewest avoid batch vials washing fences goat unquoted'

  /** Starts a wallet RPC of a description; returns its address and keys. */
  const openedBy = async (program: string, args: readonly string[], description: object) => {
    const file = join(folder, `${program === process.execPath ? 'ours' : 'theirs'}-description.json`)
    writeFileSync(file, JSON.stringify(description))
    const port = await freePort()
    const running = start(
      program,
      [
        ...args,
        ...['--offline', '--generate-from-json', file, '--disable-rpc-login', '--rpc-bind-port', String(port)],
        ...['--non-interactive', '--log-file', join(folder, 'wallet.log'), '--log-level', '0'],
      ],
      'ignore',
    )
    const call = caller(`http://127.0.0.1:${port}/json_rpc`)
    const query = async () => {
      const address = (await call('get_address')).result?.['address']
      const keys = ['mnemonic', 'view_key', 'spend_key'].map(
        async (key_type) => (await call('query_key', { key_type })).result?.['key'],
      )
      return [address, ...(await Promise.all(keys))]
    }
    for (;;) {
      const exited = await Promise.race([running.exit, new Promise((resolve) => setTimeout(resolve, 100, 'running'))])
      if (exited !== 'running') return { error: running.output() }
      const values = await query().catch(() => undefined)
      if (values === undefined) continue
      running.child.kill('SIGTERM')
      await running.exit
      return { values }
    }
  }

  it('makes the same wallets as monero-wallet-rpc', async () => {
    const theirs = (filename: string, fields: object) =>
      openedBy(newestMonero('monero-wallet-rpc'), ['--rpc-ssl=disabled'], {
        version: 1,
        filename: `t-${filename}`,
        ...fields,
      })
    const ours = (filename: string, fields: object) =>
      openedBy(process.execPath, [COMMAND, 'rpc', '--network', 'monero'], {
        ...{ version: 1, filename: `o-${filename}` },
        ...fields,
      })
    const fromSeed = await ours('seed', { seed, password: 'p', scan_from_height: 5 })
    expect(fromSeed.values?.[1]).toBe(seed)
    expect(fromSeed).toEqual(await theirs('seed', { seed, password: 'p', scan_from_height: 5 }))
    const [address, , viewkey, spendkey] = (fromSeed.values ?? []) as string[]
    expect((await ours('spend', { spendkey })).values?.[0]).toBe(address)
    expect((await theirs('spend', { spendkey })).values?.[0]).toBe(address)
    for (const fields of [
      { address, viewkey },
      { viewkey, spendkey },
      { seed, seed_passphrase: 'secret' },
    ]) {
      const name = Object.keys(fields).join('-')
      const [own, reference] = [await ours(name, fields), await theirs(name, fields)]
      expect(own.values?.[0]).toMatch(/^4/)
      expect([own.values?.[0], own.values?.[2]], name).toEqual([reference.values?.[0], reference.values?.[2]])
    }
    const again = await ours('seed', { seed, password: 'p' })
    expect(again.error).toMatch(/--generate-from-json: .*o-seed\.faba" exists/)
    expect((await ours('wrong', { spendkey, address: 'abc' })).error).toMatch(/--generate-from-json: /)
  })
})

describe('a link to the command', () => {
  it('named monero-wallet-rpc runs the wallet RPC of monero', async () => {
    const link = join(folder, 'monero-wallet-rpc')
    symlinkSync(COMMAND, link)
    const running = start(
      process.execPath,
      [link, '--wallet-dir', 'w', '--rpc-bind-port', '0', '--disable-rpc-login', '--offline'],
      'ignore',
    )
    await untilOutput(running, /wallet RPC for Monero/)
    await stop(running)
  })

  it('shows the version', async () => {
    const shown = run('rpc', '--version')
    expect(await shown.exit).toBe(0)
    expect(shown.output()).toMatch(/^faba \d/)
  })
})
