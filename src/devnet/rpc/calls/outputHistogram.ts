// Numbers of outputs by amount: total, unlocked, recent.

import * as v from 'valibot'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { list, u64 } from '../../../jsonrpc/schemas.ts'
import type { Chain } from '../../chain/chain.ts'
import { heightParam } from './nodeMethod.ts'
import { plainOutputs } from './plainOutputs.ts'

/** Maximum age in seconds of `recent_cutoff` on a restricted service: three days. */
const MAX_CUTOFF_AGE = 259_200

export const HISTOGRAM_PARAMS = {
  amounts: list(u64),
  min_count: v.optional(heightParam, 0),
  max_count: v.optional(heightParam, 0),
  unlocked: v.optional(v.boolean(), false),
  recent_cutoff: v.optional(heightParam, 0),
} as const

type HistogramRequest = {
  /** all amounts if empty */
  readonly amounts: readonly bigint[]
  readonly min_count: number
  /** 0 for any number */
  readonly max_count: number
  readonly unlocked: boolean
  /** UNIX seconds; 0 for none */
  readonly recent_cutoff: number
}

/** Returns whether a restricted service rejects the cutoff. `now`: UNIX seconds. */
export const isTooOld = ({ recent_cutoff: cutoff }: HistogramRequest, now: number): boolean =>
  cutoff > 0 && cutoff < now - MAX_CUTOFF_AGE

type Counted = Pick<HistogramRequest, 'unlocked' | 'recent_cutoff'>

const instancesOf = (
  chain: Chain,
  outputs: readonly { readonly height: number }[],
  { unlocked: isRequested, recent_cutoff: cutoff }: Counted,
): { readonly [name: string]: number } => {
  const { spendableAge } = chain.rules.network
  const unlocked =
    isRequested || cutoff > 0 ? outputs.filter(({ height }) => height + spendableAge <= chain.height) : []
  const isRecent = ({ height }: { readonly height: number }): boolean =>
    (chain.blockAt(height)?.timestamp ?? 0) >= cutoff
  return {
    total_instances: outputs.length,
    unlocked_instances: unlocked.length,
    recent_instances: cutoff === 0 ? 0 : unlocked.filter(isRecent).length,
  }
}

/** Returns the rows of a histogram in ascending order of amount; requested amounts without outputs have a row as well. */
export const histogramOf = (chain: Chain, request: HistogramRequest): JsonWritable[] => {
  const plain = plainOutputs(chain)
  const { amounts, min_count: minCount, max_count: maxCount } = request
  const named = amounts.length > 0 ? amounts : [0n, ...plain.map(({ amount }) => amount)]
  const ascending = [...new Set(named)].sort((a, b) => (a < b ? -1 : 1))
  return ascending.flatMap((amount) => {
    const outputs = amount === 0n ? chain.outputs : plain.filter((output) => output.amount === amount)
    if (outputs.length < minCount || (maxCount > 0 && outputs.length > maxCount)) return []
    return [{ amount, ...instancesOf(chain, outputs, request) }]
  })
}
