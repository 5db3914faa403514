// Rings of inputs: their types, and the sanity check of nodes.

import type { Network } from '../../coin/networks/network.ts'
import { FabaError } from '../../errors/fabaError.ts'

/** The network's rules for rings and decoy selection. */
export type DecoyRules = Pick<Network, 'ringSize' | 'spendableAge' | 'coinbaseUnlockWindow' | 'blockTarget' | 'decoys'>

/** The output that an input spends, as the wallet knows it. */
export type RealOutput = {
  readonly globalIndex: number
  readonly keyImage: Uint8Array
  readonly key: Uint8Array
  readonly commitment: Uint8Array
  readonly height: number
}

/** A ring member. */
export type RingMember = { readonly globalIndex: number; readonly key: Uint8Array; readonly commitment: Uint8Array }

/** The members in ascending order of their global indices, and the position of the real one. */
export type Ring = { readonly members: readonly RingMember[]; readonly realPosition: number }

/** The chain has too few spendable outputs for a ring. */
export class ChainTooYoungError extends FabaError<{ readonly missing: number }> {
  override readonly name = 'ChainTooYoungError'
  readonly code = 'chain-too-young'

  constructor(missing: number, why: string) {
    super(
      `the chain is too young: a ring needs ${missing} more spendable ${missing === 1 ? 'output' : 'outputs'} (${why}); wait for more blocks`,
      { details: { missing } },
    )
  }
}

/** A node has another output at the index of an output of the wallet: the index or the node is false. */
export class OutputIndexError extends FabaError<{ readonly globalIndex: number }> {
  override readonly name = 'OutputIndexError'
  readonly code = 'output-index'

  constructor(globalIndex: number, found: string) {
    super(
      `the node ${found} output ${globalIndex}, which the wallet knows otherwise: this node, or the one that reported the index, is wrong; use another node`,
      { details: { globalIndex } },
    )
  }
}

/** Number of outputs below which nodes do not check rings. */
const MIN_CHECKED_OUTPUTS = 10_000
const MIN_CHECKED_MEMBERS = 11

/**
 * Returns whether rings pass the sanity check of nodes before relay (monerod: tx_sanity_check): enough distinct and recent members.
 * @param outputCount number of outputs old enough to be spent
 */
export const areRingsSane = (rings: readonly Ring[], outputCount: number): boolean => {
  const indices = rings.flatMap(({ members }) => members.map(({ globalIndex }) => globalIndex))
  if (indices.length < MIN_CHECKED_MEMBERS || outputCount < MIN_CHECKED_OUTPUTS) return true
  const distinct = [...new Set(indices)].sort((a, b) => a - b)
  if (distinct.length < Math.floor((indices.length * 8) / 10)) return false
  const middle = distinct.length / 2
  const median = Math.floor(((distinct[Math.floor(middle)] ?? 0) + (distinct[Math.ceil(middle - 1)] ?? 0)) / 2)
  return median >= Math.floor((outputCount * 6) / 10)
}
