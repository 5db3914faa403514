// faba completion: prints a script that completes the command line in a shell. All scripts are made from the declarations of the flags.

import type { Command } from '../command/command.ts'
import { bashScript } from './bashScript.ts'
import { fishScript } from './fishScript.ts'
import type { CompletedCommand } from './syntax.ts'
import { zshScript } from './zshScript.ts'

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** Returns the command. `others` are all other commands. */
export const createCompletionCommand = (others: readonly Command[]): Command => {
  const command: Command = {
    name: 'completion',
    summary: 'prints a script that completes this command in a shell',
    operand: { name: 'SHELL', choices: Object.keys(SCRIPTS) },
    groups: [],
    manual: {
      synopsis: 'faba completion (bash | zsh | fish)',
      description: [
        'Prints a script for a shell. With it the tab key completes commands, flags, files, folders and networks.',
      ],
      environment: [],
      files: [],
      examples: [
        { term: 'source <(faba completion bash)', about: 'in ~/.bashrc' },
        { term: 'source <(faba completion zsh)', about: 'in ~/.zshrc, after compinit' },
        { term: 'faba completion fish > ~/.config/fish/completions/faba.fish', about: 'once, for fish' },
      ],
      seeAlso: ['bash(1), zshcompsys(1), fish-completions(1)'],
    },
    run: async (flags) => {
      process.stdout.write(SCRIPTS[flags.operand()]?.([...others, command]) ?? '')
    },
  }
  return command
}
