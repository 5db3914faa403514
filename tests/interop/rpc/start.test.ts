// Start and stop of `faba rpc`: password prompts, errors at the start, a full disk, signals, the log, --tx-notify.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  COMMAND,
  caller,
  createCommands,
  curl,
  type RpcResponse,
  type Running,
  untilOutput,
} from '../../support/peers/commands.ts'

const COIN = 1_000_000_000
const VERSION = '{"jsonrpc":"2.0","id":"1","method":"get_version"}'
const SERVING = /(http:\/\/[\d.:]+\/json_rpc)[\s\S]*login: /

const commands = createCommands()
const { folder, run, start } = commands

let nodeUrl: string

const rpc = (...args: readonly string[]) => commands.rpc(nodeUrl, ...args)

/** Starts `faba rpc` at a terminal, which `script` provides. Only the command itself could echo the input. */
const atTerminal = (...args: readonly string[]): Running =>
  start('script', ['-qec', [process.execPath, COMMAND, 'rpc', '--regtest', ...args].join(' '), '/dev/null'], 'pipe')

beforeAll(async () => {
  nodeUrl = await commands.node()
  const service = await rpc('--wallet-dir', 'w', '--disable-rpc-login')
  await service.call('create_wallet', { filename: 'ann', password: 'pass wört', language: 'English' })
  await service.call('stop_wallet')
  await service.exit
})

afterAll(commands.end)

describe('a password prompt', () => {
  const flags = ['--wallet-file', 'w/ann', '--rpc-bind-port', '0'] as const

  it('reads passwords without echo, new ones twice', async () => {
    const running = atTerminal(...flags, '--daemon-address', nodeUrl, '--rpc-login', 'ann')
    const type = async (prompt: RegExp, text: string): Promise<void> => {
      await untilOutput(running, prompt)
      running.child.stdin?.write(`${text}\r`)
    }
    await type(/password of the RPC login: /, 'one')
    await type(/again: /, 'two')
    await type(/again: \s+password of the RPC login: /, 'geheim')
    await type(/again: [\s\S]*again: /, 'geheim')
    await type(/password of the wallet: /, 'pass wöx\u007frt')
    const [, url = ''] = await untilOutput(running, SERVING)
    expect(JSON.parse(await curl('--digest', '-u', 'ann:geheim', '-d', VERSION, url))).toHaveProperty('result')
    expect(running.output()).not.toMatch(/geheim|wört|wö/)
    await curl('--digest', '-u', 'ann:geheim', '-d', VERSION.replace('get_version', 'stop_wallet'), url)
    expect(await running.exit).toBe(0)
  })

  it('ends the command after a wrong password or Ctrl-C', async () => {
    const wrong = atTerminal(...flags, '--disable-rpc-login', '--prompt-for-password')
    await untilOutput(wrong, /password of the wallet: /)
    wrong.child.stdin?.write('falsch\r')
    expect(await wrong.exit).toBe(2)
    expect(wrong.output()).toMatch(/password/)
    expect(wrong.output()).not.toMatch(/falsch/)
    const cancelled = atTerminal(...flags, '--disable-rpc-login')
    await untilOutput(cancelled, /password of the wallet: /)
    cancelled.child.stdin?.write('abc\u0003')
    expect(await cancelled.exit).toBe(2)
    expect(cancelled.output()).toMatch(/cancelled at the password prompt/)
  })

  it.each([
    { args: [...flags], message: /the password of --wallet-file .* is missing, and there is no terminal/ },
    { args: [...flags, '--non-interactive'], message: /is missing, and --non-interactive forbids/ },
    {
      args: ['--wallet-dir', 'w', '--rpc-bind-port', '0', '--rpc-login', 'ann'],
      message: /--rpc-login user:password is/,
    },
    {
      args: ['--wallet-dir', 'w', '--rpc-bind-port', '0', '--daemon-login', 'ann'],
      message: /--daemon-login user:password is/,
    },
  ])('fails without a terminal: $args', async ({ args, message }) => {
    const { exit, output } = run('rpc', '--regtest', ...args)
    expect(await exit).toBe(2)
    expect(output()).toMatch(message)
  })

  it('is skipped when files contain the passwords', async () => {
    writeFileSync(join(folder, 'password'), 'pass wört\n', { mode: 0o600 })
    writeFileSync(
      join(folder, 'rpc.conf'),
      `# as monero-wallet-rpc has it\nwallet-file=w/ann\npassword-file=password # here\nrpc-bind-port=0\ndisable-rpc-login=1\nregtest=1\ndaemon-address=${nodeUrl}\n`,
    )
    const running = run('rpc', '--config-file', 'rpc.conf')
    const [, url = ''] = await untilOutput(running, SERVING)
    expect((await caller(url)('get_height')).result).toHaveProperty('height')
    running.child.kill('SIGTERM')
    expect(await running.exit).toBe(0)
  })
})

