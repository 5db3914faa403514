// Dumps of a development node: blocks, pool and the rest of its state as bytes.

import * as v from 'valibot'
import { CborError, type CborValue, decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { DumpedAlternative } from '../chain/alternativeBlocks.ts'
import type { ChainDump } from '../records/chainRecords.ts'
import type { BlockRow } from '../records/storedBlock.ts'
import type { DumpedPool } from '../txpool/poolEntry.ts'
import type { SavedParts } from './persistedState.ts'

/** The whole state of a node. */
export type NodeDump = ChainDump &
  DumpWithoutBlocks & {
    /** the chain, as `identityOf` returns it; missing in dumps of earlier versions */
    readonly chain?: string
  }

/** A dump without its blocks. */
export type DumpWithoutBlocks = DumpedPool & {
  /** alternative blocks, parents first */
  readonly alternatives?: readonly DumpedAlternative[]
  readonly parts?: SavedParts
}

/** A node in storage: rows of its blocks, snapshots of the family state (the newest first), and the rest. */
export type StoredNode = {
  readonly rows: Iterable<BlockRow>
  readonly marks: readonly CborValue[]
  readonly rest: DumpWithoutBlocks
}

/** Bytes that are not a dump of a development node, or one of another chain. */
export class DumpError extends FabaError {
  override readonly name = 'DumpError'
  readonly code = 'dump'
}

const FORMAT = 'faba development node'
const VERSION = 1
/** Bytes, uncompressed. */
const MAX_DUMP_SIZE = 512 * 1024 * 1024

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
    if (error instanceof CborError) throw new DumpError(`not a dump: ${error.message}`, { cause: error })
    throw error
  }
  const { success, output, issues } = v.safeParse(schema, record)
  if (!success) throw new DumpError(`not a dump of this version: ${v.summarize(issues)}`)
  return output
}

/** Encodes a dump without its blocks. */
export const encodeDumpWithoutBlocks = (dump: DumpWithoutBlocks): Uint8Array => encodeCbor(besideRecord(dump))

/** Decodes a dump without its blocks. @throws DumpError */
export const decodeDumpWithoutBlocks = (encoded: Uint8Array): DumpWithoutBlocks => decode(beside, encoded)

/** Reads a stream of at most `MAX_DUMP_SIZE` bytes. */
const collect = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > MAX_DUMP_SIZE) throw new DumpError(`a dump has at most ${MAX_DUMP_SIZE} bytes when decompressed`)
    chunks.push(new Uint8Array(chunk))
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

const through = (content: Uint8Array, transform: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([new Uint8Array(content)]).stream().pipeThrough(transform)

/**
 * Encodes and compresses a dump.
 * @throws DumpError if it is too large
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
  if (encoded.length > MAX_DUMP_SIZE)
    throw new DumpError(`a dump has at most ${MAX_DUMP_SIZE} bytes, this one ${encoded.length}`)
  return collect(through(encoded, new CompressionStream('gzip')))
}

/**
 * Decompresses and decodes a dump of `packDump`.
 * @throws DumpError
 */
export const unpackDump = async (packed: Uint8Array): Promise<NodeDump> => {
  let encoded: Uint8Array
  try {
    encoded = await collect(through(packed, new DecompressionStream('gzip')))
  } catch (error) {
    if (error instanceof DumpError) throw error
    throw new DumpError('not a dump: it cannot be decompressed', { cause: error })
  }
  const { format: _format, version: _version, ...dump } = decode(whole, encoded)
  return dump
}
