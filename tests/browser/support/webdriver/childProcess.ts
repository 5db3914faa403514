// Starts the programs of a browser, and ends all that they started.
import { spawn } from 'node:child_process'

export type StartedProgram = {
  /** Rejects with the last output when the program ends. */
  readonly ended: Promise<never>
  /** Resolves with the first match in the output, unless the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  stop(): Promise<void>
}

/** Characters of the output that are kept. */
const MAX_OUTPUT = 8000

/** Starts a program in its own process group, because the processes of a browser outlive the one that was started. */
export const startProgram = (
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): StartedProgram => {
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-MAX_OUTPUT)
      for (const listener of listeners) listener()
    })
  const kill = (): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL')
  }
  // A test that runs out of time ends the process without `stop`.
  process.once('exit', kill)
  const exited = new Promise<void>((resolve) => {
    child.on('exit', () => {
      process.off('exit', kill)
      resolve()
    })
    child.on('error', (error) => {
      output += error.message
      resolve()
    })
  })
  const ended = exited.then((): never => {
    throw new Error(`${program} ended. Its last output:\n${output}`)
  })
  // A program that nobody waits for may end.
  ended.catch(() => undefined)
  const matched = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve) => {
      const listener = (): void => {
        const match = pattern.exec(output)
        if (match === null) return
        listeners.delete(listener)
        resolve(match)
      }
      listeners.add(listener)
      listener()
    })
  return {
    ended,
    printed: (pattern) => Promise.race([matched(pattern), ended]),
    stop: async () => {
      kill()
      await exited
    },
  }
}