describe('an error at the start', () => {
  it('reports a port in use', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // of a server that listens on a port
    const { exit, output } = run('rpc', '--wallet-dir', 'w', '--disable-rpc-login', '--rpc-bind-port', String(port))
    expect(await exit).toBe(2)
    expect(output()).toMatch(new RegExp(`cannot listen on 127.0.0.1:${port}: it is in use`))
    server.close()
  })

  it('reports a wallet file that another service has open', async () => {
    const first = await rpc('--wallet-dir', 'w', '--disable-rpc-login')
    expect(await first.call('open_wallet', { filename: 'ann', password: 'pass wört' })).toHaveProperty('result')
    const alone = run(
      ...['rpc', '--regtest', '--wallet-file', 'w/ann', '--password', 'pass wört'],
      ...['--rpc-bind-port', '0', '--disable-rpc-login'],
    )
    expect(await alone.exit).toBe(2)
    expect(alone.output()).toMatch(/another process/)
    const second = await rpc('--wallet-dir', 'w', '--disable-rpc-login')
    const refused = await second.call('open_wallet', { filename: 'ann', password: 'pass wört' })
    expect(refused.error?.message).toMatch(/another process/)
    // The first service is unaffected.
    expect(await first.call('set_attribute', { key: 'a', value: 'b' })).toHaveProperty('result')
    await first.call('stop_wallet')
    expect(await first.exit).toBe(0)
    expect(await second.call('open_wallet', { filename: 'ann', password: 'pass wört' })).toHaveProperty('result')
    expect(await second.call('get_attribute', { key: 'a' })).toMatchObject({ value: 'b' })
  })

  it('reports a folder that is a file, and a log file that cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '')
    const common = ['--rpc-bind-port', '0', '--disable-rpc-login'] as const
    const below = run('rpc', '--wallet-dir', 'file/below', ...common)
    expect(await below.exit).toBe(2)
    expect(below.output()).toMatch(/^faba: --wallet-dir file\/below: a part of the path is a file/m)
    const log = run('rpc', '--wallet-dir', 'w', ...common, '--log-file', 'file/below')
    expect(await log.exit).toBe(2)
    expect(log.output()).toMatch(/--log-file: file\/below: a part of the path is a file/)
  })
})

