// Stakes of this wallet that the network locks: an output that is staked to a service node cannot be spent until the node is gone, and a
// stake of a deregistered node for some time longer. Only nodes know which ones, and their word is not verified.

import { fromHex, toHex } from '../../bytes/hex.ts'
import type { OwnedOutput } from './ledger.ts'
import { beginRecord, KEY_BYTES, readList, readOptional, readRecord, writeList, writeOptional } from './recordFormat.ts'

/** Why a stake is locked, and how long. */
export type StakeLock = {
  /** undefined if no unlock was requested */
  readonly unlockHeight: number | undefined
  /** hex; undefined if the service node was deregistered, and in records of earlier versions */
  readonly serviceNodeKey: string | undefined
}

/** Locked stakes by key image (hex). */
export type StakeLocks = ReadonlyMap<string, StakeLock>

export const NO_STAKE_LOCKS: StakeLocks = new Map()

/** Returns whether the network locks an output as a stake. */
export const isStakeLocked = (locks: StakeLocks, output: Pick<OwnedOutput, 'keyImage'>): boolean => {
  if (locks.size === 0) return false
  const { keyImage } = output
  return keyImage !== undefined && locks.has(toHex(keyImage))
}

/** Records of the first version have no service nodes. */
const FIRST_VERSION = 1
const RECORD_VERSION = 2

export const encodeStakeLocks = (locks: StakeLocks): Uint8Array => {
  const writer = beginRecord(RECORD_VERSION)
  return writeList(writer, [...locks], ([keyImage, { unlockHeight, serviceNodeKey }]) => {
    writer.bytes(fromHex(keyImage))
    writeOptional(writer, unlockHeight, (height) => writer.varint(height))
    writeOptional(writer, serviceNodeKey, (key) => writer.bytes(fromHex(key)))
  }).finish()
}

/** @throws FormatError */
export const decodeStakeLocks = (bytes: Uint8Array): StakeLocks =>
  readRecord(
    bytes,
    'locked stakes',
    (reader, version) =>
      new Map(
        readList(reader, () => {
          const keyImage = toHex(reader.bytes(KEY_BYTES))
          const unlockHeight = readOptional(reader, () => reader.varint())
          const serviceNodeKey =
            version === FIRST_VERSION ? undefined : readOptional(reader, () => toHex(reader.bytes(KEY_BYTES)))
          return [keyImage, { unlockHeight, serviceNodeKey }]
        }),
      ),
    RECORD_VERSION,
    FIRST_VERSION,
  )
