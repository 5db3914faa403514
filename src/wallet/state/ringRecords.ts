// Rings remembered by key image (wallet2: ringdb): an output that is spent again gets the same ring. Two transactions that spend it with
// different rings would show which member is real; so would two different requests for decoys.

import { beginRecord, readList, readRecord, writeList } from './recordFormat.ts'

/** What was requested and used to spend an output. Global indices. */
export type RememberedRing = {
  /** requested from nodes, in the order in which they were drawn, the output itself among them */
  readonly candidates: readonly number[]
  /** members of the ring, ascending; empty if none was drawn yet */
  readonly members: readonly number[]
  /** number of blocks that the wallet knew when the ring was drawn; 0 if none was, or if that is unknown */
  readonly height: number
}

/** Rings by key image, hex. */
export type RememberedRings = ReadonlyMap<string, RememberedRing>

export const encodeRing = ({ candidates, members, height }: RememberedRing): Uint8Array => {
  const writer = beginRecord()
  writeList(writer, candidates, (index) => writer.varint(index))
  writeList(writer, members, (index) => writer.varint(index))
  return writer.varint(height).finish()
}

/** @throws FormatError */
export const decodeRing = (bytes: Uint8Array): RememberedRing =>
  readRecord(bytes, 'a ring', (reader) => ({
    candidates: readList(reader, () => reader.varint()),
    members: readList(reader, () => reader.varint()),
    height: reader.varint(),
  }))
