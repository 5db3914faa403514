// The completion script for bash. It uses nothing that bash 3.2 of macOS lacks, and not the package bash-completion.

import { flagsOf } from '../command/command.ts'
import { type CompletedCommand, completionOf, GLOBAL_FLAGS } from './syntax.ts'

const quoted = (words: readonly string[]): string => `'${words.join(' ')}'`

/** Returns the flags as alternatives of a case: `--load|--dump`. */
const patternOf = (names: readonly string[]): string => names.map((name) => `--${name}`).join('|')

/** Returns the cases of the flags that take an argument. */
const argumentCases = (command: CompletedCommand): readonly string[] => {
  const flags = flagsOf(command).map((flag) => ({ name: flag.name, completion: completionOf(flag) }))
  const namesOf = (kind: string): readonly string[] =>
    flags.filter(({ completion }) => completion.kind === kind).map(({ name }) => name)
  const rows = [
    [patternOf(namesOf('file')), '_faba_paths -f; return'],
    [patternOf(namesOf('folder')), '_faba_paths -d; return'],
    ...flags.flatMap(({ name, completion }) =>
      completion.kind === 'words' ? [[patternOf([name]), `_faba_words ${quoted(completion.words)}; return`]] : [],
    ),
    [patternOf(namesOf('text')), 'return'],
  ]
  return rows.filter(([pattern]) => pattern !== '').map(([pattern, action]) => `        ${pattern}) ${action} ;;`)
}

const commandCase = (command: CompletedCommand): string => {
  const cases = argumentCases(command)
  const words = [...(command.operand?.choices ?? []), ...flagsOf(command).map(({ name }) => `--${name}`)]
  return [
    `    ${command.name})`,
    ...(cases.length === 0 ? [] : ['      case $previous in', ...cases, '      esac']),
    `      _faba_words ${quoted(words)} ;;`,
  ].join('\n')
}

/** Returns the script. */
export const bashScript = (commands: readonly CompletedCommand[]): string => {
  const names = commands.map(({ name }) => name)
  return `# Completion of faba for bash. Load it in ~/.bashrc: source <(faba completion bash)

_faba_words() {
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}

_faba_paths() {
  local path
  compopt -o filenames 2>/dev/null
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "\${current/#\\~\\//$HOME/}")
}

_faba() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  # bash separates --flag=value into three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = && COMP_CWORD -gt 1 ]]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [[ COMP_CWORD -eq 1 ]]; then
    _faba_words ${quoted([...names, 'help', ...GLOBAL_FLAGS.map(({ name }) => `--${name}`)])}
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.map(commandCase).join('\n')}
    help)
      _faba_words ${quoted(names)} ;;
  esac
}

complete -F _faba faba
`
}
