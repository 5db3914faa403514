// What every subcommand shares: its flags as data, from which parsing and the help text come.

import { type ParseArgsConfig, parseArgs } from 'node:util'

/** A command line that cannot be followed; the message tells a person what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** One flag: `value` names its argument in the help text; without it the flag is a switch. */
export type Flag = { readonly name: string; readonly value?: string; readonly about: string }

/** Flags as they were given. */
export type Flags = {
  /** whether a switch was given */
  has(name: string): boolean
  /** the argument of a flag, or undefined */
  text(name: string): string | undefined
  /** the argument of a flag as an integer within bounds, or the default */
  integer(name: string, bounds: { readonly least: number; readonly most: number; readonly otherwise: number }): number
}

export type Command = {
  readonly name: string
  readonly about: string
  readonly flags: readonly Flag[]
  /** the arguments to read in place of those given, such as with those of a file */
  readonly expand?: (args: readonly string[]) => readonly string[]
  readonly run: (flags: Flags) => Promise<void>
}

const HELP: Flag = { name: 'help', about: 'this text' }

/** Columns of a text that nobody's terminal bounds, and the least that an explanation has. */
const COLUMNS = 110
const LEAST_COLUMNS = 30

/** A text in lines of at most so many characters, where its words allow. */
const wrapped = (text: string, width: number): readonly string[] => {
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
 * The help text of a command.
 * @param columns of the terminal
 */
export const helpOf = ({ name, about, flags }: Command, columns: number = COLUMNS): string => {
  const rows = [...flags, HELP].map((flag) => [
    `--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}`,
    flag.about,
  ])
  const width = Math.max(...rows.map(([left]) => left?.length ?? 0))
  const room = Math.max(LEAST_COLUMNS, columns - width - 4)
  const lines = rows.flatMap(([left = '', right = '']) =>
    wrapped(right, room).map((line, i) => `  ${(i === 0 ? left : '').padEnd(width)}  ${line}`),
  )
  return [`faba ${name}: ${about}`, '', ...lines].join('\n')
}

/**
 * Reads a command's flags.
 * @throws UsageError for unknown flags and flags without their argument
 */
export const parseFlags = (command: Command, args: readonly string[]): Flags => {
  const options: NonNullable<ParseArgsConfig['options']> = {}
  for (const flag of [...command.flags, HELP])
    options[flag.name] = { type: flag.value === undefined ? 'boolean' : 'string' }
  let values: Record<string, unknown>
  const expanded = command.expand?.(args) ?? args
  try {
    values = parseArgs({ args: [...expanded], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
  const text = (name: string): string | undefined => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    has: (name) => values[name] === true,
    text,
    integer: (name, { least, most, otherwise }) => {
      const given = text(name)
      if (given === undefined) return otherwise
      const value = Number(given)
      if (!/^\d+$/.test(given) || value < least || value > most)
        throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not "${given}"`)
      return value
    },
  }
}
