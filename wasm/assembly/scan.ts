// The scan kernel: finds the outputs of a wallet in a batch of transactions, and makes the spend keys of its subaddresses.
//
// The host reserves room, writes its arrays where the exported addresses say, and calls `watch`, `scan` or `makeSpendKeys`.
// Addresses hold until the next reservation. An instance serves one scanner: its memory holds secrets until `forget` or `wipe`.

import { prepareField } from './field'
import { absorb, KECCAK_STATE } from './keccak'
import { addBaseMultiple, BASE_DIGITS, multiplyBy8Times, prepareBase, subtractBaseMultiple } from './multiply'
import { decodePoint, encodePoint, POINT, toAffine, Y } from './point'
import { BYTE_DIGITS, reduce, SLIDING_DIGITS, toSlidingDigits } from './scalar'
import { findKey, indexKeys, slotsFor } from './watched'

/** Where the host writes the view secret (32 bytes, any number) and the primary spend key (32 bytes). */
export const viewSecret = memory.data(32, 8)
export const spendPublic = memory.data(32, 8)

/** Watched spend keys, 32 bytes each. */
export let spendKeys: usize = 0
let spendKeyCount: u32 = 0
let slots: usize = 0
let slotCount: u32 = 0

/** The batch: keys and outputs 32 bytes each, indexes and rows 4, counts 1, view tags 2. */
export let keys: usize = 0
export let outputs: usize = 0
export let outputIndexes: usize = 0
export let firstKeys: usize = 0
export let keyCounts: usize = 0
export let additionalKeys: usize = 0
export let viewTags: usize = 0
let keyCount: u32 = 0
let outputCount: u32 = 0

/** What a scan leaves: a derivation of 32 bytes for each key, and hits of three u32: output, key, position of the spend key. */
export let derivations: usize = 0
export let hits: usize = 0
let derived: usize = 0
let hitCount: u32 = 0
/** Output of the last hit; none at first. */
let lastHit: u32 = 0

/** What `makeSpendKeys` leaves, 32 bytes each. */
export let madeKeys: usize = 0

/** Where the room for the watched keys ends, and all room. 64 bits, so that no count overflows them. */
let watchedEnd: u64 = 0
let end: u64 = 0
/** 4 GiB. */
const MAX_PAGES: u64 = 65536

const DIGITS = memory.data(256, 8)
const SCALAR = memory.data(32, 8)
const STATE = memory.data(200, 8)
const MESSAGE = memory.data(64, 8)
const ENCODED = memory.data(32, 8)
const DECODED = memory.data(144, 4)

/** Points that share one inversion, with the row (derivations) or the output and the row (candidates) of each. */
const GROUP = 128
const POINTS = memory.data(128 * 144, 4)
const ROWS = memory.data(128 * 4, 4)
const OUTPUTS = memory.data(128 * 4, 4)
let grouped = 0

/** Computes constants and tables. To be called once, first. */
export function prepare(): void {
  prepareField()
  prepareBase()
  watchedEnd = end = __heap_base
}

/** Room for `count` items of `size` bytes. */
function take(count: u32, size: u32): usize {
  const address = end as usize
  end += (<u64>count * size + 7) & ~7
  return address
}

/** Grows memory to hold what was taken. When the engine refuses, gives up what lies above `kept` and returns false. */
function grown(kept: u64): bool {
  const pages = (end + 0xffff) >> 16
  if (pages <= MAX_PAGES) {
    const missing = <i32>pages - memory.size()
    if (missing <= 0 || memory.grow(missing) >= 0) return true
  }
  end = kept
  return false
}

/** Makes room for `count` watched spend keys. What was reserved before is given up. False when memory is refused. */
export function reserveSpendKeys(count: u32): bool {
  watchedEnd = __heap_base
  forgetBatch()
  spendKeyCount = count
  slotCount = slotsFor(count)
  spendKeys = take(count, 32)
  slots = take(slotCount, 4)
  if (!grown(watchedEnd)) return false
  watchedEnd = end
  return true
}

