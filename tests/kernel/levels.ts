// The levels of the kernel under test. Runs in browsers too.

import { createKernelScanner, createPortableScanner, type Scanner } from '../../src/crypto/scan.ts'
import { createScanKernelOf, SCAN_LEVELS, type ScanLevel } from '../../src/crypto/scanKernel.ts'

/** The levels of the kernel. Node 24, Chromium and Firefox ESR run all of them: one that is refused fails its tests. */
export const LEVELS = SCAN_LEVELS

export type Level = ScanLevel

/** A kernel of that level and no other. */
export const kernelOf = createScanKernelOf

export const scannerOf = async (level: Level): Promise<Scanner> => createKernelScanner(await kernelOf(level))

/** Every scanner there is, by name. */
export const SCANNERS: readonly (readonly [string, () => Promise<Scanner>])[] = [
  ...LEVELS.map((level) => [level, () => scannerOf(level)] as const),
  ['portable', async () => createPortableScanner()],
]
