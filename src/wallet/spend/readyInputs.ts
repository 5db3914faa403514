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

/**
 * Returns inputs by output.
 * @param drawn rings by key image in hex, extended here: a second plan of the same payment uses the same rings
 * @throws what `selectRings` throws
 */
export const attachRings = async (
  job: PaymentJob,
  outputs: readonly OwnedOutput[],
  drawn: Map<string, Ring>,
): Promise<ReadonlyMap<OwnedOutput, ReadyInput>> => {
  const keyed = outputs.flatMap((output) =>
    output.keyImage === undefined ? [] : [{ output, keyImage: output.keyImage }],
  )
  const missing = keyed.filter(({ keyImage }) => !drawn.has(toHex(keyImage)))
  if (missing.length > 0) {
    const rings = await selectRings(
      job,
      missing.map(({ output, keyImage }) => ({
        ...output,
        keyImage,
        commitment: commit(output.amount, output.mask),
      })),
    )
    for (const [i, { keyImage }] of missing.entries()) {
      const ring = rings[i]
      if (ring !== undefined) drawn.set(toHex(keyImage), ring)
    }
  }
  const inputs = new Map<OwnedOutput, ReadyInput>()
  for (const { output, keyImage } of keyed) {
    const ring = drawn.get(toHex(keyImage))
    const { amount, mask, key, globalIndex } = output
    if (ring !== undefined) inputs.set(output, { output, ring, keyImage, amount, mask, key, globalIndex })
  }
  return inputs
}
