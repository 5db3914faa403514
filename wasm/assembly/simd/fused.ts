// The simd level uses no fused multiply-add, so there is nothing to verify: exports what `lanes/fused` does.

/** Returns true: integers are exact in every engine. */
export function isFused(_limbs: usize, _parts: usize): bool {
  return true
}
