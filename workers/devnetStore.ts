// Storage of the in-page development node: one record per block, and one for the remaining state. Saving writes changed records only.

import { SerialQueue } from '../src/async/serialQueue.ts'
import { type CborValue, decodeCbor, encodeCbor } from '../src/bytes/cbor.ts'
import { decodeDumpWithoutBlocks, encodeDumpWithoutBlocks, type NodeDump } from '../src/devnet/node/nodeDump.ts'
import { FabaError } from '../src/errors/fabaError.ts'
import type { Store, StoreChange } from '../src/store/store.ts'

const BLOCKS_TABLE = 'blocks'
const STATE_TABLE = 'pool'
const STATE_KEY = 'beside'
/** Earlier versions stored only the transactions of the pool, under this key. */
const LEGACY_TRANSACTIONS_KEY = 'transactions'

type DumpedBlock = NodeDump['blocks'][number]

/** A record of the chain is damaged. */
export class ChainRecordError extends FabaError {
  override readonly name = 'ChainRecordError'
  readonly code = 'chain-record'
}

/** Returns the key of a block; keys sort like heights. */
const blockKey = (position: number): string => position.toString().padStart(10, '0')

const isBlobs = (value: CborValue): value is readonly Uint8Array[] =>
  Array.isArray(value) && value.every((item) => item instanceof Uint8Array)

const decodeBlobs = (bytes: Uint8Array): readonly Uint8Array[] => {
  const blobs = decodeCbor(bytes)
  if (!isBlobs(blobs)) throw new ChainRecordError('a record of the development chain is damaged')
  return blobs
}

const decodeBlock = (bytes: Uint8Array): DumpedBlock => {
  const [block, ...transactions] = decodeBlobs(bytes)
  if (block === undefined) throw new ChainRecordError('a record of the development chain contains no block')
  return { block, transactions }
}

export type DevnetChainStore = {
  /**
   * Loads the state; undefined if none is stored.
   * @throws ChainRecordError, CborError, and the errors of the store
   */
  load(): Promise<NodeDump | undefined>
  /** Saves a state after all earlier calls. */
  save(dump: NodeDump): Promise<void>
}

/** Returns the writes that turn a store with the blocks `saved` into one with `dump`. A node never mutates a blob: identity decides. */
const changesSince = (saved: readonly Uint8Array[], { blocks, ...state }: NodeDump): readonly StoreChange[] => {
  const changes: StoreChange[] = [
    { table: STATE_TABLE, key: STATE_KEY, value: encodeDumpWithoutBlocks(state) },
    { table: STATE_TABLE, key: LEGACY_TRANSACTIONS_KEY },
  ]
  blocks.forEach(({ block, transactions }, i) => {
    if (saved[i] !== block)
      changes.push({ table: BLOCKS_TABLE, key: blockKey(i), value: encodeCbor([block, ...transactions]) })
  })
  for (let i = blocks.length; i < saved.length; i++) changes.push({ table: BLOCKS_TABLE, key: blockKey(i) })
  return changes
}

/** Opens the storage of a node in a store. */
export const openDevnetChainStore = (store: Store): DevnetChainStore => {
  let savedBlocks: readonly Uint8Array[] = []
  const queue = new SerialQueue()
  return {
    load: async () => {
      const records = await store.list(BLOCKS_TABLE)
      if (records.length === 0) return undefined
      const state = await store.get(STATE_TABLE, STATE_KEY)
      const blocks = records.map(([, bytes]) => decodeBlock(bytes))
      savedBlocks = blocks.map(({ block }) => block)
      if (state !== undefined) return { blocks, ...decodeDumpWithoutBlocks(state) }
      const transactions = await store.get(STATE_TABLE, LEGACY_TRANSACTIONS_KEY)
      return { blocks, pool: transactions === undefined ? [] : decodeBlobs(transactions).map((blob) => ({ blob })) }
    },
    save: (dump) =>
      queue.run(async () => {
        await store.commit(changesSince(savedBlocks, dump), 'relaxed')
        savedBlocks = dump.blocks.map(({ block }) => block)
      }),
  }
}
