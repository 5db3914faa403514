// The help text of a command: as wide as a terminal, every flag on a line of its own.
import { expect, it } from 'vitest'
import { helpOf } from '../../src/cli/command.ts'

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
