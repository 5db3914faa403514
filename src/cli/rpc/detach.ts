// --detach: the service in the background.

import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { FabaError } from '../../errors/fabaError.ts'
import { toUsageError } from '../command/fileErrors.ts'

/** The variable by which the process in the background knows that it is there. */
const MARK = 'FABA_DETACHED'

/**
 * Settings of glibc's malloc, which otherwise keeps up to 64 MB for each thread and what was large once. They are read at the start of a
 * process; other systems ignore them.
 */
const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
} as const

/** The service in the background ended before it listened. It has printed why. */
export class DetachError extends FabaError {
  override readonly name = 'DetachError'
  readonly code = 'detach'
}

/** Returns whether this process was started by `startDetached`. */
export const isDetached = (): boolean => process.env[MARK] === '1'

/**
 * Starts this command again in the background, and returns when it listens. Until then its output is printed here; later output goes to the log.
 * @throws DetachError
 */
export const startDetached = async (): Promise<void> => {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    detached: true,
    env: { ...MALLOC_SETTINGS, ...process.env, [MARK]: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stdout?.pipe(process.stdout)
  child.stderr?.pipe(process.stderr)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('message', () => resolve())
  child.once('exit', (code) =>
    reject(new DetachError(`the service ended with exit code ${code ?? 1} before it listened`)),
  )
  child.once('error', reject)
  await promise
  console.log(`Forked to background using PID: ${child.pid}`)
  child.stdout?.unpipe().destroy()
  child.stderr?.unpipe().destroy()
  child.disconnect()
  child.unref()
}

/** Reports to the process in the foreground that the service listens. */
export const reportListening = (): void => {
  if (process.send === undefined) return
  process.send('listening', () => process.disconnect())
}

/**
 * Writes the id of this process to a file; returns the function that removes it.
 * @throws UsageError for a file that cannot be written
 */
export const writePidFile = (path: string): (() => void) => {
  try {
    writeFileSync(path, `${process.pid}\n`)
  } catch (error) {
    throw toUsageError(`--pidfile ${path}`, error)
  }
  return () => rmSync(path, { force: true })
}
