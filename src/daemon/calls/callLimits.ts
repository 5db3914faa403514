// How many items public nodes take in a call.

/** Limits of public (restricted) nodes. */
export const OUTPUTS_PER_CALL = 5000
export const TRANSACTIONS_PER_CALL = 100
export const KEY_IMAGES_PER_CALL = 1000

/** Calls with up to `size` items at a time, one call after the other; returns all results. */
export const inChunks = async <Item, Result>(
  items: readonly Item[],
  size: number,
  call: (chunk: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (let i = 0; i < items.length; i += size) results.push(...(await call(items.slice(i, i + size))))
  return results
}
