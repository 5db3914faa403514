// Flags of monerod's start scripts: those with a meaning here, those without effect, --zmq-pub.

import { describe, expect, it } from 'vitest'
import { type Flags, parseFlags, UsageError } from '../../../../src/cli/command/command.ts'
import { checkIgnoredFlags, describeIgnoredFlags } from '../../../../src/cli/node/ignoredFlags.ts'
import { nodeCommand } from '../../../../src/cli/node/nodeCommand.ts'
import { applyLogFlags } from '../../../../src/cli/node/nodeEventLog.ts'
import { parseZmqAddresses } from '../../../../src/cli/node/zmqFlags.ts'
import { createAdminSettings } from '../../../../src/devnet/node/adminSettings.ts'

const flagsOf = (...args: readonly string[]): Flags => parseFlags(nodeCommand, args)

describe('--zmq-pub', () => {
  it('may be repeated', () => {
    const flags = flagsOf('--network=monero', '--zmq-pub', 'tcp://127.0.0.1:18083', '--zmq-pub=tcp://[::1]:0')
    expect(parseZmqAddresses(flags)).toEqual([
      { host: '127.0.0.1', port: 18083 },
      { host: '::1', port: 0 },
    ])
  })

  it('is switched off by --no-zmq, for both families', () => {
    expect(parseZmqAddresses(flagsOf('--network', 'monero', '--zmq-pub', 'tcp://127.0.0.1:1', '--no-zmq'))).toEqual([])
    expect(parseZmqAddresses(flagsOf('--no-zmq'))).toEqual([])
    expect(parseZmqAddresses(flagsOf())).toEqual([])
  })

  it.each([[[]], [['--network', 'oxen']]])('is rejected for a chain of oxen (%j)', (args) => {
    const flags = flagsOf('--zmq-pub', 'tcp://127.0.0.1:18083', ...args)
    expect(() => parseZmqAddresses(flags)).toThrow(/add --network monero, or leave it out. oxend has another protocol/)
  })

  it('is rejected without an address and a port', () => {
    expect(() => parseZmqAddresses(flagsOf('--network=monero', '--zmq-pub=18083'))).toThrow(UsageError)
  })
})

describe('a start script of monerod', () => {
  const SCRIPT = [
    ...['--network=monero', '--regtest', '--offline', '--fixed-difficulty=1', '--non-interactive', '--no-zmq'],
    ...['--no-igd', '--igd=disabled', '--hide-my-port', '--no-sync', '--p2p-bind-ip=127.0.0.1', '--p2p-bind-port=1'],
    ...['--rpc-bind-ip=127.0.0.1', '--rpc-bind-port=0', '--confirm-external-bind', '--disable-rpc-ban'],
    ...['--rpc-ssl=disabled', '--rpc-access-control-origins=*', '--data-dir=chain', '--log-level=0', '--log-file=log'],
    ...['--max-log-file-size=0', '--prune-blockchain', '--out-peers=4', '--in-peers=4', '--disable-dns-checkpoints'],
    ...['--check-updates=disabled', '--add-peer=a:1', '--add-peer=b:1', '--keep-fakechain'],
  ]

  it('is accepted, and each flag without effect is named once, with its reason', () => {
    const flags = flagsOf(...SCRIPT)
    checkIgnoredFlags(flags)
    const lines = describeIgnoredFlags(flags)
    expect(lines).toContain(
      '--offline, --no-sync, --no-igd, --igd, --hide-my-port, --p2p-bind-ip, --p2p-bind-port, --out-peers, --in-peers, --add-peer have no effect here: this node has no peers',
    )
    expect(lines).toContain('--regtest has no effect here: the chain is private in any case')
    const named = lines.flatMap((line) => line.match(/--[\w-]+(?=[ ,].*have? no effect|[ ,].*has no effect)/g) ?? [])
    expect(new Set(named).size).toBe(named.length)
    const withEffect = [
      ...['--network', '--fixed-difficulty', '--no-zmq', '--rpc-bind-ip', '--rpc-bind-port', '--confirm-external-bind'],
      ...['--rpc-access-control-origins', '--data-dir', '--log-level'],
    ]
    const given = new Set(SCRIPT.map((arg) => arg.replace(/=.*/, '')))
    expect(new Set([...named, ...withEffect])).toEqual(given)
  })

  it('names nothing without such flags', () => {
    expect(describeIgnoredFlags(flagsOf('--automine', '--no-zmq'))).toEqual([])
  })

  it('is rejected if it relies on what this node does not do', () => {
    expect(() => checkIgnoredFlags(flagsOf('--rpc-ssl=enabled'))).toThrow('put a proxy with TLS before it')
    expect(() => checkIgnoredFlags(flagsOf('--rpc-ssl=autodetect'))).not.toThrow()
    for (const name of ['offline', 'no-sync'])
      expect(() => checkIgnoredFlags(flagsOf(`--${name}`, '--follow=http://127.0.0.1:1'))).toThrow(
        `choose one of --${name} and --follow`,
      )
  })
})

describe('--log-level', () => {
  const apply = (...args: readonly string[]) => {
    const settings = createAdminSettings(() => 0)
    const isLogged = applyLogFlags(flagsOf(...args), settings)
    return { isLogged, level: settings.logLevel, categories: settings.logCategories }
  }

  it('is stored, and logs events from 1 on', () => {
    expect(apply()).toEqual({ isLogged: false, level: 0, categories: '' })
    expect(apply('--log-level=0')).toEqual({ isLogged: false, level: 0, categories: '' })
    expect(apply('--log-level=2')).toEqual({ isLogged: true, level: 2, categories: '' })
    expect(apply('--verbose')).toEqual({ isLogged: true, level: 0, categories: '' })
  })

  it('stores categories', () => {
    expect(apply('--log-level=*:WARNING,net:ERROR')).toEqual({
      isLogged: false,
      level: 0,
      categories: '*:WARNING,net:ERROR',
    })
  })
})
