// The subcommands' flags as data, from which parsing, help text (help.ts), the reference page and completion derive.

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { editDistance } from '../../bytes/editDistance.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** Invalid command line or unusable file. The message names the flag and the correction. */
export class UsageError extends FabaError {
  override readonly name = 'UsageError'
  readonly code = 'usage'
}

/** One flag. */
export type Flag = {
  readonly name: string
  /** name of its argument in the help text; a flag without one is a switch */
  readonly value?: string
  /** all arguments that it takes, if they are few words */
  readonly choices?: readonly string[]
  /** whether it may be given several times; without it the last one counts */
  readonly isRepeatable?: boolean
  readonly description: string
}

/** Flags that belong together, with their heading in the help text. */
export type FlagGroup = {
  readonly title: string
  readonly flags: readonly Flag[]
  /** `names`: the help text lists the names alone */
  readonly listing?: 'names'
}

/** A term and its explanation. */
export type Term = { readonly term: string; readonly about: string }

/** The parts of a command's help text besides its flags, as in a manual page. */
export type Manual = {
  readonly synopsis: string
  /** paragraphs */
  readonly description: readonly string[]
  readonly environment: readonly Term[]
  readonly files: readonly Term[]
  /** commands, with what they do */
  readonly examples: readonly Term[]
  readonly seeAlso: readonly string[]
}

/** Inclusive bounds of an integer argument, and the value used without the flag. */
export type IntegerRange = { readonly min: number; readonly max: number; readonly fallback: number }

/** The flags of one command line. */
export type Flags = {
  /** Returns whether a switch is set. */
  has(name: string): boolean
  /** Returns the argument of a flag; undefined without the flag. */
  text(name: string): string | undefined
  /** Returns the arguments of a repeatable flag. */
  texts(name: string): readonly string[]
  /**
   * Returns the argument of a flag as an integer.
   * @throws UsageError unless it is an integer within the bounds
   */
  integer(name: string, range: IntegerRange): number
  /** Returns the argument without a flag; empty if the command takes none. */
  operand(): string
}

export type Command = {
  readonly name: string
  readonly summary: string
  /** the one argument without a flag, if the command takes one */
  readonly operand?: { readonly name: string; readonly choices: readonly string[] }
  readonly groups: readonly FlagGroup[]
  readonly manual: Manual
  /** Replaces the arguments before they are parsed, for example to insert those of a file. */
  readonly expandArguments?: (args: readonly string[]) => readonly string[]
  readonly run: (flags: Flags) => Promise<void>
}

/** Flags of every command. */
export const GENERAL_GROUP: FlagGroup = {
  title: 'General',
  flags: [
    { name: 'help', description: 'show this text' },
    { name: 'version', description: 'show the version' },
  ],
}

/** What the parser needs of a command. */
export type FlagSyntax = Pick<Command, 'name' | 'operand' | 'groups' | 'expandArguments'>

/** Returns all flags of a command. */
export const flagsOf = ({ groups }: Pick<Command, 'groups'>): readonly Flag[] =>
  [...groups, GENERAL_GROUP].flatMap(({ flags }) => flags)

/** Returns whether the arguments contain `--help` or `-h`. */
export const isHelpRequested = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

/** Maximum edit distance at which a flag is suggested for an unknown one. */
const MAX_TYPO_DISTANCE = 2

/** Returns a message for an error of `parseArgs`. */
const describeParseError = (command: FlagSyntax, error: unknown): string => {
  const { name } = command
  const flags = flagsOf(command)
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
 * Returns the operand of a command; empty if it takes none.
 * @throws UsageError unless there is one, of the choices
 */
const parseOperand = ({ name, operand }: FlagSyntax, [first, second]: readonly string[]): string => {
  if (operand === undefined) return ''
  if (first !== undefined && second === undefined && operand.choices.includes(first)) return first
  throw new UsageError(`faba ${name} takes one of ${operand.choices.join(', ')}`)
}

/** Stands in the arguments of a process for bytes that are no UTF-8. */
const REPLACEMENT_CHARACTER = '\uFFFD'

/**
 * Rejects arguments that were no UTF-8: different ones are equal by then. The message does not repeat them, as they may be passwords.
 * @throws UsageError
 */
const checkEncoding = (args: readonly string[]): void => {
  const place = args.findIndex((arg) => arg.includes(REPLACEMENT_CHARACTER))
  if (place >= 0)
    throw new UsageError(`argument ${place + 1} is no UTF-8 text: set the locale of the terminal or script to UTF-8`)
}

/**
 * Parses a command's flags.
 * @throws UsageError for arguments that are no UTF-8, unknown flags, flags without their argument, and a missing or unknown operand
 */
export const parseFlags = (command: FlagSyntax, args: readonly string[]): Flags => {
  const options: NonNullable<ParseArgsConfig['options']> = {}
  for (const { name, value, isRepeatable = false } of flagsOf(command))
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: isRepeatable }
  let values: Record<string, unknown>
  let positionals: readonly string[]
  const expanded = command.expandArguments?.(args) ?? args
  checkEncoding(expanded)
  try {
    const allowPositionals = command.operand !== undefined
    ;({ values, positionals } = parseArgs({ args: [...expanded], options, strict: true, allowPositionals }))
  } catch (error) {
    throw new UsageError(describeParseError(command, error), { cause: error })
  }
  const operand = parseOperand(command, positionals)
  const text = (name: string): string | undefined => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    operand: () => operand,
    has: (name) => values[name] === true,
    text,
    texts: (name) => {
      const list = values[name]
      return Array.isArray(list) ? list.map(String) : []
    },
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

/** @throws UsageError if both flags are present */
export const rejectBoth = (flags: Flags, one: string, other: string): void => {
  const isPresent = (name: string): boolean => flags.has(name) || flags.text(name) !== undefined
  if (isPresent(one) && isPresent(other)) throw new UsageError(`choose one of --${one} and --${other}`)
}
