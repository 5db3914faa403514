// Where `faba serve` keeps its development chain if no folder is given: wallets of the page stay with its address, so their chain stays too.

import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describeFileError } from '../../errors/systemErrors.ts'
import type { Flags } from '../command/command.ts'

/** Returns the folder of data of this user's programs (XDG Base Directory Specification). */
const dataFolder = (): string => process.env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share')

/**
 * Returns the flags with the folder of the kept chain as --data-dir. They stay as they are with --data-dir, for a chain that comes from
 * elsewhere (--load, --follow), and for a port that the system selects, which no later start has.
 * @param log prints why the chain cannot be kept
 */
export const withKeptChain = (flags: Flags, port: number, log: (line: string) => void): Flags => {
  const given = ['data-dir', 'load', 'follow'].some((name) => flags.text(name) !== undefined)
  if (given || port === 0) return flags
  const family = flags.text('network') === 'monero' ? '-monero' : ''
  const folder = join(dataFolder(), 'faba', `chain-${port}${family}`)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const reason = describeFileError(error)
    if (reason === undefined) throw error
    log(`the chain is not kept, because ${folder} cannot be used: ${reason}`)
    return flags
  }
  return { ...flags, text: (name) => flags.text(name) ?? (name === 'data-dir' ? folder : undefined) }
}
