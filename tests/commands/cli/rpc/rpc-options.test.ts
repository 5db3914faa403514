// The flags of `faba rpc`: parsed options, and messages for invalid flags.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type FlagSyntax, flagsOf, parseFlags, UsageError } from '../../../../src/cli/command/command.ts'
import type { Terminal } from '../../../../src/cli/command/terminal.ts'
import type { PasswordSource } from '../../../../src/cli/http/accessFlags.ts'
import { expandConfigFile, parseConfigFile } from '../../../../src/cli/rpc/flags/configFile.ts'
import { RPC_GROUPS } from '../../../../src/cli/rpc/flags/rpcFlags.ts'
import { parseRpcOptions } from '../../../../src/cli/rpc/rpcOptions.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-options-'))
afterAll(() => rmSync(folder, { recursive: true }))

const command: FlagSyntax = { name: 'rpc', groups: RPC_GROUPS, expandArguments: expandConfigFile }

const read = (...args: readonly string[]) => parseRpcOptions(parseFlags(command, args))
const LEAST = ['--wallet-dir', '/w', '--rpc-bind-port', '1'] as const

describe('flags of the wallet RPC', () => {
  it('have the meaning of those of monero-wallet-rpc', () => {
    expect(read(...LEAST)).toMatchObject({
      wallets: { kind: 'folder', path: '/w' },
      maxOpenWallets: 0,
      listen: {
        addresses: [{ host: '127.0.0.1', port: 1, isOptional: false }],
        limits: { total: Number.POSITIVE_INFINITY },
        tls: undefined,
      },
      detached: false,
      pidFile: undefined,
      login: { kind: 'random' },
      origins: [],
      restricted: false,
      strictJson: false,
      network: { id: 'oxen-mainnet' },
      node: { url: 'http://localhost:22023', trusted: true },
      nodeLogin: undefined,
      maxFeeRatio: 10,
      maxReorgDepth: 100,
      log: '0',
      interactive: true,
    })
    const file = join(folder, 'password')
    writeFileSync(file, 'from a file\r\n')
    expect(
      read(
        ...['--wallet-file=/w/a', `--password-file=${file}`, '--rpc-bind-port=0', '--rpc-login=ann:a:b'],
        ...[
          '--network=monero',
          '--stagenet',
          '--daemon-address=node.example:99',
          '--daemon-login=u:p',
          '--restricted-rpc',
          '--strict-json',
        ],
        ...['--rpc-bind-ip=0.0.0.0', '--confirm-external-bind', '--rpc-access-control-origins=http://a,http://b'],
        ...[
          '--non-interactive',
          '--log-level=2',
          '--tx-notify=/bin/true %s',
          '--max-fee-ratio=3',
          '--max-reorg-depth=20',
        ],
      ),
    ).toMatchObject({
      wallets: { kind: 'file', path: '/w/a.faba', password: 'from a file' },
      listen: { addresses: [{ host: '0.0.0.0', port: 0 }] },
      login: { kind: 'given', login: { user: 'ann', password: 'a:b' } },
      origins: ['http://a', 'http://b'],
      restricted: true,
      strictJson: true,
      network: { id: 'monero-stagenet' },
      node: { url: 'http://node.example:99', trusted: false },
      nodeLogin: { user: 'u', password: 'p' },
      maxFeeRatio: 3,
      maxReorgDepth: 20,
      notifyCommand: '/bin/true %s',
      log: '2',
      interactive: false,
    })
  })

  it('set the lookahead of new wallets, and refuse one for an existing wallet', () => {
    const lookAhead = (text: string) => read(...LEAST, `--subaddress-lookahead=${text}`).lookAhead
    expect(read(...LEAST).lookAhead).toBeUndefined()
    expect(lookAhead('4:1500')).toEqual({ majors: 4, minors: 1500 })
    for (const invalid of ['', '5', '0:5', '5:0', '5:', 'a:b', '5:6:7', '-1:5', '1.5:2', '4294967295:4294967295'])
      expect(() => lookAhead(invalid), invalid).toThrow(UsageError)
    const withFile = ['--wallet-file=/w/a', '--rpc-bind-port=1', '--subaddress-lookahead=4:1500']
    expect(() => read(...withFile)).toThrow('--wallet-file')
  })

  it('refuse files that are no UTF-8, in which different passwords would be equal', () => {
    const path = join(folder, 'cp1251')
    writeFileSync(path, Uint8Array.of(0xef, 0xe0, 0xf0, 0xee, 0xeb, 0xfc))
    const flags = [
      ['--wallet-file=/w/a', `--password-file=${path}`],
      [`--generate-from-json=${path}`],
      [...LEAST, `--config-file=${path}`],
    ]
    for (const args of flags) expect(() => read('--rpc-bind-port=1', ...args)).toThrow(/is no UTF-8|as UTF-8/)
  })

  it('refuse arguments that are no UTF-8, without their text', { timeout: 60_000 }, () => {
    const script = `exec "$0" "$1" rpc --wallet-file w --rpc-bind-port 1 --password="$(printf 'geheim\\357\\340')"`
    const command = fileURLToPath(new URL('../../../../src/cli/faba.js', import.meta.url))
    const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, command], { encoding: 'utf8' })
    expect(stderr).toMatch(/argument 5 is no UTF-8/)
    expect(stderr).not.toContain('geheim')
    expect(status).toBe(2)
  })

  it('select the node, and trust one on this machine', () => {
    const node = (...args: readonly string[]) => read(...LEAST, ...args).node
    expect(node('--daemon-address', 'node.example').url).toBe('http://node.example:22023')
    expect(node('--daemon-address', 'https://node.example:443').url).toBe('https://node.example')
    expect(node('--daemon-address', 'https://node.example/x/').url).toBe('https://node.example:22023/x')
    expect(node('--daemon-address', '[::1]:5').url).toBe('http://[::1]:5')
    expect(node('--daemon-address', '127.0.0.1:5').trusted).toBe(true)
    expect(node('--daemon-address', '127.0.0.1:5', '--untrusted-daemon').trusted).toBe(false)
    expect(node('--daemon-address', 'node.example', '--trusted-daemon').trusted).toBe(true)
    expect(node('--daemon-address', '127.0.0.1.example').trusted).toBe(false)
  })

  it('name a database, whose password is in the URL, in a file or in the environment', () => {
    const url = 'postgres://ann@db.example.org/wallets'
    const database = (...args: readonly string[]) => {
      const { wallets } = read('--wallets', '5', '--rpc-bind-port', '1', ...args)
      return wallets.kind === 'database' ? wallets.database : undefined
    }
    const path = join(folder, 'db-password')
    writeFileSync(path, 'from a file\n')
    const passFile = join(folder, 'pgpass')
    writeFileSync(passFile, '# comment\nother:*:*:*:no\n*:5432:wallets:ann:a\\:b\n')
    expect(database('--wallet-database', url)).toMatchObject({
      address: { host: 'db.example.org', port: 5432, database: 'wallets', user: 'ann', sslMode: 'verify-full' },
      password: '',
    })
    const importing = read('--wallet-database', url, '--wallet-dir', '/w', '--wallets', '5', '--rpc-bind-port', '1')
    expect(importing.wallets).toMatchObject({ kind: 'database', path: '/w' })
    expect(database('--wallet-database', url.replace('ann', 'ann:p'))?.password).toBe('p')
    expect(database('--wallet-database', url, '--wallet-database-password-file', path)?.password).toBe('from a file')
    vi.stubEnv('PGPASSFILE', passFile)
    expect(database('--wallet-database', url)?.password).toBe('a:b')
    expect(database('--wallet-database', url.replace('ann', 'bob'))?.password).toBe('')
    vi.stubEnv('PGPASSWORD', 'from the environment')
    expect(database('--wallet-database', url)?.password).toBe('from the environment')
    vi.unstubAllEnvs()
    for (const [args, message] of [
      [['--wallet-database', url, '--wallet-file', '/w'], /choose one of --wallet-database and --wallet-file/],
      [['--wallet-database', url, '--keys-files'], /choose one of --wallet-database and --keys-files/],
      [['--wallet-database', 'postgres://ann:secret@h'], /^--wallet-database: the URL of a database has the form/],
      [
        ['--wallet-database', url.replace('ann', 'ann:p'), '--wallet-database-password-file', path],
        /has a password: leave out --wallet-database-password-file/,
      ],
      [['--wallet-dir', '/w', '--wallet-database-password-file', path], /requires --wallet-database/],
    ] as const)
      expect(() => database(...args)).toThrow(message)
    expect(() => read('--wallet-database', url, '--rpc-bind-port', '1')).toThrow(
      '--wallet-database requires --wallets N',
    )
  })

  it('prompt for missing passwords, twice for a new one', async () => {
    const { wallets, login, nodeLogin } = read(
      ...['--wallet-file', 'a', '--rpc-bind-port', '1', '--rpc-login', 'ann', '--daemon-login', 'bob'],
    )
    const prompts: string[] = []
    const answers = ['w', 'one', 'two', 'same', 'same', 'n', '1', '2', '3', '4', '5', '6']
    const terminal: Terminal = {
      readSecret: async (prompt) => {
        prompts.push(prompt)
        return answers.shift() ?? ''
      },
    }
    const readPassword = (choice: PasswordSource | undefined) =>
      typeof choice === 'function' ? choice(terminal) : choice
    const caller = login.kind === 'given' ? login.login : undefined
    expect(await readPassword(wallets.kind === 'file' ? wallets.password : undefined)).toBe('w')
    expect(await readPassword(caller?.password)).toBe('same')
    expect(await readPassword(nodeLogin?.password)).toBe('n')
    expect(prompts).toHaveLength(6)
    await expect(readPassword(caller?.password)).rejects.toThrow(/did not match in any attempt/)
  })

  it('name the node by host and port, and keep TLS when it is required', () => {
    const url = (...args: readonly string[]) => read(...LEAST, ...args).node.url
    expect(url('--daemon-host', 'node.example')).toBe('http://node.example:22023')
    expect(url('--daemon-host=node.example', '--daemon-port=99')).toBe('http://node.example:99')
    expect(url('--daemon-port=0')).toBe('http://localhost:22023')
    expect(url('--daemon-address=node.example:99', '--daemon-ssl=enabled')).toBe('https://node.example:99')
    expect(url('--daemon-address=node.example:443')).toBe('https://node.example')
    expect(url('--daemon-address=node.example:443', '--daemon-ssl=disabled')).toBe('http://node.example:443')
    expect(read(...LEAST).node.isOffline).toBe(false)
    expect(read(...LEAST, '--offline', '--openalias-resolver', 'https://dns.example/dns-query')).toMatchObject({
      node: { isOffline: true },
      resolver: undefined,
    })
  })

  it('listen on IPv6 too, with limits of connections', () => {
    const addresses = (...args: readonly string[]) => read(...LEAST, ...args).listen.addresses
    expect(addresses('--rpc-bind-ipv6-address=::2')).toEqual([{ host: '127.0.0.1', port: 1, isOptional: false }])
    expect(addresses('--rpc-use-ipv6', '--rpc-ignore-ipv4')).toEqual([
      { host: '127.0.0.1', port: 1, isOptional: true },
      { host: '::1', port: 1, isOptional: false },
    ])
    expect(addresses('--rpc-use-ipv6', '--rpc-bind-ipv6-address=[::1]')[1]?.host).toBe('::1')
    expect(read(...LEAST, '--rpc-max-connections=9', '--rpc-max-connections-per-public-ip=2').listen.limits).toEqual({
      total: 9,
      perPublicAddress: 2,
      perPrivateAddress: Number.POSITIVE_INFINITY,
    })
  })

  it('are those of monero-wallet-rpc, but for Bitmessage, hardware wallets and RPC payments', () => {
    const help = execFileSync('monero-wallet-rpc', ['--help'], { encoding: 'utf8' })
    const theirs = [...help.matchAll(/^ {2}--([a-z\d-]+)/gm)].flatMap(([, name]) => name ?? [])
    expect(theirs.length).toBeGreaterThan(50)
    const ours = new Set(flagsOf(command).map(({ name }) => name))
    expect(theirs.filter((name) => !ours.has(name))).toEqual([
      'bitmessage-address',
      'bitmessage-login',
      'hw-device',
      'hw-device-deriv-path',
      'rpc-client-secret-key',
    ])
  })

  it('enable the resolver of names only on request, through the proxy of the node', () => {
    expect(read(...LEAST).resolver).toBeUndefined()
    const url = 'https://dns.example/dns-query'
    expect(read(...LEAST, '--openalias-resolver', url).resolver).toEqual({ url, proxy: undefined })
    const local = 'http://127.0.0.1:8053/dns-query'
    expect(read(...LEAST, `--openalias-resolver=${local}`, '--proxy=9050').resolver).toEqual({
      url: local,
      proxy: { host: '127.0.0.1', port: 9050 },
    })
  })

  it('set the log level or categories', () => {
    expect(read(...LEAST, '--log-level', '1,wallet:TRACE').log).toBe('1,wallet:TRACE')
    expect(read(...LEAST, '--log-level=*:WARNING').log).toBe('*:WARNING')
  })

  it.each([
    { args: ['--rpc-bind-port', '1'], message: /no wallets: give --wallet-dir/ },
    { args: ['--wallet-dir', '/w'], message: /--rpc-bind-port is missing/ },
    { args: [...LEAST, '--wallet-file', 'a'], message: /choose one of --wallet-dir and --wallet-file/ },
    { args: [...LEAST, '--password', 'x'], message: /open_wallet/ },
    { args: [...LEAST, '--wallets=-1'], message: /--wallets takes a whole number from 0/ },
    {
      args: ['--wallet-file', 'a', '--rpc-bind-port', '1', '--wallets', '2'],
      message: /--wallets requires --wallet-d/,
    },
    {
      args: ['--wallet-file', 'a', '--rpc-bind-port', '1', '--password-file', '/nowhere/at/all'],
      message: /--password-file .*: there is no such file/,
    },
    { args: [...LEAST, '--rpc-login', 'a:b', '--disable-rpc-login'], message: /choose one of --rpc-login and/ },
    { args: [...LEAST, '--rpc-login', 'secret:'], message: /^--rpc-login takes user:password(?!.*secret)/ },
    { args: [...LEAST, '--daemon-login', ':secret'], message: /^--daemon-login takes user:password(?!.*secret)/ },
    { args: [...LEAST, '--rpc-bind-ip', '0.0.0.0'], message: /--confirm-external-bind/ },
    { args: [...LEAST, '--testnet', '--regtest'], message: /choose one of --testnet and --regtest/ },
    { args: [...LEAST, '--stagenet'], message: /no --stagenet of --network oxen/ },
    { args: [...LEAST, '--network', 'monero', '--devnet'], message: /no --devnet of --network monero/ },
    { args: [...LEAST, '--network', 'other'], message: /--network is oxen or monero/ },
    { args: [...LEAST, '--proxy', '127.0.0.1:99999'], message: /the address of a proxy has the form/ },
    { args: [...LEAST, '--daemon-address', 'http://a b'], message: /a node's address looks like/ },
    { args: [...LEAST, '--daemon-address', 'http://u:p@a'], message: /must not contain a login/ },
    { args: [...LEAST, '--trusted-daemon', '--untrusted-daemon'], message: /choose one of/ },
    { args: [...LEAST, '--log-level', '5'], message: /--log-level takes a whole number from 0 to 4 or categories/ },
    {
      args: [...LEAST, '--openalias-resolver', 'http://dns.example/'],
      message: /--openalias-resolver takes a URL such/,
    },
    { args: [...LEAST, '--openalias-resolver', '1.1.1.1'], message: /--openalias-resolver takes a URL such/ },
    { args: [...LEAST, '--nonsense'], message: /nonsense/ },
    { args: [...LEAST, '--daemon-ssl', 'on'], message: /--daemon-ssl is enabled, disabled, autodetect, not "on"/ },
    { args: [...LEAST, '--daemon-address=https://a', '--daemon-ssl=disabled'], message: /disabled/ },
    { args: [...LEAST, '--daemon-address', 'a', '--daemon-port', '9'], message: /choose one of --daemon-address and/ },
    { args: [...LEAST, '--daemon-ssl-allowed-fingerprints', 'ab'], message: /a fingerprint is the SHA-256/ },
    { args: [...LEAST, '--rpc-ssl', 'enabled'], message: /HTTPS requires --rpc-ssl-private-key/ },
    { args: [...LEAST, '--rpc-ssl', 'yes'], message: /--rpc-ssl is enabled/ },
    { args: [...LEAST, '--rpc-ssl-certificate', '/nowhere/at/all'], message: /there is no such file/ },
    { args: [...LEAST, '--rpc-ssl-allowed-fingerprints', 'ab'], message: /a fingerprint is the SHA-256/ },
    { args: [...LEAST, '--rpc-max-connections', '0'], message: /--rpc-max-connections takes a whole number from 1/ },
    { args: [...LEAST, '--rpc-use-ipv6', '--rpc-bind-ipv6-address', '::'], message: /--confirm-external-bind/ },
    { args: [...LEAST, '--kdf-rounds', '2'], message: /--kdf-rounds takes a whole number from 1 to 1/ },
    { args: ['--generate-from-json', '/nowhere/at/all', '--rpc-bind-port', '1'], message: /there is no such file/ },
    { args: [...LEAST, '--generate-from-json', 'a'], message: /choose one of --generate-from-json and --wallet-dir/ },
    {
      args: [...LEAST, '--config-file', '/nowhere/at/all'],
      message: /--config-file \/nowhere\/at\/all: there is no such file/,
    },
  ])('reject $args with a helpful message', ({ args, message }) => {
    expect(() => read(...args)).toThrow(UsageError)
    expect(() => read(...args)).toThrow(message)
  })

  it('are read from a file, which the command line overrides', () => {
    const path = join(folder, 'rpc.conf')
    writeFileSync(
      path,
      '# a comment\n\nwallet-dir=/from/file # another\r\nrpc-bind-port = 7\nrestricted-rpc=yes\ntestnet=0\nregtest\nrpc-login=a:b#c\n',
    )
    expect(read('--config-file', path)).toMatchObject({
      wallets: { path: '/from/file' },
      listen: { addresses: [{ port: 7 }] },
      restricted: true,
      network: { id: 'oxen-regtest' },
      login: { login: { user: 'a', password: 'b#c' } },
    })
    expect(read(`--config-file=${path}`, '--rpc-bind-port=8').listen.addresses[0]?.port).toBe(8)
    expect(() => parseConfigFile('a\n')).toThrow(/line 1: unknown flag "a"/)
    expect(() => parseConfigFile('\nregtest=maybe')).toThrow(/line 2: regtest is 1 or 0/)
  })
})
