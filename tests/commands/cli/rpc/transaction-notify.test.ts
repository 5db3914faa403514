// Commands of --tx-notify: in order, a few at a time, and failures that are reported only.

import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNotifier } from '../../../../src/cli/rpc/wallets/transactionNotify.ts'

const POLLING = { timeout: 120_000 }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faba-notify-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Creates a script that runs shell commands with the transaction id as $1, in the folder. */
const script = (commands: string): string => {
  const path = join(folder, 'notify.sh')
  writeFileSync(path, `#!/bin/sh\ncd '${folder}'\n${commands}\n`)
  chmodSync(path, 0o755)
  return `${path} %s`
}

const txids = Array.from({ length: 150 }, (_, i) => String(i).padStart(3, '0'))

it('runs at most eight commands at a time, and each of them once', async () => {
  const failures: string[] = []
  const warnings: number[] = []
  // Each command waits until the file exists.
  const notify = createNotifier(
    script('touch "started-$1"; while [ ! -e go ]; do sleep 0.05; done; echo "$1" >> done'),
    {
      failed: (reason) => failures.push(reason),
      waiting: (count) => warnings.push(count),
    },
  )
  for (const txid of txids) notify(txid)
  const started = () => readdirSync(folder).filter((name) => name.startsWith('started-'))
  await vi.waitFor(() => expect(started().length).toBeGreaterThanOrEqual(8), POLLING)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(started().sort()).toEqual(txids.slice(0, 8).map((txid) => `started-${txid}`))
  expect(warnings).toEqual([100])
  writeFileSync(join(folder, 'go'), '')
  const done = () => (existsSync(join(folder, 'done')) ? readFileSync(join(folder, 'done'), 'utf8').split('\n') : [])
  await vi.waitFor(() => expect(done()).toHaveLength(txids.length + 1), POLLING)
  expect(done().sort()).toEqual(['', ...txids])
  expect(failures).toEqual([])
})

it.each([
  ['does not exist', () => join(folder, 'missing')],
  ['is below a file', () => join(script('true').split(' ')[0] ?? '', 'program')],
  ['has a name that is too long', () => `/${'a'.repeat(5000)}`],
  ['is a folder', () => folder],
])('reports a program that %s, and goes on', async (_, programOf) => {
  const failures: string[] = []
  const notify = createNotifier(`${programOf()} %s`, {
    failed: (reason) => failures.push(reason),
    waiting: () => undefined,
  })
  for (const txid of txids.slice(0, 20)) notify(txid)
  await vi.waitFor(() => expect(failures).toHaveLength(20), POLLING)
  expect(failures[0]).toMatch(/spawn/)
})
