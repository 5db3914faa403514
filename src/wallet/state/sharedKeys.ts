// Outputs that share a one-time key (burning bug). The network accepts one spend of that key, so only one of them counts.

/** The properties of an output that decide whether it counts among others with its one-time key. */
type SameKeyOutput = { readonly amount: bigint; readonly globalIndex: number; readonly height: number }

/** The spend of a one-time key. `height`: undefined while unmined. `ring`: global indices, if known. */
export type KeySpend = { readonly height: number | undefined; readonly ring: readonly number[] | undefined }

const largestOf = <Output extends SameKeyOutput>(outputs: readonly Output[]): Output | undefined => {
  let largest: Output | undefined
  for (const output of outputs) if (largest === undefined || output.amount > largest.amount) largest = output
  return largest
}

/**
 * Returns the output that a spend consumed, of several with one one-time key: the largest one in its ring. If the ring contains none
 * or is unknown, the largest one that is older than the spend.
 */
export const spentOutputOf = <Output extends SameKeyOutput>(
  outputs: readonly Output[],
  { height, ring = [] }: KeySpend,
): Output | undefined =>
  largestOf(outputs.filter(({ globalIndex }) => ring.includes(globalIndex))) ??
  largestOf(outputs.filter((output) => height === undefined || output.height < height)) ??
  largestOf(outputs)

/**
 * Returns what each of several outputs with one one-time key adds to the balance, in atomic units (wallet2: process_new_transaction).
 * The first one adds its amount, a larger one replaces it and adds the difference, all others add 0. After a spend, outputs larger
 * than the spent one add 0: they can never be spent.
 * @param outputs oldest first
 * @param spend undefined while the key is unspent
 */
export const creditsOf = (outputs: readonly SameKeyOutput[], spend: KeySpend | undefined): bigint[] => {
  const limit = spend === undefined ? undefined : spentOutputOf(outputs, spend)?.amount
  let counted = 0n
  return outputs.map(({ amount }) => {
    if (amount <= counted || (limit !== undefined && amount > limit)) return 0n
    const credit = amount - counted
    counted = amount
    return credit
  })
}
