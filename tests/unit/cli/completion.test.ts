// Completion scripts: bash completes with its script; those for zsh and fish have every flag in a form that these shells read.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Flag, flagsOf, parseFlags, UsageError } from '../../../src/cli/command/command.ts'
import { loadCommands } from '../../../src/cli/commands.ts'
import { bashScript } from '../../../src/cli/completion/bashScript.ts'
import { fishScript } from '../../../src/cli/completion/fishScript.ts'
import { shortDescription } from '../../../src/cli/completion/syntax.ts'
import { zshScript } from '../../../src/cli/completion/zshScript.ts'
import { COMMAND } from '../../support/peers/commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-completion-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COMMANDS = await loadCommands()
const NAMES = COMMANDS.map(({ name }) => name)
const flagNamesOf = (name: string): readonly string[] =>
  COMMANDS.filter((command) => command.name === name).flatMap((command) =>
    flagsOf(command).map((flag) => `--${flag.name}`),
  )

describe('faba completion', () => {
  it.each([
    ['bash', bashScript],
    ['zsh', zshScript],
    ['fish', fishScript],
  ])('prints the script of %s', (shell, scriptOf) => {
    expect(execFileSync(process.execPath, [COMMAND, 'completion', shell], { encoding: 'utf8' })).toBe(
      scriptOf(COMMANDS),
    )
  })

  it.each([[[]], [['powershell']], [['bash', 'zsh']]])('takes one shell, not %j', (args) => {
    const [completion] = COMMANDS.filter(({ name }) => name === 'completion')
    expect(() => completion && parseFlags(completion, args)).toThrow(
      new UsageError('faba completion takes one of bash, zsh, fish'),
    )
  })
})

describe('bash', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'script'), bashScript(COMMANDS))
    mkdirSync(join(folder, 'wallets of ann'))
    for (const name of ['shop *.faba', 'shop.faba']) writeFileSync(join(folder, name), '')
  })

  /** Returns what bash offers for the last of the words. */
  const complete = (...words: readonly string[]): readonly string[] => {
    // As readline does: it calls the function that `complete` has registered.
    const program = `source ./script
      set -- "$@"
      COMP_WORDS=(faba "$@") COMP_CWORD=$#
      [[ $(complete -p faba) =~ -F\\ ([a-z_]+) ]] && \${BASH_REMATCH[1]} faba "\${COMP_WORDS[COMP_CWORD]}"
      (( \${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "\${COMPREPLY[@]}"`
    const output = execFileSync('bash', ['--norc', '--noprofile', '-c', program, 'bash', ...words], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return output.split('\n').filter((line) => line !== '')
  }

  it('completes commands', () => {
    expect(complete('')).toEqual([...NAMES, 'help', '--help', '--version'])
    expect(complete('se')).toEqual(['serve'])
    expect(complete('help', 'n')).toEqual(['node'])
    expect(complete('completion', '')).toEqual(['bash', 'zsh', 'fish', '--help', '--version'])
    expect(complete('mine', '')).toEqual([])
  })

  it.each(NAMES)('completes every flag of %s', (name) => {
    expect(complete(name, '--')).toEqual(flagNamesOf(name))
  })

  it('completes the beginning of a flag, also after others', () => {
    expect(complete('rpc', '--restricted-rpc', '--wallet-')).toEqual([
      ...['--wallet-dir', '--wallet-database', '--wallet-database-password-file', '--wallet-file'],
    ])
    expect(complete('node', '--wallet-')).toEqual([])
  })

  it('completes files and folders as arguments', () => {
    expect(complete('rpc', '--wallet-file', 'shop').toSorted()).toEqual(['shop *.faba', 'shop.faba'])
    expect(complete('rpc', '--wallet-dir', '')).toEqual(['wallets of ann'])
    expect(complete('serve', '--data-dir', 's')).toEqual([])
  })

  it('completes words as arguments, also after an equals sign, and nothing where it knows nothing', () => {
    expect(complete('node', '--network', '')).toEqual(['oxen', 'monero'])
    expect(complete('node', '--network', '=')).toEqual(['oxen', 'monero'])
    expect(complete('node', '--network', '=', 'm')).toEqual(['monero'])
    expect(complete('node', '--interval', '')).toEqual([])
    expect(complete('node', '--interval', '=', '5')).toEqual([])
  })
})

