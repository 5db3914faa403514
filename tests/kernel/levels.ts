// The levels of the kernel under test. Runs in browsers too.

import { createKernelScanner, createPortableScanner, type Scanner } from '../../src/crypto/scan.ts'
import { createScanKernel, type ScanKernel } from '../../src/crypto/scanKernel.ts'

/** The levels of the kernel. Node 24, Chromium and Firefox ESR run all of them: one that is refused fails its tests. */
export const LEVELS = ['scalar'] as const

export type Level = (typeof LEVELS)[number]

/** A kernel of that level and no other. */
export const kernelOf = async (_level: Level): Promise<ScanKernel> => await createScanKernel()

export const scannerOf = async (level: Level): Promise<Scanner> => createKernelScanner(await kernelOf(level))

/** Every scanner there is, by name. */
export const SCANNERS: readonly (readonly [string, () => Promise<Scanner>])[] = [
  ...LEVELS.map((level) => [level, () => scannerOf(level)] as const),
  ['portable', async () => createPortableScanner()],
]
