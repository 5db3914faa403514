// What the service tells whoever runs it: lines on standard error, or in a file. Nothing that a request or a wallet holds.

import { appendFileSync } from 'node:fs'

/** 0 warnings and what a person must know, 1 what the service does, 2 and more every request. */
export type LogLevel = number

export class Log {
  readonly #file: string | undefined
  level: LogLevel

  /** @param file lines are appended to; standard error when undefined */
  constructor(level: LogLevel, file: string | undefined) {
    this.level = level
    this.#file = file
  }

  write(level: LogLevel, text: string): void {
    if (level > this.level) return
    const line = `${new Date().toISOString()} ${text}\n`
    if (this.#file === undefined) process.stderr.write(line)
    else appendFileSync(this.#file, line, { mode: 0o600 })
  }
}
