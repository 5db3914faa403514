// Generates command.md, the reference page of the command, from the declarations of its flags and the texts of its help.

import { loadCommands } from '../src/cli/commands.ts'
import { manualOf, overviewOf, type Section } from '../src/cli/help.ts'

/** Returns a text with its flags, paths and names in capitals as they are, and nothing of it as Markdown. */
const escapeMarkdown = (text: string): string => text.replace(/[*_<>|[\]`]/g, '\\$&')

const listOf = (terms: NonNullable<Section['terms']>): string =>
  terms.map(({ term, about }) => `- \`${term}\`: ${escapeMarkdown(about)}`).join('\n')

const sectionOf = ({ title, paragraphs = [], lines = [], terms = [], groups = [] }: Section): string =>
  [
    `### ${title}`,
    ...paragraphs.map(escapeMarkdown),
    ...(lines.length === 0 ? [] : [['```', ...lines, '```'].join('\n')]),
    ...(terms.length === 0 ? [] : [listOf(terms)]),
    ...groups.flatMap(({ title: heading, terms: listed, paragraph }) => [
      `#### ${heading}`,
      paragraph === undefined ? listOf(listed) : escapeMarkdown(paragraph),
    ]),
  ].join('\n\n')

const manualPage = (name: string, sections: readonly Section[]): string =>
  [`## ${name}`, ...sections.map(sectionOf)].join('\n\n')

/** Returns the page in Markdown. */
export const commandPage = async (): Promise<string> => {
  const commands = await loadCommands()
  return `${[
    '# The command',
    'What `faba --help` and `faba COMMAND --help` print. This page is generated (`npm run docs`).',
    manualPage('faba', overviewOf(commands)),
    ...commands.map((command) => manualPage(`faba ${command.name}`, manualOf(command))),
  ].join('\n\n')}\n`
}
