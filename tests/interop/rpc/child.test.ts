// monero-ts starts `faba rpc`, `faba node` and Monero's programs as child processes: it parses what they print, logs in, and stops them.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import moneroTs from 'monero-ts'
import { afterAll, describe, expect, it } from 'vitest'
import { COMMAND, createCommands, untilOutput } from '../../support/peers/commands.ts'
import { freePort } from '../../support/peers/monero.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-child-'))
const commands = createCommands()

afterAll(async () => {
  await commands.end()
  rmSync(folder, { recursive: true })
})

const FABA = [process.execPath, COMMAND, 'rpc', '--network', 'monero', '--regtest', '--non-interactive']

const programs = { 'faba rpc': FABA, 'monero-wallet-rpc': ['monero-wallet-rpc', '--non-interactive'] }

const LOGINS = [['--rpc-login', 'ann:geheim'], ['--disable-rpc-login']]

describe.each(Object.entries(programs))('%s as a child of monero-ts', (name, program) => {
  it.each(LOGINS)('starts with %s, responds and stops', async (...login) => {
    const wallet = await moneroTs.connectToWalletRpc({
      cmd: [
        ...[...program, ...login, '--daemon-address', '127.0.0.1:1', '--log-file', join(folder, `${name}.log`)],
        ...['--rpc-bind-port', String(await freePort()), '--wallet-dir', join(folder, name)],
      ],
      proxyToWorker: false,
    })
    try {
      expect((await wallet.getVersion()).getNumber()).toBeGreaterThan(65536)
      await wallet.createWallet({ path: `wallet${login.length}`, password: 'secret', language: 'English' })
      expect(await wallet.getPrimaryAddress()).toMatch(/^4/)
      expect(await wallet.isConnectedToDaemon()).toBe(false)
      await wallet.close()
    } finally {
      await wallet.stopProcess()
    }
  })
})

const nodes = {
  'faba node': [process.execPath, COMMAND, 'node', '--network', 'monero'],
  monerod: [
    ...['monerod', '--regtest', '--offline', '--non-interactive', '--no-zmq', '--data-dir', join(folder, 'chain')],
    ...['--log-file', join(folder, 'monerod.log')],
  ],
}

describe.each(Object.entries(nodes))('%s as a child of monero-ts', (_, program) => {
  it('starts with a login, responds and stops', async () => {
    const port = await freePort()
    const node = await moneroTs.connectToDaemonRpc({
      cmd: [...program, '--rpc-bind-port', String(port), '--rpc-login', 'ann:geheim'],
      proxyToWorker: false,
    })
    try {
      const connection = await node.getRpcConnection()
      expect(connection.getUri()).toBe(`http://127.0.0.1:${port}`)
      expect(connection.getUsername()).toBe('ann')
      expect(await node.getHeight()).toBeGreaterThan(0)
    } finally {
      await node.stopProcess()
    }
  })
})

it('prints the words of monero-wallet-rpc at the end of its output, which a reader may get as one chunk', async () => {
  const running = commands.run(...FABA.slice(2), '--disable-rpc-login', '--wallet-dir', 'w', '--rpc-bind-port', '0')
  const words = /Starting wallet RPC server: Binding on 127\.0\.0\.1 \(IPv4\):(\d+)\n$/
  const [, port] = await untilOutput(running, words)
  running.child.kill('SIGTERM')
  await running.exit
  expect(running.output()).toMatch(words)
  expect(running.output()).toContain(`wallet RPC for Monero regtest: http://127.0.0.1:${port}/json_rpc\nlogin: none\n`)
  expect(running.output().match(/Binding on /g)).toHaveLength(1)
})
