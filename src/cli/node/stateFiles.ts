// The files of a development node's state: the folder of --data-dir, the dumps of --load and --dump.

import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DevelopmentNode } from '../../devnet/node/developmentNode.ts'
import { type NodeDump, packDump, unpackDump } from '../../devnet/node/nodeDump.ts'
import type { FlagGroup, Flags } from '../command/command.ts'
import { toUsageError, withUsageErrors } from '../command/fileErrors.ts'
import { replaceFile } from '../command/replaceFile.ts'
import { ChainStore, ChainStoreError } from './chainStore.ts'

export const STATE_GROUP: FlagGroup = {
  title: 'State',
  flags: [
    { name: 'data-dir', value: 'DIR', description: 'folder that stores the chain; default: in memory only' },
    { name: 'fresh', description: 'begin a new chain; the one that the folder stores is deleted' },
    { name: 'load', value: 'FILE', description: 'begin with a dump of --dump, or of dev_dump as bytes' },
    { name: 'dump', value: 'FILE', description: 'write the whole state into this file when the node stops' },
  ],
}

const CHAIN_FILE = 'chain.sqlite'

/**
 * Opens the storage of --data-dir, emptied with --fresh; undefined without the flag.
 * @throws UsageError
 */
export const openDataDirectory = (flags: Flags): ChainStore | undefined => {
  const folder = flags.text('data-dir')
  if (folder === undefined) return undefined
  try {
    const store = new ChainStore(join(folder, CHAIN_FILE))
    if (flags.has('fresh')) store.clear()
    return store
  } catch (error) {
    // The message of a ChainStoreError names the file.
    throw toUsageError(error instanceof ChainStoreError ? '--data-dir' : `--data-dir ${folder}`, error)
  }
}

/**
 * Reads the dump of --load; undefined without the flag.
 * @throws UsageError
 */
export const readDump = async (flags: Flags): Promise<NodeDump | undefined> => {
  const path = flags.text('load')
  if (path === undefined) return undefined
  return await withUsageErrors(`--load ${path}`, () => unpackDump(readFileSync(path)))
}

/**
 * Writes the file of --dump; does nothing without the flag. An interrupted write leaves no partial file.
 * @throws UsageError
 */
export const writeDump = async (flags: Flags, node: DevelopmentNode): Promise<void> => {
  const path = flags.text('dump')
  if (path === undefined) return
  const packed = await packDump(node.state.dump())
  await withUsageErrors(`--dump ${path}`, () => {
    mkdirSync(dirname(path), { recursive: true })
    replaceFile(path, packed)
  })
}
