// The boundary of the command line: errors that a command throws.

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { COMMAND } from '../../support/peers/commands.ts'

/** Replaces a property that the help text reads, so that reading it throws a foreign error. */
const BROKEN_TERMINAL = `Object.defineProperty(process.stdout, 'columns', {
  get: () => { throw new TypeError('a foreign error') },
})`

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, output: stdout + stderr }
}

describe('a command', () => {
  it('prints a foreign error with its stack, and exits with code 1', () => {
    const preload = `data:text/javascript,${encodeURIComponent(BROKEN_TERMINAL)}`
    const { status, output } = run(['node', '--help'], { NODE_OPTIONS: `--import=${preload}` })
    expect(output).toMatch(/^faba: internal error: TypeError: a foreign error\n {4}at /m)
    expect(status).toBe(1)
  })

  it('prints an expected error as one message without a stack, and exits with code 2', () => {
    const { status, output } = run(['node', '--port', 'x'])
    expect(output).toMatch(/^faba: --port takes a whole number/m)
    expect(output).not.toMatch(/\n {4}at /)
    expect(status).toBe(2)
  })
})
