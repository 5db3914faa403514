// Logins and listen addresses of flags.

import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Flag, parseFlags } from '../../../../src/cli/command/command.ts'
import {
  checkListenHost,
  isLoopback,
  PORT_RANGE,
  parseLogin,
  readLoginFlag,
  resolveLogin,
} from '../../../../src/cli/http/accessFlags.ts'

const readPassword = async (): Promise<string> => 'typed'

describe('the argument of a login flag', () => {
  it.each([
    ['ann:secret', 'ann', 'secret'],
    ['ann:se:cret', 'ann', 'se:cret'],
    ['a:b', 'a', 'b'],
  ])('%j is a user and a password', (text, user, password) => {
    expect(parseLogin(text, 'rpc-login', readPassword)).toEqual({ user, password })
  })

  it('without a colon is a user, whose password is read from the terminal', () => {
    expect(parseLogin('ann', 'rpc-login', readPassword)).toEqual({ user: 'ann', password: readPassword })
  })

  it.each(['', ':', ':secret', 'ann:'])('%j is rejected', (text) => {
    expect(() => parseLogin(text, 'rpc-login', readPassword)).toThrow('--rpc-login takes user:password')
  })
})

describe('a login without password', () => {
  /** Replaces the terminal. `shown` is what it displays, `type` what its user types. */
  const withTerminal = (isTerminal: boolean) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: isTerminal, setRawMode: () => undefined })
    const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: isTerminal })
    // The members that the terminal uses.
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin)
    vi.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as unknown as typeof process.stderr)
    return { type: (text: string) => stdin.write(text), shown: (): unknown => stderr.read() }
  }
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('asks the terminal for it', async () => {
    withTerminal(true)
    expect(await resolveLogin({ user: 'ann', password: readPassword }, 'rpc-login')).toEqual({
      user: 'ann',
      password: 'typed',
    })
  })

  it('is rejected without a terminal', async () => {
    withTerminal(false)
    await expect(resolveLogin({ user: 'ann', password: readPassword }, 'rpc-login')).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('--rpc-login has no password, and there is no terminal'),
    })
  })

  it('is that of a flag, whose name the terminal shows', async () => {
    const flags: Flag[] = [{ name: 'node-login', value: 'LOGIN', description: '' }]
    const command = { name: '', groups: [{ title: '', flags }] }
    const read = (...args: readonly string[]) => readLoginFlag(parseFlags(command, args), 'node-login')
    expect(await read()).toBeUndefined()
    expect(await read('--node-login', 'ann:b')).toEqual({ user: 'ann', password: 'b' })
    const terminal = withTerminal(true)
    const login = read('--node-login', 'ann')
    terminal.type('typed\r')
    expect(await login).toEqual({ user: 'ann', password: 'typed' })
    expect(terminal.shown()).toBe('password of --node-login: \n')
  })
})

describe('a listen address', () => {
  it.each([
    ['localhost', true],
    ['::1', true],
    ['127.0.0.1', true],
    ['127.255.3.9', true],
    ['127.1', false],
    ['127.0.0.1.evil.example', false],
    ['x127.0.0.1', false],
    ['128.0.0.1', false],
    ['127.0.0.1234', false],
    ['127.0.0.x', false],
    ['0.0.0.0', false],
    ['::', false],
    ['', false],
  ])('%j is reachable from this machine only: %s', (address, isLocal) => {
    expect(isLoopback(address)).toBe(isLocal)
    if (isLocal) expect(checkListenHost(address, 'host', false)).toBe(address)
    else expect(() => checkListenHost(address, 'host', false)).toThrow('add --confirm-external-bind')
    expect(checkListenHost(address, 'host', true)).toBe(address)
  })

  it('has any TCP port, or 0', () => {
    expect(PORT_RANGE).toEqual({ min: 0, max: 65_535 })
  })
})
