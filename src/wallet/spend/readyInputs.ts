// Owned outputs with their rings: the inputs of a payment, ready to be spent.

import { toHex } from '../../bytes/hex.ts'
import { commit } from '../../crypto/amounts/commitment.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import type { SpentInput } from './draft.ts'
import type { PaymentJob } from './paymentContext.ts'
import type { Ring } from './ring.ts'
import { selectRings } from './rings.ts'

/** An owned output with its ring. */
export type ReadyInput = SpentInput & {
  readonly output: OwnedOutput
  readonly key: Uint8Array
  readonly globalIndex: number
}

type KeyedOutput = { readonly output: OwnedOutput; readonly keyImage: Uint8Array }

/**
 * Returns inputs by output.
 * @param transactions the outputs that each transaction spends
 * @param drawn rings by key image in hex, extended here: a second plan of the same payment uses the same rings
 * @throws what `selectRings` throws
 */
export const attachRings = async (
  job: PaymentJob,
  transactions: readonly (readonly OwnedOutput[])[],
  drawn: Map<string, Ring>,
): Promise<ReadonlyMap<OwnedOutput, ReadyInput>> => {
  const keyed = transactions.map((outputs) =>
    outputs.flatMap((output): KeyedOutput[] =>
      output.keyImage === undefined ? [] : [{ output, keyImage: output.keyImage }],
    ),
  )
  const missing = keyed.map((outputs) => outputs.filter(({ keyImage }) => !drawn.has(toHex(keyImage))))
  if (missing.flat().length > 0) {
    const reals = missing.map((outputs) =>
      outputs.map(({ output, keyImage }) => ({ ...output, keyImage, commitment: commit(output.amount, output.mask) })),
    )
    const rings = (await selectRings(job, reals)).flat()
    for (const [i, { keyImage }] of missing.flat().entries()) {
      const ring = rings[i]
      if (ring !== undefined) drawn.set(toHex(keyImage), ring)
    }
  }
  const inputs = new Map<OwnedOutput, ReadyInput>()
  for (const { output, keyImage } of keyed.flat()) {
    const ring = drawn.get(toHex(keyImage))
    const { amount, mask, key, globalIndex } = output
    if (ring !== undefined) inputs.set(output, { output, ring, keyImage, amount, mask, key, globalIndex })
  }
  return inputs
}
