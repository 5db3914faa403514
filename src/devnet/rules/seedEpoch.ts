// When the seed of RandomX changes.

import { FabaError } from '../../errors/fabaError.ts'

/** A new seed each `blocks` blocks, used `lag` blocks later; both are powers of two. */
export type SeedEpoch = { readonly blocks: number; readonly lag: number }

/** That of every public network (monerod: SEEDHASH_EPOCH_BLOCKS, SEEDHASH_EPOCH_LAG). */
export const SEED_EPOCH: SeedEpoch = { blocks: 2048, lag: 64 }

/** A seed epoch is not possible. */
export class SeedEpochError extends FabaError {
  override readonly name = 'SeedEpochError'
  readonly code = 'seed-epoch'
}

const parsePower = (name: string, text: string | undefined, min: number, max: number): number => {
  if (text === undefined) return max
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max && Number.isInteger(Math.log2(value))) return value
  throw new SeedEpochError(`${name} is a power of two from ${min} to ${max}, not "${text.slice(0, 40)}"`)
}

/**
 * Reads a seed epoch from the environment variables of monerod. It ignores values that are not possible.
 * @throws SeedEpochError for such values
 */
export const parseSeedEpoch = (environment: Readonly<Record<string, string | undefined>>): SeedEpoch => ({
  blocks: parsePower('SEEDHASH_EPOCH_BLOCKS', environment['SEEDHASH_EPOCH_BLOCKS'], 2, SEED_EPOCH.blocks),
  lag: parsePower('SEEDHASH_EPOCH_LAG', environment['SEEDHASH_EPOCH_LAG'], 1, SEED_EPOCH.lag),
})

/** Returns the height of the block whose id is the RandomX seed of the block at `height` (monerod: rx_seedheight). */
export const seedHeight = (height: number, { blocks, lag }: SeedEpoch): number =>
  height <= blocks + lag ? 0 : Math.floor((height - lag - 1) / blocks) * blocks
