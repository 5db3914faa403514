// The scan kernel: finds the outputs of a wallet in a batch of transactions, and computes the spend keys of its subaddresses. `arithmetic`
// computes points and hashes, a group of rows at a time.
//
// The host reserves memory, writes its arrays to the exported addresses, and calls `watch`, `scan` or `makeSpendKeys`. Addresses are valid
// until the next reservation. An instance serves one scanner: its memory holds secrets until `forget` or `wipe`.

import {
  addRowsToFirst,
  deriveRows,
  filterRows,
  forgetRowsBehind,
  forgetSecret,
  hashRows,
  prepareArithmetic,
  subtractRows,
  watchKeys,
  watchSecret,
} from './scan/arithmetic'
import {
  copyRow,
  DIGESTS,
  forgetRows,
  GROUP,
  INPUT,
  MAX_FILTERED,
  MESSAGE,
  MESSAGES,
  RESULT,
  SCALARS,
  VALID,
} from './curve/group'
import { reduce } from './scalars/scalar'
import { findKey, indexKeys, slotsFor } from './scan/watched'

/** The view secret (32 bytes, any number) and the primary spend key (32 bytes), written by the host. */
export const viewSecret = memory.data(32, 8)
export const spendPublic = memory.data(32, 8)

/** Watched spend keys, 32 bytes each. */
export let spendKeys: usize = 0
let spendKeyCount: u32 = 0
let slots: usize = 0
let slotCount: u32 = 0

/** The batch: keys and outputs 32 bytes each, indexes, rows and counts 4, view tags 2. */
export let keys: usize = 0
export let outputs: usize = 0
export let outputIndexes: usize = 0
export let firstKeys: usize = 0
export let keyCounts: usize = 0
export let additionalKeys: usize = 0
export let viewTags: usize = 0
let keyCount: u32 = 0
let outputCount: u32 = 0

/** The results of a scan: a derivation of 32 bytes for each key, and hits of three u32: output, key, position of the spend key. */
export let derivations: usize = 0
export let hits: usize = 0
let derived: usize = 0
let hitCount: u32 = 0
/** Output of the last hit; initially none. */
let lastHit: u32 = 0

/** The spend keys of the hits, 32 bytes each, if memory for them was reserved: `ownerCount` of them. */
export let owners: usize = 0
let ownerCount: u32 = 0

/** The results of `makeSpendKeys`, 32 bytes each. */
export let madeKeys: usize = 0

/** The ends of the memory of the watched keys and of all reserved memory. 64 bits, so that no count overflows them. */
let watchedEnd: u64 = 0
let end: u64 = 0
/** 4 GiB. */
const MAX_PAGES: u64 = 65536

/**
 * Candidates for the owner of an output: the output's row and the key's. The first queue holds candidates before the view tag check, the
 * second those that passed it; both keep the order of the outputs.
 */
const UNTAGGED = memory.data(260 * 8, 8)
const FITTING = memory.data(260 * 8, 8)
const CANDIDATE: usize = 8
let untagged = 0
let fitting = 0
/** The view tags of the candidates in the first queue. */
const TAGS = memory.data(260)

/** Computes constants and tables. Must be called once, first. Returns false if this engine does not compute as this level requires. */
export function prepare(): bool {
  watchedEnd = end = __heap_base
  return prepareArithmetic()
}

/** Allocates `count` items of `size` bytes. */
function allocate(count: u32, size: u32): usize {
  const address = end as usize
  end += (<u64>count * size + 7) & ~7
  return address
}

/** Grows memory to the allocated size. If the engine refuses, frees everything above `previousEnd` and returns false. */
function grown(previousEnd: u64): bool {
  const pages = (end + 0xffff) >> 16
  if (pages <= MAX_PAGES) {
    const missing = <i32>pages - memory.size()
    if (missing <= 0 || memory.grow(missing) >= 0) return true
  }
  end = previousEnd
  return false
}

/** Reserves memory for `count` watched spend keys and frees earlier reservations. Returns false if the engine refuses memory. */
export function reserveSpendKeys(count: u32): bool {
  watchedEnd = __heap_base
  forgetBatch()
  spendKeyCount = count
  slotCount = slotsFor(count)
  spendKeys = allocate(count, 32)
  slots = allocate(slotCount, 4)
  if (!grown(watchedEnd)) return false
  watchedEnd = end
  return true
}

/** Loads the view secret and the watched spend keys that the host wrote. */
export function watch(): void {
  memory.copy(SCALARS, viewSecret, 32)
  reduce(SCALARS)
  watchSecret(SCALARS)
  indexKeys(spendKeys, spendKeyCount, slots, slotCount)
  if (spendKeyCount <= MAX_FILTERED) watchKeys(spendKeys, spendKeyCount)
}

