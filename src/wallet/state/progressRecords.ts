// Codecs of the records of the scan: progress, restore date, anchors and chunks of block ids.

import { concat } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { type Anchor, BlockIds } from './blockIds.ts'
import { beginRecord, flag, KEY_BYTES, readFlag, readList, readRecord, writeList } from './recordFormat.ts'

/** Progress of the scan, with its heights and the last block reward (`lastReward`, atomic units). */
export type ScanProgress = {
  readonly restoreHeight: number
  readonly immutableHeight: number
  readonly lastReward: bigint
  readonly blockIdsStart: number
  readonly blockIdsHeight: number
  readonly rescanAdvised: boolean
}

/** Version 1 did not record whether a rescan is advised. */
const PROGRESS_RECORD_VERSION = 2
const OLDEST_PROGRESS_RECORD_VERSION = 1

export const encodeProgress = (progress: ScanProgress): Uint8Array =>
  beginRecord(PROGRESS_RECORD_VERSION)
    .varint(progress.restoreHeight)
    .varint(progress.immutableHeight)
    .varint(progress.lastReward)
    .varint(progress.blockIdsStart)
    .varint(progress.blockIdsHeight)
    .u8(flag(progress.rescanAdvised))
    .finish()

/** @throws FormatError */
export const decodeProgress = (bytes: Uint8Array): ScanProgress =>
  readRecord(
    bytes,
    'a wallet’s progress',
    (reader, version) => ({
      restoreHeight: reader.varint(),
      immutableHeight: reader.varint(),
      lastReward: reader.varint64(),
      blockIdsStart: reader.varint(),
      blockIdsHeight: reader.varint(),
      rescanAdvised: version > OLDEST_PROGRESS_RECORD_VERSION && readFlag(reader),
    }),
    PROGRESS_RECORD_VERSION,
    OLDEST_PROGRESS_RECORD_VERSION,
  )

/** @param date UNIX seconds */
export const encodeDate = (date: number): Uint8Array => beginRecord().varint(date).finish()

/** @throws FormatError */
export const decodeDate = (bytes: Uint8Array): number => readRecord(bytes, 'a date', (reader) => reader.varint())

export const encodeAnchors = (anchors: readonly Anchor[]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, anchors, ({ height, id }) => writer.varint(height).bytes(id)).finish()
}

/** @throws FormatError */
export const decodeAnchors = (bytes: Uint8Array): Anchor[] =>
  readRecord(bytes, 'anchors', (reader) =>
    readList(reader, () => ({ height: reader.varint(), id: reader.bytes(KEY_BYTES) })),
  )

/**
 * Restores the block ids from their stored chunks, oldest first.
 * @throws FormatError if the chunks do not contain the block ids of the progress
 */
export const restoreBlockIds = (
  { blockIdsStart, blockIdsHeight }: Pick<ScanProgress, 'blockIdsStart' | 'blockIdsHeight'>,
  chunks: readonly Uint8Array[],
  anchors: readonly Anchor[],
): BlockIds => {
  const ids = concat(...chunks)
  if (ids.length !== (blockIdsHeight - blockIdsStart) * KEY_BYTES)
    throw new FormatError(`${ids.length / KEY_BYTES} block ids are stored, not ${blockIdsHeight - blockIdsStart}`)
  return new BlockIds(blockIdsStart, ids, anchors)
}
