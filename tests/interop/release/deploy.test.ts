// The examples of docs/deploy.md: units that systemd accepts, flags that exist, and a real nginx with TLS in front of the services.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseFlags } from '../../../src/cli/command/command.ts'
import { SECURITY_HEADERS } from '../../../src/cli/http/staticFiles.ts'
import { expandConfigFile } from '../../../src/cli/rpc/flags/configFile.ts'
import { rpcCommand } from '../../../src/cli/rpc/rpcCommand.ts'
import { parseRpcOptions } from '../../../src/cli/rpc/rpcOptions.ts'
import { serveCommand } from '../../../src/cli/serve/serveCommand.ts'
import { createCommands, curl, untilOutput } from '../../support/peers/commands.ts'
import { freePort } from '../../support/peers/monero.ts'

const page = readFileSync('docs/deploy.md', 'utf8')
const commands = createCommands()
/** The web app manifests, in English and in other languages. */
const manifests = ['manifest.webmanifest', 'manifest.de.webmanifest']
const { folder } = commands

/** Returns the examples in a language. */
const examples = (language: string): readonly string[] =>
  [...page.matchAll(/^```(\w*)\n(.*?)^```/gms)].flatMap(([, name, text = '']) => (name === language ? [text] : []))

/** Replaces each text, which must occur. */
const replaceAll = (text: string, replacements: Readonly<Record<string, string>>): string =>
  Object.entries(replacements).reduce((current, [from, to]) => {
    expect(current).toContain(from)
    return current.replaceAll(from, to)
  }, text)

afterAll(async () => {
  await commands.end()
})

describe('the units', () => {
  it.each(examples('ini').map((unit, i) => [['faba-rpc', 'faba-page'][i] ?? '', unit] as const))(
    'are accepted by systemd, with little exposure: %s',
    (name, unit) => {
      const path = join(folder, `${name}.service`)
      writeFileSync(path, replaceAll(unit, { '/usr/local/bin/faba': process.execPath }))
      // Warnings, such as those about unknown settings, leave the exit code 0.
      const warnings = execFileSync('sh', ['-c', 'systemd-analyze verify "$0" 2>&1', path], { encoding: 'utf8' })
      expect(warnings).toBe('')
      const exposure = ['security', '--offline=yes', '--threshold=20', '--no-pager', path]
      expect(() => execFileSync('systemd-analyze', exposure, { stdio: 'pipe' })).not.toThrow()
    },
  )

  /** Returns the arguments of a unit's command with its specifiers replaced. */
  const argumentsOf = (unit = ''): readonly string[] => {
    const [, command = ''] = /^ExecStart=\/usr\/local\/bin\/faba \w+ (.*)$/m.exec(unit) ?? []
    return command.replaceAll('%d', folder).replaceAll('%S', folder).split(' ')
  }

  it('start the wallet RPC with the file of /etc/faba', () => {
    const [unit] = examples('ini')
    const config = examples('').find((text) => text.includes('rpc-login='))
    writeFileSync(join(folder, 'rpc.conf'), config ?? '')
    const args = argumentsOf(unit)
    expect(parseRpcOptions(parseFlags({ ...rpcCommand, expandArguments: expandConfigFile }, args))).toMatchObject({
      wallets: { kind: 'folder', path: join(folder, 'faba/wallets') },
      login: { kind: 'given', login: { user: 'me', password: 'a long random password' } },
      listen: { addresses: [{ host: '127.0.0.1', port: 22030, isOptional: false }] },
      allowedHosts: ['rpc.example.org'],
      interactive: false,
    })
  })

  it('start the page with a node', () => {
    const flags = parseFlags(serveCommand, argumentsOf(examples('ini')[1]))
    expect(flags.text('node')).toBe('http://127.0.0.1:22023')
    expect(flags.text('allowed-hosts')).toBe('wallet.example.org')
  })
})

