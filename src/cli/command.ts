// The subcommands' flags as data, from which parsing and help text derive.

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { FabaError } from '../errors/fabaError.ts'

/** Invalid command line or unusable file. The message names the flag and the correction. */
export class UsageError extends FabaError {
  override readonly name = 'UsageError'
  readonly code = 'usage'
}

/** One flag. `value` names its argument in the help text; a flag without one is a switch. */
export type Flag = { readonly name: string; readonly value?: string; readonly description: string }

/** Inclusive bounds of an integer argument, and the value used without the flag. */
export type IntegerRange = { readonly min: number; readonly max: number; readonly fallback: number }

/** The flags of one command line. */
export type Flags = {
  /** Returns whether a switch is set. */
  has(name: string): boolean
  /** Returns the argument of a flag; undefined without the flag. */
  text(name: string): string | undefined
  /**
   * Returns the argument of a flag as an integer.
   * @throws UsageError unless it is an integer within the bounds
   */
  integer(name: string, range: IntegerRange): number
}

export type Command = {
  readonly name: string
  readonly summary: string
  readonly flags: readonly Flag[]
  /** Replaces the arguments before they are parsed, for example to insert those of a file. */
  readonly expandArguments?: (args: readonly string[]) => readonly string[]
  readonly run: (flags: Flags) => Promise<void>
}

const HELP: Flag = { name: 'help', description: 'show this text' }

/** Returns whether the arguments contain `--help` or `-h`. */
export const isHelpRequested = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

/** Width of the help text without a terminal. */
const DEFAULT_COLUMNS = 110
/** Minimum width of the description column. */
const MIN_DESCRIPTION_COLUMNS = 30

/** Breaks a text at spaces into lines of at most `width` characters; a longer word gets its own line. */
const wrapText = (text: string, width: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/**
 * Returns the help text of a command.
 * @param columns width of the terminal
 */
export const formatHelp = ({ name, summary, flags }: Command, columns: number = DEFAULT_COLUMNS): string => {
  const rows = [...flags, HELP].map((flag) => ({
    label: `--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}`,
    description: flag.description,
  }))
  const labelColumns = Math.max(...rows.map(({ label }) => label.length))
  const descriptionColumns = Math.max(MIN_DESCRIPTION_COLUMNS, columns - labelColumns - 4)
  const lines = rows.flatMap(({ label, description }) =>
    wrapText(description, descriptionColumns).map(
      (line, i) => `  ${(i === 0 ? label : '').padEnd(labelColumns)}  ${line}`,
    ),
  )
  return [`faba ${name}: ${summary}`, '', ...lines].join('\n')
}

/** Returns the Levenshtein distance of two words. */
const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries())
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

/** Maximum edit distance at which a flag is suggested for an unknown one. */
const MAX_TYPO_DISTANCE = 2

/** Returns a message for an error of `parseArgs`. */
const describeParseError = ({ name, flags }: Command, error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  const [, unknown] = /^Unknown option '--?([^']+)'/.exec(message) ?? []
  const [, withoutValue] = /^Option '--([^' ]+) <value>' argument missing/.exec(message) ?? []
  const [, positional] = /^Unexpected argument '([^']*)'/.exec(message) ?? []
  const list = `faba ${name} --help lists all flags`
  if (withoutValue !== undefined)
    return `--${withoutValue} requires ${flags.find((flag) => flag.name === withoutValue)?.value ?? 'a value'}`
  if (positional !== undefined) return `unexpected argument "${positional}": flags begin with --; ${list}`
  if (unknown === undefined) return message
  const [nearest] = flags
    .map((flag) => ({ name: flag.name, distance: editDistance(unknown, flag.name) }))
    .sort((a, b) => a.distance - b.distance)
  const hasSuggestion = nearest !== undefined && nearest.distance <= MAX_TYPO_DISTANCE
  return `unknown flag --${unknown}; ${hasSuggestion ? `did you mean --${nearest.name}? ` : ''}${list}`
}

/**
 * Parses a command's flags.
 * @throws UsageError for unknown flags and flags without their argument
 */
export const parseFlags = (command: Command, args: readonly string[]): Flags => {
  const options: NonNullable<ParseArgsConfig['options']> = {}
  for (const flag of [...command.flags, HELP])
    options[flag.name] = { type: flag.value === undefined ? 'boolean' : 'string' }
  let values: Record<string, unknown>
  const expanded = command.expandArguments?.(args) ?? args
  try {
    values = parseArgs({ args: [...expanded], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(describeParseError(command, error), { cause: error })
  }
  const text = (name: string): string | undefined => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    has: (name) => values[name] === true,
    text,
    integer: (name, { min, max, fallback }) => {
      const argument = text(name)
      if (argument === undefined) return fallback
      const value = Number(argument)
      if (!/^\d+$/.test(argument) || value < min || value > max)
        throw new UsageError(`--${name} takes a whole number from ${min} to ${max}, not "${argument}"`)
      return value
    },
  }
}
