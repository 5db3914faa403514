// How related two outputs appear to be, and choices of the least related ones (wallet2: pop_best_value_from). Inputs of one transaction
// should be unrelated: spending outputs together that arrived together shows an observer that they have one owner.

import { compareBytes } from '../../bytes/bytes.ts'
import type { RandomSampler } from '../../crypto/random/randomSampler.ts'
import type { OwnedOutput } from '../state/ledger.ts'

/** The properties of a spendable output that selection uses. All outputs belong to one account. */
export type Spendable = Pick<OwnedOutput, 'amount' | 'height' | 'txid' | 'subaddress'>

/** Blocks between outputs that are not related at all. */
const FAR = 10

/** Returns how strongly two outputs appear to have one owner: 1 in the same transaction, 0 in blocks far apart (wallet2). */
export const relatedness = (a: Spendable, b: Spendable): number => {
  const distance = Math.abs(a.height - b.height)
  if (distance === 0) return compareBytes(a.txid, b.txid) === 0 ? 1 : 0.9
  if (distance === 1) return 0.8
  return distance < FAR ? 0.2 : 0
}

/** Outputs to choose from, each with its highest relatedness to the inputs chosen so far. */
export type Candidates<Output extends Spendable> = { readonly outputs: Output[]; readonly related: number[] }

/** Records that an output was chosen: raises the relatedness of the candidates to it. */
export const relateTo = <Output extends Spendable>(
  { outputs, related }: Candidates<Output>,
  chosen: Spendable,
): void => {
  const { height } = chosen
  for (let i = 0; i < outputs.length; i++) {
    const output = outputs[i] as Output // i is in range
    // Nearly all candidates of a large wallet are far from the chosen one.
    if (Math.abs(output.height - height) < FAR) related[i] = Math.max(related[i] ?? 0, relatedness(output, chosen))
  }
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

/** Returns the lowest relatedness of candidates, and how many have it. */
const leastOf = ({ related }: Candidates<Spendable>): { readonly least: number; readonly count: number } => {
  let least = 1
  let count = 0
  for (const each of related) {
    if (each > least) continue
    count = each === least ? count + 1 : 1
    least = each
  }
  return { least, count }
}

/** Returns the positions of the candidates with the lowest relatedness. */
export const leastRelated = (candidates: Candidates<Spendable>): number[] => {
  const { least } = leastOf(candidates)
  const positions: number[] = []
  for (const [i, each] of candidates.related.entries()) if (each === least) positions.push(i)
  return positions
}

/** Returns the position of the candidate that has a relatedness and is preceded by `rank` others that have it. */
const positionOf = (related: readonly number[], relatedness: number, rank: number): number => {
  let before = 0
  return related.findIndex((each) => each === relatedness && before++ === rank)
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
  // The same draw as from a list of their positions, which would be as long as the wallet's outputs for each input.
  const { least, count } = leastOf(candidates)
  const position = positionOf(candidates.related, least, sampler.below(count))
  const output = candidates.outputs[position]
  if (output === undefined) return undefined
  removeAt(candidates, position)
  relateTo(candidates, output)
  return output
}
