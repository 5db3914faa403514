// Spend keys of many subaddresses at once, for the table of keys that a wallet watches.

import { toHex } from '../../bytes/hex.ts'
import { InvalidPointError } from '../curve/point.ts'
import { InvalidScalarError } from '../curve/scalar.ts'
import { KernelUnavailableError } from '../kernel.ts'
import { assertSubaddressIndices, subaddressSpendKeys } from '../keys/keys.ts'
import { createScanKernel } from './createScanKernel.ts'
import { assertReserved, readFrom, type ScanKernel, writeTo } from './scanKernel.ts'

let shared: Promise<ScanKernel> | undefined

/** Returns the kernel that computes tables. It keeps no secret between two calls. */
const tableKernel = (): Promise<ScanKernel> => {
  if (shared === undefined) {
    shared = createScanKernel()
    shared.catch(() => {
      shared = undefined
    })
  }
  return shared
}

/**
 * Computes the spend keys B + m·G of subaddresses (major, minorStart) .. (major, minorStart + count - 1), 32 bytes each, as rows. The
 * key of (0, 0) is B itself. Equal to `subaddressSpendKeys`, on WASM if the engine supports it.
 * @throws InvalidPointError if `spendPublic` (B) is not a point
 * @throws InvalidScalarError if `viewSecret` does not have 32 bytes
 * @throws SubaddressIndexError if an index is not an integer in 0 .. 2^32-1
 * @throws KernelLoadError if the kernel's file cannot be read
 *
 * @example
 * import { publicKeyOf } from '../keys/keys.ts'
 * const secret = Uint8Array.of(5, ...new Uint8Array(31))
 * await createSubaddressTable(secret, publicKeyOf(secret), 0, 0, 1) // publicKeyOf(secret)
 */
export const createSubaddressTable = async (
  viewSecret: Uint8Array,
  spendPublic: Uint8Array,
  major: number,
  minorStart: number,
  count: number,
): Promise<Uint8Array> => {
  if (viewSecret.length !== 32) throw new InvalidScalarError(`a view secret has 32 bytes, not ${viewSecret.length}`)
  if (spendPublic.length !== 32) throw new InvalidPointError(`a spend key has 32 bytes, not ${spendPublic.length}`)
  assertSubaddressIndices(major, minorStart, count)
  let kernel: ScanKernel
  try {
    kernel = await tableKernel()
  } catch (error) {
    if (error instanceof KernelUnavailableError)
      return subaddressSpendKeys(viewSecret, spendPublic, major, minorStart, count)
    throw error
  }
  assertReserved(kernel.reserveMadeKeys(count))
  try {
    writeTo(kernel, kernel.viewSecret, viewSecret)
    writeTo(kernel, kernel.spendPublic, spendPublic)
    if (kernel.makeSpendKeys(major, minorStart, count) === 0)
      throw new InvalidPointError(`${toHex(spendPublic)} is not a point of the curve`)
    return readFrom(kernel, kernel.madeKeys.value, 32 * count)
  } finally {
    kernel.forget()
  }
}