/** Reserves memory for a batch. Returns false if the engine refuses memory. */
export function reserveBatch(newKeyCount: u32, newOutputCount: u32): bool {
  forgetBatch()
  keyCount = newKeyCount
  outputCount = newOutputCount
  keys = allocate(keyCount, 32)
  derivations = allocate(keyCount, 32)
  derived = allocate(keyCount, 1)
  outputs = allocate(outputCount, 32)
  outputIndexes = allocate(outputCount, 4)
  firstKeys = allocate(outputCount, 4)
  keyCounts = allocate(outputCount, 4)
  additionalKeys = allocate(outputCount, 4)
  viewTags = allocate(outputCount, 2)
  hits = allocate(outputCount, 12)
  return grown(watchedEnd)
}

/**
 * Reserves memory for the owners of the batch that is reserved: one for every key that an output is tried with. Returns false if the engine
 * refuses memory.
 */
export function reserveOwners(count: u32): bool {
  ownerCount = count
  hits = allocate(count, 12)
  owners = allocate(count, 32)
  return grown(watchedEnd)
}

/**
 * Scans the batch. Returns the number of hits, in the order of the outputs. With memory for owners, these are all spend keys that an output may
 * belong to, in the order in which its keys are tried, and the watched keys do not matter.
 */
export function scan(): u32 {
  deriveAll()
  hitCount = 0
  lastHit = u32.MAX_VALUE
  untagged = fitting = 0
  for (let output: u32 = 0; output < outputCount; output++) queueOutput(output)
  checkTags()
  checkKeys()
  return hitCount
}

/** derivations[row] = 8 * view secret * keys[row] if the key is a point; derived[row] reports whether it is. */
function deriveAll(): void {
  for (let row: usize = 0; row < <usize>keyCount; row += GROUP) {
    const count = min<usize>(GROUP, <usize>keyCount - row)
    memory.copy(INPUT, keys + 32 * row, 32 * count)
    deriveRows(<i32>count)
    memory.copy(derivations + 32 * row, RESULT, 32 * count)
    memory.copy(derived + row, VALID, count)
  }
}

/** Queues a candidate for each valid derivation of the keys of an output's transaction, then for its additional key. */
function queueOutput(output: u32): void {
  const first = load<u32>(firstKeys + 4 * <usize>output)
  const count = load<u32>(keyCounts + 4 * <usize>output)
  const additional = load<i32>(additionalKeys + 4 * <usize>output)
  for (let i: u32 = 0; i < count; i++) queueCandidate(output, first + i)
  if (additional >= 0) queueCandidate(output, additional)
}

function queueCandidate(output: u32, key: u32): void {
  if (!load<u8>(derived + key)) return
  const candidate = UNTAGGED + CANDIDATE * <usize>untagged
  store<u32>(candidate, output)
  store<u32>(candidate, key, 4)
  if (++untagged == <i32>GROUP) checkTags()
}

function tagOf(candidate: usize): i32 {
  return load<i16>(viewTags + 2 * <usize>load<u32>(candidate))
}

/** Moves the candidates with a matching view tag, or without one, to the second queue. */
function checkTags(): void {
  let tagged: usize = 0
  for (let i: usize = 0; i < <usize>untagged; i++) {
    const candidate = UNTAGGED + CANDIDATE * i
    if (tagOf(candidate) < 0) continue
    const message = MESSAGES + MESSAGE * tagged++
    store<u64>(message, 0x6761745f77656976) // "view_tag"
    writeSharedSecret(message + 8, candidate)
  }
  hashRows(<i32>tagged)
  for (let row: usize = 0; row < tagged; row++) store<u8>(TAGS + row, load<u8>(DIGESTS + 32 * row))
  tagged = 0
  for (let i: usize = 0; i < <usize>untagged; i++) {
    const candidate = UNTAGGED + CANDIDATE * i
    const tag = tagOf(candidate)
    if (tag >= 0 && tag != load<u8>(TAGS + tagged++)) continue
    store<u64>(FITTING + CANDIDATE * <usize>fitting, load<u64>(candidate))
    if (++fitting == <i32>GROUP) checkKeys()
  }
  untagged = 0
}

/** Writes the derivation of a candidate, the output's index as a varint and the message padding: 48 bytes. */
function writeSharedSecret(at: usize, candidate: usize): void {
  copyRow(at, derivations + 32 * <usize>load<u32>(candidate, 4))
  let index = load<u32>(outputIndexes + 4 * <usize>load<u32>(candidate))
  let word: u64 = 0
  let shift: u64 = 0
  while (index >= 0x80) {
    word |= (<u64>((index & 0x7f) | 0x80)) << shift
    shift += 8
    index >>= 7
  }
  word |= (<u64>index | 0x100) << shift
  store<u64>(at, word, 32)
  store<u64>(at, 0, 40)
}

