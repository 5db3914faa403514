// The help texts: manual pages of every flag, which fit a terminal; and the messages for invalid flags.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commandPage } from '../../../docs/commandPage.ts'
import { flagsOf, parseFlags } from '../../../src/cli/command/command.ts'
import { loadCommands } from '../../../src/cli/commands.ts'
import { formatManual, manualOf, overviewOf } from '../../../src/cli/help.ts'
import { parseNodeAccess } from '../../../src/cli/node/nodeAccess.ts'
import { parseRpcOptions } from '../../../src/cli/rpc/rpcOptions.ts'

const command = {
  name: 'try',
  summary: 'tries',
  groups: [
    { title: 'First', flags: [{ name: 'one', description: 'short' }] },
    {
      title: 'Second',
      flags: [
        {
          name: 'second',
          value: 'N',
          description: 'words that do not fit into one line of a narrow terminal, so that they go on below',
        },
      ],
    },
  ],
  manual: {
    synopsis: 'faba try [--one]',
    description: ['Tries something.', 'And more.'],
    environment: [],
    files: [{ term: 'FILE', about: 'a file' }],
    examples: [{ term: 'faba try --one', about: 'one try' }],
    seeAlso: ['docs/try.md'],
  },
}

it('is a manual page in the width of the terminal, without empty sections', () => {
  const text = formatManual(manualOf(command), 50)
  expect(text.slice(0, text.indexOf('EXIT STATUS')).split('\n')).toEqual([
    'NAME',
    '    faba try - tries',
    '',
    'SYNOPSIS',
    '    faba try [--one]',
    '',
    'DESCRIPTION',
    '    Tries something.',
    '',
    '    And more.',
    '',
    'OPTIONS',
    '  First',
    '    --one',
    '        short',
    '',
    '  Second',
    '    --second N',
    '        words that do not fit into one line of a',
    '        narrow terminal, so that they go on below',
    '',
    '  General',
    '    --help',
    '        show this text',
    '    --version',
    '        show the version',
    '',
    'FILES',
    '    FILE',
    '        a file',
    '',
    '',
  ])
  expect(text.slice(text.indexOf('EXAMPLES')).split('\n')).toEqual([
    'EXAMPLES',
    '    faba try --one',
    '        one try',
    '',
    'SEE ALSO',
    '    docs/try.md',
  ])
})

it('keeps a minimum width for texts, and 80 columns in a wide terminal', () => {
  expect(formatManual(manualOf(command), 10)).toBe(formatManual(manualOf(command), 34))
  expect(formatManual(manualOf(command), 200)).toBe(formatManual(manualOf(command), 80))
  expect(formatManual(manualOf(command))).toBe(formatManual(manualOf(command), 80))
})

const COMMANDS = await loadCommands()

describe.each(COMMANDS.map((each) => [each.name, each] as const))('faba %s --help', (_, declared) => {
  const page = manualOf(declared)

  it('has its sections, and every flag once', () => {
    const optional = declared.name === 'completion' ? [] : ['Environment', 'Files']
    expect(page.map(({ title }) => title)).toEqual([
      ...['Name', 'Synopsis', 'Description', 'Options', ...optional, 'Exit status', 'Examples', 'See also'],
    ])
    const names = flagsOf(declared).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const text = formatManual(page)
    const terse = declared.groups.flatMap(({ listing, flags }) => (listing === 'names' ? flags : []))
    for (const { name } of terse) expect(text).toMatch(new RegExp(`[ \\n]--${name}[,\\n]`))
    for (const { name, value, description } of flagsOf(declared).filter((flag) => !terse.includes(flag))) {
      expect(text).toContain(`    --${name}${value === undefined ? '' : ` ${value}`}\n`)
      expect(description).not.toBe('')
    }
  })

  it('fits into 80 columns, except for commands to copy', () => {
    const commands = new Set(declared.manual.examples.map(({ term }) => `    ${term}`))
    const wide = formatManual(page)
      .split('\n')
      .filter((line) => line.length > 80 && !commands.has(line))
    expect(wide).toEqual([])
  })

  it('has examples of valid commands', async () => {
    const examples = declared.manual.examples.filter(({ term }) => term.includes(`faba ${declared.name}`))
    expect(examples.length).toBeGreaterThan(2)
    for (const { term } of examples) {
      const [, words = ''] = /faba \w+ ([^>)]*)/.exec(term) ?? []
      const args = words
        .trim()
        .split(' ')
        .filter((word) => word !== '')
      // The files of examples do not exist.
      if (args.some((arg) => /^--(?:(?:config|password)-file|rpc-ssl-\S+|generate-from-json)$/.test(arg))) continue
      const flags = parseFlags(declared, args)
      if (declared.name === 'rpc') expect(() => parseRpcOptions(flags)).not.toThrow()
      if (declared.name === 'node') await parseNodeAccess(flags)
    }
  })
})

it('names every command', () => {
  const text = formatManual(overviewOf(COMMANDS))
  for (const { name, summary } of COMMANDS) {
    expect(text).toContain(`    faba ${name}\n`)
    expect(text.replace(/\s+/g, ' ')).toContain(summary)
  }
})

it('is in docs/command.md, which `npm run docs` writes', async () => {
  expect(readFileSync('docs/command.md', 'utf8')).toBe(await commandPage())
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
