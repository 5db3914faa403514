// The order of a list of coins.

import type { OwnedOutput } from '../state/ledger.ts'
import type { CoinOrder } from './fundsViews.ts'

/** What a coin is compared by: the text, of which the empty one is last in both directions, then the value. */
type SortKey = { readonly output: OwnedOutput; readonly text: string; readonly value: number | bigint }

/** What an order reads beside the outputs. */
export type OrderSource = {
  /** Returns the label of the coin, or else the note of its payment. */
  nameOf(output: OwnedOutput): string
  labelOf(output: OwnedOutput): string
  /** Returns a number by which states are ordered. */
  stateRank(output: OwnedOutput): number
}

const keyOf = (output: OwnedOutput, by: CoinOrder['by'], source: OrderSource): Omit<SortKey, 'output'> => {
  if (by === 'amount') return { text: '', value: output.amount }
  if (by === 'date') return { text: '', value: output.height }
  if (by === 'state') return { text: '', value: source.stateRank(output) }
  if (by === 'name') return { text: source.nameOf(output), value: 0 }
  return { text: source.labelOf(output), value: output.subaddress.minor }
}

/** Returns coins in an order. The keys are read once: a large wallet has a hundred thousand coins. */
export const sortCoins = (
  outputs: readonly OwnedOutput[],
  { by, isDescending }: CoinOrder,
  source: OrderSource,
): readonly OwnedOutput[] => {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const sign = isDescending ? -1 : 1
  const compare = (a: SortKey, b: SortKey): number => {
    if (a.text !== b.text) {
      if (a.text === '' || b.text === '') return a.text === '' ? 1 : -1
      const order = collator.compare(a.text, b.text)
      if (order !== 0) return sign * order
    }
    if (a.value !== b.value) return a.value < b.value ? -sign : sign
    return b.output.height - a.output.height
  }
  return outputs
    .map((output): SortKey => ({ output, ...keyOf(output, by, source) }))
    .sort(compare)
    .map(({ output }) => output)
}
