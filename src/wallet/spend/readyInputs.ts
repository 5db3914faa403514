// Owned outputs with their rings: the inputs of a payment, ready to be spent.

import { toHex } from '../../bytes/hex.ts'
import { commit } from '../../crypto/amounts/commitment.ts'
import type { Ring } from '../rings/ring.ts'
import { selectRings } from '../rings/rings.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { isWatchOnly } from '../state/outputSecrets.ts'
import { changedOutput } from '../state/packedOutput.ts'
import type { SpentInput } from './draft.ts'
import type { PaymentJob } from './paymentContext.ts'

/** An owned output with its ring. Without a key image, its one-time key stands in for it: the signer sorts and proves anew. */
export type ReadyInput = SpentInput & {
  readonly output: OwnedOutput
  readonly key: Uint8Array
  readonly globalIndex: number
}

/** `name`: by which its ring is remembered */
type NamedOutput = { readonly output: OwnedOutput; readonly name: Uint8Array }

/**
 * Returns what rings of an output are remembered by: its key image; its one-time key in a watch-only wallet, which learns key images late
 * and would draw other decoys then.
 */
const nameOf = ({ keys }: PaymentJob, { key, keyImage }: OwnedOutput): Uint8Array | undefined =>
  isWatchOnly(keys) ? key : keyImage

/**
 * Returns inputs by output.
 * @param transactions the outputs that each transaction spends
 * @param drawn rings by name in hex, extended here: a second plan of the same payment uses the same rings
 * @throws what `selectRings` throws
 */
export const attachRings = async (
  job: PaymentJob,
  transactions: readonly (readonly OwnedOutput[])[],
  drawn: Map<string, Ring>,
): Promise<ReadonlyMap<OwnedOutput, ReadyInput>> => {
  const named = transactions.map((outputs) =>
    outputs.flatMap((output): NamedOutput[] => {
      const name = nameOf(job, output)
      return name === undefined ? [] : [{ output, name }]
    }),
  )
  const missing = named.map((outputs) => outputs.filter(({ name }) => !drawn.has(toHex(name))))
  if (missing.flat().length > 0) {
    const reals = missing.map((outputs) =>
      outputs.map(({ output, name }) =>
        changedOutput(output, { keyImage: name, commitment: commit(output.amount, output.mask) }),
      ),
    )
    const rings = (await selectRings(job, reals)).flat()
    for (const [i, { name }] of missing.flat().entries()) {
      const ring = rings[i]
      if (ring !== undefined) drawn.set(toHex(name), ring)
    }
  }
  const inputs = new Map<OwnedOutput, ReadyInput>()
  for (const { output, name } of named.flat()) {
    const ring = drawn.get(toHex(name))
    const { amount, mask, key, globalIndex, keyImage = name } = output
    if (ring !== undefined) inputs.set(output, { output, ring, keyImage, amount, mask, key, globalIndex })
  }
  return inputs
}
