// The first bytes of a key as a number, by which tables of keys are indexed.

/**
 * Returns the first four bytes of the key at an offset as a number, little-endian.
 *
 * @example
 * keyPrefix(Uint8Array.of(9, 1, 2, 0, 0), 1) // 513
 */
export const keyPrefix = (bytes: Uint8Array, offset = 0): number =>
  (bytes[offset] ?? 0) |
  ((bytes[offset + 1] ?? 0) << 8) |
  ((bytes[offset + 2] ?? 0) << 16) |
  ((bytes[offset + 3] ?? 0) << 24)
