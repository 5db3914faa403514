// How related two outputs appear to be, and choices of the least related ones (wallet2: pop_best_value_from). Inputs of one transaction
// should be unrelated: spending outputs together that arrived together shows an observer that they have one owner.

import { compareBytes } from '../../bytes/bytes.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { RandomSampler } from './randomSampler.ts'

/** The properties of a spendable output that selection uses. All outputs belong to one account. */
export type Spendable = Pick<OwnedOutput, 'amount' | 'height' | 'txid' | 'subaddress'>

/** Returns how strongly two outputs appear to have one owner: 1 in the same transaction, 0 in blocks far apart (wallet2). */
export const relatedness = (a: Spendable, b: Spendable): number => {
  const distance = Math.abs(a.height - b.height)
  if (distance === 0) return compareBytes(a.txid, b.txid) === 0 ? 1 : 0.9
  if (distance === 1) return 0.8
  return distance < 10 ? 0.2 : 0
}

/** Outputs to choose from, each with its highest relatedness to the inputs chosen so far. */
export type Candidates<Output extends Spendable> = { readonly outputs: Output[]; readonly related: number[] }

/** Records that an output was chosen: raises the relatedness of the candidates to it. */
export const relateTo = <Output extends Spendable>(
  { outputs, related }: Candidates<Output>,
  chosen: Spendable,
): void => {
  for (const [i, output] of outputs.entries()) related[i] = Math.max(related[i] ?? 0, relatedness(output, chosen))
}

/** Returns outputs as candidates, related to the outputs chosen already. */
export const createCandidates = <Output extends Spendable>(
  outputs: readonly Output[],
  chosen: readonly Spendable[] = [],
): Candidates<Output> => {
  const candidates = { outputs: [...outputs], related: outputs.map(() => 0) }
  for (const input of chosen) relateTo(candidates, input)
  return candidates
}

/** Returns the positions of the candidates with the lowest relatedness. */
export const leastRelated = ({ related }: Candidates<Spendable>): number[] => {
  const least = related.reduce((lowest, each) => Math.min(lowest, each), 1)
  return related.flatMap((each, i) => (each === least ? [i] : []))
}

const moveLastTo = <Item>(items: Item[], position: number): void => {
  const last = items.pop()
  if (last !== undefined && position < items.length) items[position] = last
}

/** Removes a candidate. The last one takes its place, as in wallet2: the order decides among outputs of equal amounts. */
export const removeAt = <Output extends Spendable>(
  { outputs, related }: Candidates<Output>,
  position: number,
): void => {
  moveLastTo(outputs, position)
  moveLastTo(related, position)
}

/** Takes one of the least related candidates at random; undefined if there are none. The others are related to it from then on. */
export const takeLeastRelated = <Output extends Spendable>(
  candidates: Candidates<Output>,
  sampler: RandomSampler,
): Output | undefined => {
  if (candidates.outputs.length === 0) return undefined
  const positions = leastRelated(candidates)
  const position = positions[sampler.below(positions.length)] ?? -1
  const output = candidates.outputs[position]
  if (output === undefined) return undefined
  removeAt(candidates, position)
  relateTo(candidates, output)
  return output
}
