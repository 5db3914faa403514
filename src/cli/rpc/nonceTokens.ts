// The tokens of multisig nonces of `faba rpc`: a file for each wallet file, in a folder apart from the wallets, so that a copy of a wallet
// file does not bring its token along.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { NonceTokenPlace } from '../../wallet/multisig/nonceToken.ts'
import { replaceFile } from '../replaceFile.ts'

/** Returns the folder in which the system keeps the state of programs (XDG base directories; LOCALAPPDATA on Windows). */
export const defaultStateFolder = (environment: Readonly<Record<string, string | undefined>>): string => {
  const { XDG_STATE_HOME = '', LOCALAPPDATA = '' } = environment
  const folder = process.platform === 'win32' ? LOCALAPPDATA : XDG_STATE_HOME
  return join(folder === '' ? join(homedir(), '.local', 'state') : folder, 'faba')
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Returns the place for the token of a wallet file.
 * @param folder it is created with the first token
 * @param walletPath a file at another path has another token
 */
export const nonceTokenFile = (folder: string, walletPath: string): NonceTokenPlace => {
  const name = createHash('sha256').update(resolve(walletPath)).digest('hex')
  const path = join(folder, `${name}.nonces`)
  return {
    read: async () => {
      try {
        return new Uint8Array(readFileSync(path))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    write: async (token) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      replaceFile(path, token)
    },
  }
}