describe('nginx', () => {
  let port: number
  const files = join(folder, 'files')

  /** Calls nginx by one of the host names of the examples. Returns the response with its headers. */
  const request = (url: string, ...args: readonly string[]): Promise<string> => {
    const { host, hostname, pathname } = new URL(url)
    const target = `https://${hostname}:${port}${pathname}`
    const tls = ['--cacert', join(folder, 'tls.pem'), '--resolve', `${host}:${port}:127.0.0.1`]
    return curl('--include', '--max-time', '60', ...tls, ...args, target)
  }

  /** Returns a header of the last response. */
  const headerOf = (response: string, name: string): string | undefined =>
    [...response.matchAll(new RegExp(`^${name}: (.*)\\r$`, 'gim'))].at(-1)?.[1]

  beforeAll(async () => {
    const names = ['rpc', 'wallet', 'files'].map((name) => `${name}.example.org`)
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=example.org'],
        ...['-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join()}`],
        ...['-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.pem')],
      ],
      { stdio: 'pipe' },
    )
    mkdirSync(join(files, 'assets'), { recursive: true })
    for (const name of ['index.html', ...manifests, '_headers', 'assets/a.js', 'assets/a.wasm'])
      writeFileSync(join(files, name), '')

    const rpc = await commands.rpc(
      'http://127.0.0.1:1',
      ...['--wallet-dir', 'wallets', '--rpc-login', 'me:secret', '--allowed-hosts', 'rpc.example.org'],
    )
    const serve = commands.run('serve', '--port', '0', '--allowed-hosts', 'wallet.example.org')
    const [, served = ''] = await untilOutput(serve, /Faba: (\S+)\n.*node at/s)
    port = await freePort()
    const [example = ''] = examples('nginx')
    const servers = replaceAll(example, {
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      '/etc/ssl/example.org.pem': join(folder, 'tls.pem'),
      '/etc/ssl/example.org.key': join(folder, 'tls.key'),
      'http://127.0.0.1:22030': new URL(rpc.url).origin,
      'http://127.0.0.1:8090': served,
      '/usr/local/lib/node_modules/faba/dist': files,
    })
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    )
    const config = join(folder, 'nginx.conf')
    writeFileSync(
      config,
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; events {}
http { include /etc/nginx/mime.types; access_log off; ${places.join(' ')}
${servers} }`,
    )
    const nginx = ['-e', join(folder, 'nginx.log'), '-c', config]
    execFileSync('nginx', ['-t', '-q', ...nginx], { stdio: 'pipe' })
    commands.start('nginx', nginx, 'ignore')
    await request('https://rpc.example.org/', '--retry-connrefused', '--retry', '50', '--retry-delay', '0')
  })

  it('lets a Digest login pass to the wallet RPC, and nothing but its path', async () => {
    const body = ['--data', '{"jsonrpc":"2.0","id":0,"method":"get_version"}']
    const url = 'https://rpc.example.org/json_rpc'
    expect(await request(url, '--digest', '--user', 'me:secret', ...body)).toContain('"version"')
    expect(await request(url, '--digest', '--user', 'me:wrong', ...body)).not.toContain('"version"')
    expect(headerOf(await request(url, ...body), 'www-authenticate')).toContain('realm="monero-rpc"')
    expect(await request('https://rpc.example.org/', ...body)).toContain('404')
    writeFileSync(join(folder, 'large'), Buffer.alloc(16 * 1024 * 1024 + 1))
    expect(await request(url, '--data-binary', `@${join(folder, 'large')}`)).toContain('413 Request Entity Too Large')
  })

  it('serves the page of faba serve in a folder, with its headers and its node', async () => {
    const start = await request('https://wallet.example.org/wallet/')
    expect(start).toContain('<title>Faba</title>')
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headerOf(start, name)).toBe(value)
    expect(headerOf(await request('https://wallet.example.org/wallet'), 'location')).toBe(
      `https://wallet.example.org:${port}/wallet/`,
    )
    expect(await request('https://wallet.example.org/wallet/node/get_info')).toContain('"height"')
    // A page of this origin; the header is that of a browser.
    const call = ['--data', '{"jsonrpc":"2.0","id":0,"method":"get_block_count"}', '--header']
    const node = 'https://wallet.example.org/wallet/node/json_rpc'
    expect(await request(node, ...call, `Origin: https://wallet.example.org:${port}`)).toContain('"count"')
    expect(await request(node, ...call, 'Origin: https://evil.example')).toContain('403 Forbidden')
  })

  it('serves the page as files with the headers of faba serve', async () => {
    const read = (path: string): Promise<string> => request(`https://files.example.org${path}`)
    for (const path of ['/', ...manifests.map((name) => `/${name}`), '/assets/a.js', '/assets/a.wasm', '/missing']) {
      const response = await read(path)
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headerOf(response, name), path).toBe(value)
    }
    expect(headerOf(await read('/'), 'cache-control')).toBe('no-cache')
    expect(headerOf(await read('/assets/a.js'), 'cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headerOf(await read('/assets/a.wasm'), 'content-type')).toBe('application/wasm')
    for (const name of manifests)
      expect(headerOf(await read(`/${name}`), 'content-type')).toBe('application/manifest+json')
    expect(await read('/_headers')).toContain('404 Not Found')
  })
})

describe('Caddy', () => {
  it('is given the headers of faba serve', () => {
    const [example = ''] = examples('caddyfile')
    const headers = [...example.matchAll(/^\t\t([\w-]+) "(.*)"$/gm)].map(([, name = '', value]) => [
      name.toLowerCase(),
      value,
    ])
    expect(Object.fromEntries(headers)).toEqual(SECURITY_HEADERS)
  })
})
