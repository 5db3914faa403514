// Where a development node's state comes from and goes to: a folder that keeps it, a file to begin with, a file that is written at the end.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DevelopmentNode } from '../../devnet/node/developmentNode.ts'
import { DumpError, type NodeDump, packDump, unpackDump } from '../../devnet/node/nodeDump.ts'
import { type Flag, type Flags, UsageError } from '../command.ts'
import { fileTrouble } from '../fileTrouble.ts'
import { ChainStore, ChainStoreError } from './chainStore.ts'

/** Flags of a node's state. */
export const STATE_FLAGS: readonly Flag[] = [
  { name: 'data-dir', value: 'DIR', about: 'keep the chain in this folder; it is in memory only if left out' },
  { name: 'load', value: 'FILE', about: 'begin as a dump says, one of --dump or of dev_dump as bytes' },
  { name: 'dump', value: 'FILE', about: 'write the whole state into this file when the node stops' },
]

const CHAIN_FILE = 'chain.sqlite'

/**
 * The folder of --data-dir, opened; undefined without one.
 * @throws UsageError
 */
export const openDataDir = (flags: Flags): ChainStore | undefined => {
  const folder = flags.text('data-dir')
  if (folder === undefined) return undefined
  try {
    return new ChainStore(join(folder, CHAIN_FILE))
  } catch (error) {
    if (error instanceof ChainStoreError) throw new UsageError(`--data-dir: ${error.message}`, { cause: error })
    const words = fileTrouble(error)
    throw words === undefined ? error : new UsageError(`--data-dir ${folder}: ${words}`, { cause: error })
  }
}

/**
 * The dump of --load; undefined without one.
 * @throws UsageError
 */
export const readDump = async (flags: Flags): Promise<NodeDump | undefined> => {
  const path = flags.text('load')
  if (path === undefined) return undefined
  try {
    return await unpackDump(readFileSync(path))
  } catch (error) {
    const words = error instanceof DumpError ? error.message : fileTrouble(error)
    throw words === undefined ? error : new UsageError(`--load ${path}: ${words}`, { cause: error })
  }
}

/** Writes the file of --dump, if there is to be one, which is whole or not there. */
export const writeDump = async (flags: Flags, node: DevelopmentNode): Promise<void> => {
  const path = flags.text('dump')
  if (path === undefined) return
  const packed = await packDump(node.state.dump())
  mkdirSync(dirname(path), { recursive: true })
  const beside = `${path}.new`
  writeFileSync(beside, packed, { mode: 0o600 })
  renameSync(beside, path)
}
