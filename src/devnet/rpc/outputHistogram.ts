// How many outputs there are of each amount, how many of them can be spent, and how many of those are young.

import * as v from 'valibot'
import type { JsonWritable } from '../../jsonrpc/json.ts'
import { list, u64 } from '../../jsonrpc/schemas.ts'
import type { Chain } from '../chain/chain.ts'
import { heightParam } from './nodeMethod.ts'

/** Seconds into the past from which the public may ask for recent outputs. */
const RECENT = 259_200

export const HISTOGRAM_PARAMS = {
  amounts: list(u64),
  min_count: v.optional(heightParam, 0),
  max_count: v.optional(heightParam, 0),
  unlocked: v.optional(v.boolean(), false),
  recent_cutoff: v.optional(heightParam, 0),
} as const

type Wanted = {
  /** all that there are when none is named */
  readonly amounts: readonly bigint[]
  readonly min_count: number
  /** 0 for any number */
  readonly max_count: number
  readonly unlocked: boolean
  /** UNIX seconds; 0 for none */
  readonly recent_cutoff: number
}

/** An output whose amount is seen, so that it is in no ring of hidden ones. */
export type PlainOutput = { readonly amount: bigint; readonly height: number }

/** Whether the public may not ask so far back. `now`: UNIX seconds. */
export const isTooOld = ({ recent_cutoff: cutoff }: Wanted, now: number): boolean => cutoff > 0 && cutoff < now - RECENT

type Counted = Pick<Wanted, 'unlocked' | 'recent_cutoff'>

const instancesOf = (
  chain: Chain,
  outputs: readonly { readonly height: number }[],
  { unlocked: isAsked, recent_cutoff: cutoff }: Counted,
): { readonly [name: string]: number } => {
  const { spendableAge } = chain.rules.network
  const unlocked = isAsked || cutoff > 0 ? outputs.filter(({ height }) => height + spendableAge <= chain.height) : []
  const isRecent = ({ height }: { readonly height: number }): boolean =>
    (chain.blockAt(height)?.timestamp ?? 0) >= cutoff
  return {
    total_instances: outputs.length,
    unlocked_instances: unlocked.length,
    recent_instances: cutoff === 0 ? 0 : unlocked.filter(isRecent).length,
  }
}

/** The rows of a histogram: by amount, also of amounts that were asked for in vain. */
export const histogramOf = (chain: Chain, wanted: Wanted, plain: readonly PlainOutput[]): JsonWritable[] => {
  const { amounts, min_count: least, max_count: most } = wanted
  const named = amounts.length > 0 ? amounts : [0n, ...plain.map(({ amount }) => amount)]
  const ascending = [...new Set(named)].sort((a, b) => (a < b ? -1 : 1))
  return ascending.flatMap((amount) => {
    const outputs = amount === 0n ? chain.outputs : plain.filter((output) => output.amount === amount)
    if (outputs.length < least || (most > 0 && outputs.length > most)) return []
    return [{ amount, ...instancesOf(chain, outputs, wanted) }]
  })
}