/** Looks up the owners of the second queue: the hit of an output is the first candidate that yields a watched key. */
function checkKeys(): void {
  const waiting = <usize>fitting
  fitting = 0
  if (waiting == 0) return
  for (let row: usize = 0; row < waiting; row++) {
    const candidate = FITTING + CANDIDATE * row
    writeSharedSecret(MESSAGES + MESSAGE * row, candidate)
    store<u64>(MESSAGES + MESSAGE * row, 0, 48)
    copyRow(INPUT + 32 * row, outputs + 32 * <usize>load<u32>(candidate))
  }
  hashRows(<i32>waiting)
  takeScalars(waiting)
  const left = ownerCount == 0 && spendKeyCount <= MAX_FILTERED ? filtered(waiting) : waiting
  subtractRows(<i32>left)
  for (let row: usize = 0; row < left; row++)
    if (load<u8>(VALID + row)) lookUp(FITTING + CANDIDATE * row, RESULT + 32 * row)
}

/** SCALARS = DIGESTS modulo l. */
function takeScalars(count: usize): void {
  memory.copy(SCALARS, DIGESTS, 32 * count)
  for (let row: usize = 0; row < count; row++) reduce(SCALARS + 32 * row)
}

/** Compacts the second queue, its inputs and scalars, to the candidates that may be owned. */
function filtered(count: usize): usize {
  filterRows(<i32>count)
  let left: usize = 0
  for (let row: usize = 0; row < count; row++) {
    if (!load<u8>(VALID + row)) continue
    store<u64>(FITTING + CANDIDATE * left, load<u64>(FITTING + CANDIDATE * row))
    copyRow(INPUT + 32 * left, INPUT + 32 * row)
    copyRow(SCALARS + 32 * left, SCALARS + 32 * row)
    left++
  }
  return left
}

/** Records a hit if the spend key of a candidate is a watched one, or if all are recorded. */
function lookUp(candidate: usize, key: usize): void {
  let position: i32 = 0
  if (ownerCount > 0) {
    if (hitCount == ownerCount) return
    copyRow(owners + 32 * <usize>hitCount, key)
  } else {
    const output = load<u32>(candidate)
    if (output == lastHit) return
    position = findKey(key, spendKeys, slots, slotCount)
    if (position < 0) return
    lastHit = output
  }
  const hit = hits + <usize>hitCount * 12
  hitCount++
  store<u64>(hit, load<u64>(candidate))
  store<u32>(hit, position, 8)
}

/** Reserves memory for `count` spend keys. Returns false if the engine refuses memory. */
export function reserveMadeKeys(count: u32): bool {
  forgetBatch()
  madeKeys = allocate(count, 32)
  return grown(watchedEnd)
}

/**
 * madeKeys = the spend keys B + m G of the subaddresses (major, minorStart) and following, where B is the primary spend key and m =
 * keccak("SubAddr\0" || view secret || major || minor) mod l; B itself for (0, 0). Returns false if B is not a point.
 */
export function makeSpendKeys(major: u32, minorStart: u32, count: u32): bool {
  for (let made: u32 = 0; made < count; made += <u32>GROUP) {
    const rows = min<usize>(GROUP, <usize>(count - made))
    for (let row: usize = 0; row < rows; row++) {
      const message = MESSAGES + MESSAGE * row
      store<u64>(message, 0x0072646441627553) // "SubAddr\0"
      copyRow(message + 8, viewSecret)
      store<u32>(message, major, 40)
      store<u32>(message, minorStart + made + <u32>row, 44)
      store<u64>(message, 1, 48)
    }
    hashRows(<i32>rows)
    takeScalars(rows)
    if (major == 0 && minorStart + made == 0) memory.fill(SCALARS, 0, 32)
    memory.copy(INPUT, spendPublic, 32)
    if (!addRowsToFirst(<i32>rows)) return false
    memory.copy(madeKeys + 32 * <usize>made, RESULT, 32 * rows)
  }
  return true
}

/** Wipes the last batch: its memory and everything computed from the secrets. The watched keys and the view secret stay. */
export function forgetBatch(): void {
  memory.fill(<usize>watchedEnd, 0, <usize>(end - watchedEnd))
  end = watchedEnd
  ownerCount = 0
  memory.fill(UNTAGGED, 0, CANDIDATE * GROUP)
  memory.fill(FITTING, 0, CANDIDATE * GROUP)
  memory.fill(TAGS, 0, GROUP)
  untagged = fitting = 0
  forgetRows()
  forgetRowsBehind()
}

/** Wipes the secrets and all data derived from them. The instance can be used again. */
export function forget(): void {
  forgetBatch()
  memory.fill(viewSecret, 0, 32)
  forgetSecret()
}

/** Wipes the whole memory, tables included. The instance cannot be used again. */
export function wipe(): void {
  memory.fill(0, 0, (<usize>memory.size()) << 16)
}
