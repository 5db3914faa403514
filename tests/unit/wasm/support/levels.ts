// The levels of the kernel under test. Also runs in browsers.

import { LEVELS, type Level } from '../../../../src/crypto/kernel.ts'
import { createScanKernelOf } from '../../../../src/crypto/scan/createScanKernel.ts'
import { findOwnersOnKernel, watchOnKernel } from '../../../../src/crypto/scan/kernelBatch.ts'
import { createKernelScanner } from '../../../../src/crypto/scan/kernelScanner.ts'
import {
  joinCandidates,
  type OwnerCandidates,
  type ScanSecrets,
  unpackSecrets,
} from '../../../../src/crypto/scan/ownerScan.ts'
import type { OwnerWorker } from '../../../../src/crypto/scan/ownerWorkers.ts'
import { createPortableScanner, findOwnersPortably } from '../../../../src/crypto/scan/portableScanner.ts'
import type { ScanBatch, Scanner } from '../../../../src/crypto/scan/scanner.ts'
import { ScannerGroup } from '../../../../src/crypto/scan/scannerGroup.ts'

// Node 24, Chromium and Firefox ESR support all levels: a rejected level fails its tests. WebKitGTK has no relaxed SIMD.
export { LEVELS, type Level }

/** Creates a kernel of exactly this level. */
export const kernelOf = createScanKernelOf

export const scannerOf = async (level: Level): Promise<Scanner> => createKernelScanner(await kernelOf(level))

/** Returns the scanner of a wallet of a group whose worker finds owners as `find` does. */
const groupScanner = (find: (secrets: ScanSecrets, batch: ScanBatch) => OwnerCandidates): Scanner => {
  const worker: OwnerWorker = {
    find: async ({ batch, secrets }) => joinCandidates([find(unpackSecrets(secrets, 0), batch)]),
    close: async () => undefined,
  }
  const group = new ScannerGroup({ size: 1, start: () => worker, now: () => 0, defer: (callback) => callback() })
  return group.createScanner()
}

const groupScannerOf = async (level: Level): Promise<Scanner> => {
  const kernel = await kernelOf(level)
  return groupScanner(({ viewSecret }, batch) => {
    watchOnKernel(kernel, viewSecret, new Uint8Array())
    return findOwnersOnKernel(kernel, batch)
  })
}

type NamedScanner = readonly [name: string, create: () => Promise<Scanner>]

/** The scanners on a kernel, by name. */
export const KERNEL_SCANNERS: readonly NamedScanner[] = [
  ...LEVELS.map((level) => [level, () => scannerOf(level)] as const),
  ...LEVELS.map((level) => [`${level}, in a group`, () => groupScannerOf(level)] as const),
]

/** All scanners by name. */
export const SCANNERS: readonly NamedScanner[] = [
  ...KERNEL_SCANNERS,
  ['portable', async () => createPortableScanner()],
  ['portable, in a group', async () => groupScanner(({ viewSecret }, batch) => findOwnersPortably(viewSecret, batch))],
]
