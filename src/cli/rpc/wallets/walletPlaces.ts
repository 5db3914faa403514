// Where the wallets of a service are stored: one file each, or a PostgreSQL database.

import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { systemRandom } from '../../../crypto/random/random.ts'
import type { NewWallet } from '../../../engine/api/engineViews.ts'
import type { Engine } from '../../../engine/engine.ts'
import { listWallets, WALLETS_TABLE } from '../../../engine/vault/walletCatalog.ts'
import { writeBackup } from '../../../engine/vault/walletVault.ts'
import { WalletFileMissingError } from '../../../rpc/calls/walletRpcContext.ts'
import { openMemoryStore } from '../../../store/memoryStore.ts'
import type { PostgresDatabase } from '../../../store/postgres/postgresDatabase.ts'
import type { SharedStore } from '../../../store/sharedStore.ts'
import { openSqliteStore } from '../../../store/sqliteStore.ts'
import type { Store } from '../../../store/store.ts'
import type { NonceTokenPlace } from '../../../wallet/state/nonceToken.ts'
import type { Log } from '../log/log.ts'
import { hasWalletFile, importFiles, readFilesBeside, WALLET_FILE_EXTENSION } from './keysFiles.ts'
import { nonceTokenFile, nonceTokenPlace } from './nonceTokens.ts'

/** A new store. */
export type NewStore = {
  readonly store: Store
  /** the same store if other processes may open it */
  readonly shared?: SharedStore
  /** Closes the store; removes what the creation has made. */
  readonly discard: () => Promise<void>
}

/** Creates a wallet of files in an engine; throws the errors of reading them. */
export type WalletImporter = (engine: Engine, wallet: NewWallet) => Promise<void>

/** The place of one wallet. */
export type WalletPlace = {
  /** for messages; those of two wallets differ */
  readonly label: string
  /** the name of a wallet that is created there */
  readonly walletName: string
  /** of the wallet file, beside which files of wallet2 may be; undefined without a file */
  readonly path?: string
  /** where the tokens of multisig nonces are stored */
  readonly nonceTokens?: NonceTokenPlace
  exists(): Promise<boolean>
  /** Returns what creates the wallet from files beside this place; undefined if there are none. They stay as they are. */
  importer(password: string, log: Log): WalletImporter | undefined
  /** Opens the store; undefined if there is none. */
  open(): Promise<Pick<NewStore, 'store' | 'shared'> | undefined>
  /** Creates the store, or opens that of an interrupted creation. */
  create(): Promise<NewStore>
}

/** Returns the store of a wallet in memory only. */
export const inMemory = (): NewStore => {
  const store = openMemoryStore()
  return { store, discard: () => store.close() }
}

/** How long opening a file waits for a lock of another process. */
const BUSY_TIMEOUT_MS = 500

const openFile = (path: string): Store => openSqliteStore(path, { exclusive: true, busyTimeoutMs: BUSY_TIMEOUT_MS })

const keysFileImporter = (path: string, password: string, log: Log): WalletImporter | undefined => {
  const files = readFilesBeside(path)
  return files && ((engine, wallet) => importFiles(engine, wallet, { ...files, password }, log))
}

/** Copies the wallet of a file with all that it has stored. Its multisig nonces are not copied: the file may be used again. */
const walletFileImporter =
  (path: string, password: string): WalletImporter =>
  async (engine, { name, networkId }) => {
    const store = openFile(path)
    try {
      const [summary] = await listWallets(store)
      if (summary === undefined || summary.networkId !== networkId)
        throw new WalletFileMissingError(`"${path}" contains no wallet for ${networkId}`)
      const backup = await writeBackup({ store, random: systemRandom }, summary, password)
      await engine.restoreBackup(backup, password, name)
    } finally {
      await store.close()
    }
  }

/**
 * Returns the place of a wallet file.
 * @param stateFolder of the tokens of nonces; undefined for none
 */
export const filePlace = (path: string, stateFolder: string | undefined): WalletPlace => ({
  label: path,
  walletName: basename(path, WALLET_FILE_EXTENSION),
  path,
  ...(stateFolder === undefined ? {} : { nonceTokens: nonceTokenFile(stateFolder, path) }),
  exists: async () => hasWalletFile(path),
  importer: (password, log) => keysFileImporter(path, password, log),
  open: async () => (existsSync(path) ? { store: openFile(path) } : undefined),
  create: async () => {
    const isNew = !existsSync(path)
    const removeNew = (): void => {
      if (isNew && existsSync(path)) rmSync(path)
    }
    try {
      const store = openFile(path)
      return {
        store,
        discard: async () => {
          await store.close()
          removeNew()
        },
      }
    } catch (error) {
      removeNew()
      throw error
    }
  },
})

const pathIn = (folder: string, name: string): string => join(folder, `${name}${WALLET_FILE_EXTENSION}`)

/** Returns the place of a wallet in a folder. */
export const folderPlace = (folder: string, name: string, stateFolder: string | undefined): WalletPlace =>
  filePlace(pathIn(folder, name), stateFolder)

/**
 * Returns the place of a wallet in a database.
 * @param folder of wallet files, which are copied into the database when they are opened first; undefined for none
 * @param stateFolder of the tokens of nonces: they are those of this machine, so that nonces do not move to another one
 */
export const databasePlace = (
  database: PostgresDatabase,
  name: string,
  { folder, stateFolder }: { readonly folder: string | undefined; readonly stateFolder: string | undefined },
): WalletPlace => ({
  label: `${name} in ${database.name}`,
  walletName: name,
  ...(stateFolder === undefined ? {} : { nonceTokens: nonceTokenPlace(stateFolder, `${database.name}/${name}`) }),
  exists: async () =>
    (await database.hasRecords(name, WALLETS_TABLE)) || (folder !== undefined && hasWalletFile(pathIn(folder, name))),
  importer: (password, log) => {
    if (folder === undefined) return undefined
    const path = pathIn(folder, name)
    return existsSync(path) ? walletFileImporter(path, password) : keysFileImporter(path, password, log)
  },
  open: async () => {
    const shared = await database.openStore(name)
    return shared === undefined ? undefined : { store: shared, shared }
  },
  create: async () => {
    const shared = await database.createStore(name)
    return { store: shared, shared, discard: () => database.removeStore(shared) }
  },
})
