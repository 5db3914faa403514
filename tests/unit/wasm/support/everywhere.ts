// Runs one batch on every scanner and compares each with the scan on @noble/curves.

import { expect } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import type { ScanBatch, ScanHit } from '../../../../src/crypto/scan/scanner.ts'
import { SCANNERS } from './levels.ts'
import { nobleScan } from './nobleScan.ts'

/** Returns hits in a form that failed tests print readably. */
const readable = (hits: readonly ScanHit[]): unknown[] =>
  hits.map(({ output, key, derivation, spendKey }) => ({ output, key, spendKey, derivation: toHex(derivation) }))

/** One scanner of each kind serves a whole test file, so data left from earlier batches shows. */
const scanners = SCANNERS.map(([name, create]) => [name, create()] as const)

/** Scans with every scanner, expects the hits of `nobleScan` from each, and returns them. */
export const scanEverywhere = async (
  viewSecret: Uint8Array,
  spendKeys: Uint8Array,
  batch: ScanBatch,
): Promise<readonly ScanHit[]> => {
  const expected = nobleScan(viewSecret, spendKeys, batch)
  for (const [name, created] of scanners) {
    const scanner = await created
    await scanner.watch(viewSecret, spendKeys)
    expect(readable(await scanner.scan(batch)), name).toEqual(readable(expected))
  }
  return expected
}
