// The help text of a command: it fits the terminal, with one flag per line; and the messages for invalid flags.
import { describe, expect, it } from 'vitest'
import { formatHelp, parseFlags } from '../../../src/cli/command.ts'

const command = {
  name: 'try',
  summary: 'tries',
  flags: [
    { name: 'one', description: 'short' },
    {
      name: 'second',
      value: 'N',
      description: 'words that do not fit into one line of a narrow terminal, so that they go on below',
    },
  ],
  run: async () => undefined,
}

it('wraps descriptions to the width of the terminal', () => {
  expect(formatHelp(command, 50).split('\n')).toEqual([
    'faba try: tries',
    '',
    '  --one       short',
    '  --second N  words that do not fit into one line',
    '              of a narrow terminal, so that they',
    '              go on below',
    '  --help      show this text',
  ])
})

it('keeps a minimum width for descriptions, and does not wrap them in a wide terminal', () => {
  expect(formatHelp(command, 10)).toBe(formatHelp(command, 44))
  expect(formatHelp(command, 200).split('\n')).toHaveLength(5)
})

describe('parseFlags', () => {
  it.each([
    {
      args: ['--secnod', '1'],
      message: 'unknown flag --secnod; did you mean --second? faba try --help lists all flags',
    },
    { args: ['--other'], message: 'unknown flag --other; faba try --help lists all flags' },
    { args: ['--second'], message: '--second requires N' },
    { args: ['one'], message: 'unexpected argument "one": flags begin with --; faba try --help lists all flags' },
  ])('rejects $args with a helpful message', ({ args, message }) => {
    expect(() => parseFlags(command, args)).toThrow(message)
  })
})