describe('a full disk', () => {
  it('is reported, and loses nothing that was acknowledged', async () => {
    const flags = ['--wallet-dir', 'full', '--disable-rpc-login'] as const
    const first = await rpc(...flags)
    await first.call('create_wallet', { filename: 'f', language: 'English' })
    await first.call('stop_wallet')
    await first.exit
    // Limits files of the service to one megabyte, which has the effect of a full disk.
    const args = ['rpc', '--regtest', '--rpc-bind-port', '0', '--daemon-address', nodeUrl, ...flags]
    const limited = start(
      'bash',
      ['-c', 'trap "" XFSZ; ulimit -f 1024; exec "$@"', 'bash', process.execPath, COMMAND, ...args],
      'ignore',
    )
    const [, url = ''] = await untilOutput(limited, SERVING)
    const call = caller(url)
    expect(await call('open_wallet', { filename: 'f' })).toHaveProperty('result')
    const value = 'x'.repeat(50_000)
    let stored = 0
    let refused: RpcResponse | undefined
    for (; stored < 200; stored++) {
      const answer = await call('set_attribute', { key: `key ${stored}`, value: `${stored} ${value}` })
      if (answer.error !== undefined) {
        refused = answer
        break
      }
    }
    expect(stored).toBeGreaterThan(0)
    expect(refused?.error?.message).toMatch(/full|disk|space|I\/O/i)
    // The service continues, and reads what it has stored.
    expect(await call('get_attribute', { key: 'key 0' })).toMatchObject({ value: `0 ${value}` })
    limited.child.kill('SIGTERM')
    await limited.exit
    const again = await rpc(...flags)
    expect(await again.call('open_wallet', { filename: 'f' })).toHaveProperty('result')
    for (let i = 0; i < stored; i++)
      expect(await again.call('get_attribute', { key: `key ${i}` })).toMatchObject({ value: `${i} ${value}` })
    expect(await again.call('set_attribute', { key: 'more', value })).toHaveProperty('result')
  })
})

describe('a signal', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('saves everything: %s', async (signal) => {
    const service = await rpc('--wallet-dir', 'signals', '--disable-rpc-login')
    const filename = signal.toLowerCase()
    await service.call('create_wallet', { filename, language: 'English' })
    const labels = Array.from({ length: 20 }, (_, i) => `label ${i}`)
    await Promise.all(labels.map((label) => service.call('create_address', { account_index: 0, label })))
    service.child.kill(signal)
    service.child.kill(signal)
    expect(await service.exit).toBe(0)
    const again = await rpc('--wallet-dir', 'signals', '--disable-rpc-login')
    await again.call('open_wallet', { filename })
    const { addresses } = (await again.call('get_address', { account_index: 0 })).result ?? {}
    expect((addresses as { label: string }[]).map(({ label }) => label).sort()).toEqual(
      ['Primary account', ...labels].sort(),
    )
    await again.call('stop_wallet')
    await again.exit
  })
})

