// The help text of a command: as wide as a terminal, every flag on a line of its own.
import { describe, expect, it } from 'vitest'
import { helpOf, parseFlags } from '../../../src/cli/command.ts'

const command = {
  name: 'try',
  about: 'tries',
  flags: [
    { name: 'one', about: 'short' },
    {
      name: 'second',
      value: 'N',
      about: 'words that do not fit into one line of a narrow terminal, so that they go on below',
    },
  ],
  run: async () => undefined,
}

it('fits a terminal', () => {
  expect(helpOf(command, 50).split('\n')).toEqual([
    'faba try: tries',
    '',
    '  --one       short',
    '  --second N  words that do not fit into one line',
    '              of a narrow terminal, so that they',
    '              go on below',
    '  --help      this text',
  ])
})

it('leaves room for words in the narrowest one, and lines whole in a wide one', () => {
  expect(helpOf(command, 10)).toBe(helpOf(command, 44))
  expect(helpOf(command, 200).split('\n')).toHaveLength(5)
})

describe('what a person got wrong', () => {
  it.each([
    {
      args: ['--secnod', '1'],
      words: 'there is no flag --secnod; did you mean --second? faba try --help tells them all',
    },
    { args: ['--other'], words: 'there is no flag --other; faba try --help tells them all' },
    { args: ['--second'], words: '--second wants N' },
    { args: ['one'], words: '"one" is no flag: those begin with --; faba try --help tells them all' },
  ])('$args is told in words', ({ args, words }) => {
    expect(() => parseFlags(command, args)).toThrow(words)
  })
})
