// Spend keys of many subaddresses at once, for the table that a wallet watches.

import { toHex } from '../../bytes/hex.ts'
import { InvalidPointError } from '../curve/point.ts'
import { InvalidScalarError } from '../curve/scalar.ts'
import { KernelUnavailableError } from '../kernel.ts'
import { subaddressSpendKeys } from '../keys/keys.ts'
import { assertReserved, createScanKernel, readFrom, type ScanKernel, writeTo } from './scanKernel.ts'

let shared: Promise<ScanKernel> | undefined

/** The kernel that makes tables. It keeps no secret between two calls. */
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
 * The spend keys B + m·G of subaddresses (major, minorStart) .. (major, minorStart + count - 1), 32 bytes each, one after the
 * other; that of (0, 0) is B itself. As `subaddressSpendKeys`, on WASM where the engine runs it.
 * @throws InvalidPointError when `spendPublic` (B) is not a point
 * @throws InvalidScalarError when `viewSecret` is not of 32 bytes
 * @throws KernelLoadError when the kernel's file cannot be read
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
