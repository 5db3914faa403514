// Ids of the blocks before the served ones. Those blocks are never made, so their ids are not hashes: the network's checkpoints, genesis among
// them, and made-up bytes that contain the height, by which a node finds the height of an id without a table of millions.

import { concat, equalBytes } from '../../../src/bytes/bytes.ts'
import { Writer } from '../../../src/bytes/cursor.ts'
import type { ChainProfile } from './profile.ts'
import { seededBytes } from './seeded.ts'

const SEEDED = 28

/** Returns the id of an old block, 32 bytes. */
export const oldIdAt = ({ network }: ChainProfile, height: number): Uint8Array =>
  network.checkpoints.find((checkpoint) => checkpoint.height === height)?.id ??
  concat(seededBytes(SEEDED, height, 21), new Writer().u32(height).finish())

/** Returns the height of an old block by its id; undefined if there is none with this id. */
export const oldHeightOf = (profile: ChainProfile, id: Uint8Array): number | undefined => {
  const checkpoint = profile.network.checkpoints.find((each) => equalBytes(each.id, id))
  if (checkpoint !== undefined) return checkpoint.height
  const height = new DataView(id.buffer, id.byteOffset, id.length).getUint32(SEEDED, true)
  return height < profile.firstBlock && equalBytes(oldIdAt(profile, height), id) ? height : undefined
}
