// The files of wallet2, keys file (`NAME.keys`) and cache (`NAME`), beside the wallet files of `faba rpc`.

import { existsSync, readFileSync } from 'node:fs'
import { reencryptCache, WalletCacheError } from '../../../coin/wallet-files/cacheFile.ts'
import { type PasswordChange, reencryptKeysFile, withMembersOf } from '../../../coin/wallet-files/keysFileCipher.ts'
import { KeysFileError } from '../../../coin/wallet-files/keysFileError.ts'
import { systemRandom } from '../../../crypto/random/random.ts'
import type { NewWallet, WalletFilesContent } from '../../../engine/api/engineViews.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { SentPassword } from '../../../rpc/calls/walletRpcContext.ts'
import { WrongPasswordError } from '../../../store/errors.ts'
import { type FileContent, replaceFile, replaceFiles } from '../../command/replaceFile.ts'
import type { Log } from '../log/log.ts'

/** File name extension of wallet files. */
export const WALLET_FILE_EXTENSION = '.faba'

const KEYS_FILE_EXTENSION = '.keys'

/** Returns the path of the wallet file that a path names: with or without an extension, or by the keys file beside it. */
export const walletPathOf = (path: string): string => {
  if (path.endsWith(WALLET_FILE_EXTENSION)) return path
  const name = path.endsWith(KEYS_FILE_EXTENSION) ? path.slice(0, -KEYS_FILE_EXTENSION.length) : path
  return `${name}${WALLET_FILE_EXTENSION}`
}

/** Returns the path of wallet2's cache beside a wallet file. */
const cachePath = (walletPath: string): string => walletPath.slice(0, -WALLET_FILE_EXTENSION.length)

const keysPath = (walletPath: string): string => `${cachePath(walletPath)}${KEYS_FILE_EXTENSION}`

/** Returns whether there is a wallet file, or a file of wallet2 in its place. */
export const hasWalletFile = (walletPath: string): boolean =>
  [walletPath, keysPath(walletPath), cachePath(walletPath)].some((path) => existsSync(path))

const readIfExists = (path: string): Uint8Array | undefined =>
  existsSync(path) ? new Uint8Array(readFileSync(path)) : undefined

/** Returns whether there is a keys file beside a wallet file. */
export const hasKeysFileBeside = (walletPath: string): boolean => existsSync(keysPath(walletPath))

/** Returns the files of wallet2 beside a wallet file; undefined if there is no keys file. */
export const readFilesBeside = (walletPath: string): WalletFilesContent | undefined => {
  const keys = readIfExists(keysPath(walletPath))
  return keys === undefined ? undefined : { keys, cache: readIfExists(cachePath(walletPath)) }
}

const OLD_EXTENSION = '.faba-old'

/** Returns the replacement of a file of wallet2, of which a copy is kept as it is now. */
const replacementOf = (path: string, content: Uint8Array): FileContent => ({
  ...{ path, content },
  keptAs: `${path}${OLD_EXTENSION}`,
})

/** Replaces the cache beside a wallet file, of which a copy is kept. */
export const replaceCacheBeside = (walletPath: string, content: Uint8Array): void =>
  replaceFiles([replacementOf(cachePath(walletPath), content)])

/** Replaces the cache beside a wallet file. */
export const overwriteCacheBeside = (walletPath: string, content: Uint8Array): void =>
  replaceFile(cachePath(walletPath), content)

const STAYS = 'which therefore keeps its password'

/** Writes to the log that the files of wallet2 beside a wallet file keep their password, if there are any. */
export const logKeptPassword = (walletPath: string, log: Log): void => {
  if (!hasKeysFileBeside(walletPath)) return
  const what =
    'the keys file and the cache of wallet2 keep the password before: start with --keys-files to change their password too'
  log.write('WARNING', 'wallet', what)
}

/**
 * Encrypts the files of wallet2 beside a wallet file with the new password of the wallet, so that wallet2 still opens them. All that they
 * contain stays. Files that have another password stay as they are, and are reported in the log.
 */
