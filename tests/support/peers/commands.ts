// Processes of the command line in a temporary folder, their output, and calls to their RPC.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const COMMAND = fileURLToPath(new URL('../../../src/cli/faba.js', import.meta.url))

export type Running = {
  readonly child: ChildProcess
  readonly output: () => string
  readonly exit: Promise<number | null>
}

export type RpcResponse = {
  readonly id: unknown
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

export type Caller = (method: string, params?: object) => Promise<RpcResponse>

/** Waits until the output of a process matches. Rejects if the process ends before. */
export const untilOutput = (running: Running, pattern: RegExp): Promise<RegExpExecArray> => {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  const check = (): void => {
    const found = pattern.exec(running.output())
    if (found !== null) resolve(found)
  }
  running.child.stdout?.on('data', check)
  running.child.stderr?.on('data', check)
  void running.exit.then((code) => reject(new Error(`the process exited with ${code}:\n${running.output()}`)))
  check()
  return promise
}

export const post = async (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  await fetch(url, { method: 'POST', body: JSON.stringify(body), headers })

export const caller =
  (url: string, headers: Record<string, string> = {}): Caller =>
  async (method, params = {}) =>
    // JSON-RPC responses have this shape.
    (await (await post(url, { jsonrpc: '2.0', id: 'seven', method, params }, headers)).json()) as RpcResponse

export const curl = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)('curl', ['--silent', ...args])).stdout

/**
 * Returns functions that start processes in a temporary folder. `end` stops all processes and removes the folder.
 * @param command file of the command, relative to that folder
 */
export const createCommands = (command = COMMAND) => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-rpc-'))
  const started: Running[] = []

  const start = (
    program: string,
    args: readonly string[],
    stdin: 'ignore' | 'pipe',
    env: NodeJS.ProcessEnv = process.env,
  ): Running => {
    const child = spawn(program, args, { stdio: [stdin, 'pipe', 'pipe'], cwd: folder, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        output += data.toString()
      })
    const { promise: exit, resolve } = Promise.withResolvers<number | null>()
    child.on('close', resolve)
    const running = { child, output: () => output, exit }
    started.push(running)
    return running
  }

  const run = (...args: readonly string[]): Running => start(process.execPath, [command, ...args], 'ignore')

  return {
    folder,
    start,
    run,
    /** Runs the command with other environment variables. */
    runIn: (env: NodeJS.ProcessEnv, ...args: readonly string[]): Running =>
      start(process.execPath, [command, ...args], 'ignore', env),
    /** Starts a development node; returns its URL. */
    node: async (): Promise<string> => (await untilOutput(run('node', '--port', '0'), /http:\/\/[\d.:]+/))[0],
    /** Starts `faba rpc` on a private chain; resolves when it listens. */
    rpc: async (nodeUrl: string, ...args: readonly string[]) => {
      const commonFlags = ['--regtest', '--rpc-bind-port', '0', '--daemon-address', nodeUrl, '--non-interactive']
      const running = run('rpc', ...commonFlags, ...args)
      const url = (await untilOutput(running, /(http:\/\/[\d.:]+\/json_rpc).*login: /s))[1] ?? ''
      return { ...running, url, call: caller(url) }
    },
    end: async (): Promise<void> => {
      for (const { child, exit } of started) {
        child.kill('SIGTERM')
        await exit
      }
      rmSync(folder, { recursive: true })
    },
  }
}