describe('the log', () => {
  it('contains calls without secrets, even at the highest level', async () => {
    const flags = ['--wallet-dir', 'log', '--rpc-login', 'ann:geheim', '--log-level', '4', '--log-file', 'rpc.log']
    const service = await rpc(...flags, '--daemon-login', 'bob:niemand')
    const call = caller(service.url, { authorization: `Basic ${btoa('ann:geheim')}` })
    const password = 'open sesame'
    await call('create_wallet', { filename: 'l', password, language: 'English' })
    const key = async (key_type: string): Promise<string> =>
      String(((await call('query_key', { key_type })) as { key?: unknown; result?: { key?: unknown } }).result?.key)
    const [words, view, spend] = [await key('mnemonic'), await key('view_key'), await key('spend_key')]
    expect(words.split(' ').length).toBeGreaterThan(20)
    const address = String((await call('get_address')).result?.['address'])
    const node = caller(`${nodeUrl}/json_rpc`)
    await node('dev_faucet', { address, amount: 7 * COIN })
    await node('dev_mine', { blocks: 12, address })
    await call('refresh')
    const paid = await call('transfer', { destinations: [{ amount: COIN, address }], get_tx_key: true })
    const txid = String(paid.result?.['tx_hash'])
    expect(txid).toMatch(/^[0-9a-f]{64}$/)
    await call('set_tx_notes', { txids: [txid], notes: ['a private note'] })
    await call('set_attribute', { key: 'private', value: 'a private value' })
    await call('change_wallet_password', { old_password: password, new_password: 'other sesame' })
    await call('open_wallet', { filename: 'l', password: 'wrong sesame' })
    await call('restore_deterministic_wallet', { filename: 'm', seed: words, password })
    await call('restore_deterministic_wallet', { filename: 'n', seed: words.replace(' ', ' nonsense '), password })
    await call('generate_from_keys', { filename: 'k', address, viewkey: view, spendkey: spend, password })
    await call('geheim')
    await call('set_daemon', { address: 'http://carl:niemand@127.0.0.1:1' })
    await curl('-d', words, '-u', 'ann:geheim', service.url)
    await curl('-d', 'x', '-u', 'ann:falsch', `${service.url}?seed=abc`)
    await call('stop_wallet')
    expect(await service.exit).toBe(0)

    const log = readFileSync(join(folder, 'rpc.log'), 'utf8')
    expect(statSync(join(folder, 'rpc.log')).mode & 0o777).toBe(0o600)
    expect(log).toMatch(/ DEBUG wallet\.rpc transfer: ok, \d+ ms$/m)
    expect(log).toMatch(/ DEBUG wallet\.rpc open_wallet: error -22, \d+ ms$/m)
    expect(log).toMatch(/ TRACE daemon\.rpc \/\S+ 200, \d+ ms$/m)
    expect(log).toMatch(/ INFO wallet (opened a wallet|synced)$/m)
    expect(log).toMatch(/ DEBUG net\.http POST \/json_rpc 401, \d+ ms$/m)
    const output = `${log}\n${service.output()}`
    const payments = paid.result as { tx_key?: unknown }
    for (const secret of [
      view,
      spend,
      String(payments.tx_key),
      'sesame',
      'geheim',
      'niemand',
      'falsch',
      'private',
      'abc',
    ])
      expect(output.includes(secret), secret.slice(0, 8)).toBe(false)
    // A single seed word may occur in any text; three consecutive ones do not.
    const seed = words.split(' ')
    for (let i = 0; i + 2 < seed.length; i++) expect(output).not.toContain(seed.slice(i, i + 3).join(' '))
    expect(output).not.toContain(address)
    expect(output).not.toContain(btoa('ann:geheim'))
  })
})

describe('--tx-notify', () => {
  it('reports a command that cannot be started, and continues', async () => {
    const service = await rpc('--wallet-dir', 'notify', '--disable-rpc-login', '--tx-notify', './nothing-here %s')
    await service.call('create_wallet', { filename: 'n', language: 'English' })
    const address = String((await service.call('get_address')).result?.['address'])
    await caller(`${nodeUrl}/json_rpc`)('dev_mine', { blocks: 1, address })
    await service.call('refresh')
    await untilOutput(service, /--tx-notify failed: .*ENOENT/)
    expect(await service.call('get_height')).toHaveProperty('result')
  })

  it('passes the id as part of an argument, without a shell', async () => {
    const script = join(folder, 'notify.sh')
    writeFileSync(script, `#!/bin/sh\nprintf '%s|' "$@" >> '${folder}/notified'\n`)
    chmodSync(script, 0o755)
    mkdirSync(join(folder, 'notify.d'))
    const service = await rpc(
      '--wallet-dir',
      'notify.d',
      '--disable-rpc-login',
      '--tx-notify',
      `${script} a;b $HOME %s-%s`,
    )
    await service.call('create_wallet', { filename: 'n', language: 'English' })
    const address = String((await service.call('get_address')).result?.['address'])
    await caller(`${nodeUrl}/json_rpc`)('dev_mine', { blocks: 1, address })
    await service.call('refresh')
    const notified = () =>
      readdirSync(folder).includes('notified') ? readFileSync(join(folder, 'notified'), 'utf8') : ''
    while (!notified().endsWith('|')) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(notified()).toMatch(/^a;b\|\$HOME\|([0-9a-f]{64})-\1\|/)
  })
})