export const reencryptFilesBeside = async (walletPath: string, passwords: PasswordChange, log: Log): Promise<void> => {
  const files = readFilesBeside(walletPath)
  if (files === undefined) return
  const { keys, cache } = files
  try {
    const newKeys = await reencryptKeysFile(keys, passwords, systemRandom)
    const newCache = cache && (await reencryptCache(cache, passwords, systemRandom).catch(withoutCache(log)))
    replaceFiles([
      replacementOf(keysPath(walletPath), newKeys),
      ...(newCache === undefined ? [] : [replacementOf(cachePath(walletPath), newCache)]),
    ])
  } catch (error) {
    if (!(error instanceof KeysFileError)) throw error
    log.write('WARNING', 'wallet', `the password of the wallet does not open its keys file, ${STAYS}: ${error.message}`)
  }
}

const withoutCache =
  (log: Log) =>
  (error: unknown): undefined => {
    if (!(error instanceof WalletCacheError)) throw error
    log.write('WARNING', 'wallet', `the password of the wallet does not open its cache, ${STAYS}: ${error.message}`)
  }

/**
 * Writes the keys file of the open wallet beside its wallet file. Settings in one that is there stay.
 * @throws KeysFileError if the password does not open the one that is there; it is unchanged then
 */
export const writeKeysFileBeside = async (
  walletPath: string,
  engine: Engine,
  { text, encoding }: SentPassword,
): Promise<void> => {
  const path = keysPath(walletPath)
  const [before, written] = [readIfExists(path), await engine.exportKeysFile(text, encoding)]
  const content = before === undefined ? written : await withMembersOf(before, written, text, systemRandom)
  replaceFiles([replacementOf(path, content)])
}

/** Writes it if the password is that of the wallet and of the file that is there; returns whether it is. */
const writeKeysFileIfPassword = async (
  walletPath: string,
  engine: Engine,
  password: SentPassword,
): Promise<boolean> => {
  try {
    await writeKeysFileBeside(walletPath, engine, password)
    return true
  } catch (error) {
    if (error instanceof WrongPasswordError) return false
    if (error instanceof KeysFileError && error.details.fault === 'password') return false
    throw error
  }
}

/** Writes the changed settings of the open wallet to the keys file, if there is one. The log says it if the password does not open it. */
export const writeChangedKeysFile = async (
  walletPath: string,
  engine: Engine,
  password: SentPassword,
  log: Log,
): Promise<void> => {
  if (!hasKeysFileBeside(walletPath) || !hasFinalKeys(engine)) return
  if (await writeKeysFileIfPassword(walletPath, engine, password)) return
  log.write('WARNING', 'wallet', 'the password of the wallet does not open its keys file, which keeps its settings')
}

/** Returns whether the keys of the open wallet do not change any more: those of a multisig wallet do until the exchange is completed. */
const hasFinalKeys = ({ wallet }: Engine): boolean => wallet?.keys.multisig?.isReady !== false

/**
 * Restores a wallet from the files of wallet2. A cache that cannot be read is left out, and the log says what is missing then.
 * @throws KeysFileError
 */
export const importFiles = async (
  engine: Engine,
  wallet: NewWallet,
  { password, ...files }: WalletFilesContent & { readonly password: string },
  log: Log,
): Promise<void> => {
  try {
    await engine.restoreFromKeysFile(wallet, files, password)
  } catch (error) {
    if (!(error instanceof WalletCacheError)) throw error
    log.write('WARNING', 'wallet', `notes, labels and contacts were not imported: ${error.message}`)
    await engine.restoreFromKeysFile(wallet, { ...files, cache: undefined }, password)
  }
}

/**
 * Writes the keys file of a multisig wallet after the last round; returns whether it did. Without its password the file stays as it is, and
 * the log says so.
 */
export const writeFinalKeysFile = async (
  walletPath: string,
  engine: Engine,
  password: SentPassword,
  log: Log,
): Promise<boolean> => {
  if (!hasFinalKeys(engine)) return false
  if (await writeKeysFileIfPassword(walletPath, engine, password)) return true
  const what = 'the keys file is still that of the wallet before: the last round was completed without the password'
  log.write('WARNING', 'wallet', what)
  return false
}
