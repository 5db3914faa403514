// The served blocks of a synthetic chain in files, in the encoding of a node's answers, so that a node answers at the speed of the disk.
// They are made once, in seconds to a minute.

import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  asBlob,
  asBool,
  asSections,
  asU64,
  asU64s,
  type WritableSection,
  writePortable,
} from '../../../src/bytes/portableStorageWriter.ts'
import type { BlockGenerator, SyntheticBlock } from './blocks.ts'
import { oldIdAt } from './oldIds.ts'
import { outputsAt } from './profile.ts'

/** Changes with the generated blocks. */
const VERSION = 2
/** The signature of portable storage, which items of an array do not have. */
const SIGNATURE_BYTES = 9

/** Blocks and output indices of the served part, each as items of an array of sections. */
export type ChainFiles = {
  readonly ids: Uint8Array
  /** ids of transactions, by block, one after the other */
  readonly transactionIds: Uint8Array
  /** number of transactions before each block, and after the last one */
  readonly transactionsBefore: readonly number[]
  /** Returns the encoded blocks `from` .. `to`-1, counted from the first served one. */
  readonly blocks: (from: number, to: number) => Uint8Array
  readonly indices: (from: number, to: number) => Uint8Array
}

const itemOf = (section: WritableSection): Uint8Array => writePortable(section).subarray(SIGNATURE_BYTES)

/** Returns a block as an item of the array in a page of blocks. */
export const encodedBlock = ({ blob, transactions }: SyntheticBlock): Uint8Array =>
  itemOf({
    block: asBlob(blob),
    block_weight: asU64(blob.length),
    pruned: asBool(true),
    txs: asSections(
      transactions.map(({ blob: bytes, prunableHash }) => ({
        blob: asBlob(bytes),
        prunable_hash: asBlob(prunableHash),
      })),
    ),
  })

/** Returns the output indices of a block as an item of the array in a page of blocks. */
export const encodedIndices = ({ outputIndices }: SyntheticBlock): Uint8Array =>
  itemOf({ indices: asSections(outputIndices.map((each) => ({ indices: asU64s(each) }))) })

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'build', 'mainnet')

/** Returns the folder of a chain, whose name changes with the generated blocks. */
export const chainFolder = (name: string, parent = FOLDER): string => join(parent, `${name}-${VERSION}`)

/** Returns the id before the first served block. */
export const idBefore = (profile: BlockGenerator['profile']): Uint8Array => oldIdAt(profile, profile.firstBlock - 1)

/** Makes the files in a folder. */
const makeFiles = (folder: string, generator: BlockGenerator, firstIndex: number): void => {
  const { profile } = generator
  mkdirSync(folder, { recursive: true })
  const open = (name: string): number => openSync(join(folder, name), 'w')
  const [blocks, indices, ids, transactionIds] = [open('blocks'), open('indices'), open('ids'), open('transactions')]
  const sizes: [number, number, number][] = []
  let previousId = idBefore(profile)
  let next = firstIndex
  for (let height = profile.firstBlock; height < profile.height; height++) {
    const made = generator.block(height, previousId, next)
    const { id, transactions } = made
    const [block, places] = [encodedBlock(made), encodedIndices(made)]
    writeSync(blocks, block)
    writeSync(indices, places)
    writeSync(ids, id)
    for (const transaction of transactions) writeSync(transactionIds, transaction.id)
    sizes.push([block.length, places.length, transactions.length])
    previousId = id
    next += outputsAt(profile, height)
  }
  writeFileSync(join(folder, 'sizes.json'), JSON.stringify(sizes))
}

/** Returns the sums of the first numbers: of none, one, two … */
const sumsOf = (numbers: readonly number[]): readonly number[] => {
  const sums = [0]
  for (const number of numbers) sums.push((sums.at(-1) ?? 0) + number)
  return sums
}

const sliceOf = (path: string, sizes: readonly number[]): ((from: number, to: number) => Uint8Array) => {
  const file = openSync(path, 'r')
  const offsets = sumsOf(sizes)
  return (from, to) => {
    const [start = 0, end = 0] = [offsets[from], offsets[to]]
    const bytes = new Uint8Array(end - start)
    readSync(file, bytes, 0, bytes.length, start)
    return bytes
  }
}

/**
 * Opens the files of a chain; makes them if there are none.
 * @param name of the chain and its owners
 * @param firstIndex number of outputs before the first served block
 * @param parent of the folder of the chain
 */
export const openChainFiles = (
  name: string,
  generator: BlockGenerator,
  firstIndex: number,
  parent = FOLDER,
): ChainFiles => {
  const folder = chainFolder(name, parent)
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    makeFiles(unfinished, generator, firstIndex)
    renameSync(unfinished, folder)
  }
  // Written above.
  const sizes = JSON.parse(readFileSync(join(folder, 'sizes.json'), 'utf8')) as readonly [number, number, number][]
  return {
    ids: readFileSync(join(folder, 'ids')),
    transactionIds: readFileSync(join(folder, 'transactions')),
    transactionsBefore: sumsOf(sizes.map(([, , count]) => count)),
    blocks: sliceOf(
      join(folder, 'blocks'),
      sizes.map(([size]) => size),
    ),
    indices: sliceOf(
      join(folder, 'indices'),
      sizes.map(([, size]) => size),
    ),
  }
}
