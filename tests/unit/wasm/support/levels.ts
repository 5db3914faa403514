// The levels of the kernel under test. Runs in browsers too.

import { LEVELS, type Level } from '../../../../src/crypto/kernel.ts'
import { createKernelScanner } from '../../../../src/crypto/scan/kernelScanner.ts'
import { createPortableScanner } from '../../../../src/crypto/scan/portableScanner.ts'
import { createScanKernelOf } from '../../../../src/crypto/scan/scanKernel.ts'
import type { Scanner } from '../../../../src/crypto/scan/scanner.ts'

// Node 24, Chromium and Firefox ESR run all levels: one that is refused fails its tests.
export { LEVELS, type Level }

/** A kernel of that level and no other. */
export const kernelOf = createScanKernelOf

export const scannerOf = async (level: Level): Promise<Scanner> => createKernelScanner(await kernelOf(level))

/** Every scanner there is, by name. */
export const SCANNERS: readonly (readonly [string, () => Promise<Scanner>])[] = [
  ...LEVELS.map((level) => [level, () => scannerOf(level)] as const),
  ['portable', async () => createPortableScanner()],
]
