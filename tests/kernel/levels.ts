// The scanners under test: every level of the kernel and the portable one, each beside the reference.

import { expect } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import {
  createKernelScanner,
  createPortableScanner,
  type ScanBatch,
  type ScanHit,
  type Scanner,
} from '../../src/crypto/scan.ts'
import { createScanKernel, type ScanKernel } from '../../src/crypto/scanKernel.ts'
import { referenceScan } from './reference.ts'

/** The levels of the kernel. Node 24 runs all of them: one that it refuses fails its tests. */
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

/** Hits as a failed test shows them well. */
export const readable = (hits: readonly ScanHit[]): unknown[] =>
  hits.map(({ output, key, derivation, spendKey }) => ({ output, key, spendKey, derivation: toHex(derivation) }))

/** Scans with every scanner, expects of each what the reference finds, and returns it. */
export const scanEverywhere = async (
  viewSecret: Uint8Array,
  spendKeys: Uint8Array,
  batch: ScanBatch,
): Promise<readonly ScanHit[]> => {
  const expected = referenceScan(viewSecret, spendKeys, batch)
  for (const [name, create] of SCANNERS) {
    const scanner = await create()
    await scanner.watch(viewSecret, spendKeys)
    expect(readable(await scanner.scan(batch)), name).toEqual(readable(expected))
    await scanner.close()
  }
  return expected
}
