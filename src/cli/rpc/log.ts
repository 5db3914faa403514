// What the service tells whoever runs it, on standard error or in a file. Nothing that a request or a wallet holds: no words, keys,
// passwords, amounts or notes, at no level. Levels and categories are set as the reference's are.

import { appendFileSync } from 'node:fs'
import { UsageError } from '../command.ts'

const SEVERITIES = ['FATAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG', 'TRACE'] as const

export type Severity = (typeof SEVERITIES)[number]

/** What a line is about: the service, wallets, calls, HTTP requests, exchanges with the node. */
export type Category = 'global' | 'wallet' | 'wallet.rpc' | 'net.http' | 'daemon.rpc'

/** What each level says, as the reference has it. */
const LEVELS: readonly string[] = [
  '*:WARNING,net:FATAL,net.http:FATAL,net.ssl:FATAL,net.p2p:FATAL,net.cn:FATAL,daemon.rpc:FATAL,global:INFO,verify:FATAL,serialization:FATAL,daemon.rpc.payment:ERROR,stacktrace:INFO,logging:INFO,msgwriter:INFO',
  '*:INFO,global:INFO,stacktrace:INFO,logging:INFO,msgwriter:INFO,perf.*:DEBUG',
  '*:DEBUG',
  '*:TRACE,*.dump:DEBUG',
  '*:TRACE',
]

/** The highest level. */
export const MAX_TALKATIVE = LEVELS.length - 1

/**
 * The categories that a setting leads to.
 *
 * `3` is a level, `1,wallet:DEBUG` a level and what differs from it, `+wallet:DEBUG` adds to what there is, `-wallet:DEBUG` takes it
 * away again; anything else stands for itself. A number that is no level changes nothing.
 * @param current categories in force
 */
export const categoriesOf = (setting: string, current: string): string => {
  const [, level, rest = ''] = /^\s*(-?\d+)\s*(,.*)?$/s.exec(setting) ?? []
  if (level !== undefined) {
    const categories = LEVELS[Number(level)]
    return categories === undefined ? current : `${categories}${rest}`
  }
  const entries = (text: string): string[] => text.split(',').filter((entry) => entry !== '')
  if (setting.startsWith('+')) return [...entries(current), ...entries(setting.slice(1))].join(',')
  if (setting.startsWith('-')) {
    const gone = entries(setting.slice(1))
    return entries(current)
      .filter((entry) => !gone.includes(entry))
      .join(',')
  }
  return setting
}

const isMatch = (pattern: string, category: Category): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(category)

/** How much is said about a category: the last entry that fits counts. -1 for nothing. */
const verbosityOf = (categories: string, category: Category): number => {
  let verbosity = -1
  for (const entry of categories.split(',')) {
    const colon = entry.lastIndexOf(':')
    const severity = SEVERITIES.findIndex((name) => name === entry.slice(colon + 1).toUpperCase())
    if (colon > 0 && severity >= 0 && isMatch(entry.slice(0, colon), category)) verbosity = severity
  }
  return verbosity
}

export class Log {
  readonly #file: string | undefined
  #categories = ''
  #verbosity = new Map<Category, number>()

  /**
   * @param setting a level, or categories
   * @param file lines are appended to; standard error when undefined
   * @throws UsageError for a file that cannot be written
   */
  constructor(setting: string, file: string | undefined) {
    this.#file = file
    this.set(setting)
    try {
      if (file !== undefined) appendFileSync(file, '', { mode: 0o600 })
    } catch (error) {
      throw new UsageError(`--log-file: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }

  /** The categories in force. */
  get categories(): string {
    return this.#categories
  }

  /** Changes what is said, see `categoriesOf`. */
  set(setting: string): void {
    this.#categories = categoriesOf(setting, this.#categories)
    this.#verbosity.clear()
  }

  /** Whether a line would be written; what is costly to say is not made otherwise. */
  tells(severity: Severity, category: Category): boolean {
    const known = this.#verbosity.get(category) ?? verbosityOf(this.#categories, category)
    this.#verbosity.set(category, known)
    return SEVERITIES.indexOf(severity) <= known
  }

  write(severity: Severity, category: Category, text: string): void {
    if (!this.tells(severity, category)) return
    // A line stays one line, whatever a name or an error holds.
    const line = `${new Date().toISOString()} ${severity} ${category} ${text.replace(/\s*[\r\n]+\s*/g, ' | ')}\n`
    try {
      if (this.#file !== undefined) {
        appendFileSync(this.#file, line, { mode: 0o600 })
        return
      }
    } catch {
      // A full disk stops the log and not the service; whoever runs it reads the lines elsewhere.
    }
    process.stderr.write(line)
  }
}
