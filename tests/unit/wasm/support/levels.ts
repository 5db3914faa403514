// The levels of the kernel under test. Also runs in browsers.

import { LEVELS, type Level } from '../../../../src/crypto/kernel.ts'
import { createScanKernelOf } from '../../../../src/crypto/scan/createScanKernel.ts'
import { createKernelScanner } from '../../../../src/crypto/scan/kernelScanner.ts'
import { createPortableScanner } from '../../../../src/crypto/scan/portableScanner.ts'
import type { Scanner } from '../../../../src/crypto/scan/scanner.ts'

// Node 24, Chromium and Firefox ESR support all levels: a rejected level fails its tests. WebKitGTK has no relaxed SIMD.
export { LEVELS, type Level }

/** Creates a kernel of exactly this level. */
export const kernelOf = createScanKernelOf

export const scannerOf = async (level: Level): Promise<Scanner> => createKernelScanner(await kernelOf(level))

/** All scanners by name. */
export const SCANNERS: readonly (readonly [string, () => Promise<Scanner>])[] = [
  ...LEVELS.map((level) => [level, () => scannerOf(level)] as const),
  ['portable', async () => createPortableScanner()],
]
