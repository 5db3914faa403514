// Who takes part in the kernel bench, in Node and in pages alike: our levels, best first, and the peers.

import { LEVELS, type Level } from '../../src/crypto/kernel.ts'
import { createKernelScanner, createPortableScanner } from '../../src/crypto/scan.ts'
import { createScanKernelOf } from '../../src/crypto/scanKernel.ts'
import { createRef10Scanner } from './ref10/scanner.ts'
import { type ScanContestant, type ScanMaterial, scannerContestant } from './scans.ts'

/** The peer that the ratios are against: the reference's C as browser wallets run it. */
export const REF10 = 'ref10 wasm'

const SHARES: Readonly<Record<Level, number>> = { relaxed: 1, scalar: 1 / 2 }

/** Our levels come first, the fastest of them before the others. `ref10` and `ref10Simd`: the peer's WebAssembly, built without and with SIMD. */
export const scanContestants = async (
  material: ScanMaterial,
  ref10: BufferSource,
  ref10Simd: BufferSource,
): Promise<readonly ScanContestant[]> => [
  ...(await Promise.all(
    LEVELS.map((level) =>
      scannerContestant(
        level,
        async () => createKernelScanner(await createScanKernelOf(level)),
        material,
        SHARES[level],
      ),
    ),
  )),
  await scannerContestant(REF10, () => createRef10Scanner(ref10), material, 1 / 4),
  await scannerContestant('ref10 wasm, SIMD', () => createRef10Scanner(ref10Simd), material, 1 / 4),
  await scannerContestant('portable', async () => createPortableScanner(), material, 1 / 64),
]
