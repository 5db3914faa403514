// The chain of the development node at rest: one record per block, one for all else. Saving writes only what changed.

import { type CborValue, decodeCbor, encodeCbor } from '../src/bytes/cbor.ts'
import { decodeDumpWithoutBlocks, encodeDumpWithoutBlocks, type NodeDump } from '../src/devnet/node/nodeDump.ts'
import type { Store, StoreChange } from '../src/store/store.ts'

const BLOCKS = 'blocks'
const POOL = 'pool'
/** of earlier versions: the transactions alone */
const TRANSACTIONS = 'transactions'
const BESIDE = 'beside'

type DumpedBlock = NodeDump['blocks'][number]

/** A record of the chain that cannot be read. */
export class ChainRecordError extends Error {
  override readonly name = 'ChainRecordError'
}

/** Keys in the order of heights. */
const keyOf = (position: number): string => position.toString().padStart(10, '0')

const isBlobs = (value: CborValue): value is readonly Uint8Array[] =>
  Array.isArray(value) && value.every((item) => item instanceof Uint8Array)

const decodeBlobs = (bytes: Uint8Array): readonly Uint8Array[] => {
  const blobs = decodeCbor(bytes)
  if (!isBlobs(blobs)) throw new ChainRecordError('a record of the development chain is damaged')
  return blobs
}

const decodeBlock = (bytes: Uint8Array): DumpedBlock => {
  const [block, ...transactions] = decodeBlobs(bytes)
  if (block === undefined) throw new ChainRecordError('a record of the development chain holds no block')
  return { block, transactions }
}

export type ChainStore = {
  /** undefined where nothing was saved yet */
  load(): Promise<NodeDump | undefined>
  save(dump: NodeDump): Promise<void>
}

/** The chain in `store`. Saves happen one after the other. */
export const openChainStore = (store: Store): ChainStore => {
  /** blocks as they rest, by identity: a node never changes a blob */
  let saved: readonly Uint8Array[] = []
  let turn: Promise<void> = Promise.resolve()

  const changes = ({ blocks, ...beside }: NodeDump): readonly StoreChange[] => {
    const list: StoreChange[] = [
      { table: POOL, key: BESIDE, value: encodeDumpWithoutBlocks(beside) },
      { table: POOL, key: TRANSACTIONS },
    ]
    blocks.forEach(({ block, transactions }, i) => {
      if (saved[i] !== block) list.push({ table: BLOCKS, key: keyOf(i), value: encodeCbor([block, ...transactions]) })
    })
    for (let i = blocks.length; i < saved.length; i++) list.push({ table: BLOCKS, key: keyOf(i) })
    return list
  }

  return {
    load: async () => {
      const records = await store.list(BLOCKS)
      if (records.length === 0) return undefined
      const beside = await store.get(POOL, BESIDE)
      const blocks = records.map(([, bytes]) => decodeBlock(bytes))
      saved = blocks.map(({ block }) => block)
      if (beside !== undefined) return { blocks, ...decodeDumpWithoutBlocks(beside) }
      const pool = await store.get(POOL, TRANSACTIONS)
      return { blocks, pool: pool === undefined ? [] : decodeBlobs(pool).map((blob) => ({ blob })) }
    },
    save: (dump) => {
      const done = turn.then(async () => {
        await store.commit(changes(dump), 'relaxed')
        saved = dump.blocks.map(({ block }) => block)
      })
      turn = done.catch(() => undefined)
      return done
    },
  }
}
