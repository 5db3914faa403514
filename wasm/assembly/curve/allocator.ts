// A stack allocator in linear memory above all static data, emptied and wiped as a whole. Retained data is stored below the stack.

/** 4 GiB less a page, so that no end address overflows 32 bits. */
const MAX_PAGES: u64 = 0xffff

let retainedEnd: u64 = __heap_base
let end: u64 = __heap_base

/** Allocates `bytes` bytes on the stack; returns 0 if the engine refuses memory. */
export function allocate(bytes: u64): usize {
  const address = (end + 63) & ~63
  const newEnd = address + bytes
  const pages = (newEnd + 0xffff) >> 16
  if (pages > MAX_PAGES) return 0
  const missing = <i32>pages - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) return 0
  end = newEnd
  return <usize>address
}

/**
 * Copies allocated data to the bottom of the stack and retains it permanently; returns its address. The stack starts above it from now on.
 */
export function retainAllocated(address: usize, bytes: usize): usize {
  // Whole cache lines: tables are read at random.
  const retained = <usize>((retainedEnd + 63) & ~63)
  memory.copy(retained, address, bytes)
  retainedEnd = <u64>retained + bytes
  return retained
}

/** Wipes and frees the stack. */
export function wipeAll(): void {
  memory.fill(<usize>retainedEnd, 0, <usize>(end - retainedEnd))
  end = retainedEnd
}
