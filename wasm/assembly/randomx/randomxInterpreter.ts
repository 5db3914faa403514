// Runs the decoded instructions of a RandomX program.

import { multiplyHigh, multiplyHighSigned } from '../hashes/product'
import { IMMEDIATE, INSTRUCTIONS, Kind, STEP, STEPS } from './randomxProgram'
import { add, divide, multiply, squareRoot } from './rounding'

export const SCRATCHPAD = memory.data(0x200000, 64)

/** Rounding mode of the floating-point instructions (`rounding`). */
let mode: u32 = 0

/** Sets the initial rounding mode: to nearest. */
export function resetRounding(): void {
  mode = 0
}

/** A number of group F: converted from one of two integers of 32 bits. */
export function additive(at: usize): f64 {
  return <f64>load<i32>(at)
}

/** A number of group E: converted from such an integer, without sign, with the exponent and the lowest bits replaced. */
export function multiplicative(at: usize, mask: u64): f64 {
  return reinterpret<f64>((reinterpret<u64>(additive(at)) & 0x00ffffffffffffff) | mask)
}

/** Returns the scratchpad address of an instruction. */
function place(base: u64, step: usize): usize {
  return SCRATCHPAD + <usize>(<u32>(base + load<u64>(step, IMMEDIATE)) & load<u32>(step, 4))
}

/** Runs the instructions once. */
export function execute(lowMask: u64, highMask: u64): void {
  for (let i: i32 = 0; i < <i32>INSTRUCTIONS; i++) {
    const step = STEPS + <usize>i * STEP
    const to = <usize>load<u32>(step, 8)
    const from = <usize>load<u32>(step, 12)
    switch (load<u32>(step)) {
      case Kind.addShifted:
        store<u64>(to, load<u64>(to) + (load<u64>(from) << (<u64>load<u32>(step, 4))) + load<u64>(step, IMMEDIATE))
        break
      case Kind.addMemory:
        store<u64>(to, load<u64>(to) + load<u64>(place(load<u64>(from), step)))
        break
      case Kind.subtract:
        store<u64>(to, load<u64>(to) - load<u64>(from))
        break
      case Kind.subtractMemory:
        store<u64>(to, load<u64>(to) - load<u64>(place(load<u64>(from), step)))
        break
      case Kind.multiply:
        store<u64>(to, load<u64>(to) * load<u64>(from))
        break
      case Kind.multiplyMemory:
        store<u64>(to, load<u64>(to) * load<u64>(place(load<u64>(from), step)))
        break
      case Kind.multiplyHigh:
        store<u64>(to, multiplyHigh(load<u64>(to), load<u64>(from)))
        break
      case Kind.multiplyHighMemory:
        store<u64>(to, multiplyHigh(load<u64>(to), load<u64>(place(load<u64>(from), step))))
        break
      case Kind.multiplyHighSigned:
        store<u64>(to, multiplyHighSigned(load<u64>(to), load<u64>(from)))
        break
      case Kind.multiplyHighSignedMemory:
        store<u64>(to, multiplyHighSigned(load<u64>(to), load<u64>(place(load<u64>(from), step))))
        break
      case Kind.negate:
        store<u64>(to, 0 - load<u64>(to))
        break
      case Kind.xor:
        store<u64>(to, load<u64>(to) ^ load<u64>(from))
        break
      case Kind.xorMemory:
        store<u64>(to, load<u64>(to) ^ load<u64>(place(load<u64>(from), step)))
        break
      case Kind.rotateRight:
        store<u64>(to, rotr<u64>(load<u64>(to), load<u64>(from)))
        break
      case Kind.rotateLeft:
        store<u64>(to, rotl<u64>(load<u64>(to), load<u64>(from)))
        break
      case Kind.swap: {
        const previous = load<u64>(to)
        store<u64>(to, load<u64>(from))
        store<u64>(from, previous)
        break
      }
      case Kind.swapHalves: {
        const previous = load<u64>(to)
        store<u64>(to, load<u64>(to, 8))
        store<u64>(to, previous, 8)
        break
      }
      case Kind.addFloat:
        store<f64>(to, add(load<f64>(to), load<f64>(from), mode))
        store<f64>(to, add(load<f64>(to, 8), load<f64>(from, 8), mode), 8)
        break
      case Kind.addFloatMemory: {
        const at = place(load<u64>(from), step)
        store<f64>(to, add(load<f64>(to), additive(at), mode))
        store<f64>(to, add(load<f64>(to, 8), additive(at + 4), mode), 8)
        break
      }
      case Kind.subtractFloat:
        store<f64>(to, add(load<f64>(to), -load<f64>(from), mode))
        store<f64>(to, add(load<f64>(to, 8), -load<f64>(from, 8), mode), 8)
        break
      case Kind.subtractFloatMemory: {
        const at = place(load<u64>(from), step)
        store<f64>(to, add(load<f64>(to), -additive(at), mode))
        store<f64>(to, add(load<f64>(to, 8), -additive(at + 4), mode), 8)
        break
      }
      case Kind.scale:
        store<u64>(to, load<u64>(to) ^ 0x80f0000000000000)
        store<u64>(to, load<u64>(to, 8) ^ 0x80f0000000000000, 8)
        break
      case Kind.multiplyFloat:
        store<f64>(to, multiply(load<f64>(to), load<f64>(from), mode))
        store<f64>(to, multiply(load<f64>(to, 8), load<f64>(from, 8), mode), 8)
        break
      case Kind.divideFloat: {
        const at = place(load<u64>(from), step)
        store<f64>(to, divide(load<f64>(to), multiplicative(at, lowMask), mode))
        store<f64>(to, divide(load<f64>(to, 8), multiplicative(at + 4, highMask), mode), 8)
        break
      }
      case Kind.squareRoot:
        store<f64>(to, squareRoot(load<f64>(to), mode))
        store<f64>(to, squareRoot(load<f64>(to, 8), mode), 8)
        break
      case Kind.branch: {
        const sum = load<u64>(to) + load<u64>(step, IMMEDIATE)
        store<u64>(to, sum)
        if ((<u32>sum & load<u32>(step, 4)) == 0) i = load<i32>(step, 16)
        break
      }
      case Kind.round:
        mode = <u32>(rotr<u64>(load<u64>(from), load<u64>(step, IMMEDIATE)) & 3)
        break
      case Kind.store:
        store<u64>(place(load<u64>(to), step), load<u64>(from))
        break
    }
  }
}
