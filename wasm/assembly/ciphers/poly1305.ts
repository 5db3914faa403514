// Poly1305 (RFC 8439) of whole blocks of 16 bytes, in five limbs of 26 bits. No branch and no address depends on key or message.

/** Bytes of an authenticator: the limbs of the key and of the sum. */
export const AUTHENTICATOR_BYTES: usize = 40

const LIMB: u32 = 0x3ffffff

/** Begins with the first half of a one-time key. */
export function begin(authenticator: usize, key: usize): void {
  store<u32>(authenticator, load<u32>(key) & 0x3ffffff)
  store<u32>(authenticator, (load<u32>(key, 3) >> 2) & 0x3ffff03, 4)
  store<u32>(authenticator, (load<u32>(key, 6) >> 4) & 0x3ffc0ff, 8)
  store<u32>(authenticator, (load<u32>(key, 9) >> 6) & 0x3f03fff, 12)
  store<u32>(authenticator, (load<u32>(key, 12) >> 8) & 0x00fffff, 16)
  memory.fill(authenticator + 20, 0, 20)
}

/** Adds `length` bytes, a multiple of 16. */
export function add(authenticator: usize, message: usize, length: usize): void {
  const r0 = <u64>load<u32>(authenticator)
  const r1 = <u64>load<u32>(authenticator, 4)
  const r2 = <u64>load<u32>(authenticator, 8)
  const r3 = <u64>load<u32>(authenticator, 12)
  const r4 = <u64>load<u32>(authenticator, 16)
  const s1 = r1 * 5
  const s2 = r2 * 5
  const s3 = r3 * 5
  const s4 = r4 * 5
  let h0 = <u64>load<u32>(authenticator, 20)
  let h1 = <u64>load<u32>(authenticator, 24)
  let h2 = <u64>load<u32>(authenticator, 28)
  let h3 = <u64>load<u32>(authenticator, 32)
  let h4 = <u64>load<u32>(authenticator, 36)
  for (let at: usize = message; at < message + length; at += 16) {
    h0 += <u64>(load<u32>(at) & LIMB)
    h1 += <u64>((load<u32>(at, 3) >> 2) & LIMB)
    h2 += <u64>((load<u32>(at, 6) >> 4) & LIMB)
    h3 += <u64>(load<u32>(at, 9) >> 6)
    h4 += <u64>((load<u32>(at, 12) >> 8) | 0x1000000)
    const d0 = h0 * r0 + h1 * s4 + h2 * s3 + h3 * s2 + h4 * s1
    let d1 = h0 * r1 + h1 * r0 + h2 * s4 + h3 * s3 + h4 * s2
    let d2 = h0 * r2 + h1 * r1 + h2 * r0 + h3 * s4 + h4 * s3
    let d3 = h0 * r3 + h1 * r2 + h2 * r1 + h3 * r0 + h4 * s4
    let d4 = h0 * r4 + h1 * r3 + h2 * r2 + h3 * r1 + h4 * r0
    d1 += d0 >> 26
    d2 += d1 >> 26
    d3 += d2 >> 26
    d4 += d3 >> 26
    h0 = (d0 & LIMB) + (d4 >> 26) * 5
    h1 = (d1 & LIMB) + (h0 >> 26)
    h0 &= LIMB
    h2 = d2 & LIMB
    h3 = d3 & LIMB
    h4 = d4 & LIMB
  }
  store<u32>(authenticator, <u32>h0, 20)
  store<u32>(authenticator, <u32>h1, 24)
  store<u32>(authenticator, <u32>h2, 28)
  store<u32>(authenticator, <u32>h3, 32)
  store<u32>(authenticator, <u32>h4, 36)
}

/** tag = the sum and the second half of the one-time key, 16 bytes. */
export function finish(tag: usize, authenticator: usize, key: usize): void {
  let h0 = load<u32>(authenticator, 20)
  let h1 = load<u32>(authenticator, 24)
  let h2 = load<u32>(authenticator, 28)
  let h3 = load<u32>(authenticator, 32)
  let h4 = load<u32>(authenticator, 36)
  // Carries of all limbs, then once more from the first.
  h2 += h1 >> 26
  h1 &= LIMB
  h3 += h2 >> 26
  h2 &= LIMB
  h4 += h3 >> 26
  h3 &= LIMB
  h0 += (h4 >> 26) * 5
  h4 &= LIMB
  h1 += h0 >> 26
  h0 &= LIMB
  // g = h - p, taken if it is not negative.
  let g0 = h0 + 5
  let g1 = h1 + (g0 >> 26)
  g0 &= LIMB
  let g2 = h2 + (g1 >> 26)
  g1 &= LIMB
  let g3 = h3 + (g2 >> 26)
  g2 &= LIMB
  const g4 = h4 + (g3 >> 26) - 0x4000000
  g3 &= LIMB
  const taken = (g4 >> 31) - 1
  h0 = (h0 & ~taken) | (g0 & taken)
  h1 = (h1 & ~taken) | (g1 & taken)
  h2 = (h2 & ~taken) | (g2 & taken)
  h3 = (h3 & ~taken) | (g3 & taken)
  h4 = (h4 & ~taken) | (g4 & taken)
  let sum = <u64>(h0 | (h1 << 26)) + <u64>load<u32>(key, 16)
  store<u32>(tag, <u32>sum)
  sum = <u64>((h1 >> 6) | (h2 << 20)) + <u64>load<u32>(key, 20) + (sum >> 32)
  store<u32>(tag, <u32>sum, 4)
  sum = <u64>((h2 >> 12) | (h3 << 14)) + <u64>load<u32>(key, 24) + (sum >> 32)
  store<u32>(tag, <u32>sum, 8)
  sum = <u64>((h3 >> 18) | (h4 << 8)) + <u64>load<u32>(key, 28) + (sum >> 32)
  store<u32>(tag, <u32>sum, 12)
}
