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

/** Whether arguments ask for help. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

/** Columns of a text that nobody's terminal bounds, and the least that an explanation has. */
const COLUMNS = 110
const MIN_COLUMNS = 30

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
  const room = Math.max(MIN_COLUMNS, columns - width - 4)
  const lines = rows.flatMap(([left = '', right = '']) =>
    wrapped(right, room).map((line, i) => `  ${(i === 0 ? left : '').padEnd(width)}  ${line}`),
  )
  return [`faba ${name}: ${about}`, '', ...lines].join('\n')
}

/** How many letters have to change to make one word of the other. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries())
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

/** Letters in which a slip of the hand differs from what was meant. */
const SLIP = 2

const wrongFlag = ({ name, flags }: Command, error: unknown): string => {
  const words = error instanceof Error ? error.message : String(error)
  const [, unknown] = /^Unknown option '--?([^']+)'/.exec(words) ?? []
  const [, empty] = /^Option '--([^' ]+) <value>' argument missing/.exec(words) ?? []
  if (empty !== undefined) return `--${empty} wants ${flags.find((flag) => flag.name === empty)?.value ?? 'a value'}`
  const [, stray] = /^Unexpected argument '([^']*)'/.exec(words) ?? []
  if (stray !== undefined) return `"${stray}" is no flag: those begin with --; faba ${name} --help tells them all`
  if (unknown === undefined) return words
  const [nearest] = flags
    .map((flag) => ({ flag: flag.name, far: distance(unknown, flag.name) }))
    .sort((a, b) => a.far - b.far)
  const guess = nearest !== undefined && nearest.far <= SLIP ? `did you mean --${nearest.flag}? ` : ''
  return `there is no flag --${unknown}; ${guess}faba ${name} --help tells them all`
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
    throw new UsageError(wrongFlag(command, error), { cause: error })
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
