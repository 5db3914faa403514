// The scanner on the scan kernel (WASM). Every batch contains a canary (`scanCanary.ts`) that the kernel must find.

import { SerialQueue } from '../../async/serialQueue.ts'
import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { KEY_LENGTH } from '../curve/pointArithmetic.ts'
import { canaryBatch, copyCanary, wipeCanary } from './canaryBatch.ts'
import { scanOnKernel, watchOnKernel } from './kernelBatch.ts'
import type { ScanCanary } from './scanCanary.ts'
import type { ScanKernel } from './scanKernel.ts'
import { assertBatch, assertWatched, type ScanBatch, type ScanHit, type Scanner, ScannerStateError } from './scanner.ts'

/** A scan that did not find its canary: the kernel computes something wrong. */
export class ScanFaultError extends FabaError {
  override readonly name = 'ScanFaultError'
  readonly code = 'scan-fault'
}

/**
 * Returns the hits of a batch.
 * @throws ScanFaultError if the canary is not among them
 */
const scanWithCanary = (kernel: ScanKernel, batch: ScanBatch, canary: ScanCanary): readonly ScanHit[] => {
  const hits = scanOnKernel(kernel, batch, canaryBatch(canary))
  const found = hits.pop()
  const isFound =
    found?.output === batch.outputs.length / KEY_LENGTH &&
    found.spendKey === 0 &&
    equalBytes(found.derivation, canary.derivation)
  if (found !== undefined) wipe(found.derivation)
  if (isFound) return hits
  wipe(...hits.map(({ derivation }) => derivation))
  throw new ScanFaultError('the kernel did not find the output that every batch contains')
}

/**
 * Creates a scanner on a kernel, which must not be shared: its memory holds the view secret. Its `scan` throws ScanFaultError if the
 * kernel computes something wrong.
 *
 * @example
 * import { createScanKernel } from './createScanKernel.ts'
 * createKernelScanner(await createScanKernel()).close() // undefined
 */
export const createKernelScanner = (kernel: ScanKernel): Scanner => {
  const queue = new SerialQueue()
  let state: 'new' | 'watching' | 'closed' = 'new'
  let canary: ScanCanary | undefined

  const forgetCanary = (): void => {
    wipeCanary(canary)
    canary = undefined
  }

  const watch = async (viewSecret: Uint8Array, spendKeys: Uint8Array, known?: ScanCanary): Promise<void> => {
    if (state === 'closed') throw new ScannerStateError('the scanner is closed')
    state = 'new'
    forgetCanary()
    // Loaded here: most workers never need portable arithmetic.
    canary = known ?? (await import('./scanCanary.ts')).createCanary(viewSecret, spendKeys)
    watchOnKernel(kernel, viewSecret, spendKeys)
    state = 'watching'
  }

  const scan = (batch: ScanBatch): readonly ScanHit[] => {
    if (state !== 'watching') throw new ScannerStateError(`a ${state} scanner cannot scan: call watch first`)
    assertBatch(batch)
    return canary === undefined ? scanOnKernel(kernel, batch) : scanWithCanary(kernel, batch, canary)
  }

  return {
    watch: async (viewSecret, spendKeys, known) => {
      assertWatched(viewSecret, spendKeys)
      // Calls are served in turn; the caller may wipe its secrets while this one waits.
      const secret = viewSecret.slice()
      const own = copyCanary(known)
      try {
        await queue.run(() => watch(secret, spendKeys, own))
      } catch (error) {
        wipeCanary(own)
        throw error
      } finally {
        wipe(secret)
      }
    },
    scan: (batch) => queue.run(() => scan(batch)),
    close: () =>
      queue.run(() => {
        if (state !== 'closed') kernel.wipe()
        state = 'closed'
        forgetCanary()
      }),
  }
}
