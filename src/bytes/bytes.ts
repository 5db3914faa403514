// Plain operations on byte arrays that every other room needs.

/** Joins any number of byte arrays into one new array. */
export const join = (parts: readonly Uint8Array[]): Uint8Array => {
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

/** Joins a few byte arrays into one new array. */
export const concat = (...parts: readonly Uint8Array[]): Uint8Array => join(parts)

/** Compares two byte arrays in time that depends on their lengths only. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}

/** Orders byte arrays as `memcmp` does; a shorter array that is a prefix comes first. Not constant time. */
export const compareBytes = (a: Uint8Array, b: Uint8Array): number => {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** True when every byte is zero. Time depends on the length only. */
export const isZero = (bytes: Uint8Array): boolean => {
  let seen = 0
  for (const byte of bytes) seen |= byte
  return seen === 0
}

/** Overwrites secrets with zeros once they are done with. */
export const wipe = (...secrets: readonly Uint8Array[]): void => {
  for (const secret of secrets) secret.fill(0)
}

/** UTF-8 bytes of a text. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** `value` (0 .. 2^64-1) as 8 little-endian bytes. */
export const u64Bytes = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/** `value` (0 .. 2^32-1) as 4 little-endian bytes. */
export const u32Bytes = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}
