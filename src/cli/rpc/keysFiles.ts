// Keys files of wallet2 (`NAME.keys`) beside the wallet files of `faba rpc`.

import { existsSync, readFileSync } from 'node:fs'
import type { Engine } from '../../wallet/engine/engine.ts'
import { replaceFile } from '../replaceFile.ts'

/** File name extension of wallet files. */
export const WALLET_FILE_EXTENSION = '.faba'

const KEYS_FILE_EXTENSION = '.keys'

/** Returns the path of the wallet file that a path names: with or without an extension, or by the keys file beside it. */
export const walletPathOf = (path: string): string => {
  if (path.endsWith(WALLET_FILE_EXTENSION)) return path
  const name = path.endsWith(KEYS_FILE_EXTENSION) ? path.slice(0, -KEYS_FILE_EXTENSION.length) : path
  return `${name}${WALLET_FILE_EXTENSION}`
}

/** Returns the path of wallet2's cache beside a wallet file; with an extension it is that of the keys file. */
const besidePath = (walletPath: string, extension = ''): string =>
  `${walletPath.slice(0, -WALLET_FILE_EXTENSION.length)}${extension}`

const keysPath = (walletPath: string): string => besidePath(walletPath, KEYS_FILE_EXTENSION)

/** Returns whether there is a wallet file, or a file of wallet2 in its place. */
export const hasWalletFile = (walletPath: string): boolean =>
  [walletPath, keysPath(walletPath), besidePath(walletPath)].some((path) => existsSync(path))

/** Returns the keys file beside a wallet file; undefined if there is none. */
export const readKeysFileBeside = (walletPath: string): Uint8Array | undefined => {
  const path = keysPath(walletPath)
  return existsSync(path) ? new Uint8Array(readFileSync(path)) : undefined
}

/** Writes the keys file of the open wallet beside its wallet file. */
export const writeKeysFileBeside = async (walletPath: string, engine: Engine, password: string): Promise<void> =>
  replaceFile(keysPath(walletPath), await engine.exportKeysFile(password))
