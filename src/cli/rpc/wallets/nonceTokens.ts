// The tokens of multisig nonces of `faba rpc`: a file for each wallet, in a folder apart from the wallets, so that a copy of a wallet
// file does not bring its token along.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { NonceTokenPlace } from '../../../wallet/state/nonceToken.ts'
import { replaceFile } from '../../command/replaceFile.ts'

/** Returns the folder in which the system keeps the state of programs (XDG base directories; LOCALAPPDATA on Windows). */
export const defaultStateFolder = (environment: Readonly<Record<string, string | undefined>>): string => {
  const { XDG_STATE_HOME = '', LOCALAPPDATA = '' } = environment
  const folder = process.platform === 'win32' ? LOCALAPPDATA : XDG_STATE_HOME
  return join(folder === '' ? join(homedir(), '.local', 'state') : folder, 'faba')
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Returns the place for the token of a wallet.
 * @param folder it is created with the first token
 * @param identity absolute path of its file, or its database and name: another wallet has another token
 */
export const nonceTokenPlace = (folder: string, identity: string): NonceTokenPlace => {
  const name = createHash('sha256').update(identity).digest('hex')
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

/** Returns the place for the token of a wallet file. A file at another path has another token. */
export const nonceTokenFile = (folder: string, walletPath: string): NonceTokenPlace =>
  nonceTokenPlace(folder, resolve(walletPath))
