// A stack allocator in linear memory above all static data, emptied and wiped as a whole. Kept data is stored below the stack.

/** 4 GiB less a page, so that no end address overflows 32 bits. */
const MAX_PAGES: u64 = 0xffff

let keptEnd: u64 = __heap_base
let end: u64 = __heap_base

/** Allocates `bytes` bytes on the stack; returns 0 if the engine refuses memory. */
export function allocate(bytes: u64): usize {
  const address = (end + 15) & ~15
  const wanted = address + bytes
  const pages = (wanted + 0xffff) >> 16
  if (pages > MAX_PAGES) return 0
  const missing = <i32>pages - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) return 0
  end = wanted
  return <usize>address
}

/**
 * Copies allocated data to the bottom of the stack and keeps it permanently; returns its address. The stack starts above it from now on.
 */
export function keepAllocated(address: usize, bytes: usize): usize {
  const kept = <usize>((keptEnd + 15) & ~15)
  memory.copy(kept, address, bytes)
  keptEnd = <u64>kept + bytes
  return kept
}

/** Wipes and frees the stack. */
export function wipeAll(): void {
  memory.fill(<usize>keptEnd, 0, <usize>(end - keptEnd))
  end = keptEnd
}
