// Stakes of this wallet that the network locks: an output that is staked to a service node cannot be spent until the node is gone, and a
// stake of a deregistered node for some time longer. Only nodes know which ones, and their word is not verified.

import { fromHex, toHex } from '../../bytes/hex.ts'
import type { OwnedOutput } from './ledger.ts'
import { beginRecord, KEY_BYTES, readList, readOptional, readRecord, writeList, writeOptional } from './recordFormat.ts'

/** Locked stakes by key image (hex), each with its unlock height; undefined if no unlock was requested. */
export type StakeLocks = ReadonlyMap<string, number | undefined>

export const NO_STAKE_LOCKS: StakeLocks = new Map()

/** Returns whether the network locks an output as a stake. */
export const isStakeLocked = (locks: StakeLocks, { keyImage }: Pick<OwnedOutput, 'keyImage'>): boolean =>
  locks.size > 0 && keyImage !== undefined && locks.has(toHex(keyImage))

export const encodeStakeLocks = (locks: StakeLocks): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, [...locks], ([keyImage, unlockHeight]) => {
    writer.bytes(fromHex(keyImage))
    writeOptional(writer, unlockHeight, (height) => writer.varint(height))
  }).finish()
}

/** @throws FormatError */
export const decodeStakeLocks = (bytes: Uint8Array): StakeLocks =>
  readRecord(
    bytes,
    'locked stakes',
    (reader) =>
      new Map(readList(reader, () => [toHex(reader.bytes(KEY_BYTES)), readOptional(reader, () => reader.varint())])),
  )
