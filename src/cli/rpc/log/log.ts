// The log of the service, on standard error or in a file. At every level it omits what requests and wallets contain: seed words, keys,
// passwords, amounts and notes. Levels and categories are those of monero-wallet-rpc (easylogging++).

import { appendFileSync } from 'node:fs'
import { toUsageError } from '../../command/fileErrors.ts'

const SEVERITIES = ['FATAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG', 'TRACE'] as const

export type Severity = (typeof SEVERITIES)[number]

/** The service, wallets, RPC calls, HTTP requests, requests to the node. */
export type Category = 'global' | 'wallet' | 'wallet.rpc' | 'net.http' | 'daemon.rpc'

/** The categories of each level, as monero-wallet-rpc sets them. */
const LEVELS: readonly string[] = [
  '*:WARNING,net:FATAL,net.http:FATAL,net.ssl:FATAL,net.p2p:FATAL,net.cn:FATAL,daemon.rpc:FATAL,global:INFO,verify:FATAL,serialization:FATAL,daemon.rpc.payment:ERROR,stacktrace:INFO,logging:INFO,msgwriter:INFO',
  '*:INFO,global:INFO,stacktrace:INFO,logging:INFO,msgwriter:INFO,perf.*:DEBUG',
  '*:DEBUG',
  '*:TRACE,*.dump:DEBUG',
  '*:TRACE',
]

export const MAX_LOG_LEVEL = LEVELS.length - 1

/**
 * Returns the categories that result from a setting.
 *
 * `3` is a level, `1,wallet:DEBUG` a level with additions, `+wallet:DEBUG` adds to the current categories, `-wallet:DEBUG` removes from
 * them; any other text replaces them. A number that is not a level changes nothing.
 * @param current categories in force
 */
export const resolveCategories = (setting: string, current: string): string => {
  const [, level, additions = ''] = /^\s*(-?\d+)\s*(,.*)?$/s.exec(setting) ?? []
  if (level !== undefined) {
    const categories = LEVELS[Number(level)]
    return categories === undefined ? current : `${categories}${additions}`
  }
  const split = (text: string): string[] => text.split(',').filter((entry) => entry !== '')
  if (setting.startsWith('+')) return [...split(current), ...split(setting.slice(1))].join(',')
  if (setting.startsWith('-')) {
    const removed = split(setting.slice(1))
    return split(current)
      .filter((entry) => !removed.includes(entry))
      .join(',')
  }
  return setting
}

/** Returns whether a pattern with the wildcards `*` and `?` matches a category. */
const isMatch = (pattern: string, category: Category): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(category)

/** Returns the index of the most verbose severity that a category logs, from the last entry that matches; -1 for none. */
const verbosityOf = (categories: string, category: Category): number => {
  let verbosity = -1
  for (const entry of categories.split(',')) {
    const colon = entry.lastIndexOf(':')
    const severity = SEVERITIES.findIndex((name) => name === entry.slice(colon + 1).toUpperCase())
    if (colon > 0 && severity >= 0 && isMatch(entry.slice(0, colon), category)) verbosity = severity
  }
  return verbosity
}

/** Returns the text of an internal error for the log. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

export class Log {
  readonly #file: string | undefined
  #categories = ''
  #verbosity = new Map<Category, number>()

  /**
   * @param setting a level or categories
   * @param file path of the file to append to; standard error when undefined
   * @throws UsageError for a file that cannot be written
   */
  constructor(setting: string, file: string | undefined) {
    this.#file = file
    this.set(setting)
    try {
      if (file !== undefined) appendFileSync(file, '', { mode: 0o600 })
    } catch (error) {
      throw toUsageError(`--log-file: ${file}`, error)
    }
  }

  /** The categories in force. */
  get categories(): string {
    return this.#categories
  }

  /** Applies a setting, see `resolveCategories`. */
  set(setting: string): void {
    this.#categories = resolveCategories(setting, this.#categories)
    this.#verbosity.clear()
  }

  /** Returns whether a line would be written, so that callers skip costly ones. */
  isEnabled(severity: Severity, category: Category): boolean {
    const verbosity = this.#verbosity.get(category) ?? verbosityOf(this.#categories, category)
    this.#verbosity.set(category, verbosity)
    return SEVERITIES.indexOf(severity) <= verbosity
  }

  write(severity: Severity, category: Category, text: string): void {
    if (!this.isEnabled(severity, category)) return
    // Line breaks in names and errors are replaced: one entry is one line.
    const line = `${new Date().toISOString()} ${severity} ${category} ${text.replace(/\s*[\r\n]+\s*/g, ' | ')}\n`
    try {
      if (this.#file !== undefined) {
        appendFileSync(this.#file, line, { mode: 0o600 })
        return
      }
    } catch {
      // A full disk does not stop the service: the line goes to standard error instead.
    }
    process.stderr.write(line)
  }
}
