// Curve constants as field elements.

import { D_BYTES, SQRT_MINUS_1_BYTES } from './constants'
import { add, setSmall } from './field'
import { decode } from './fieldEncoding'

/** d = -121665/121666 of the curve equation. */
export const D = memory.data(36, 4)
/** 2d */
export const D2 = memory.data(36, 4)
/** A square root of -1. */
export const SQRT_MINUS_1 = memory.data(36, 4)
export const ONE = memory.data(36, 4)

/** Sets the constants of this file. */
export function prepareField(): void {
  decode(D, D_BYTES)
  add(D2, D, D)
  decode(SQRT_MINUS_1, SQRT_MINUS_1_BYTES)
  setSmall(ONE, 1)
}
