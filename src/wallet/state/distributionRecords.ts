// Codec of the records of output counts: a chunk of the distribution as the node sent it.

import type { DistributionChunk } from '../../daemon/outputDistribution.ts'
import { beginRecord, KEY_BYTES, readBlob, readOptional, readRecord, writeBlob, writeOptional } from './recordFormat.ts'

/** A chunk and its place. */
export type AnchoredChunk = DistributionChunk & {
  readonly startHeight: number
  /** number of outputs in all blocks before */
  readonly base: number
  /** id of the block after it, which changes with any of its blocks; undefined if the wallet did not know that block */
  readonly nextId: Uint8Array | undefined
}

export const encodeDistributionChunk = (chunk: AnchoredChunk): Uint8Array => {
  const writer = beginRecord().varint(chunk.startHeight).varint(chunk.blocks).varint(chunk.base)
  writer.varint(chunk.outputs).varint(chunk.nonEmpty)
  return writeOptional(writeBlob(writer, chunk.counts), chunk.nextId, (id) => writer.bytes(id)).finish()
}

/** @throws FormatError */
export const decodeDistributionChunk = (bytes: Uint8Array): AnchoredChunk =>
  readRecord(bytes, 'output counts', (reader) => ({
    startHeight: reader.varint(),
    blocks: reader.varint(),
    base: reader.varint(),
    outputs: reader.varint(),
    nonEmpty: reader.varint(),
    counts: readBlob(reader),
    nextId: readOptional(reader, () => reader.bytes(KEY_BYTES)),
  }))