/** The kinds of arguments, by flags of each. */
const ARGUMENTS: readonly (readonly [string, string, string, string])[] = [
  ['serve', 'automine', '', ''],
  ['rpc', 'log-level', ':LEVEL: ', ' -x'],
  ['rpc', 'rpc-login', ':USER\\:PASS: ', ' -x'],
  ['rpc', 'wallet-file', ':FILE:_files', ' -r -F'],
  ['node', 'data-dir', ':DIR:_files -/', " -x -a '(__fish_complete_directories)'"],
  ['rpc', 'network', ':FAMILY:(oxen monero)', " -x -a 'oxen monero'"],
]

describe('zsh', () => {
  /** Returns the arguments of `_arguments` for a command, as a POSIX shell reads their quotes. */
  const specificationsOf = (name: string): readonly string[] => {
    const pattern = new RegExp(`^    ${name}\\)\\n      _arguments (.*?) ;;$`, 'ms')
    const [, words = ''] = pattern.exec(zshScript(COMMANDS)) ?? []
    return execFileSync('sh', ['-c', `printf '%s\\n' ${words}`], { encoding: 'utf8' })
      .trimEnd()
      .split('\n')
  }

  it.each(NAMES)('has a specification for each flag of %s', (name) => {
    const flags = specificationsOf(name).filter((text) => text.startsWith('--'))
    // Name, description in brackets, and for an argument its name and action. Only escaped colons and brackets are in texts.
    const parsed = flags.map(
      (text) =>
        /^(--[a-z\d-]+)(?:\[(?:[^\\:[\]]|\\.)+\]|=\[(?:[^\\:[\]]|\\.)+\]:(?:[^\\:[\]]|\\.)+:[^:]+)$/.exec(text)?.[1],
    )
    expect(parsed).toEqual(flagNamesOf(name))
  })

  it.each(ARGUMENTS)('completes the argument of faba %s --%s', (name, flag, argument) => {
    const specification = specificationsOf(name).find((text) => new RegExp(`^--${flag}=?\\[`).test(text))
    expect(specification?.endsWith(`]${argument}`)).toBe(true)
  })

  it('completes shells', () => {
    expect(specificationsOf('completion')).toContain('1:SHELL:(bash zsh fish)')
  })
})

describe('fish', () => {
  const lines = fishScript(COMMANDS).trimEnd().split('\n').slice(1)
  const QUOTED = "'(?:[^\\\\']|\\\\[\\\\'])*'"

  it('has lines of one form', () => {
    const form = new RegExp(
      `^complete -c faba(?: -f$| -n (?:__fish_use_subcommand|${QUOTED}))(?: -l [a-z\\d-]+(?: -r -F| -x(?: -a ${QUOTED})?)?| -a (?:[a-z]+|${QUOTED}))?(?: -d ${QUOTED})?$`,
    )
    expect(lines.filter((line) => !form.test(line))).toEqual([])
  })

  it.each(NAMES)('has a line for each flag of %s', (name) => {
    const own = lines.filter((line) => line.includes(`'__fish_seen_subcommand_from ${name}' -l `))
    expect(own.map((line) => `--${/ -l ([a-z\d-]+)/.exec(line)?.[1]}`)).toEqual(flagNamesOf(name))
  })

  it.each(ARGUMENTS)('completes the argument of faba %s --%s', (name, flag, _, argument) => {
    const beginning = `complete -c faba -n '__fish_seen_subcommand_from ${name}' -l ${flag}${argument} -d '`
    expect(lines.filter((line) => line.startsWith(beginning))).toHaveLength(1)
  })
})

it('keeps descriptions to one short part', () => {
  const all: readonly Flag[] = COMMANDS.flatMap(flagsOf)
  for (const { description } of all) expect(shortDescription(description).length).toBeLessThanOrEqual(70)
  expect(shortDescription('login of the RPC; default: none')).toBe('login of the RPC')
  expect(shortDescription(`${'word '.repeat(20)}end`)).toMatch(/^(?:word ){13}\.\.\.$/)
})
