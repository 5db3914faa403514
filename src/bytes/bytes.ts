// Basic operations on byte arrays.

/**
 * Joins a list of byte arrays into one new array.
 *
 * @example
 * join([Uint8Array.of(1), Uint8Array.of(2, 3)]) // Uint8Array.of(1, 2, 3)
 */
export const join = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  let length = 0
  for (const part of parts) length += part.length
  const joined = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/**
 * Joins its arguments into one new array.
 *
 * @example
 * concat(Uint8Array.of(1), Uint8Array.of(2, 3)) // Uint8Array.of(1, 2, 3)
 */
export const concat = (...parts: readonly Uint8Array[]): Uint8Array => join(parts)

/**
 * Splits an array of n × `length` bytes into its n rows, as views on the same memory.
 *
 * @example
 * splitRows(Uint8Array.of(1, 2, 3, 4), 2) // [Uint8Array.of(1, 2), Uint8Array.of(3, 4)]
 */
export const splitRows = (bytes: Uint8Array, length: number): Uint8Array[] =>
  Array.from({ length: bytes.length / length }, (_, i) => bytes.subarray(i * length, (i + 1) * length))

/**
 * Compares two byte arrays in time that depends on their lengths only.
 *
 * @example
 * equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3)) // false
 */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}

/**
 * Orders byte arrays as `memcmp` does: negative if `a` comes first, 0 if equal. A prefix comes before the longer array. Not constant
 * time.
 *
 * @example
 * compareBytes(Uint8Array.of(1), Uint8Array.of(3)) // -2
 */
export const compareBytes = (a: Uint8Array, b: Uint8Array): number => {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/**
 * Returns whether every byte is zero. The time depends on the length only.
 *
 * @example
 * isZero(new Uint8Array(32)) // true
 */
export const isZero = (bytes: Uint8Array): boolean => {
  let seen = 0
  for (const byte of bytes) seen |= byte
  return seen === 0
}

/**
 * Overwrites secrets with zeros.
 *
 * @example
 * const secret = Uint8Array.of(7, 7)
 * wipe(secret)
 * secret // Uint8Array.of(0, 0)
 */
export const wipe = (...secrets: readonly Uint8Array[]): void => {
  for (const secret of secrets) secret.fill(0)
}

/** Registers a secret that is to be wiped, and returns it. */
export type KeepSecret = (secret: Uint8Array) => Uint8Array

/**
 * Calls `use` with a function that registers secrets. Wipes all of them when `use` returns or throws.
 *
 * @example
 * const secret = Uint8Array.of(7)
 * withSecrets((keep) => keep(secret)[0] === 7) // true
 * secret // Uint8Array.of(0)
 */
export const withSecrets = <T>(use: (keep: KeepSecret) => T): T => {
  const kept: Uint8Array[] = []
  try {
    return use((secret) => {
      kept.push(secret)
      return secret
    })
  } finally {
    wipe(...kept)
  }
}

/**
 * Encodes text as UTF-8.
 *
 * @example
 * utf8('aé') // Uint8Array.of(0x61, 0xc3, 0xa9)
 */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * Encodes `value` (0 .. 2^64-1) as 8 little-endian bytes.
 *
 * @example
 * u64Bytes(258n) // Uint8Array.of(2, 1, 0, 0, 0, 0, 0, 0)
 */
export const u64Bytes = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/**
 * Encodes `value` (0 .. 2^32-1) as 4 little-endian bytes.
 *
 * @example
 * u32Bytes(258) // Uint8Array.of(2, 1, 0, 0)
 */
export const u32Bytes = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}
