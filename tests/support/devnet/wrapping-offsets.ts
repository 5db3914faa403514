// Ring offsets of members in any order.

/** Converts global indices to relative offsets modulo 2^64; the indices need not ascend. */
export const wrappingOffsets = (indices: readonly (number | bigint)[]): bigint[] =>
  indices.map((index, i) => BigInt.asUintN(64, BigInt(index) - BigInt(indices[i - 1] ?? 0)))
