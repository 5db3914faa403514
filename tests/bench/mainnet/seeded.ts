// Deterministic numbers and bytes by place: the same for a height and position in every run.

/** Returns 32 bits that depend on all numbers (MurmurHash3's mixing). */
export const mix = (...numbers: readonly number[]): number => {
  let hash = 0x9747b28c
  for (const number of numbers) {
    hash = Math.imul(hash ^ number, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

/** Returns bytes that depend on all numbers. */
export const seededBytes = (length: number, ...numbers: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(length)
  let state = mix(...numbers)
  for (let i = 0; i < length; i++) {
    if (i % 4 === 0) state = mix(state, i)
    bytes[i] = state >>> (8 * (i % 4))
  }
  return bytes
}
