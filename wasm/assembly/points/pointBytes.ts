// Points in the host's memory: the extended coordinates X, Y, Z, T, reduced, 32 little-endian bytes each.

import { decode as decodeField, encode as encodeField } from '../field/fieldEncoding'
import { T, Y, Z } from '../curve/point'

/** Bytes of a point and of a key or scalar in the host's memory. */
export const OUTER: usize = 128
export const KEY: usize = 32

/** Sets a point from its bytes. */
export function loadPoint(out: usize, bytes: usize): void {
  decodeField(out, bytes)
  decodeField(out + Y, bytes + 32)
  decodeField(out + Z, bytes + 64)
  decodeField(out + T, bytes + 96)
}

/** Writes the bytes of a point. */
export function storePoint(bytes: usize, p: usize): void {
  encodeField(bytes, p)
  encodeField(bytes + 32, p + Y)
  encodeField(bytes + 64, p + Z)
  encodeField(bytes + 96, p + T)
}
