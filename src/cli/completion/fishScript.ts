// The completion script for fish.

import { type Flag, flagsOf } from '../command/command.ts'
import { type CompletedCommand, completionOf, GLOBAL_FLAGS, shortDescription } from './syntax.ts'

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

/** Returns the options of \`complete\` for a flag's argument. */
const argumentOf = (flag: Flag): string => {
  const completion = completionOf(flag)
  switch (completion.kind) {
    case 'switch':
      return ''
    case 'text':
      return ' -x'
    case 'file':
      return ' -r -F'
    case 'folder':
      return " -x -a '(__fish_complete_directories)'"
    case 'words':
      return ` -x -a ${quoted(completion.words.join(' '))}`
  }
}

const flagLine = (condition: string, flag: Flag): string =>
  `complete -c faba -n ${quoted(condition)} -l ${flag.name}${argumentOf(flag)} -d ${quoted(shortDescription(flag.description))}`

const commandLines = (command: CompletedCommand): readonly string[] => {
  const condition = `__fish_seen_subcommand_from ${command.name}`
  const { operand } = command
  return [
    ...(operand === undefined
      ? []
      : [
          `complete -c faba -n ${quoted(condition)} -a ${quoted(operand.choices.join(' '))} -d ${quoted(operand.name)}`,
        ]),
    ...flagsOf(command).map((flag) => flagLine(condition, flag)),
  ]
}

/** Returns the script. */
export const fishScript = (commands: readonly CompletedCommand[]): string => {
  const first = '__fish_use_subcommand'
  const names = commands.map(({ name }) => name).join(' ')
  return `${[
    '# Completion of faba for fish: faba completion fish > ~/.config/fish/completions/faba.fish',
    'complete -c faba -f',
    ...commands.map(
      ({ name, summary }) => `complete -c faba -n ${first} -a ${name} -d ${quoted(shortDescription(summary))}`,
    ),
    `complete -c faba -n ${first} -a help -d 'show a manual page'`,
    ...GLOBAL_FLAGS.map((flag) => flagLine(first, flag)),
    `complete -c faba -n '__fish_seen_subcommand_from help' -a ${quoted(names)}`,
    ...commands.flatMap(commandLines),
  ].join('\n')}\n`
}
