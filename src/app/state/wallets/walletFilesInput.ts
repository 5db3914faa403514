// The files of a wallet of wallet2 that the user chooses: the keys file, and the cache beside it.
import { type Accessor, createSignal } from 'solid-js'
import type { WalletFilesContent } from '../../../engine/api/engineViews.ts'
import { MAX_FILE_BYTES, readFile } from '../../host/files/readFile.ts'
import { t } from '../../text/text.ts'

const KEYS_EXTENSION = '.keys'
/** wallet2 writes the address into a third file. */
const ADDRESS_EXTENSION = '.address.txt'

type ChosenFile = { readonly name: string; readonly size: number }

export type WalletFilesInput = {
  readonly files: Accessor<readonly ChosenFile[]>
  /** Adds chosen files; a file replaces one of the same name. */
  add(files: readonly File[]): void
  remove(name: string): void
  /** why the files are not those of a wallet; empty without a problem */
  readonly problem: Accessor<string>
  /** Reads the files; undefined, with a problem to show, if they are not those of a wallet. */
  read(): Promise<WalletFilesContent | undefined>
}

const contentOf = (file: File): Promise<Uint8Array> => readFile(file, 'walletCache')

/** Creates the input. `onName` gets the name of the wallet when a keys file is added. */
export const createWalletFilesInput = (onName: (name: string) => void): WalletFilesInput => {
  const [files, setFiles] = createSignal<readonly File[]>([])
  const [problem, setProblem] = createSignal('')
  const keysFile = (): File | undefined => files().find(({ name }) => name.endsWith(KEYS_EXTENSION))
  const caches = (): readonly File[] => files().filter((file) => file !== keysFile())
  const problemOf = (): string => {
    if (files().length === 0) return t('files.missing')
    if (keysFile() === undefined) return t('files.noKeys')
    if (caches().length > 1) return t('files.tooMany')
    return files().some(({ size }) => size > MAX_FILE_BYTES.walletCache) ? t('data.large') : ''
  }
  return {
    files,
    problem,
    add: (chosen) => {
      setProblem('')
      const added = chosen.filter(({ name }) => !name.endsWith(ADDRESS_EXTENSION))
      const isAdded = (file: File): boolean => added.some(({ name }) => name === file.name)
      setFiles([...files().filter((file) => !isAdded(file)), ...added])
      const keys = keysFile()
      if (keys !== undefined && isAdded(keys)) onName(keys.name.slice(0, -KEYS_EXTENSION.length))
    },
    remove: (name) => {
      setProblem('')
      setFiles(files().filter((file) => file.name !== name))
    },
    read: async () => {
      setProblem(problemOf())
      const keys = keysFile()
      if (problem() !== '' || keys === undefined) return undefined
      const [cache] = caches()
      return { keys: await contentOf(keys), cache: cache && (await contentOf(cache)) }
    },
  }
}
