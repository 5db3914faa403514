// The help texts: manual pages as data, and their form in a terminal. The reference page of the command has the same content.

import { type Command, type Flag, type FlagGroup, GENERAL_GROUP, type Term } from './command/command.ts'

/** A part of a manual page. */
export type Section = {
  readonly title: string
  readonly paragraphs?: readonly string[]
  /** lines that are never broken */
  readonly lines?: readonly string[]
  readonly terms?: readonly Term[]
  /** terms under headings, or a paragraph without terms */
  readonly groups?: readonly { readonly title: string; readonly terms: readonly Term[]; readonly paragraph?: string }[]
}

const EXIT_STATUS: readonly Term[] = [
  { term: '0', about: 'success: the service was stopped by a signal or a call' },
  { term: '1', about: 'an error, which is printed' },
  {
    term: '2',
    about: 'the command line cannot be executed, or names a file, an address or a login that cannot be used',
  },
]

const termOf = ({ name, value, description }: Flag): Term => ({
  term: `--${name}${value === undefined ? '' : ` ${value}`}`,
  about: description,
})

const groupOf = ({ title, flags, listing }: FlagGroup): NonNullable<Section['groups']>[number] =>
  listing === 'names'
    ? { title, terms: [], paragraph: flags.map(({ name }) => `--${name}`).join(', ') }
    : { title, terms: flags.map(termOf) }

const section = (title: string, terms: readonly Term[]): readonly Section[] =>
  terms.length === 0 ? [] : [{ title, terms }]

/** Returns the manual page of a command. */
export const manualOf = ({ name, summary, groups, manual }: Omit<Command, 'run'>): readonly Section[] => [
  { title: 'Name', paragraphs: [`faba ${name} - ${summary}`] },
  { title: 'Synopsis', lines: [manual.synopsis] },
  { title: 'Description', paragraphs: manual.description },
  {
    title: 'Options',
    groups: [...groups, GENERAL_GROUP].map(groupOf),
  },
  ...section('Environment', manual.environment),
  ...section('Files', manual.files),
  ...section('Exit status', EXIT_STATUS),
  ...section('Examples', manual.examples),
  { title: 'See also', lines: manual.seeAlso },
]

/** Returns the manual page of `faba` itself. */
export const overviewOf = (commands: readonly Pick<Command, 'name' | 'summary'>[]): readonly Section[] => [
  { title: 'Name', paragraphs: ['faba - a wallet for CryptoNote coins, its RPC and a development node'] },
  {
    title: 'Synopsis',
    lines: ['faba COMMAND [--FLAG [VALUE]] ...', 'faba COMMAND --help', 'faba --help | --version'],
  },
  {
    title: 'Commands',
    terms: commands.map(({ name, summary }) => ({ term: `faba ${name}`, about: summary })),
  },
  {
    title: 'Options',
    terms: [
      { term: '--help', about: 'show this text; after a command, all its flags' },
      { term: '--version', about: 'show the version' },
    ],
  },
  ...section('Exit status', EXIT_STATUS),
  {
    title: 'Examples',
    terms: [
      { term: 'faba serve', about: 'try the wallet in a browser, with a development node' },
      { term: 'faba node --automine', about: 'a development node alone' },
      {
        term: 'faba rpc --regtest --wallet-dir wallets --rpc-bind-port 22030',
        about: 'the wallet RPC, with that node',
      },
    ],
  },
  { title: 'See also', lines: ['README.md, docs/command.md, docs/rpc.md, docs/node-rpc.md, docs/deploy.md'] },
]

/** Greatest width of the help text: longer lines are hard to read. */
const MAX_COLUMNS = 80
/** Least width of a text, however narrow the terminal. */
const MIN_TEXT_COLUMNS = 30
const INDENT = '    '

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
 * Returns a manual page as text.
 * @param columns width of the terminal
 */
export const formatManual = (sections: readonly Section[], columns: number = MAX_COLUMNS): string => {
  const indented = (text: string, indent: string): readonly string[] =>
    wrapText(text, Math.max(MIN_TEXT_COLUMNS, Math.min(columns, MAX_COLUMNS) - indent.length)).map(
      (line) => `${indent}${line}`,
    )
  const formatTerms = (terms: readonly Term[], indent: string): readonly string[] =>
    // A command is never broken: it can be copied.
    terms.flatMap(({ term, about }) => [`${indent}${term}`, ...indented(about, `${indent}${INDENT}`)])
  const formatSection = ({ title, paragraphs = [], lines = [], terms = [], groups = [] }: Section): string =>
    [
      title.toUpperCase(),
      ...paragraphs.flatMap((text, i) => [...(i === 0 ? [] : ['']), ...indented(text, INDENT)]),
      ...lines.map((line) => `${INDENT}${line}`),
      ...formatTerms(terms, INDENT),
      ...groups.flatMap((group, i) => [
        ...(i === 0 ? [] : ['']),
        `  ${group.title}`,
        ...(group.paragraph === undefined ? [] : indented(group.paragraph, INDENT)),
        ...formatTerms(group.terms, INDENT),
      ]),
    ].join('\n')
  return sections.map(formatSection).join('\n\n')
}
