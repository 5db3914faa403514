// The watched spend keys: a hash table over encoded keys in linear memory. Open addressing; the hash of a key is its first bytes.

const EMPTY: u32 = 0

/** Returns the number of slots for `count` keys: a power of two, at least half of them empty. */
export function slotsFor(count: u32): u32 {
  let slots: u32 = 2
  while (slots >> 1 < count && slots < 0x80000000) slots <<= 1
  return slots
}

function equal(a: usize, b: usize): bool {
  return (
    load<u64>(a) == load<u64>(b) &&
    load<u64>(a, 8) == load<u64>(b, 8) &&
    load<u64>(a, 16) == load<u64>(b, 16) &&
    load<u64>(a, 24) == load<u64>(b, 24)
  )
}

/** Returns the slot that holds `key`, or the empty one where it belongs. A slot holds a key's position plus one. */
function slotOf(key: usize, keys: usize, slots: usize, slotCount: u32): usize {
  let slot = load<u32>(key) & (slotCount - 1)
  let taken = load<u32>(slots + 4 * <usize>slot)
  while (taken != EMPTY && !equal(key, keys + 32 * <usize>(taken - 1))) {
    slot = (slot + 1) & (slotCount - 1)
    taken = load<u32>(slots + 4 * <usize>slot)
  }
  return slots + 4 * <usize>slot
}

/** Fills the slots. The first of equal keys wins. */
export function indexKeys(keys: usize, count: u32, slots: usize, slotCount: u32): void {
  memory.fill(slots, 0, 4 * <usize>slotCount)
  for (let i: u32 = 0; i < count; i++) {
    const slot = slotOf(keys + 32 * <usize>i, keys, slots, slotCount)
    if (load<u32>(slot) == EMPTY) store<u32>(slot, i + 1)
  }
}

/** Returns the position of `key` among `keys`, or -1. */
export function findKey(key: usize, keys: usize, slots: usize, slotCount: u32): i32 {
  return load<u32>(slotOf(key, keys, slots, slotCount)) - 1
}
