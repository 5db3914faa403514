// The completion script for zsh.

import { type Flag, flagsOf } from '../command/command.ts'
import { type CompletedCommand, completionOf, GLOBAL_FLAGS, shortDescription } from './syntax.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Escapes a description of `_arguments`, in which colons and brackets have a meaning. */
const escapeSpecification = (text: string): string => text.replace(/[\\:[\]]/g, '\\$&')

const actionOf = (flag: Flag): string => {
  const completion = completionOf(flag)
  if (completion.kind === 'words') return `(${completion.words.join(' ')})`
  if (completion.kind === 'file') return '_files'
  // A space: there is an argument, and nothing completes it.
  return completion.kind === 'folder' ? '_files -/' : ' '
}

/** Returns the specification of a flag for `_arguments`. */
const specificationOf = (flag: Flag): string => {
  const about = `[${escapeSpecification(shortDescription(flag.description))}]`
  return flag.value === undefined
    ? quoted(`--${flag.name}${about}`)
    : quoted(`--${flag.name}=${about}:${escapeSpecification(flag.value)}:${actionOf(flag)}`)
}

const commandCase = (command: CompletedCommand): string => {
  const { name, operand } = command
  const operands = operand === undefined ? [] : [quoted(`1:${operand.name}:(${operand.choices.join(' ')})`)]
  const specifications = [...operands, ...flagsOf(command).map(specificationOf)]
  return [`    ${name})`, `      _arguments \\`, `        ${specifications.join(' \\\n        ')} ;;`].join('\n')
}

/** Returns the script. */
export const zshScript = (commands: readonly CompletedCommand[]): string => {
  const rows = commands.map(({ name, summary }) => `    ${quoted(`${name}:${shortDescription(summary)}`)}`)
  return `#compdef faba
# Completion of faba for zsh. Load it in ~/.zshrc, after compinit: source <(faba completion zsh)

_faba() {
  local -a commands
  commands=(
${rows.join('\n')}
    'help:show a manual page'
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    _arguments ${GLOBAL_FLAGS.map(specificationOf).join(' ')}
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
    help)
      _describe 'command' commands ;;
  esac
}

# As a file in $fpath it is the function itself; sourced it defines one.
if [[ $funcstack[1] == _faba ]]; then
  _faba "$@"
else
  compdef _faba faba
fi
`
}
