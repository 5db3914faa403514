// --config-file: flags of `faba rpc` in a file.

import { readFileSync } from 'node:fs'
import { fromUtf8, Utf8Error } from '../../../bytes/text.ts'
import { UsageError } from '../../command/command.ts'
import { toUsageError } from '../../command/fileErrors.ts'
import { RPC_FLAGS } from './rpcFlags.ts'

/**
 * Returns the content of a file that a flag names.
 * @throws UsageError for a file that cannot be read, or is no UTF-8 text
 */
export const readTextFile = (path: string, flag: string): string => {
  try {
    return fromUtf8(readFileSync(path))
  } catch (error) {
    if (error instanceof Utf8Error) throw new UsageError(`--${flag} ${path}: save the file as UTF-8: ${error.message}`)
    throw toUsageError(`--${flag} ${path}`, error)
  }
}

/** The values of a switch in a file. */
const SWITCHES: Record<string, boolean> = {
  '': true,
  ...{ '1': true, true: true, yes: true, on: true },
  ...{ '0': false, false: false, no: false, off: false },
}

/**
 * Returns the flags of a file as arguments. A line is `name=value` or `name`. A `#` begins a comment at the beginning of a line or after
 * a space, so that passwords can contain one.
 * @throws UsageError for unknown flags, and for switches with a value other than a boolean
 */
export const parseConfigFile = (text: string): string[] =>
  text.split(/\r?\n/).flatMap((line, i) => {
    const trimmed = line.replace(/(^|\s)#.*$/, '').trim()
    if (trimmed === '') return []
    const equals = trimmed.indexOf('=')
    const name = (equals < 0 ? trimmed : trimmed.slice(0, equals)).trim()
    const value = equals < 0 ? '' : trimmed.slice(equals + 1).trim()
    const flag = RPC_FLAGS.find((known) => known.name === name)
    if (flag === undefined || name === 'config-file')
      throw new UsageError(`--config-file: line ${i + 1}: unknown flag "${name}"`)
    if (flag.value !== undefined) return [`--${name}=${value}`]
    const isOn = SWITCHES[value.toLowerCase()]
    if (isOn === undefined) throw new UsageError(`--config-file: line ${i + 1}: ${name} is 1 or 0, not "${value}"`)
    return isOn ? [`--${name}`] : []
  })

/**
 * Prepends the flags of --config-file to the arguments, so that the command line overrides the file.
 * @throws UsageError
 */
export const expandConfigFile = (args: readonly string[]): readonly string[] => {
  const index = args.findLastIndex((arg) => arg === '--config-file' || arg.startsWith('--config-file='))
  if (index < 0) return args
  const flag = args[index] ?? ''
  const path = flag.startsWith('--config-file=') ? flag.slice('--config-file='.length) : args[index + 1]
  if (path === undefined || path === '') throw new UsageError('--config-file takes a file')
  return [...parseConfigFile(readTextFile(path, 'config-file')), ...args]
}
