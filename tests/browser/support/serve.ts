// Starts `faba serve` for browser tests: the built page and a development node on one free port.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../support/peers/monero.ts'

export type Served = { readonly url: string; stop(): Promise<void> }

const COMMAND = fileURLToPath(new URL('../../../src/cli/faba.js', import.meta.url))

/** Starts `faba serve` with extra flags; resolves once it has printed its address. */
export const startServe = async (...flags: readonly string[]): Promise<Served> => {
  const port = await freePort()
  // The chain of this port is kept here, not with the data of the user.
  const folder = mkdtempSync(join(tmpdir(), 'faba-chains-'))
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', String(port), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, XDG_DATA_HOME: folder },
  })
  let output = ''
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (data: Buffer): void => {
      output += data.toString()
      if (output.includes(`:${port}`)) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void exited.then(() => reject(new Error(`faba serve ended before it served:\n${output}`)))
  })
  await ready
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
