// Who takes part in the kernel bench, in Node and in pages alike: our levels, best first, and the peers.

import { LEVELS, type Level } from '../../src/crypto/kernel.ts'
import { createKernelScanner, createPortableScanner, type Scanner } from '../../src/crypto/scan.ts'
import { createScanKernelOf } from '../../src/crypto/scanKernel.ts'
import { createRef10Scanner } from './ref10/scanner.ts'
import { alternating, type ScanContestant, type ScanMaterial, scannerContestant } from './scans.ts'

/** The peer that the ratios are against: the reference's C as browser wallets run it. */
export const REF10 = 'ref10 wasm'

const SHARES: Readonly<Record<Level, number>> = { relaxed: 1, scalar: 1 / 2 }

/** Our levels come first, the fastest of them before the others. `ref10` and `ref10Simd`: the peer, built without and with SIMD. */
export const scanContestants = async (
  materials: readonly ScanMaterial[],
  ref10: WebAssembly.Module,
  ref10Simd: WebAssembly.Module,
): Promise<readonly ScanContestant[]> => {
  const enter = async (name: string, create: () => Promise<Scanner>, share: number): Promise<ScanContestant> =>
    alternating(await Promise.all(materials.map((material) => scannerContestant(name, create, material, share))))
  const levels = LEVELS.map((level) =>
    enter(level, async () => createKernelScanner(await createScanKernelOf(level)), SHARES[level]),
  )
  return [
    ...(await Promise.all(levels)),
    await enter(REF10, () => createRef10Scanner(ref10), 1 / 4),
    await enter('ref10 wasm, SIMD', () => createRef10Scanner(ref10Simd), 1 / 4),
    await enter('portable', async () => createPortableScanner(), 1 / 64),
  ]
}
