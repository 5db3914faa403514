// The contestants of the kernel bench, in Node and in pages: the kernel's levels, best first, and the peers.

import { KernelUnavailableError, LEVELS, type Level } from '../../../src/crypto/kernel.ts'
import { createScanKernelOf } from '../../../src/crypto/scan/createScanKernel.ts'
import { createKernelScanner } from '../../../src/crypto/scan/kernelScanner.ts'
import { createPortableScanner } from '../../../src/crypto/scan/portableScanner.ts'
import type { Scanner } from '../../../src/crypto/scan/scanner.ts'
import { createRef10Scanner } from '../ref10/scanner.ts'
import { timed } from './measure.ts'
import type { ScanMaterial } from './scanMaterial.ts'
import { alternating, type Pieces, type ScanContestant, scannerContestant } from './scans.ts'

/** The peer of the ratios: monero's C as browser wallets run it. */
export const REF10 = 'ref10 wasm'

const PIECES: Readonly<Record<Level | 'ref10' | 'portable', Pieces>> = {
  relaxed: { derivation: 128, output: 16, outputFewKeys: 32, viewTag: 8 },
  simd: { derivation: 64, output: 8, outputFewKeys: 16, viewTag: 8 },
  scalar: { derivation: 32, output: 8, outputFewKeys: 8, viewTag: 8 },
  ref10: { derivation: 32, output: 2, outputFewKeys: 2, viewTag: 4 },
  portable: { derivation: 2, output: 1, outputFewKeys: 1, viewTag: 1 },
}

/** Milliseconds that the first scanner of a level takes to start, from loading its kernel on. */
export type Start = { readonly level: Level; readonly milliseconds: number }

/** Starts a scanner of each level that this engine supports, before anything else is loaded. */
export const timeStarts = async (): Promise<readonly Start[]> => {
  const starts: Start[] = []
  for (const level of LEVELS)
    try {
      starts.push({ level, milliseconds: await timed(() => createScanKernelOf(level)) })
    } catch (error) {
      if (!(error instanceof KernelUnavailableError)) throw error
    }
  return starts
}

/**
 * Returns the contestants: the levels of the kernel that this engine supports, fastest first, then the peers. `ref10` and `ref10Simd`: the peer
 * built without and with SIMD.
 */
export const scanContestants = async (
  materials: readonly ScanMaterial[],
  ref10: WebAssembly.Module,
  ref10Simd: WebAssembly.Module,
): Promise<readonly ScanContestant[]> => {
  const enter = async (name: string, pieces: Pieces, create: () => Promise<Scanner>): Promise<ScanContestant> =>
    alternating(await Promise.all(materials.map((material) => scannerContestant(name, pieces, create, material))))
  const levels: ScanContestant[] = []
  for (const level of LEVELS)
    try {
      levels.push(await enter(level, PIECES[level], async () => createKernelScanner(await createScanKernelOf(level))))
    } catch (error) {
      if (!(error instanceof KernelUnavailableError)) throw error
    }
  return [
    ...levels,
    await enter(REF10, PIECES.ref10, () => createRef10Scanner(ref10)),
    await enter('ref10 wasm, SIMD', PIECES.ref10, () => createRef10Scanner(ref10Simd)),
    await enter('portable', PIECES.portable, async () => createPortableScanner()),
  ]
}