/** Takes over the view secret and the watched spend keys that the host wrote. */
export function watch(): void {
  memory.copy(SCALAR, viewSecret, 32)
  reduce(SCALAR)
  toSlidingDigits(DIGITS, SCALAR)
  indexKeys(spendKeys, spendKeyCount, slots, slotCount)
}

/** Makes room for a batch. False when memory is refused. */
export function reserveBatch(newKeyCount: u32, newOutputCount: u32): bool {
  forgetBatch()
  keyCount = newKeyCount
  outputCount = newOutputCount
  keys = take(keyCount, 32)
  derivations = take(keyCount, 32)
  derived = take(keyCount, 1)
  outputs = take(outputCount, 32)
  outputIndexes = take(outputCount, 4)
  firstKeys = take(outputCount, 4)
  keyCounts = take(outputCount, 1)
  additionalKeys = take(outputCount, 4)
  viewTags = take(outputCount, 2)
  hits = take(outputCount, 12)
  return grown(watchedEnd)
}

/** Scans the batch. Returns the number of hits, in the order of the outputs. */
export function scan(): u32 {
  deriveAll()
  hitCount = 0
  lastHit = u32.MAX_VALUE
  grouped = 0
  for (let output: u32 = 0; output < outputCount; output++) tryOutput(output)
  checkGroup()
  return hitCount
}

/** derivations[row] = 8 * view secret * keys[row] wherever the key is a point; derived[row] tells. */
function deriveAll(): void {
  grouped = 0
  for (let row: u32 = 0; row < keyCount; row++) {
    const valid = decodePoint(DECODED, keys + 32 * <usize>row)
    store<u8>(derived + row, valid as u8)
    if (!valid) continue
    multiplyBy8Times(POINTS + <usize>grouped * POINT, DECODED, DIGITS)
    store<u32>(ROWS + 4 * <usize>grouped, row)
    if (++grouped == GROUP) encodeDerivations()
  }
  encodeDerivations()
}

function encodeDerivations(): void {
  if (grouped == 0) return
  toAffine(POINTS, grouped)
  for (let i: usize = 0; i < <usize>grouped; i++) {
    const point = POINTS + i * POINT
    encodePoint(derivations + 32 * <usize>load<u32>(ROWS + 4 * i), point, point + Y)
  }
  grouped = 0
}

/** Puts the candidates for the owner of an output into the group: one for each key whose derivation stands and whose tag fits. */
function tryOutput(output: u32): void {
  const index = load<u32>(outputIndexes + 4 * <usize>output)
  const tag = <i32>load<i16>(viewTags + 2 * <usize>output)
  const first = load<u32>(firstKeys + 4 * <usize>output)
  const count = <u32>load<u8>(keyCounts + output)
  const additional = load<i32>(additionalKeys + 4 * <usize>output)
  let decoded = false
  for (let i: u32 = 0; i <= count; i++) {
    if (i == count && additional < 0) break
    const row = i < count ? first + i : <u32>additional
    if (!load<u8>(derived + row)) continue
    const derivation = derivations + 32 * <usize>row
    if (tag >= 0 && tag != viewTagOf(derivation, index)) continue
    if (!decoded) {
      if (!decodePoint(DECODED, outputs + 32 * <usize>output)) break
      decoded = true
    }
    const point = POINTS + <usize>grouped * POINT
    memory.copy(point, DECODED, POINT)
    hashToScalar(derivation, index)
    subtractBaseMultiple(point, SCALAR)
    store<u32>(OUTPUTS + 4 * <usize>grouped, output)
    store<u32>(ROWS + 4 * <usize>grouped, row)
    if (++grouped == GROUP) checkGroup()
  }
}

/** Looks the group's candidates up among the watched keys. The first of an output that is there is its hit. */
function checkGroup(): void {
  if (grouped == 0) return
  toAffine(POINTS, grouped)
  for (let i: usize = 0; i < <usize>grouped; i++) {
    const output = load<u32>(OUTPUTS + 4 * i)
    if (output == lastHit) continue
    const point = POINTS + i * POINT
    encodePoint(ENCODED, point, point + Y)
    const position = findKey(ENCODED, spendKeys, slots, slotCount)
    if (position < 0) continue
    lastHit = output
    const hit = hits + <usize>hitCount * 12
    store<u32>(hit, output)
    store<u32>(hit, load<u32>(ROWS + 4 * i), 4)
    store<u32>(hit, position, 8)
    hitCount++
  }
  grouped = 0
}

