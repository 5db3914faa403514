// A development node as bytes: blocks, pool and all else that makes it what it is, to be loaded again here or elsewhere.

import * as v from 'valibot'
import { CborError, type CborValue, decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import type { DumpedAlternative } from '../chain/alternativeBlocks.ts'
import type { ChainDump } from '../chain/chainRecords.ts'
import type { BlockRow } from '../chain/storedBlock.ts'
import type { DumpedPool } from '../txpool/poolEntry.ts'
import type { SavedParts } from './persistedState.ts'

/** Everything a node must write down to be loaded again. */
export type NodeDump = ChainDump &
  DumpWithoutBlocks & {
    /** which chain it is, as `identityOf` says; dumps of earlier versions do not */
    readonly chain?: string
  }

/** All of a dump but its blocks. */
export type DumpWithoutBlocks = DumpedPool & {
  /** blocks beside the main chain, parents first */
  readonly alternatives?: readonly DumpedAlternative[]
  readonly parts?: SavedParts
}

/** A node at rest: the rows of its blocks, marks of what the chain's state was, the newest first, and all else. */
export type StoredNode = {
  readonly rows: Iterable<BlockRow>
  readonly marks: readonly CborValue[]
  readonly rest: DumpWithoutBlocks
}

/** Bytes that are no dump of a development node. */
export class DumpError extends Error {
  override readonly name = 'DumpError'
}

const FORMAT = 'faba development node'
const VERSION = 1
/** Most bytes of a dump, before they are compressed. */
const MOST = 512 * 1024 * 1024

const bytes = v.instance(Uint8Array)
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const isRecord = (value: unknown): value is CborValue => value !== undefined

const beside = v.object({
  pool: v.array(
    v.object({
      blob: bytes,
      fee: v.exactOptional(v.bigint()),
      receivedAt: v.exactOptional(count),
      keptByBlock: v.exactOptional(v.boolean()),
      doNotRelay: v.exactOptional(v.boolean()),
      relayed: v.exactOptional(v.boolean()),
      lastRelayedAt: v.exactOptional(count),
      doubleSpendSeen: v.exactOptional(v.boolean()),
      maxUsedHeight: v.exactOptional(count),
      lastFailedHeight: v.exactOptional(count),
      lastFailedId: v.exactOptional(bytes),
    }),
  ),
  alternatives: v.array(v.object({ block: bytes })),
  approved: v.array(bytes),
  parts: v.record(v.string(), v.custom<CborValue>(isRecord)),
})

const whole = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  chain: v.exactOptional(v.string()),
  blocks: v.array(v.object({ block: bytes, transactions: v.array(bytes) })),
  ...beside.entries,
})

const besideRecord = ({ pool, alternatives = [], approved = [], parts = {} }: DumpWithoutBlocks) => ({
  pool: pool.map((entry) => ({ ...entry })),
  alternatives,
  approved,
  parts,
})

const decode = <Schema extends v.GenericSchema>(schema: Schema, encoded: Uint8Array): v.InferOutput<Schema> => {
  let record: CborValue
  try {
    record = decodeCbor(encoded)
  } catch (error) {
    if (error instanceof CborError) throw new DumpError(`this is no dump: ${error.message}`, { cause: error })
    throw error
  }
  const { success, output, issues } = v.safeParse(schema, record)
  if (!success) throw new DumpError(`this is no dump of this version: ${v.summarize(issues)}`)
  return output
}

/** All of a dump but its blocks, as bytes. */
export const encodeDumpWithoutBlocks = (dump: DumpWithoutBlocks): Uint8Array => encodeCbor(besideRecord(dump))

/** @throws DumpError */
export const decodeDumpWithoutBlocks = (encoded: Uint8Array): DumpWithoutBlocks => decode(beside, encoded)

/** The bytes that come out of a stream, of which there may be `MOST`. */
const collect = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > MOST) throw new DumpError(`a dump has at most ${MOST} bytes when it is unpacked`)
    chunks.push(new Uint8Array(chunk))
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

const through = (content: Uint8Array, transform: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([new Uint8Array(content)]).stream().pipeThrough(transform)

/**
 * Packs a dump, compressed.
 * @throws DumpError when it is too large
 */
export const packDump = async (dump: NodeDump): Promise<Uint8Array> => {
  const { chain, blocks } = dump
  const record = {
    format: FORMAT,
    version: VERSION,
    ...(chain === undefined ? {} : { chain }),
    blocks,
    ...besideRecord(dump),
  }
  const encoded = encodeCbor(record)
  if (encoded.length > MOST) throw new DumpError(`a dump has at most ${MOST} bytes, this one ${encoded.length}`)
  return collect(through(encoded, new CompressionStream('gzip')))
}

/**
 * Reads what `packDump` made.
 * @throws DumpError
 */
export const unpackDump = async (packed: Uint8Array): Promise<NodeDump> => {
  let encoded: Uint8Array
  try {
    encoded = await collect(through(packed, new DecompressionStream('gzip')))
  } catch (error) {
    if (error instanceof DumpError) throw error
    throw new DumpError('this is no dump: it cannot be unpacked', { cause: error })
  }
  const { format: _format, version: _version, ...dump } = decode(whole, encoded)
  return dump
}
