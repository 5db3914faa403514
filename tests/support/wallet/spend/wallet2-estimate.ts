// The fee rule of wallet2 as literal numbers, for comparison with the product's own.
import type { Network } from '../../../../src/coin/networks/network.ts'

/** Sizes by family: members of a ring, fixed elements of a range proof, bytes of a view tag. */
const SIZES: { readonly [family: string]: { readonly ring: number; readonly fixed: number; readonly tag: number } } = {
  Monero: { ring: 16, fixed: 6, tag: 1 },
  Oxen: { ring: 10, fixed: 9, tag: 0 },
}

/**
 * Returns the weight that wallet2 estimates before it builds a transaction (estimate_rct_tx_size, estimate_tx_weight): two bytes for each
 * ring member's offset, and of extra only what was passed in, not the transaction keys.
 */
export const wallet2Estimate = (
  { familyName }: Pick<Network, 'familyName'>,
  inputs: number,
  outputs: number,
  extra = 0,
): number => {
  const { ring, fixed, tag } = SIZES[familyName] ?? { ring: 0, fixed: 0, tag: 0 }
  const log = Math.ceil(Math.log2(outputs))
  const proof = 32 * (fixed + 2 * (6 + log))
  const clawback = outputs > 2 ? Math.floor(((16 * (fixed + 14) * 2 ** log - proof) * 4) / 5) : 0
  const perInput = 7 + 2 * ring + 32 + 32 * ring + 64 + 32
  const perOutput = 6 + 32 + tag + 8 + 32
  return 7 + inputs * perInput + outputs * perOutput + extra + 1 + proof + 3 + 4 + clawback
}