/** Writes a number of up to 32 bits as a varint. Returns where it ends. */
function writeVarint(at: usize, value: u32): usize {
  while (value >= 0x80) {
    store<u8>(at++, (value & 0x7f) | 0x80)
    value >>= 7
  }
  store<u8>(at, value)
  return at + 1
}

/** First byte of keccak("view_tag" || derivation || varint(index)). */
function viewTagOf(derivation: usize, index: u32): i32 {
  store<u64>(MESSAGE, 0x6761745f77656976) // "view_tag"
  memory.copy(MESSAGE + 8, derivation, 32)
  absorb(STATE, MESSAGE, writeVarint(MESSAGE + 40, index) - MESSAGE)
  return load<u8>(STATE)
}

/** SCALAR = keccak(derivation || varint(index)) mod l */
function hashToScalar(derivation: usize, index: u32): void {
  memory.copy(MESSAGE, derivation, 32)
  absorb(STATE, MESSAGE, writeVarint(MESSAGE + 32, index) - MESSAGE)
  memory.copy(SCALAR, STATE, 32)
  reduce(SCALAR)
}

/** Makes room for `count` spend keys to be made. False when memory is refused. */
export function reserveMadeKeys(count: u32): bool {
  forgetBatch()
  madeKeys = take(count, 32)
  return grown(watchedEnd)
}

/**
 * madeKeys = the spend keys B + m G of the subaddresses (major, minorStart) and following, where B is the primary spend key and
 * m = keccak("SubAddr\0" || view secret || major || minor) mod l; B itself for (0, 0). False when B is not a point.
 */
export function makeSpendKeys(major: u32, minorStart: u32, count: u32): bool {
  if (!decodePoint(DECODED, spendPublic)) return false
  grouped = 0
  let next = madeKeys
  for (let i: u32 = 0; i < count; i++) {
    const point = POINTS + <usize>grouped * POINT
    memory.copy(point, DECODED, POINT)
    if (major != 0 || minorStart + i != 0) {
      store<u64>(MESSAGE, 0x0072646441627553) // "SubAddr\0"
      memory.copy(MESSAGE + 8, viewSecret, 32)
      store<u32>(MESSAGE, major, 40)
      store<u32>(MESSAGE, minorStart + i, 44)
      absorb(STATE, MESSAGE, 48)
      memory.copy(SCALAR, STATE, 32)
      reduce(SCALAR)
      addBaseMultiple(point, SCALAR)
    }
    if (++grouped == GROUP) next = encodeMadeKeys(next)
  }
  encodeMadeKeys(next)
  return true
}

function encodeMadeKeys(at: usize): usize {
  if (grouped == 0) return at
  toAffine(POINTS, grouped)
  for (let i: usize = 0; i < <usize>grouped; i++, at += 32) {
    const point = POINTS + i * POINT
    encodePoint(at, point, point + Y)
  }
  grouped = 0
  return at
}

/** Wipes what the last batch left: its room and everything computed from the secrets. The watched keys and the view secret stay. */
export function forgetBatch(): void {
  memory.fill(<usize>watchedEnd, 0, <usize>(end - watchedEnd))
  end = watchedEnd
  memory.fill(SCALAR, 0, 32)
  memory.fill(STATE, 0, KECCAK_STATE)
  memory.fill(MESSAGE, 0, 64)
  memory.fill(ENCODED, 0, 32)
  memory.fill(DECODED, 0, POINT)
  memory.fill(BASE_DIGITS, 0, 2 * BYTE_DIGITS)
  memory.fill(POINTS, 0, <usize>GROUP * POINT)
}

/** Wipes the secrets and what came of them. The instance can be used again. */
export function forget(): void {
  forgetBatch()
  memory.fill(viewSecret, 0, 32)
  memory.fill(DIGITS, 0, SLIDING_DIGITS)
}

/** Wipes the whole memory, tables included. The instance cannot be used again. */
export function wipe(): void {
  memory.fill(0, 0, (<usize>memory.size()) << 16)
}
