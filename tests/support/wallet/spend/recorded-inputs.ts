// The inputs of recorded transactions for drafts: their amounts, keys and commitments have no effect on a draft.

import { absoluteOffsets, type Transaction } from '../../../../src/coin/transactions/transaction.ts'
import type { SpentInput } from '../../../../src/wallet/spend/draft.ts'
import { bytesOf } from '../ledger-samples.ts'

export const recordedInputs = ({ inputs }: Pick<Transaction, 'inputs'>): SpentInput[] =>
  inputs.flatMap((input) => {
    if (input.kind === 'gen') return []
    const [key, commitment] = [bytesOf(0), bytesOf(0)]
    const members = (absoluteOffsets(input.keyOffsets) ?? []).map((globalIndex) => ({ globalIndex, key, commitment }))
    return [{ amount: 0n, mask: bytesOf(0), keyImage: input.keyImage, ring: { members, realPosition: 0 } }]
  })
