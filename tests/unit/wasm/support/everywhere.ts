// Runs one batch on several scanners and compares each with the scan on @noble/curves.

import { expect } from 'vitest'
import { equalBytes } from '../../../../src/bytes/bytes.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { createCanary } from '../../../../src/crypto/scan/scanCanary.ts'
import type { ScanBatch, ScanHit } from '../../../../src/crypto/scan/scanner.ts'
import { KERNEL_SCANNERS, SCANNERS } from './levels.ts'
import { nobleScan } from './nobleScan.ts'

/** Returns hits in a form that failed tests print readably. */
const readable = (hits: readonly ScanHit[]): unknown[] =>
  hits.map(({ output, key, derivation, spendKey }) => ({ output, key, spendKey, derivation: toHex(derivation) }))

/** Returns a scan that expects the hits of `nobleScan` from each of the scanners, and returns them. */
const scanOn = (kinds: typeof SCANNERS) => {
  // One scanner of each kind serves a whole test file, so data left from earlier batches shows.
  const scanners = kinds.map(([name, create]) => [name, create()] as const)
  let watched: readonly Uint8Array[] = []
  return async (viewSecret: Uint8Array, spendKeys: Uint8Array, batch: ScanBatch): Promise<readonly ScanHit[]> => {
    const expected = nobleScan(viewSecret, spendKeys, batch)
    const keys = [viewSecret, spendKeys]
    // As wallets do: they scan many batches with the keys that they watch.
    const isWatched = keys.every((bytes, i) => equalBytes(bytes, watched[i] ?? new Uint8Array()))
    if (!isWatched) watched = keys.map((bytes) => bytes.slice())
    // Computed once for all scanners, as a pool does for its workers.
    const canary = isWatched ? undefined : createCanary(viewSecret, spendKeys)
    for (const [name, created] of scanners) {
      const scanner = await created
      if (!isWatched) await scanner.watch(viewSecret, spendKeys, canary)
      expect(readable(await scanner.scan(batch)), name).toEqual(readable(expected))
    }
    return expected
  }
}

/** Scans with every scanner. */
export const scanEverywhere = scanOn(SCANNERS)

/** Scans on the kernels only: where the subject is a place among lanes or a size of groups, which portable scanners do not have. */
export const scanOnKernels = scanOn(KERNEL_SCANNERS)
