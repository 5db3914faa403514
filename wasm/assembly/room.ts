// Room in linear memory above everything static: a stack that is emptied, and wiped, as a whole. What is kept lies below it.

/** 4 GiB less a page, so that no end overflows 32 bits. */
const MAX_PAGES: u64 = 0xffff

let keptEnd: u64 = __heap_base
let end: u64 = __heap_base

/** Room for `bytes` bytes above everything in use; 0 when memory is refused. */
export function take(bytes: u64): usize {
  const address = (end + 15) & ~15
  const wanted = address + bytes
  const pages = (wanted + 0xffff) >> 16
  if (pages > MAX_PAGES) return 0
  const missing = <i32>pages - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) return 0
  end = wanted
  return <usize>address
}

/** Keeps what lies in the room for good, where the room began; returns its address. The room begins above it from now on. */
export function keepRoom(address: usize, bytes: usize): usize {
  const kept = <usize>((keptEnd + 15) & ~15)
  memory.copy(kept, address, bytes)
  keptEnd = <u64>kept + bytes
  return kept
}

/** Wipes all room and gives it up. */
export function forgetRoom(): void {
  memory.fill(<usize>keptEnd, 0, <usize>(end - keptEnd))
  end = keptEnd
}
