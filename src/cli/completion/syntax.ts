// What the completion scripts of all shells need of the commands.

import type { Command, Flag } from '../command/command.ts'

/** What completes the argument of a flag. A switch has none, and of `text` a shell knows nothing. */
export type Completion =
  | { readonly kind: 'switch' }
  | { readonly kind: 'text' }
  | { readonly kind: 'file' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'words'; readonly words: readonly string[] }

/** The commands as the scripts need them. */
export type CompletedCommand = Pick<Command, 'name' | 'summary' | 'groups' | 'operand'>

const FOLDERS = new Set(['DIR', 'FOLDER'])

/** Returns what completes the argument of a flag. */
export const completionOf = ({ value, choices }: Flag): Completion => {
  if (value === undefined) return { kind: 'switch' }
  if (choices !== undefined) return { kind: 'words', words: choices }
  if (FOLDERS.has(value)) return { kind: 'folder' }
  return { kind: value === 'FILE' ? 'file' : 'text' }
}

/** Flags of `faba` without a command. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  { name: 'help', description: 'show the manual page' },
  { name: 'version', description: 'show the version' },
]

/** Greatest length of a description: it shares a line with the flag. */
const MAX_DESCRIPTION = 70

/** Returns the first part of a description, cut after a word if it is long. */
export const shortDescription = (description: string): string => {
  const [first = ''] = description.split(/[;:.] /)
  if (first.length <= MAX_DESCRIPTION) return first
  return `${first.slice(0, first.lastIndexOf(' ', MAX_DESCRIPTION - 4))} ...`
}
